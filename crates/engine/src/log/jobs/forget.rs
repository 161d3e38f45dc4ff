//! Forgets jobs that were done long ago.

use std::time::Duration;

use records::{CompanyId, Moment};

use crate::{Engine, Failure};

/// For so long of wall time it can be read what was done.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

impl Engine {
    pub(crate) async fn forget_jobs(&self, company: &CompanyId) -> Result<(), Failure> {
        let kept = i64::try_from(KEPT.as_micros()).unwrap_or(i64::MAX);
        let before = Moment::from_micros(self.wall_now().micros() - kept);
        loop {
            let of = company.to_owned();
            let forgotten = self.store.write(move |tx| -> Result<_, Failure> {
                Ok(store::job::forget(tx, &of, before)?)
            });
            if forgotten.await? == 0 {
                return Ok(());
            }
        }
    }
}
