//! The binary itself, as an operator runs it.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output};
use std::sync::LazyLock;
use std::time::Duration;

use engine::clock::Stopwatch;
use serde_json::Value;

use super::client::text;
use super::database::scratch;
use super::{Client, eventually};

/// Built, where it is not, beside the tests.
static BINARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let path_buf = std::env::current_exe().unwrap();
    let folder = path_buf.ancestors().nth(2).unwrap();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--workspace", "--bin", "perennial"]);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success(), "the binary does not build");
    folder.join("perennial")
});

pub fn binary() -> &'static Path {
    &BINARY
}

/// Runs a command to its end.
pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.args(arguments).env_remove("PERENNIAL_DATABASE").env("PERENNIAL_LOG", "warn");
    command
}

/// The one sentence with which a command that failed ends.
#[track_caller]
pub fn refused(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(told.trim_end().lines().count(), 1, "one sentence: {told}");
    assert!(!told.contains("panicked"), "{told}");
    told
}

/// A running server.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
    pub log: PathBuf,
}

impl Process {
    pub fn serve(url: &str) -> Process {
        Process::start(url, &["serve", "--rate-limit", "0"])
    }

    /// `serve` or `demo` with more options, on a free port.
    pub fn start(url: &str, arguments: &[&str]) -> Process {
        Process::launch(url, command(arguments))
    }

    /// A server that is told when a file may not grow, and is not ended by it.
    pub fn serve_within_limits(url: &str) -> Process {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(binary());
        shell.args(["serve", "--rate-limit", "0"]);
        shell.env_remove("PERENNIAL_DATABASE").env("PERENNIAL_LOG", "warn");
        Process::launch(url, shell)
    }

    /// Any command that serves, on a free port.
    pub fn launch(url: &str, mut command: Command) -> Process {
        let folder = scratch();
        let (log, port_file) = (folder.join("log"), folder.join("port"));
        let output = File::create(&log).unwrap();
        command.args(["--listen", "127.0.0.1:0", "--database", url, "--port-file"]);
        command.arg(&port_file).stdout(output.try_clone().unwrap()).stderr(output);
        let mut child = command.spawn().unwrap();
        let port = eventually("the server opens its port", || {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "it ended: {}", fs::read_to_string(&log).unwrap());
            fs::read_to_string(&port_file).ok()?.trim().parse::<u16>().ok()
        });
        let process = Process { child, address: ([127, 0, 0, 1], port).into(), log };
        eventually("the server is ready", || {
            let request = super::Request::new("GET", "/ready");
            let answer = super::Wire::open(process.address).ok()?.send(&request).ok()?;
            (answer.status == 200).then_some(())
        });
        process
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// A company made by the command line beside the server.
    pub fn company(&self, url: &str) -> Client {
        let output =
            run(&["company", "create", "--name", "It", "--dev", "--json", "--database", url]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let made: Value = serde_json::from_slice(&output.stdout).unwrap();
        let (company, token) = (text(&made, "company_id").into(), text(&made, "token"));
        Client { address: self.address, company, token }
    }

    /// kill -9
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").arg(name).arg(self.id().to_string()).status();
        assert!(status.unwrap().success());
    }

    /// How it ended, within the time.
    pub fn wait(&mut self, limit: Duration) -> ExitStatus {
        let watch = Stopwatch::start();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(watch.elapsed() < limit, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The most memory it ever had, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `doctor` finds nothing wrong.
#[track_caller]
pub fn healthy(url: &str) {
    let output = run(&["doctor", "--database", url]);
    let told = String::from_utf8_lossy(&output.stdout);
    let why = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}{why}");
}
