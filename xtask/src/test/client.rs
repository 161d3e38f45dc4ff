//! Generates a client from the served document and changes every record by one field through it:
//! nothing else may change. `xtask/client/round_trip.py` does it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::python::environment;
use super::server::{Company, Server};
use super::tally::Tally;
use crate::failure::{Failure, Outcome};
use crate::process::{self, Running};
use crate::scratch::Scratch;

const LIMIT: Duration = Duration::from_secs(300);

/// On a server of its own on that database.
pub fn round_trip(root: &Path, binary: &PathBuf, database: &str) -> Outcome<Tally> {
    let settings = root.join("xtask/client");
    let programs = environment(&settings, "client")?.join("bin");
    let scratch = Scratch::new()?;
    let server = Server::start(binary, database, &scratch)?;
    let company = Company::create(binary, database)?;
    let package = scratch.path().join("client");
    let mut generate = Command::new(programs.join("openapi-python-client"));
    generate.args(["generate", "--meta", "none", "--url"]);
    generate.arg(format!("{}/openapi.json", server.origin));
    process::read(generate.arg("--output-path").arg(&package))?;
    let mut check = Command::new(programs.join("python"));
    check.arg(settings.join("round_trip.py")).arg(&server.origin);
    check.args([company.id, company.token]).arg(scratch.path());
    let status = Running::start(&mut check)?.wait(LIMIT)?;
    process::succeeded(&check, status).map_err(|failure| {
        Failure::new(format!("{failure}; the server's last lines:\n{}", server.last_words()))
    })?;
    Ok(Tally::NONE)
}
