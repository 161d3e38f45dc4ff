//! The tasks of the house: its rules, its one test command, its OpenAPI snapshot.

mod cargo;
mod clock;
mod failure;
mod openapi;
mod process;
mod scratch;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

use failure::{Failure, Outcome};

const USAGE: &str = "\
cargo xtask tidy [--root DIR]                        check the house rules
cargo xtask test [--only STEP]... [--skip STEP]...   test everything
cargo xtask openapi [--check]                        write or check docs/openapi.json";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(&arguments).unwrap_or_else(|failure| {
        eprintln!("{failure}");
        ExitCode::FAILURE
    })
}

fn run(arguments: &[&str]) -> Outcome<ExitCode> {
    let done = |()| ExitCode::SUCCESS;
    match arguments {
        ["tidy"] => tidy::run(&root()?).map(done),
        ["tidy", "--root", folder] => tidy::run(folder.as_ref()).map(done),
        ["test", flags @ ..] => test::run(root()?, flags),
        ["openapi"] => openapi::write(&root()?).map(done),
        ["openapi", "--check"] => openapi::check(&root()?).map(done),
        _ => Err(Failure::new(USAGE)),
    }
}

/// The folder of the workspace: cargo names the crate's own folder to what it runs.
fn root() -> Outcome<PathBuf> {
    let text = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".into());
    let root = std::fs::canonicalize(text)?;
    Ok(if root.ends_with("xtask") { root.join("..").canonicalize()? } else { root })
}
