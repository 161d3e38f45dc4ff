//! Forgets deliveries after thirty days.

use records::{CompanyId, Moment};

use crate::{Engine, Failure};

const KEPT_MICROS: i64 = 30 * 86_400 * 1_000_000;

impl Engine {
    pub(crate) async fn forget_deliveries(&self, company: &CompanyId) -> Result<(), Failure> {
        let before = Moment::from_micros(self.wall_now().micros() - KEPT_MICROS);
        loop {
            let of = company.to_owned();
            let forgotten = self.store.write(move |tx| -> Result<_, Failure> {
                Ok(store::webhook::delivery::forget(tx, &of, before)?)
            });
            if forgotten.await? == 0 {
                return Ok(());
            }
        }
    }
}
