//! The tasks of the house: `tidy` checks its rules.

mod failure;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

use failure::{Failure, Outcome};

const USAGE: &str = "\
cargo xtask tidy [--root DIR]    check the house rules";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Outcome<()> {
    match arguments {
        ["tidy"] => tidy::run(&root()?),
        ["tidy", "--root", folder] => tidy::run(folder.as_ref()),
        _ => Err(Failure::new(USAGE)),
    }
}

/// The folder of the workspace: cargo names the crate's own folder to what it runs.
fn root() -> Outcome<PathBuf> {
    let own = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".into());
    let root = std::fs::canonicalize(own)?;
    Ok(if root.ends_with("xtask") {
        root.join("..").canonicalize()?
    } else {
        root
    })
}
