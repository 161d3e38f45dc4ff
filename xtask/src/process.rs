//! Other programs, each in a process group of its own, so that no end of a task, be it a
//! failure, a panic or a signal, leaves one of them running.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock;
use crate::failure::{Failure, Outcome};

const HOUR: Duration = Duration::from_secs(3600);
const GRACE: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_millis(20);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From here on the signals that end a task only tell it to end itself, guards included.
pub fn heed_signals() -> Outcome<()> {
    let heed = || INTERRUPTED.store(true, Ordering::SeqCst);
    ctrlc::set_handler(heed).map_err(|error| Failure::new(error.to_string()))
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Runs a program to its end, its output going where ours goes.
pub fn run(command: &mut Command) -> Outcome<()> {
    let status = Running::start(command)?.wait(HOUR)?;
    succeeded(command, status)
}

/// Runs a program quietly and returns what it printed; its complaints are told if it fails.
pub fn read(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).process_group(0).output();
    let output = output.map_err(|error| unable(command, &error))?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    succeeded(command, output.status)
        .map_err(|failure| Failure::new(format!("{failure}\n{}", complaints.trim_end())))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

pub fn succeeded(command: &Command, status: ExitStatus) -> Outcome<()> {
    let message = || format!("`{}` ended with {status}", name(command));
    if status.success() { Ok(()) } else { Err(Failure::new(message())) }
}

/// A program that runs beside us and ends, with all it started, when this value is dropped.
pub struct Running {
    pub child: Child,
}

impl Running {
    pub fn start(command: &mut Command) -> Outcome<Self> {
        let child = command.stdin(Stdio::null()).process_group(0).spawn();
        Ok(Self { child: child.map_err(|error| unable(command, &error))? })
    }

    pub fn wait(&mut self, limit: Duration) -> Outcome<ExitStatus> {
        let start = clock::now();
        while start.elapsed() < limit {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            if interrupted() {
                return Err(Failure::new("interrupted"));
            }
            thread::sleep(TICK);
        }
        Err(Failure::new(format!("not done after {} s", limit.as_secs())))
    }

    /// Nothing in std signals a group; every shell does.
    fn signal(&self, name: &str) {
        let line = format!("kill -s {name} -- -{}", self.child.id());
        let shell = Command::new("sh").args(["-c", &line]).stderr(Stdio::null()).status();
        if let Err(error) = shell {
            eprintln!("`{line}`: {error}");
        }
    }

    fn ends_within(&mut self, limit: Duration) -> bool {
        let start = clock::now();
        while start.elapsed() < limit {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(TICK);
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.signal("TERM");
            self.ends_within(GRACE);
            self.signal("KILL");
            self.ends_within(GRACE);
        }
    }
}

fn unable(command: &Command, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{}`: {error}", name(command)))
}

fn name(command: &Command) -> String {
    let program = Path::new(command.get_program());
    program.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_program_takes_its_children_along() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 61 & echo $!; wait"]).stdout(Stdio::piped());
        let mut running = Running::start(&mut command).unwrap();
        let mut line = String::new();
        let mut output = std::io::BufReader::new(running.child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut line).unwrap();
        drop(running);
        std::io::Read::read_to_string(&mut output, &mut line).unwrap();
        // It has closed its files by now, which a process does a moment before it is gone.
        let state = format!("/proc/{}/stat", line.trim());
        let lives = || std::fs::read_to_string(&state).is_ok_and(|state| !state.contains(" Z "));
        let start = clock::now();
        while lives() && start.elapsed() < GRACE {
            thread::sleep(TICK);
        }
        assert!(!lives());
    }

    #[test]
    fn a_failing_program_is_told_with_its_complaint() {
        let mut command = Command::new("sh");
        let failure = read(command.args(["-c", "echo no >&2; exit 3"])).unwrap_err();
        assert_eq!(failure.to_string(), "`sh` ended with exit status: 3\nno");
        assert!(run(&mut Command::new("no-such-program")).is_err());
    }
}
