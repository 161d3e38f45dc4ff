//! A PostgreSQL server of a test's own, which it may set up, stop, freeze and start.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use super::database::{scratch, server};

pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    owner: Option<(u32, u32)>,
    /// Where it listens on 127.0.0.1, beside its socket.
    pub port: u16,
}

impl Cluster {
    /// With the settings that it is made with.
    pub fn start() -> Cluster {
        let cluster = Cluster::make();
        cluster.control("start");
        cluster
    }

    /// Not started yet, so that files can be put into it.
    pub fn make() -> Cluster {
        // Asked here, so that a machine without PostgreSQL says what is missing.
        server();
        let folder = scratch();
        let number = |arguments: &[&str]| {
            let output = Command::new("id").args(arguments).output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().parse::<u32>().unwrap()
        };
        let owner = (number(&["-u"]) == 0)
            .then(|| (number(&["-u", "postgres"]), number(&["-g", "postgres"])));
        if let Some((user, group)) = owner {
            chown(&folder, Some(user), Some(group)).unwrap();
        }
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        let cluster = Cluster { programs: programs(), folder, owner, port };
        let data = cluster.data();
        let data = data.to_str().unwrap();
        cluster.run("initdb", &["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"]);
        cluster
    }

    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// A file in its folder, which only the server may read.
    pub fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.data().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        if let Some((user, group)) = self.owner {
            chown(&path, Some(user), Some(group)).unwrap();
        }
        path
    }

    /// `start`, `stop` or `reload`.
    pub fn control(&self, verb: &str) {
        let folder = self.folder.display();
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories={folder}",
            self.port
        );
        let (data, log) = (self.data(), self.folder.join("log"));
        let (data, log) = (data.to_str().unwrap(), log.to_str().unwrap());
        match verb {
            "start" => {
                self.run("pg_ctl", &["start", "-s", "-w", "-D", data, "-l", log, "-o", &options])
            }
            "stop" => self.run("pg_ctl", &["stop", "-s", "-w", "-m", "immediate", "-D", data]),
            other => self.run("pg_ctl", &[other, "-s", "-D", data]),
        }
    }

    /// Stands still, and takes packets all the same; `-CONT` lets it go on.
    pub fn signal(&self, name: &str) {
        let id = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let id = id.lines().next().unwrap().to_owned();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let all = std::iter::once(id.as_str()).chain(children.split_whitespace());
        Command::new("kill").arg(name).args(all).status().unwrap();
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).current_dir(&self.folder);
        command.stdout(std::process::Stdio::null());
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        assert!(command.status().unwrap().success(), "{program} {arguments:?}");
    }

    /// By its socket.
    pub fn url(&self) -> String {
        let socket = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{socket}:{}/postgres", self.port)
    }

    /// By that name of this machine.
    pub fn url_at(&self, host: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres", self.port)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.data().join("postmaster.pid").exists() {
            self.signal("-CONT");
            self.control("stop");
        }
    }
}

/// Where Debian keeps the server's programs, the newest; else where the path has them.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = folders.into_iter().rev().chain(std::env::split_paths(&path));
    found.into_iter().find(|folder| folder.join("initdb").is_file()).expect("PostgreSQL is there")
}
