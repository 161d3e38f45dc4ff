//! Where the databases of a run are: seeded once, kept for the next run, copied where written to.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::clock::{HeldClock, SystemClock, WallClock};
use engine::{Engine, Location};
use records::CompanyId;
use sha2::{Digest, Sha256};
use store::{Store, Tx};

use crate::outcome::{Outcome, broken, failed};
use crate::raw::Raw;
use crate::seed::Life;
use crate::{programs, seed};

pub enum Kind {
    /// The folder of the files.
    Sqlite(PathBuf),
    /// A server.
    Postgres(String),
}

pub struct Place {
    pub kind: Kind,
}

/// What a database is seeded with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Seed {
    Customers,
    /// Subscriptions that fall due at one instant.
    Due,
    /// The same, of which some were changed and some are paused.
    Lived,
    /// The same in families, whose parents collect what is billed.
    Families,
    /// The same, where everybody has a credit that the next invoice uses, or nobody.
    Credits(bool),
    /// The same with something that each of them entitles to.
    Entitled,
    /// Subscriptions to be found, read and added to.
    Standing,
}

impl Seed {
    fn name(self) -> &'static str {
        match self {
            Seed::Customers => "seed",
            Seed::Due => "due",
            Seed::Lived => "lived",
            Seed::Families => "families",
            Seed::Credits(true) => "credited",
            Seed::Credits(false) => "uncredited",
            Seed::Entitled => "entitled",
            Seed::Standing => "standing",
        }
    }

    fn fill(self, url: &str, rows: usize) -> Outcome<()> {
        match self {
            Seed::Customers => seed::sqlite(url, rows),
            Seed::Due => seed::due(url, rows, Life::Sold),
            Seed::Lived => seed::due(url, rows, Life::Lived),
            Seed::Families => seed::due(url, rows, Life::Families),
            Seed::Credits(given) => seed::due(url, rows, Life::Credits(given)),
            Seed::Entitled => seed::due(url, rows, Life::Entitled),
            Seed::Standing => seed::standing(url, rows),
        }
    }

    /// What time it is there. A company's time never runs backwards, so that one whose bills are
    /// to come must not see today.
    fn clock(self) -> Arc<dyn WallClock> {
        match self {
            Seed::Customers | Seed::Standing => Arc::new(SystemClock),
            Seed::Due | Seed::Lived | Seed::Families | Seed::Credits(_) | Seed::Entitled => {
                Arc::new(HeldClock::at(seed::deal::later()))
            }
        }
    }

    /// What decides what it looks like; migrations bring it up to date.
    fn sources(self) -> &'static [&'static str] {
        match self {
            Seed::Customers => &[
                "store/src/customer.rs",
                "store/src/schema/core/0001_spine.sql",
                "store/src/index",
                "bench/src/seed/sqlite.rs",
                "bench/src/seed/customer.rs",
            ],
            Seed::Due | Seed::Lived | Seed::Families | Seed::Credits(_) | Seed::Entitled => &[
                "store/src/billing",
                "store/src/schema",
                "store/src/index",
                "engine/src/bill",
                "engine/src/subscriptions",
                "bench/src/seed/deal.rs",
                "bench/src/seed/due.rs",
            ],
            Seed::Standing => &[
                "store/src/billing",
                "store/src/schema",
                "store/src/index",
                "bench/src/seed/deal.rs",
                "bench/src/seed/standing.rs",
            ],
        }
    }
}

/// More than so many that are due are copies of so many: to sell to each takes half an hour.
const SOLD: usize = 100_000;

/// A seeded database, and how to get in.
pub struct Seeded {
    pub url: String,
    pub company: CompanyId,
    pub token: String,
}

impl Place {
    pub fn engine(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite(_) => "SQLite",
            Kind::Postgres(_) => "PostgreSQL",
        }
    }

    /// The database with so many customers, made when it is not there yet.
    pub fn seeded(&self, rows: usize) -> Outcome<Seeded> {
        self.with(Seed::Customers, rows)
    }

    /// A database with so many rows of a seed, made when it is not there yet.
    pub fn with(&self, seed: Seed, rows: usize) -> Outcome<Seeded> {
        let name = format!("{}_{}_{rows}", seed.name(), fingerprint(seed)?);
        let url = match &self.kind {
            Kind::Sqlite(folder) => seeded_file(folder, &name, (seed, rows))?,
            Kind::Postgres(server) => seeded_database(server, &name, (seed, rows))?,
        };
        entered(url, seed.clock())
    }

    /// An empty database, gone when dropped.
    pub fn fresh(&self, name: &str) -> Outcome<Copy> {
        let name = format!("{name}_{}", std::process::id());
        match &self.kind {
            Kind::Sqlite(folder) => {
                fs::create_dir_all(folder)?;
                let path = folder.join(format!("{name}.db"));
                Ok(Copy { url: format!("sqlite:{}", path.display()), server: None })
            }
            Kind::Postgres(server) => {
                Raw::write(server)?.script(&format!("CREATE DATABASE {name}"))?;
                Ok(Copy { url: beside(server, &name), server: Some(server.clone()) })
            }
        }
    }

    /// A copy that may be written to, gone when dropped.
    pub fn copy(&self, of: &Seeded, name: &str) -> Outcome<Copy> {
        let name = format!("{name}_{}", std::process::id());
        match &self.kind {
            Kind::Sqlite(folder) => {
                Raw::write(&of.url)?.script("PRAGMA wal_checkpoint(TRUNCATE)")?;
                let path = folder.join(format!("{name}.db"));
                fs::copy(file(&of.url), &path)?;
                Ok(Copy { url: format!("sqlite:{}", path.display()), server: None })
            }
            Kind::Postgres(server) => {
                let template = of.url.rsplit('/').next().unwrap_or_default();
                // Files are copied as they are: the log would be as large as the database.
                let sql = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY");
                Raw::write(server)?.script(&sql)?;
                Ok(Copy { url: beside(server, &name), server: Some(server.clone()) })
            }
        }
    }
}

pub struct Copy {
    pub url: String,
    server: Option<String>,
}

impl Drop for Copy {
    fn drop(&mut self) {
        let gone = match &self.server {
            None => ["", "-wal", "-shm", ".lock"]
                .iter()
                .try_for_each(|end| {
                    let path = format!("{}{end}", file(&self.url));
                    if Path::new(&path).exists() { fs::remove_file(&path) } else { Ok(()) }
                })
                .map_err(Into::into),
            Some(server) => Raw::write(server).and_then(|mut raw| {
                let name = self.url.rsplit('/').next().unwrap_or_default();
                raw.script(&format!("DROP DATABASE {name} WITH (FORCE)"))
            }),
        };
        if let Err(error) = gone {
            eprintln!("{} stays behind: {error}", self.url);
        }
    }
}

fn seeded_file(folder: &Path, name: &str, (seed, rows): (Seed, usize)) -> Outcome<String> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{name}.db"));
    let url = format!("sqlite:{}", path.display());
    if !path.exists() {
        let partial = folder.join(format!("partial_{}.db", std::process::id()));
        let empty = format!("sqlite:{}", partial.display());
        if seed == Seed::Due && rows > SOLD && rows % SOLD == 0 {
            let name = name.replace(&format!("_{rows}"), &format!("_{SOLD}"));
            seeded_file(folder, &name, (seed, SOLD))?;
            seed::multiply(&folder.join(format!("{name}.db")), &empty, rows / SOLD)?;
        } else {
            seed.fill(&empty, rows)?;
        }
        fs::rename(&partial, &path)?;
    }
    Ok(url)
}

/// The very rows of the SQLite file of the same size, copied over.
fn seeded_database(server: &str, name: &str, of: (Seed, usize)) -> Outcome<String> {
    let url = beside(server, name);
    let known = format!("SELECT datname FROM pg_database WHERE datname = '{name}'");
    if Raw::write(server)?.rows(&known, &[])?.is_empty() {
        let folder = programs::folder()?.join("../bench");
        let from = seeded_file(&folder, name, of)?;
        let partial = format!("partial_{}", std::process::id());
        Raw::write(server)?.script(&format!("CREATE DATABASE {partial}"))?;
        seed::postgres(&from, &beside(server, &partial))?;
        Raw::write(server)?.script(&format!("ALTER DATABASE {partial} RENAME TO {name}"))?;
    }
    Ok(url)
}

/// Another database of the same server.
fn beside(server: &str, name: &str) -> String {
    let (base, _) = server.rsplit_once('/').unwrap_or((server, ""));
    format!("{base}/{name}")
}

fn file(url: &str) -> &str {
    url.strip_prefix("sqlite:").unwrap_or(url)
}

/// Finds the company and makes a token for this run.
fn entered(url: String, clock: Arc<dyn WallClock>) -> Outcome<Seeded> {
    let location = Location::parse(&url)?;
    let store = Store::open(&location)?;
    let ids = store
        .read(|tx: &mut Tx<'_>| store::company::ids_after(tx, &CompanyId::default()))
        .wait()?;
    store.stop();
    let company = ids.into_iter().next().ok_or_else(|| broken("the seed has no company"))?;
    let engine = Engine::open(&location, clock).map_err(failed)?;
    let access = records::Access::everything();
    let token = engine.create_token(&company, access, "bench").map_err(failed)?.token;
    engine.stop();
    Ok(Seeded { url, company, token })
}

/// Changes with everything that decides what a seed looks like.
fn fingerprint(seed: Seed) -> Outcome<String> {
    let root = programs::root().join("crates");
    let mut files = Vec::new();
    for source in seed.sources() {
        gather(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut digest = Sha256::new();
    for path in files {
        digest.update(fs::read(path)?);
    }
    Ok(hex::encode(&digest.finalize()[..4]))
}

/// All files below.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        gather(&entry?.path(), files)?;
    }
    Ok(())
}
