//! Every fact, in an order that never changes.

use records::pagination::PageAnswer;
use records::{CompanyId, EventsLogEntry};

use crate::listing::{ListRequest, Listed};
use crate::{Engine, Failure, Session};

/// The page behind `from_key`, or behind a position that the caller remembers.
pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
    after: i64,
) -> Result<Listed<EventsLogEntry>, Failure> {
    let company = session.company_id().to_owned();
    let binding = format!("{company}/events_log");
    let after = match request.from_key.as_deref() {
        None | Some("") => after,
        Some(cursor) => session.tools.signer.place(&binding, cursor)?.0,
    };
    let wanted = usize::try_from(request.limit).unwrap_or(0);
    let mut results = match request.limit {
        0 => Vec::new(),
        limit => store::fact::after(session.tx, &company, after, limit + 1)?,
    };
    let more = results.len() > wanted;
    results.truncate(wanted);
    let last = results.last().filter(|_| more).map(|entry| entry.position);
    let from_key =
        last.map(|position| session.tools.signer.cursor(&binding, &(position, String::new())));
    let pagination = PageAnswer { from_key, limit: request.limit, total_count: None };
    Ok(Listed { pagination, results })
}

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
