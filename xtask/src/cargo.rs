//! Cargo called from within cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Outcome;
use crate::process;

/// The outer cargo tells us about our own crate in variables that build scripts watch: left in
/// place, they would build the same things again and again.
pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root).args(arguments);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// The server, freshly built, beside ourselves. Built as a part of the workspace it shares what the
/// tests were built of; by itself it would want other features, and everything twice.
pub fn server(root: &Path) -> Outcome<PathBuf> {
    process::run(&mut cargo(root, &["build", "--quiet", "--workspace", "--bin", "perennial"]))?;
    Ok(std::env::current_exe()?.with_file_name("perennial"))
}
