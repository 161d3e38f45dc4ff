//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser};

use crate::outcome::Outcome;
use crate::place::{Kind, Place};

/// Measure ours, the limit and the peer in one run.
#[derive(Parser)]
#[command(name = "bench", max_term_width = 100)]
pub struct Arguments {
    /// Benchmarks or single tables by name, or `all`
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// Customers in the database, or subscriptions that are due; usually 1,000,000 or 100,000
    #[arg(long)]
    rows: Option<usize>,
    /// Interleaved rounds; medians are taken over them
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    #[command(flatten)]
    databases: Databases,
    /// Rewrite the tables of docs/benchmarks.md
    #[arg(long)]
    pub write_docs: bool,
}

#[derive(Args)]
struct Databases {
    /// `sqlite:FOLDER` or a PostgreSQL server as `postgres://…`; databases are made there
    #[arg(long)]
    database: Option<String>,
}

/// What every benchmark is told.
pub struct Plan {
    pub rows: usize,
    /// Subscriptions that a billing run is made for.
    pub due: usize,
    pub rounds: usize,
    pub places: Vec<Place>,
}

impl Arguments {
    pub fn plan(&self) -> Outcome<Plan> {
        Ok(Plan {
            rows: self.rows.unwrap_or(1_000_000),
            due: self.rows.unwrap_or(100_000),
            rounds: self.rounds.max(1),
            places: self.databases.places()?,
        })
    }
}

impl Databases {
    fn places(&self) -> Outcome<Vec<Place>> {
        let folder = crate::programs::folder()?.join("../bench");
        let url = match &self.database {
            Some(url) => vec![url.clone()],
            None => std::iter::once(format!("sqlite:{}", folder.display()))
                .chain(std::env::var("PERENNIAL_TEST_POSTGRES"))
                .collect(),
        };
        let places = url.iter().map(|url| match url.strip_prefix("sqlite:") {
            Some(folder) => Place { kind: Kind::Sqlite(PathBuf::from(folder)) },
            None => Place { kind: Kind::Postgres(url.clone()) },
        });
        Ok(places.collect())
    }
}
