//! `perennial copy`

use engine::{Copied, Failure, Location};

use crate::arguments::CopyOptions;
use crate::exit::Ended;
use crate::progress::Shown;

pub fn run(options: &CopyOptions) -> Result<(), Ended> {
    let from = Location::parse(&options.from).map_err(Failure::from)?;
    let to = Location::parse(&options.to).map_err(Failure::from)?;
    let shown = Shown::start();
    let copied = engine::copy(&from, &to, &shown.progress()).map_err(Failure::from)?;
    drop(shown);
    let Copied { tables, rows, missed_facts } = copied;
    println!(
        "everything is there: {rows} rows in {tables} tables, counted in each; \
         run `perennial doctor` over the copy before it is served"
    );
    if missed_facts > 0 {
        println!(
            "somebody wrote to the source meanwhile: {missed_facts} facts are not in the copy; \
             stop what serves it and copy again before this one takes its place"
        );
    }
    Ok(())
}
