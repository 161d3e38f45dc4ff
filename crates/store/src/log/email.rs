//! Mails to customers: what is to be sent, and what became of it.

use std::collections::HashSet;

use records::{CompanyId, CustomerId, Email, EmailId, Moment};

use crate::driver::columns::{List, columns};
use crate::driver::statement::statements;
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match};
use crate::{FromRow, Result, Row, Tx, document};

columns! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct EmailRow in "email t" {
        pub id: EmailId,
        /// The cause.
        pub once: String,
        pub kind: String,
        pub object_id: String,
        pub customer_id: CustomerId,
        pub state: String,
        /// Company time.
        pub due_at: Moment,
        pub created_at: Moment,
        pub updated_at: Moment,
        /// JSON: what is not in columns.
        pub doc: String,
    }
}

columns! {
    struct Stored in "email t" {
        doc: String,
    }
}

impl FromRow for Email {
    const LIST: List = <Stored as FromRow>::LIST;

    fn read(row: &mut Row<'_>) -> Result<Email> {
        let Stored { doc } = row.get()?;
        document::parsed(&doc)
    }
}

statements! {
    ADD_MANY(EmailRow) = "INSERT INTO email (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true ON CONFLICT (company_id, once) DO NOTHING";
    CAUSED: String = "SELECT once FROM email WHERE company_id = $1 AND once IN {texts $2}";
    BY_ID: EmailRow = "{select} AND t.id = $2";
    OF_OBJECT: Email = "{select} AND t.object_id = $2 AND t.id > $3 ORDER BY t.id LIMIT $4";
    SETTLE(EmailRow: state, updated_at, doc) = "UPDATE email SET {sets}
        WHERE company_id = $1 AND id = $2";
}

pub const FIND: Find = Find {
    kind: "email",
    table: "email",
    beside: None,
    columns: selected!(EmailRow),
    filters: &[
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("kind", Match::Text("kind")),
        Filter::new("object_id", Match::Text("object_id")),
        Filter::new("state", Match::Status("state", "SENT")),
        Filter::new("states", Match::StatusSet("state", "SENT")),
    ],
    only: None,
    sorts: BY_TIME,
};

/// Adds mails, but for those whose causes had one before.
pub fn add_many(tx: &mut Tx<'_>, company: &CompanyId, rows: Vec<EmailRow>) -> Result<()> {
    tx.put_many(&ADD_MANY, company, rows)
}

/// Which of these causes had a mail before.
pub fn caused(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    causes: Vec<String>,
) -> Result<HashSet<String>> {
    Ok(tx.rows_of(&CAUSED, company, causes)?.into_iter().collect())
}

pub fn by_id(tx: &mut Tx<'_>, company: &CompanyId, id: &EmailId) -> Result<Option<EmailRow>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

/// Up to `limit` mails about a record whose ids follow `after`.
pub fn of_object(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (object, after): (&str, &EmailId),
    limit: i64,
) -> Result<Vec<Email>> {
    tx.rows(&OF_OBJECT, &[company.into(), object.into(), after.into(), limit.into()])
}

/// Writes what became of a mail.
pub fn settle(tx: &mut Tx<'_>, company: &CompanyId, row: &EmailRow) -> Result<()> {
    tx.put(&SETTLE, company, row).map(|_| ())
}
