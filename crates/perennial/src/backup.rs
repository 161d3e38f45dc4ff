//! `perennial backup`

use engine::{Failure, Location};

use crate::arguments::BackupOptions;
use crate::exit::Ended;
use crate::progress::Shown;

pub fn run(options: &BackupOptions) -> Result<(), Ended> {
    let location = Location::parse(&options.database.url).map_err(Failure::from)?;
    let shown = Shown::start();
    let bytes = engine::backup(&location, &options.to, &shown.progress()).map_err(Failure::from)?;
    drop(shown);
    println!("{} has everything, in {bytes} bytes", options.to.display());
    Ok(())
}
