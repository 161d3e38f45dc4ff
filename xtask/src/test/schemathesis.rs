//! Runs schemathesis against the served OpenAPI document: generated requests, good and bad, to
//! every operation. What it checks stands in `xtask/schemathesis/schemathesis.toml`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::python::environment;
use super::server::{Company, Server};
use crate::failure::{Failure, Outcome};
use crate::process::{self, Running};
use crate::scratch::Scratch;

const LIMIT: Duration = Duration::from_secs(1500);

/// Fuzzes a server of its own on that database.
pub fn fuzz(root: &Path, binary: &PathBuf, database: &str) -> Outcome<()> {
    let settings = root.join("xtask/schemathesis");
    let program = environment(&settings, "schemathesis")?.join("bin/schemathesis");
    let scratch = Scratch::new()?;
    let server = Server::start(binary, database, &scratch)?;
    let company = Company::create(binary, database)?;
    let mut command = Command::new(program);
    command.arg("--config-file").arg(settings.join("schemathesis.toml")).arg("run");
    command.arg(format!("{}/openapi.json", server.origin));
    command.env("FUZZ_ORIGIN", &server.origin);
    command.env("FUZZ_COMPANY", company.id).env("FUZZ_TOKEN", company.token);
    command.current_dir(scratch.path());
    let status = Running::start(&mut command)?.wait(LIMIT)?;
    process::succeeded(&command, status).map_err(|failure| {
        Failure::new(format!("{failure}; the server's last lines:\n{}", server.last_words()))
    })
}
