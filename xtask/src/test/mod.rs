//! The one test command: everything that must hold, on a bare machine, in one run that goes on
//! after a failure and ends with what it counted.

mod client;
mod install;
mod pdf;
mod postgres;
mod python;
mod schemathesis;
mod server;
mod steps;
mod tally;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::clock;
use crate::failure::{Failure, Outcome};
use crate::process;
use steps::{STEPS, Step, Workshop};
use tally::Tally;

struct Done {
    name: &'static str,
    time: Duration,
    tally: Tally,
}

pub fn run(root: PathBuf, arguments: &[&str]) -> Outcome<ExitCode> {
    let steps = choose(arguments)?;
    process::heed_signals()?;
    let mut workshop = Workshop { root, cluster: None };
    let mut done = Vec::new();
    for step in steps {
        if !process::interrupted() {
            done.push(perform(step, &mut workshop));
        }
    }
    drop(workshop);
    Ok(close(&done))
}

/// The steps that `--only` names, or all; less those that `--skip` names.
fn choose(arguments: &[&str]) -> Outcome<Vec<&'static Step>> {
    let mut only = Vec::new();
    let mut skip = Vec::new();
    for pair in arguments.chunks(2) {
        match pair {
            ["--only", name] => only.push(find(name)?.name),
            ["--skip", name] => skip.push(find(name)?.name),
            _ => {
                return Err(Failure::new("cargo xtask test [--only STEP]... [--skip STEP]..."));
            }
        }
    }
    let chosen = |step: &&Step| only.is_empty() || only.contains(&step.name);
    let kept = |step: &&Step| !skip.contains(&step.name);
    Ok(STEPS.iter().filter(chosen).filter(kept).collect())
}

fn find(name: &str) -> Outcome<&'static Step> {
    STEPS.iter().find(|step| step.name == name).ok_or_else(|| {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        Failure::new(format!("there is no step `{name}`, only {}", names.join(", ")))
    })
}

fn perform(step: &Step, workshop: &mut Workshop) -> Done {
    println!("==> {}", step.name);
    let start = clock::now();
    let tally = (step.run)(workshop).unwrap_or_else(|failure| {
        println!("{failure}");
        Tally::ONE_FAILED
    });
    let time = start.elapsed();
    let end = if tally.failed == 0 { "ok" } else { "failed" };
    println!("<== {}: {end} in {:.1} s", step.name, time.as_secs_f64());
    Done { name: step.name, time, tally }
}

fn close(done: &[Done]) -> ExitCode {
    let mut total = Tally::NONE;
    println!("\n{:<24}{:>10}{:>10}{:>10}", "step", "time", "passed", "failed");
    for Done { name, time, tally } in done {
        let seconds = format!("{:.1} s", time.as_secs_f64());
        println!("{name:<24}{seconds:>10}{:>10}{:>10}", tally.passed, tally.failed);
        total += *tally;
    }
    println!("\n{} passed, {} failed", total.passed, total.failed);
    ExitCode::from(u8::from(total.failed > 0 || process::interrupted()))
}

#[cfg(test)]
mod tests {
    use super::choose;

    fn names(arguments: &[&str]) -> Vec<&'static str> {
        choose(arguments).unwrap().iter().map(|step| step.name).collect()
    }

    #[test]
    fn steps_are_chosen_and_skipped() {
        assert_eq!(names(&["--only", "clippy", "--only", "format"]), ["format", "clippy"]);
        assert!(!names(&["--skip", "clippy"]).contains(&"clippy"));
        assert!(choose(&["--only", "nothing"]).is_err());
        assert!(choose(&["clippy"]).is_err());
    }
}
