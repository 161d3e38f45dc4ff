//! What an operation is: everything the router, the validator and the document need of it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::Method;
use engine::idempotency::{Answer, Keyed};
use engine::{Actor, Engine, Failure, Grant, Session};
use records::{Area, CompanyId, Level};

use crate::call::Call;
use crate::openapi::Schema;

/// Declared by one function per file; see `routes`.
pub struct Operation {
    pub method: Method,
    /// Behind `/api/v1/companies/{company_id}`.
    pub path: &'static str,
    /// Unique; the `operationId` of the document.
    pub id: &'static str,
    pub tag: &'static str,
    pub summary: &'static str,
    pub description: &'static str,
    pub grant: Grant,
    pub query: &'static [QueryParameter],
    pub body: Option<Schema>,
    /// The status of success.
    pub status: u16,
    pub answer: Schema,
    pub action: Action,
}

/// What an operation does, by what it needs of the database.
pub enum Action {
    /// Reads a few rows by key.
    Get(Case),
    /// Reads as much as it takes.
    Search(Case),
    /// Writes in one transaction, once per idempotency key.
    Write(Case),
    /// The same, and what it leaves to further transactions is done before the answer comes.
    WriteFollowed(Case),
    /// The same for very many records at once: the body may be larger, and the use case judges its
    /// shape, too, which the document only describes.
    Bulk(Case),
    /// The same, where a text may be a whole document or a file.
    WriteLong(Case),
    /// The same, with an answer that is a secret.
    WriteSecret(Case),
    /// Needs more than one transaction.
    Steps(fn(Steps) -> Later),
}

/// A use case over one session, answering JSON.
pub type Case = fn(&mut Session<'_, '_>, &Call) -> Result<String, Failure>;

/// An answer that comes after several transactions.
pub type Later = Pin<Box<dyn Future<Output = Result<Answer, Failure>> + Send>>;

/// What an operation of several transactions is handed.
pub struct Steps {
    pub engine: Arc<Engine>,
    pub company: CompanyId,
    pub actor: Actor,
    pub keyed: Option<Keyed>,
    pub call: Call,
}

/// A parameter behind the question mark.
pub struct QueryParameter {
    pub name: &'static str,
    pub description: &'static str,
    pub kind: QueryKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    Text,
    /// A whole number within bounds.
    Whole(i64, i64),
}

pub const fn read(area: Area) -> Grant {
    Grant { area, level: Level::Read }
}

pub const fn write(area: Area) -> Grant {
    Grant { area, level: Level::Write }
}

/// The parameters of every list.
pub const LIST: &[QueryParameter] = &[LIMIT, FROM_KEY];

pub const LIMIT: QueryParameter = QueryParameter {
    name: "limit",
    description: "How many records a page has, 20 when absent.",
    kind: QueryKind::Whole(0, engine::find::LARGEST_LIMIT),
};

pub const FROM_KEY: QueryParameter = QueryParameter {
    name: "from_key",
    description: "The `from_key` of the page before; empty or absent is the first page.",
    kind: QueryKind::Text,
};
