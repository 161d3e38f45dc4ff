//! What can be said on the command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

use crate::compare::WORKS;
use crate::outcome::{Outcome, broken};
use crate::place::{Kind, Place};

/// Measure ours, the limit and the peer in one run.
#[derive(Parser)]
#[command(name = "bench", max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Benchmarks or single tables by name, or `all`
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// Customers in the database, or subscriptions that are due; usually 1,000,000 or 100,000
    #[arg(long)]
    rows: Option<usize>,
    /// Interleaved rounds; medians are taken over them
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Of the dearest requests only those with this in their names
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    #[command(flatten)]
    databases: Databases,
    /// Rewrite the tables in docs/benchmarks/
    #[arg(long)]
    pub write_docs: bool,
}

#[derive(Subcommand)]
pub enum Command {
    /// Measure two builds of the server against each other
    Compare(Comparison),
}

#[derive(Args)]
struct Databases {
    /// `sqlite:FOLDER` or a PostgreSQL server as `postgres://…`; databases are made there
    #[arg(long)]
    database: Option<String>,
}

#[derive(Args)]
pub struct Comparison {
    /// The server as it was: an executable
    pub old: PathBuf,
    /// The server as it is now: another
    pub new: PathBuf,
    /// Rounds, in each of which both are measured, five or more
    #[arg(long, default_value_t = 7)]
    pub rounds: usize,
    /// Only these works
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = PossibleValuesParser::new(WORKS.iter().map(|work| work.name)))]
    pub only: Vec<String>,
    #[command(flatten)]
    databases: Databases,
    #[command(flatten)]
    pub sizes: Sizes,
}

/// How much is done in a round.
#[derive(Args)]
pub struct Sizes {
    /// Subscriptions that are due at once; the other works find as many
    #[arg(long, default_value_t = 5000)]
    pub due: usize,
    #[arg(long, default_value_t = 1000)]
    pub creates: usize,
    /// At most as many as are due
    #[arg(long, default_value_t = 1000)]
    pub changes: usize,
    #[arg(long, default_value_t = 20_000)]
    pub gets: usize,
}

/// What every benchmark is told.
pub struct Plan {
    pub rows: usize,
    /// Subscriptions that a billing run is made for.
    pub due: usize,
    pub rounds: usize,
    /// What the names of the dearest requests have to have in them.
    pub only: String,
    pub places: Vec<Place>,
}

impl Arguments {
    pub fn plan(&self) -> Outcome<Plan> {
        Ok(Plan {
            rows: self.rows.unwrap_or(1_000_000),
            due: self.rows.unwrap_or(100_000),
            rounds: self.rounds.max(1),
            only: self.only.clone(),
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

impl Comparison {
    /// Where it is measured, once it is clear that something can be.
    pub fn places(&self) -> Outcome<Vec<Place>> {
        let Sizes { due, creates, changes, gets } = self.sizes;
        if self.rounds < 5 {
            return Err(broken("fewer than five rounds tell nothing"));
        }
        if [due, creates, changes, gets].contains(&0) || changes > due {
            return Err(broken("every work needs something to do, and --changes at most --due"));
        }
        self.databases.places()
    }
}
