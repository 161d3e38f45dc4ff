//! How much a database takes on its disk, and how much is left there.

use std::path::Path;

use crate::{Error, Tx};

/// In bytes; what cannot be known is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    pub database: u64,
    /// What is written and not folded into the file yet.
    pub log: Option<u64>,
    /// What the disk has left.
    pub free: Option<u64>,
}

pub(crate) fn of_file(path: &Path) -> Room {
    let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let disk = nix::sys::statvfs::statvfs(folder.unwrap_or(Path::new("."))).ok();
    let free = disk.map(|disk| disk.blocks_available().saturating_mul(disk.fragment_size()));
    Room { database: bytes(path), log: Some(bytes(log.as_ref())), free }
}

/// The disk of a server is its own business.
pub(crate) fn of_server(tx: &mut Tx<'_>) -> Result<Room, Error> {
    let sql = "SELECT pg_database_size(current_database())";
    let sizes = tx.rows_text::<i64>(sql, &[])?;
    let database = sizes.first().copied().and_then(|size| u64::try_from(size).ok());
    Ok(Room { database: database.unwrap_or(0), log: None, free: None })
}
