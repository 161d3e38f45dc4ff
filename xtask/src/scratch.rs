//! A folder for the time of one task, gone with everything in it when the task ends.

use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::failure::Outcome;

/// Short, because the path of a socket holds some hundred bytes, and open to every account,
/// because PostgreSQL refuses to run as root.
const PARENT: &str = "/tmp";

pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Outcome<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let name = format!("perennial-{}-{number}", std::process::id());
            let path = Path::new(PARENT).join(name);
            match DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return Ok(made.map(|()| Self(path))?),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("{} stays behind: {error}", self.0.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_behind() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        fs::write(path.join("a"), "b").unwrap();
        drop(scratch);
        assert!(!path.exists());
    }
}
