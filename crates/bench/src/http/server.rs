//! A server in a process of its own, ended when dropped.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use super::bare::{BARE, Canned};
use crate::outcome::{Outcome, broken};
use crate::{clock, programs};

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    files: Vec<PathBuf>,
}

impl Server {
    /// The product over a database, without limits on how often one token may ask.
    pub fn ours(url: &str) -> Outcome<Server> {
        Server::of(&programs::path("perennial")?, url)
    }

    /// The same by some build of it.
    pub fn of(program: &Path, url: &str) -> Outcome<Server> {
        let port_file = port_file();
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "0"]);
        command.args(["--database", url, "--port-file"]).arg(&port_file);
        Server::start(command, vec![port_file])
    }

    /// The limit.
    pub fn bare(canned: &Canned) -> Outcome<Server> {
        let (port_file, answers) = (port_file(), canned.file()?);
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(BARE).arg(&answers).arg(&port_file);
        Server::start(command, vec![port_file, answers])
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    fn start(mut command: Command, files: Vec<PathBuf>) -> Outcome<Server> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
        let address = match wait(&mut child, &files[0]) {
            Ok(port) => SocketAddr::from(([127, 0, 0, 1], port)),
            Err(error) => {
                child.kill()?;
                return Err(error);
            }
        };
        Ok(Server { child, address, files })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        let signalled = Command::new("kill").args(["-s", "TERM", &pid]).status();
        if signalled.is_ok_and(|status| status.success()) {
            let _ = self.child.wait();
        } else {
            let _ = self.child.kill();
        }
        for path in &self.files {
            let _ = fs::remove_file(path);
        }
    }
}

fn port_file() -> PathBuf {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("bench-port-{}-{number}", std::process::id()))
}

/// Until the server has written where it listens.
fn wait(child: &mut Child, port_file: &Path) -> Outcome<u16> {
    let start = clock::now();
    while start.elapsed() < Duration::from_secs(60) {
        let port = fs::read_to_string(port_file).ok().and_then(|text| text.trim().parse().ok());
        if let Some(port) = port {
            return Ok(port);
        }
        if let Some(status) = child.try_wait()? {
            return Err(broken(format!("a server ended with {status}")));
        }
        sleep(Duration::from_micros(200));
    }
    Err(broken("a server did not start in a minute"))
}

/// Until somebody listens there.
pub fn wait_for(address: SocketAddr) -> Outcome<()> {
    let start = clock::now();
    while start.elapsed() < Duration::from_secs(60) {
        if std::net::TcpStream::connect(address).is_ok() {
            return Ok(());
        }
        sleep(Duration::from_millis(20));
    }
    Err(broken("a server did not start in a minute"))
}
