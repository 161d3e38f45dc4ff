//! Tells the metrics how many jobs wait or failed.

use super::kinds;
use crate::{Engine, Failure};

impl Engine {
    /// Counts open jobs; what cannot be counted keeps its last count.
    pub(crate) async fn count_jobs(&self) {
        let counted =
            self.store.read(|tx| -> Result<_, Failure> { Ok(store::job::counts(tx)?) }).await;
        let Ok(counts) = counted else { return };
        for kind in kinds::KINDS {
            for (state, word) in [("PENDING", "pending"), ("FAILED", "failed")] {
                let found = counts.iter().find(|row| row.0 == kind.name && row.1 == state);
                let count = found.map_or(0, |row| u32::try_from(row.2).unwrap_or(u32::MAX));
                metrics::gauge!("perennial_jobs", "kind" => kind.name, "state" => word)
                    .set(f64::from(count));
            }
        }
    }
}
