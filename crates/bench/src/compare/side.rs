//! One of the two builds: an executable, of which only the flags are known.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::http::Server;
use crate::outcome::{Outcome, broken};
use crate::place::Seeded;

pub struct Side {
    pub name: &'static str,
    pub program: PathBuf,
}

impl Side {
    pub fn new(name: &'static str, program: &Path) -> Outcome<Side> {
        let found = fs::canonicalize(program);
        let program =
            found.map_err(|error| broken(format!("{name}, {}: {error}", program.display())))?;
        Ok(Side { name, program })
    }

    /// A company that sets its own clock, in a database that may be empty.
    pub fn company(&self, url: &str) -> Outcome<Seeded> {
        let mut command = Command::new(&self.program);
        command.args(["company", "create", "--name", "Bench", "--currency", "EUR"]);
        command.args(["--timezone", "UTC", "--dev", "--json", "--database", url]);
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(broken(format!("`company create` ended with {}", output.status)));
        }
        let report: Value = serde_json::from_slice(&output.stdout)?;
        match (report["company_id"].as_str(), report["token"].as_str()) {
            (Some(company), Some(token)) => {
                Ok(Seeded { url: url.to_owned(), company: company.into(), token: token.to_owned() })
            }
            _ => Err(broken("`company create` names no company and token")),
        }
    }

    pub fn serve(&self, url: &str) -> Outcome<Server> {
        Server::of(&self.program, url)
    }
}
