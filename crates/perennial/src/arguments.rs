//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use records::CompanyId;

/// Subscription billing in one binary.
#[derive(Parser)]
#[command(name = "perennial", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Serve the API
    Serve(ServeOptions),
    /// Serve with a demo company; the default
    Demo(ServeOptions),
    /// Run every audit over a database; exits 1 if anything is wrong
    Doctor(Database),
    /// Copy a SQLite database into a new file, beside a server that uses it
    Backup(BackupOptions),
    /// Copy a database into an empty one, of either engine
    Copy(CopyOptions),
    /// Companies
    Company {
        #[command(subcommand)]
        command: CompanyCommand,
    },
    /// API tokens
    Token {
        #[command(subcommand)]
        command: TokenCommand,
    },
    /// Try out a price list: the body of `POST /pricing` in a file
    Price(PriceOptions),
    /// Print the OpenAPI document
    Openapi,
}

impl Default for Command {
    fn default() -> Command {
        let parsed = Arguments::try_parse_from(["perennial", "demo"]);
        match parsed.map(|arguments| arguments.command) {
            Ok(Some(command)) => command,
            _ => Command::Openapi,
        }
    }
}

#[derive(Args, Clone)]
pub struct Database {
    /// `sqlite:PATH` or `postgres://…`
    #[arg(long = "database", env = "PERENNIAL_DATABASE", default_value = "sqlite:perennial.db")]
    pub url: String,
}

#[derive(Args, Clone)]
pub struct ServeOptions {
    /// Address to listen on; port 0 chooses a free one
    #[arg(long, env = "PERENNIAL_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    #[command(flatten)]
    pub database: Database,
    /// Where clients reach this server; the address that is bound, when absent
    #[arg(long, env = "PERENNIAL_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Write the port that was bound into this file
    #[arg(long)]
    pub port_file: Option<PathBuf>,
    /// Requests a second that a token may send; 0 for any number
    #[arg(long, env = "PERENNIAL_RATE_LIMIT", default_value_t = 2000)]
    pub rate_limit: u32,
    #[command(flatten)]
    pub outside: OutsideOptions,
    /// Whether it serves the demo.
    #[arg(skip)]
    pub demo: bool,
}

#[derive(Args, Clone)]
pub struct OutsideOptions {
    /// Let companies for development call the outside: webhooks are sent, not only written down
    #[arg(long, env = "PERENNIAL_ALLOW_DEV_DELIVERY")]
    pub allow_dev_delivery: bool,
    /// Let webhooks go to private addresses, and by plain http
    #[arg(long, env = "PERENNIAL_ALLOW_PRIVATE_TARGETS")]
    pub allow_private_targets: bool,
    /// How many seconds a delivery waits after each try that failed; then its endpoint is disabled
    #[arg(
        long,
        env = "PERENNIAL_WEBHOOK_DELAYS",
        value_delimiter = ',',
        value_name = "SECONDS",
        default_value = "5,300,1800,7200,18000,36000,50400,72000,72000"
    )]
    pub webhook_delays: Vec<u32>,
    /// Who takes mail: smtp://USER:PASSWORD@HOST:PORT (STARTTLS), smtps://… or file:FOLDER; no mail
    /// is sent when absent
    #[arg(long, env = "PERENNIAL_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
}

#[derive(Args)]
pub struct BackupOptions {
    /// A file that does not exist yet
    #[arg(long, value_name = "FILE")]
    pub to: PathBuf,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Args)]
pub struct CopyOptions {
    /// What is copied: `sqlite:PATH` or `postgres://…`
    #[arg(long, value_name = "URL")]
    pub from: String,
    /// A database that is empty, or has a copy that was cut off
    #[arg(long, value_name = "URL")]
    pub to: String,
}

#[derive(Args)]
pub struct PriceOptions {
    /// A JSON file with the body that would create the pricing
    pub file: PathBuf,
    /// How many units to price, one table each
    #[arg(long, value_delimiter = ',', default_value = "0,1,10,100,1000")]
    pub units: Vec<String>,
}

#[derive(Subcommand)]
pub enum CompanyCommand {
    /// Make a company and an all-access token for it
    Create(NewCompany),
}

#[derive(Args)]
pub struct NewCompany {
    #[arg(long)]
    pub name: String,
    /// ISO 4217
    #[arg(long, default_value = "USD")]
    pub currency: String,
    /// An IANA time zone
    #[arg(long, default_value = "UTC")]
    pub timezone: String,
    /// Allow a test clock
    #[arg(long)]
    pub dev: bool,
    #[command(flatten)]
    pub database: Database,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum TokenCommand {
    /// Make a token for a company
    Create(NewToken),
}

#[derive(Args)]
pub struct NewToken {
    #[arg(long)]
    pub company: CompanyId,
    /// AREA=LEVEL,… with the levels NONE, READ, WRITE; everything when absent
    #[arg(long, value_delimiter = ',')]
    pub access: Vec<String>,
    #[arg(long, default_value = "command line")]
    pub name: String,
    #[command(flatten)]
    pub database: Database,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
}
