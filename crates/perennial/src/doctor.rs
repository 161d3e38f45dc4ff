//! `perennial doctor`

use crate::arguments::Database;
use crate::company::open;
use crate::exit::Ended;

/// Prints what is wrong; nothing wrong is said in one line, too.
pub fn run(database: &Database) -> Result<(), Ended> {
    let engine = open(&database.url)?;
    let findings = engine.audit()?;
    for finding in &findings {
        println!("{}: {}: {}", finding.company, finding.audit, finding.detail);
    }
    engine.stop();
    if findings.is_empty() {
        println!("every audit holds");
        return Ok(());
    }
    println!("{} findings", findings.len());
    Err(Ended::FoundWrong)
}
