//! Runs schemathesis against the served OpenAPI document: generated requests, good and bad, to
//! every operation. What it checks stands in `xtask/schemathesis/schemathesis.toml`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::install::install;
use super::server::{Company, Server};
use crate::failure::{Failure, Outcome};
use crate::process::{self, Running};
use crate::scratch::Scratch;

const LIMIT: Duration = Duration::from_secs(600);

/// Fuzzes a server of its own on that database.
pub fn fuzz(root: &Path, binary: &PathBuf, database: &str) -> Outcome<()> {
    let settings = root.join("xtask/schemathesis");
    let program = environment(&settings)?.join("bin/schemathesis");
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

/// A virtual environment beside the build, made anew when the pinned versions change.
fn environment(settings: &Path) -> Outcome<PathBuf> {
    let pinned = settings.join("requirements.txt");
    let folder = target()?.join("schemathesis");
    let made_from = folder.join("requirements.txt");
    if fs::read(&made_from).ok() == Some(fs::read(&pinned)?) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    create(&folder).or_else(|_| {
        install(&["python3", "python3-venv"])?;
        create(&folder)
    })?;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    process::run(pip.arg(&pinned))?;
    fs::copy(&pinned, &made_from)?;
    Ok(folder)
}

fn create(folder: &Path) -> Outcome<String> {
    process::read(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))
}

/// Where cargo put us, and so everything else it builds.
fn target() -> Outcome<PathBuf> {
    let path_buf = std::env::current_exe()?;
    let target = path_buf.ancestors().nth(2);
    target.map(Path::to_owned).ok_or_else(|| Failure::new("not run from a target folder"))
}
