//! Every fact, in an order that never changes.

mod list;
mod shown;

pub use billing::fact::FactType;
pub use list::{Asked, list};
pub(crate) use shown::shown;

use records::CompanyId;

use crate::{Engine, Failure};

impl Engine {
    /// Gives positions to facts that wait for one, so that the log shows all that is committed.
    pub async fn arrange_facts(&self, company: &CompanyId) -> Result<(), Failure> {
        loop {
            let id = company.to_owned();
            let waiting = self.store.read_briefly(move |tx| -> Result<bool, Failure> {
                Ok(store::fact::any_waiting(tx, &id)?)
            });
            if !waiting.await? {
                return Ok(());
            }
            let id = company.to_owned();
            let more = self
                .store
                .write(move |tx| -> Result<bool, Failure> { Ok(store::fact::arrange(tx, &id)?) });
            if !more.await? {
                return Ok(());
            }
        }
    }
}
