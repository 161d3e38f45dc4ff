//! The server under test: `perennial serve` on a free port of this machine, with one company.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::clock;
use crate::failure::{Failure, Outcome};
use crate::process::{self, Running};
use crate::scratch::Scratch;

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    pub origin: String,
    log: PathBuf,
    _running: Running,
}

pub struct Company {
    pub id: String,
    pub token: String,
}

impl Server {
    /// The limiter is off: a fuzzer asks faster than any customer may.
    pub fn start(binary: &PathBuf, database: &str, scratch: &Scratch) -> Outcome<Self> {
        let [log, port_file] = ["server.log", "port"].map(|name| scratch.path().join(name));
        let output = File::create(&log)?;
        let mut command = Command::new(binary);
        command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "0"]);
        command.args(["--database", database]).arg("--port-file").arg(&port_file);
        command.stdout(output.try_clone()?).stderr(output);
        let mut running = Running::start(&mut command)?;
        let start = clock::now();
        while start.elapsed() < PATIENCE && !process::interrupted() {
            if let Some(port) = read_port(&port_file) {
                let origin = format!("http://127.0.0.1:{port}");
                return Ok(Self { origin, log, _running: running });
            }
            if running.child.try_wait()?.is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(log)?;
        Err(Failure::new(format!("`perennial serve` did not open its port\n{log}")))
    }

    /// What the server said last.
    pub fn last_words(&self) -> String {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

impl Company {
    pub fn create(binary: &PathBuf, database: &str) -> Outcome<Self> {
        let mut command = Command::new(binary);
        command.args(["company", "create", "--name", "Fuzz", "--dev", "--json"]);
        let line = process::read(command.args(["--database", database]))?;
        let answer: Value = serde_json::from_str(&line)
            .map_err(|error| Failure::new(format!("`company create` says {line:?}: {error}")))?;
        let field = |name| match answer.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(Failure::new(format!("`company create` gives no {name}"))),
        };
        Ok(Self { id: field("company_id")?, token: field("token")? })
    }
}

/// The file may hold the port alone or the whole address, and is looked at while it is written.
fn read_port(file: &PathBuf) -> Option<u16> {
    let text = fs::read_to_string(file).ok()?;
    text.trim().rsplit(':').next()?.parse().ok()
}
