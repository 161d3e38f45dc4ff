//! A PostgreSQL server for one run of the tests: private, on a socket only, durable as in
//! production, and gone with its data when the run ends.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::install::{account, install};
use crate::failure::{Failure, Outcome};
use crate::process;
use crate::scratch::Scratch;

pub struct Cluster {
    programs: PathBuf,
    owner: Option<Owner>,
    scratch: Scratch,
}

/// Whom the server runs as when we are root, whom it refuses.
struct Owner {
    user: u32,
    group: u32,
}

impl Cluster {
    pub fn start() -> Outcome<Self> {
        let programs = programs()?;
        let owner = Owner::find()?;
        let scratch = Scratch::new()?;
        if let Some(owner) = &owner {
            chown(scratch.path(), Some(owner.user), Some(owner.group))?;
        }
        let cluster = Self { programs, owner, scratch };
        cluster.initialize()?;
        process::read(cluster.pg_ctl("start").args(["-t", "60", "-l"]).arg(cluster.log()))
            .map_err(|failure| cluster.explain(&failure))?;
        Ok(cluster)
    }

    pub fn url(&self, database: &str) -> String {
        let socket = self.scratch.path().to_string_lossy().replace('/', "%2F");
        format!("postgres://postgres@{socket}/{database}")
    }

    pub fn create_database(&self, name: &str) -> Outcome<String> {
        let socket = self.scratch.path();
        let mut command = self.program("createdb");
        command.arg("--host").arg(socket).args(["--username", "postgres", name]);
        process::read(&mut command)?;
        Ok(self.url(name))
    }

    /// The default order of text is a language's, as on most servers and unlike SQLite's, so
    /// that a column that forgot its collation shows.
    fn initialize(&self) -> Outcome<()> {
        let mut initdb = self.program("initdb");
        initdb.arg("--pgdata").arg(self.data());
        initdb.args(["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"]);
        initdb.args(["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]);
        process::read(&mut initdb)?;
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 500\n",
            self.scratch.path().display()
        );
        let path = self.data().join("postgresql.conf");
        let defaults = fs::read_to_string(&path)?;
        Ok(fs::write(&path, defaults + &settings)?)
    }

    fn pg_ctl(&self, verb: &str) -> Command {
        let mut command = self.program("pg_ctl");
        command.args([verb, "--wait", "--silent", "--pgdata"]).arg(self.data());
        command
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(self.scratch.path());
        if let Some(owner) = &self.owner {
            command.uid(owner.user).gid(owner.group);
        }
        command
    }

    fn data(&self) -> PathBuf {
        self.scratch.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.scratch.path().join("log")
    }

    fn explain(&self, failure: &Failure) -> Failure {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        Failure::new(format!("{failure}\n{log}"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let running = self.data().join("postmaster.pid").exists();
        let stop = |mode| process::read(self.pg_ctl("stop").args(["-t", "20", "-m", mode]));
        if let Err(failure) = stop("fast").or_else(|_| stop("immediate"))
            && running
        {
            eprintln!("PostgreSQL did not stop: {failure}");
        }
    }
}

impl Owner {
    fn find() -> Outcome<Option<Self>> {
        if account("-u", None)? != 0 {
            return Ok(None);
        }
        let [user, group] = [account("-u", Some("postgres"))?, account("-g", Some("postgres"))?];
        Ok(Some(Self { user, group }))
    }
}

/// The folder of the server's programs, the newest if there are several.
fn programs() -> Outcome<PathBuf> {
    if find_programs().is_none() {
        install(&["postgresql"])?;
    }
    find_programs().ok_or_else(|| Failure::new("initdb, postgres, pg_ctl or createdb is missing"))
}

fn find_programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    folders.sort_by_key(|folder| std::cmp::Reverse(version(folder)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    let needed = ["initdb", "postgres", "pg_ctl", "createdb"];
    folders.into_iter().find(|folder| needed.iter().all(|name| folder.join(name).is_file()))
}

fn version(folder: &Path) -> u32 {
    let name = folder.parent().and_then(Path::file_name).unwrap_or_default();
    name.to_string_lossy().parse().unwrap_or_default()
}
