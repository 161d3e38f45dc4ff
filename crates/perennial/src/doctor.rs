//! `perennial doctor`

use std::sync::Arc;

use engine::audit::Finding;
use engine::clock::SystemClock;
use engine::{Engine, Failure, Location, StoreError};

use crate::arguments::Database;
use crate::exit::Ended;
use crate::progress::Shown;

/// Prints what is wrong; nothing wrong is said in one line, too.
pub fn run(database: &Database) -> Result<(), Ended> {
    let location = Location::parse(&database.url).map_err(Failure::from)?;
    let engine = Engine::open_to_read(&location, Arc::new(SystemClock))?;
    let shown = Shown::start();
    let checked = engine.audit_engine(&shown.progress())?;
    let audited = engine.audit(&shown.progress());
    drop(shown);
    engine.stop();
    let mut findings = checked.findings;
    match audited {
        Ok(found) => findings.extend(found),
        // What the engine cannot read stops the audits, and is the finding.
        Err(Failure::Store(StoreError::Broken(why))) => findings.push(Finding {
            audit: "the audits can be run",
            company: "database".into(),
            detail: why,
        }),
        Err(failure) => return Err(failure.into()),
    }
    for finding in &findings {
        println!("{}: {}: {}", finding.company, finding.audit, finding.detail);
    }
    if let Some(left_out) = checked.left_out {
        eprintln!("{left_out}");
    }
    if findings.is_empty() {
        println!("every audit holds");
        return Ok(());
    }
    println!("{} findings", findings.len());
    Err(Ended::FoundWrong)
}
