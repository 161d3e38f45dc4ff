//! The steps of the test command: a step is one function and one line in the list.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::postgres::Cluster;
use super::tally::Tally;
use super::{client, pdf, schemathesis};
use crate::cargo::{cargo, server};
use crate::failure::{Failure, Outcome};
use crate::openapi;
use crate::process::{self, Running};
use crate::scratch::Scratch;

pub struct Step {
    pub name: &'static str,
    pub run: fn(&mut Workshop) -> Outcome<Tally>,
}

pub const STEPS: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "clippy", run: clippy },
    Step { name: "tests", run: tests },
    Step { name: "openapi", run: openapi },
    Step { name: "pdf", run: printed },
    Step { name: "client-sqlite", run: client_sqlite },
    Step { name: "client-postgres", run: client_postgres },
    Step { name: "schemathesis-sqlite", run: fuzz_sqlite },
    Step { name: "schemathesis-postgres", run: fuzz_postgres },
];

/// What the steps share.
pub struct Workshop {
    pub root: PathBuf,
    pub cluster: Option<Cluster>,
}

impl Workshop {
    /// Started by the first step that needs it.
    fn cluster(&mut self) -> Outcome<&Cluster> {
        match self.cluster {
            Some(ref cluster) => Ok(cluster),
            None => Ok(self.cluster.insert(Cluster::start()?)),
        }
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        cargo(&self.root, arguments)
    }
}

fn format(workshop: &mut Workshop) -> Outcome<Tally> {
    process::run(&mut workshop.cargo(&["fmt", "--all", "--check"]))?;
    Ok(Tally::NONE)
}

fn clippy(workshop: &mut Workshop) -> Outcome<Tally> {
    let arguments = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    process::run(&mut workshop.cargo(&arguments))?;
    Ok(Tally::NONE)
}

/// A run that fails without a failed test, as one that does not compile, counts as one.
fn tests(workshop: &mut Workshop) -> Outcome<Tally> {
    pdf::reader()?;
    let url = workshop.cluster()?.url("postgres");
    let mut command = workshop.cargo(&["test", "--workspace", "--no-fail-fast"]);
    command.env("PERENNIAL_TEST_POSTGRES", url).stdout(Stdio::piped());
    let mut running = Running::start(&mut command)?;
    let output = running.child.stdout.take().ok_or_else(|| Failure::new("no output to read"))?;
    let reader = thread::spawn(move || count(output));
    let status = running.wait(Duration::from_secs(4800))?;
    let tally = reader.join().map_err(|_| Failure::new("reading the tests' output failed"))?;
    if tally.failed == 0 {
        process::succeeded(&command, status)?;
    }
    Ok(tally)
}

/// Passes the lines on and adds up those that close a run.
fn count(output: impl std::io::Read) -> Tally {
    let mut tally = Tally::NONE;
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        tally += Tally::of_line(&line).unwrap_or_default();
    }
    tally
}

fn openapi(workshop: &mut Workshop) -> Outcome<Tally> {
    openapi::check(&workshop.root)?;
    Ok(Tally::NONE)
}

fn printed(workshop: &mut Workshop) -> Outcome<Tally> {
    pdf::check(&workshop.root)?;
    Ok(Tally::NONE)
}

fn client_sqlite(workshop: &mut Workshop) -> Outcome<Tally> {
    let binary = server(&workshop.root)?;
    let scratch = Scratch::new()?;
    let file = scratch.path().join("client.db");
    client::round_trip(&workshop.root, &binary, &format!("sqlite:{}", file.display()))
}

fn client_postgres(workshop: &mut Workshop) -> Outcome<Tally> {
    let binary = server(&workshop.root)?;
    let database = workshop.cluster()?.create_database("client")?;
    client::round_trip(&workshop.root, &binary, &database)
}

fn fuzz_sqlite(workshop: &mut Workshop) -> Outcome<Tally> {
    let binary = server(&workshop.root)?;
    let scratch = Scratch::new()?;
    let file = scratch.path().join("fuzz.db");
    schemathesis::fuzz(&workshop.root, &binary, &format!("sqlite:{}", file.display()))?;
    Ok(Tally::NONE)
}

fn fuzz_postgres(workshop: &mut Workshop) -> Outcome<Tally> {
    let binary = server(&workshop.root)?;
    let database = workshop.cluster()?.create_database("fuzz")?;
    schemathesis::fuzz(&workshop.root, &binary, &database)?;
    Ok(Tally::NONE)
}
