//! Databases of this run: made empty, and swept away by a later run when this one is gone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use postgres::{Client, NoTls};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

static COUNT: AtomicU64 = AtomicU64::new(0);

fn next() -> u64 {
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// The URL of a database that nobody else uses.
pub fn fresh(kind: Kind) -> String {
    match kind {
        Kind::Sqlite => format!("sqlite:{}", scratch().join("perennial.db").display()),
        Kind::Postgres => {
            server();
            let name = format!("it_{}_{}", std::process::id(), next());
            admin().batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
            on_server(&SERVER, &name)
        }
    }
}

/// A database for what writes a lot and is not about disks: a file in memory, gone with its test.
pub struct Fleeting {
    pub url: String,
    folder: Option<PathBuf>,
}

impl Fleeting {
    pub fn new(kind: Kind) -> Fleeting {
        match kind {
            Kind::Sqlite => {
                let folder = entry(&MEMORY);
                let url = format!("sqlite:{}", folder.join("perennial.db").display());
                Fleeting { url, folder: Some(folder) }
            }
            Kind::Postgres => Fleeting { url: fresh(kind), folder: None },
        }
    }
}

impl Drop for Fleeting {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// A folder of a test's own.
pub fn scratch() -> PathBuf {
    entry(&FOLDER)
}

fn entry(folder: &Path) -> PathBuf {
    let folder = folder.join(next().to_string());
    fs::create_dir_all(&folder).unwrap();
    folder
}

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| swept(&std::env::temp_dir()));

/// Files in memory, where the machine has such a place.
static MEMORY: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { swept(memory) } else { FOLDER.clone() }
});

/// The folder of this run, without what runs before it left.
fn swept(place: &Path) -> PathBuf {
    let all = place.join("perennial-it");
    for old in fs::read_dir(&all).into_iter().flatten().flatten() {
        if is_gone(&old.file_name().to_string_lossy()) {
            let _ = fs::remove_dir_all(old.path());
        }
    }
    all.join(std::process::id().to_string())
}

fn is_gone(process: &str) -> bool {
    !Path::new("/proc").join(process).exists()
}

/// The URL of the server that tests may use; without one the tests on PostgreSQL fail.
pub fn server() -> String {
    std::env::var("PERENNIAL_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!(
            "PERENNIAL_TEST_POSTGRES names no PostgreSQL server: run `cargo xtask test`, \
             which starts one"
        )
    })
}

/// Swept of what earlier runs left.
static SERVER: LazyLock<String> = LazyLock::new(|| {
    let server = server();
    let mut client = Client::connect(&server, NoTls).unwrap();
    for row in client.query("SELECT datname FROM pg_database", &[]).unwrap() {
        let name: String = row.get(0);
        if name.strip_prefix("it_").and_then(|n| n.split('_').next()).is_some_and(is_gone) {
            let _ = client.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
    server
});

/// The same server's database of another name.
fn on_server(url: &str, name: &str) -> String {
    let (server, _) = url.rsplit_once('/').unwrap();
    format!("{server}/{name}")
}

/// A connection to the server's first database.
pub fn admin() -> Client {
    Client::connect(&SERVER, NoTls).expect("PostgreSQL takes connections")
}

/// Runs SQL behind the back of the service, and tells the first column of what it gives.
pub fn behind(url: &str, sql: &str) -> Vec<String> {
    match url.strip_prefix("sqlite:") {
        Some(path) => {
            let connection = rusqlite::Connection::open(path).unwrap();
            connection.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
            if !sql.starts_with("SELECT") {
                connection.execute_batch(sql).unwrap();
                return Vec::new();
            }
            let mut statement = connection.prepare(sql).unwrap();
            let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
            rows.map(Result::unwrap).collect()
        }
        None => {
            let mut client = Client::connect(url, NoTls).unwrap();
            let mut all = Vec::new();
            for message in client.simple_query(sql).unwrap() {
                if let postgres::SimpleQueryMessage::Row(row) = message {
                    all.push(row.get(0).unwrap_or_default().to_owned());
                }
            }
            all
        }
    }
}
