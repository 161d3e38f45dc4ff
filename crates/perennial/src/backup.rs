//! `perennial backup`

use engine::{Failure, Location};

use crate::arguments::BackupOptions;
use crate::exit::Ended;

pub fn run(options: &BackupOptions) -> Result<(), Ended> {
    let location = Location::parse(&options.database.url).map_err(Failure::from)?;
    let bytes = engine::backup(&location, &options.to).map_err(Failure::from)?;
    println!("{} has everything, in {bytes} bytes", options.to.display());
    Ok(())
}
