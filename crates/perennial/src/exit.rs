//! How a command ends: a code, and one sentence where it failed.

use std::process::ExitCode;

use engine::{Failure, Refusal, StoreError};

/// Why a command did not do what it was asked.
pub enum Ended {
    /// Everything ran and something was found wrong; it has been printed.
    FoundWrong,
    /// Usage, configuration, or a database that cannot be used.
    Failed(String),
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failed(sentence(failure))
    }
}

fn sentence(failure: Failure) -> String {
    match failure {
        Failure::Store(StoreError::Refused(why)) => why,
        Failure::Store(error) => error.to_string(),
        Failure::Refused(Refusal::Invalid(faults)) => {
            let all: Vec<String> =
                faults.iter().map(|f| format!("{} ({})", f.detail, f.pointer)).collect();
            all.join(" ")
        }
        Failure::Refused(Refusal::NotFound(detail) | Refusal::Conflict { detail, .. }) => detail,
        Failure::Refused(refusal) => format!("refused: {refusal:?}"),
    }
}

pub fn code(done: Result<(), Ended>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Ended::FoundWrong) => ExitCode::from(1),
        Err(Ended::Failed(why)) => {
            eprintln!("perennial: {}", why.replace('\n', " "));
            ExitCode::from(2)
        }
    }
}

/// Help and version are answers; everything else is one sentence.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        print!("{error}");
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    eprintln!("perennial: {}", first.trim_start_matches("error: "));
    ExitCode::from(2)
}
