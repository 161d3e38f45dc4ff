//! Usage events, by customer, item and time.

use std::borrow::Borrow;

use records::{CompanyId, CustomerId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::driver::template::selected;
use crate::find::{BY_TIME, Filter, Find, Match};
use crate::{Result, Tx, Value};

pub const KIND: &str = "usage_event";

/// It counts.
pub const COUNTED: &str = "COUNTED";
/// No customer has its identifier.
pub const UNMATCHED: &str = "UNMATCHED";
/// The customer who got its identifier had the same event already.
pub const DUPLICATE: &str = "DUPLICATE";
pub const VOID: &str = "VOID";

columns! {
    /// An event as it lies in the table.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct EventRow in "usage_event t" {
        pub id: String,
        /// The id of the customer, or an identifier that no customer has yet.
        pub holder: String,
        pub item_id: String,
        pub timestamp: Moment,
        /// Rises with the order of receipt.
        pub received: i64,
        pub transaction_id: String,
        pub state: String,
        pub properties: String,
        pub created_at: Moment,
        pub updated_at: Moment,
    }

    /// An event that was asked for, with the number of who asked.
    #[derive(Clone, Debug)]
    pub struct Asked {
        pub number: i64 => "r.c2",
        pub event: EventRow,
    }
}

statements! {
    INSERT(EventRow): String = "INSERT INTO usage_event (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true
        ON CONFLICT (company_id, transaction_id, holder) DO NOTHING RETURNING id";
    LOCK: EventRow = "{select} AND t.transaction_id = $2 AND t.holder = $3 FOR UPDATE";
    REPLACE = "UPDATE usage_event
        SET holder = $3, timestamp = $4, state = $5, properties = $6, updated_at = $7
        WHERE company_id = $1 AND transaction_id = $8 AND holder = $9 AND id = $2";
    WITHIN: Asked = "SELECT {columns} FROM {rows int, text, text, int, int}
        CROSS JOIN usage_event t
        WHERE t.company_id = $1 AND t.holder = r.c3 AND t.item_id = r.c4
            AND t.timestamp >= r.c5 AND t.timestamp < r.c6 AND t.state = 'COUNTED'
        ORDER BY r.c2, t.timestamp, t.received, t.id";
    BEHIND: EventRow = "{select} AND t.holder = $2 AND t.item_id = $3 AND t.state = 'COUNTED'
            AND (t.timestamp, t.received, t.id) > ($4, $5, $6)
        ORDER BY t.timestamp, t.received, t.id LIMIT $7";
    USED: (CustomerId, String) = "SELECT r.c2, r.c3 FROM {rows text, text}
        WHERE EXISTS (SELECT 1 FROM usage_event t WHERE t.company_id = $1 AND t.holder = r.c2
            AND t.item_id = r.c3 AND t.state = 'COUNTED')";
    WAITING: EventRow = "{select} AND t.holder = $2 AND t.state = 'UNMATCHED'
        ORDER BY t.item_id, t.timestamp, t.received, t.id LIMIT $3 FOR UPDATE";
    HELD: String = "SELECT transaction_id FROM usage_event
        WHERE company_id = $1 AND transaction_id IN {texts $3} AND holder = $2";
    WAIT = "INSERT INTO usage_unmatched (company_id, identifier, seen_at, settled)
        SELECT $1, c2, c3, 0 FROM {rows text, int} WHERE true
        ON CONFLICT (company_id, identifier)
        DO UPDATE SET seen_at = excluded.seen_at, settled = 0";
    SETTLE = "UPDATE usage_unmatched SET settled = 1
        WHERE company_id = $1 AND settled = 0 AND seen_at < $2";
    AWAITED: String = "SELECT identifier FROM usage_unmatched
        WHERE company_id = $1 AND identifier = $2 FOR UPDATE";
    WAIT_NO_MORE = "DELETE FROM usage_unmatched WHERE company_id = $1 AND identifier = $2";
    COMPANIES_AWAITED: CompanyId = "SELECT DISTINCT u.company_id || '' FROM usage_unmatched u
        WHERE u.settled = 0 LIMIT 1000";
    MATCHED: (String, CustomerId) = "SELECT u.identifier, c.id FROM usage_unmatched u
        JOIN customer c ON c.company_id = $1 AND c.identifier = u.identifier
        WHERE u.company_id = $1 AND u.settled = 0 ORDER BY u.seen_at LIMIT 100";
}

/// How events are searched.
pub const FIND: Find = Find {
    kind: KIND,
    table: "usage_event",
    beside: None,
    columns: selected!(EventRow),
    filters: &[
        Filter::new("customer_id", Match::Text("holder")),
        Filter::new("item_id", Match::Text("item_id")),
        Filter::new("timestamp", Match::Date("timestamp")),
        Filter::new("transaction_id", Match::Text("transaction_id")),
    ],
    only: None,
    sorts: BY_TIME,
};

/// Writes those that are new, and answers their ids. They come in the order of their keys, so that
/// two who write the same never wait for each other.
pub fn insert<R: Borrow<EventRow>>(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    rows: &[R],
) -> Result<Vec<String>> {
    let rows: Vec<_> = rows.iter().map(|row| INSERT.values(company, row.borrow())).collect();
    tx.rows_many(&INSERT, &rows)
}

/// An event of a holder, held until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (holder, transaction_id): (&str, &str),
) -> Result<Option<EventRow>> {
    tx.row(&LOCK, &[company.into(), transaction_id.into(), holder.into()])
}

/// Writes what may change of an event: holder, time, state, properties.
pub fn replace(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (before, after): (&EventRow, &EventRow),
) -> Result<()> {
    let values = [
        company.into(),
        (&before.id).into(),
        (&after.holder).into(),
        after.timestamp.into(),
        (&after.state).into(),
        (&after.properties).into(),
        after.updated_at.into(),
        (&before.transaction_id).into(),
        (&before.holder).into(),
    ];
    tx.run(&REPLACE, &values).map(|_| ())
}

/// Events of a customer and an item, from one instant until another.
#[derive(Clone, Debug)]
pub struct Stretch<'a> {
    /// What its events are told apart by.
    pub number: i64,
    pub customer_id: &'a CustomerId,
    pub item_id: &'a str,
    pub from: Moment,
    pub until: Moment,
}

/// What counts within these stretches, in its order.
pub fn within(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    stretches: &[Stretch<'_>],
) -> Result<Vec<Asked>> {
    let row = |stretch: &Stretch<'_>| -> Vec<Value> {
        vec![
            company.into(),
            stretch.number.into(),
            stretch.customer_id.into(),
            stretch.item_id.into(),
            stretch.from.into(),
            stretch.until.into(),
        ]
    };
    tx.rows_many(&WITHIN, &stretches.iter().map(row).collect::<Vec<_>>())
}

/// A place among the events of a customer and an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub timestamp: Moment,
    pub received: i64,
    pub id: String,
}

impl Place {
    /// Before every event.
    pub fn first() -> Place {
        Place { timestamp: Moment::from_micros(i64::MIN), received: 0, id: String::new() }
    }
}

impl EventRow {
    pub fn place(&self) -> Place {
        Place { timestamp: self.timestamp, received: self.received, id: self.id.clone() }
    }
}

/// What counts behind a place, at most so many.
pub fn behind(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (customer, item): (&CustomerId, &str),
    (place, limit): (&Place, i64),
) -> Result<Vec<EventRow>> {
    let values = [
        company.into(),
        customer.into(),
        item.into(),
        place.timestamp.into(),
        place.received.into(),
        (&place.id).into(),
        limit.into(),
    ];
    tx.rows(&BEHIND, &values)
}

/// Of which of these items anything counts for these customers.
pub fn used(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    pairs: &[(CustomerId, String)],
) -> Result<Vec<(CustomerId, String)>> {
    let row = |(customer, item): &(CustomerId, String)| -> Vec<Value> {
        vec![company.into(), customer.into(), item.into()]
    };
    tx.rows_many(&USED, &pairs.iter().map(row).collect::<Vec<_>>())
}

/// Events that wait for a customer with this identifier, held until the transaction ends.
pub fn waiting(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    identifier: &str,
    limit: i64,
) -> Result<Vec<EventRow>> {
    tx.rows(&WAITING, &[company.into(), identifier.into(), limit.into()])
}

/// Which of these transactions a customer has already.
pub fn held(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customer: &CustomerId,
    transactions: Vec<String>,
) -> Result<Vec<String>> {
    tx.rows(&HELD, &[company.into(), customer.into(), transactions.into()])
}

/// Writes down that events wait for these identifiers, at a wall time.
pub fn wait(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    identifiers: &[&str],
    wall: Moment,
) -> Result<()> {
    let row = |identifier: &&str| vec![company.into(), (*identifier).into(), wall.into()];
    tx.run_many(&WAIT, &identifiers.iter().map(row).collect::<Vec<_>>())
}

/// Whether any events wait for an identifier; nobody else matches them meanwhile.
pub fn awaited(tx: &mut Tx<'_>, company: &CompanyId, identifier: &str) -> Result<bool> {
    Ok(tx.row(&AWAITED, &[company.into(), identifier.into()])?.is_some())
}

/// Nothing waits for an identifier any more.
pub fn wait_no_more(tx: &mut Tx<'_>, company: &CompanyId, identifier: &str) -> Result<()> {
    tx.run(&WAIT_NO_MORE, &[company.into(), identifier.into()]).map(|_| ())
}

/// Whoever makes a customer sees by now what waits since before this wall time.
pub fn settle(tx: &mut Tx<'_>, company: &CompanyId, before: Moment) -> Result<()> {
    tx.run(&SETTLE, &[company.into(), before.into()]).map(|_| ())
}

/// Companies in which events wait for an identifier that a customer may have got meanwhile.
pub fn companies_awaited(tx: &mut Tx<'_>) -> Result<Vec<CompanyId>> {
    tx.rows(&COMPANIES_AWAITED, &[])
}

/// Identifiers that events wait for and that a customer has, with that customer.
pub fn matched(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<(String, CustomerId)>> {
    tx.rows(&MATCHED, &[company.into()])
}
