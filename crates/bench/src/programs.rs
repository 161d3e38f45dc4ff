//! The programs that are measured from outside, built as they are released.

use std::path::PathBuf;
use std::process::Command;

use crate::outcome::{Outcome, broken};

/// The folder of our own binary, where the others are, too.
pub fn folder() -> Outcome<PathBuf> {
    let path_buf = std::env::current_exe()?;
    Ok(path_buf.parent().ok_or_else(|| broken("the binary has no folder"))?.to_owned())
}

pub fn path(name: &str) -> Outcome<PathBuf> {
    Ok(folder()?.join(name))
}

/// The workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Builds what is measured; without cargo around, what is there is taken.
pub fn build() -> Outcome<()> {
    let Some(cargo) = std::env::var_os("CARGO") else { return Ok(()) };
    let release = if cfg!(debug_assertions) { None } else { Some("--release") };
    let mut command = Command::new(cargo);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    let built = command
        .current_dir(root())
        .args(["build", "--quiet", "-p", "perennial", "-p", "bench", "--bins"])
        .args(release)
        .status()?;
    if built.success() { Ok(()) } else { Err(broken("the server could not be built")) }
}
