//! What the engine of the database itself finds wrong with what it keeps.

use store::Progress;
use store::audit::{engine_checks, engine_complaints};

use super::Finding;
use crate::{Engine, Failure};

const NAME: &str = "the engine's own check";

/// What came of the engine's own checks.
pub struct Checked {
    pub findings: Vec<Finding>,
    /// Said where nothing could be checked.
    pub left_out: Option<&'static str>,
}

impl Engine {
    /// Lets the database check pages, rows and indexes.
    pub fn audit_engine(&self, progress: &Progress) -> Result<Checked, Failure> {
        let checks =
            self.store.read(|tx| -> Result<_, Failure> { Ok(engine_checks(tx)?) }).wait()?;
        let (mut findings, of) = (Vec::new(), checks.len() as u64);
        for (done, check) in (0..).zip(checks) {
            progress.at(&format!("checking {}", check.about), done, of);
            let about = check.about.clone();
            let said = self
                .store
                .read(move |tx| -> Result<_, Failure> { Ok(engine_complaints(tx, &check)?) });
            findings.extend(said.wait()?.into_iter().map(|said| Finding {
                audit: NAME,
                company: "database".into(),
                detail: format!("{about}: {}", said.replace('\n', " ")),
            }));
        }
        let none = "the extension amcheck is not installed in this database: its tables and \
                    indexes were not checked (CREATE EXTENSION amcheck)";
        Ok(Checked { findings, left_out: (of == 0).then_some(none) })
    }
}
