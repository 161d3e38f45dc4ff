//! Objects that are billed while they are there, and what they were before.

use records::{CompanyId, CustomerId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::driver::template::selected;
use crate::find::{Filter, Find, Match, Sort};
use crate::search::{self, Subject};
use crate::{Result, Tx, Value};

pub const KIND: &str = "object";
/// Where history has no end.
pub fn no_end() -> Moment {
    Moment::from_micros(i64::MAX)
}

columns! {
    /// An object that is there.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ObjectRow in "billed_object t" {
        pub id: String,
        pub customer_id: CustomerId,
        pub item_id: String,
        pub object_identifier: String,
        /// The same of all.
        pub alphabet: i64,
        /// The identifier in lower case, and what tells it from others of that.
        pub sorted_by: String,
        pub properties: String,
        /// Since when it is what it is.
        pub since: Moment,
        pub created_at: Moment,
        pub updated_at: Moment,
    }

    /// What an object was.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct HistoryRow in "object_history t" {
        pub object_id: String,
        pub customer_id: CustomerId,
        pub item_id: String,
        pub starts_at: Moment,
        /// How many times it had become another before.
        pub place: i64,
        pub ends_at: Moment,
        pub properties: String,
    }

    /// What was there in a stretch, with the number of who asked.
    #[derive(Clone, Debug)]
    pub struct Asked {
        pub number: i64 => "r.c2",
        pub history: HistoryRow,
    }
}

statements! {
    PUT(ObjectRow) = "INSERT INTO billed_object (company_id, {names})
        SELECT $1, {r.values} FROM {rows}";
    REPLACE(ObjectRow except created_at) = "UPDATE billed_object AS t SET {r.sets} FROM {rows}
        WHERE t.company_id = $1 AND t.id = {r.id}";
    REMOVE = "DELETE FROM billed_object WHERE company_id = $1 AND id = $2";
    BY_ID: ObjectRow = "{select} AND t.id = $2 FOR UPDATE";
    BY_IDENTIFIER: ObjectRow = "{select} AND t.object_identifier = $2
        ORDER BY t.created_at, t.id LIMIT 10";
    NAMED: ObjectRow = "{select} AND t.customer_id = $2 AND t.item_id = $3
            AND t.object_identifier = $4 FOR UPDATE";
    BEGIN(HistoryRow) = "INSERT INTO object_history (company_id, {names})
        SELECT $1, {r.values} FROM {rows}";
    LAST: HistoryRow = "{select} AND t.object_id = $2 ORDER BY t.place DESC LIMIT 1";
    OF: HistoryRow = "{select} AND t.object_id IN {texts $2} ORDER BY t.object_id, t.place";
    END = "UPDATE object_history SET ends_at = $4
        WHERE company_id = $1 AND object_id = $2 AND place = $3";
    WITHIN: Asked = "SELECT {columns} FROM {rows int, text, text, int, int}
        CROSS JOIN object_history t
        WHERE t.company_id = $1 AND t.customer_id = r.c3 AND t.item_id = r.c4
            AND t.ends_at > r.c5 AND t.starts_at < r.c6
        ORDER BY r.c2, t.starts_at, t.object_id, t.place";
    SPOIL = "UPDATE metered_period SET dirty = 1 WHERE company_id = $1 AND customer_id = $2
            AND metric_id IN {texts $3} AND ends_at > $4 AND ends_at <= $5 AND dirty = 0";
    PAYERS: CustomerId = "SELECT DISTINCT s.billed_customer_id FROM subscription s
        WHERE s.company_id = $1 AND s.customer_id IN {texts $2}";
    NAMES: (CustomerId, String) = "SELECT id, identifier FROM customer
        WHERE company_id = $1 AND id IN {texts $2}";
    AFTER: ObjectRow = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
}

/// How objects are searched.
pub const FIND: Find = Find {
    kind: KIND,
    table: "billed_object",
    beside: None,
    columns: selected!(ObjectRow),
    filters: &[
        Filter::new("customer_id", Match::Text("customer_id")),
        Filter::new("customer_identifier", Match::Text("customer_id")),
        Filter::new("item_id", Match::Text("item_id")),
        Filter::new("object_identifier", Match::Text("object_identifier")),
        Filter::new("search", Match::Search),
    ],
    only: None,
    sorts: &[
        ("createdAtDesc", Sort::by("created_at", true)),
        ("createdAtAsc", Sort::by("created_at", false)),
        ("updatedAtAsc", Sort::by("updated_at", false)),
        ("updatedAtDesc", Sort::by("updated_at", true)),
        ("aToZ", Sort { tie: "sorted_by", ..Sort::by("alphabet", false) }),
        ("zToA", Sort { tie: "sorted_by", ..Sort::by("alphabet", true) }),
    ],
};

impl ObjectRow {
    /// In the order of the alphabet.
    pub fn sorted(self) -> ObjectRow {
        let sorted_by = format!("{}\u{1}{}", self.object_identifier.to_lowercase(), self.id);
        ObjectRow { alphabet: 0, sorted_by, ..self }
    }
}

pub fn insert(tx: &mut Tx<'_>, company: &CompanyId, row: &ObjectRow) -> Result<()> {
    tx.put_many(&PUT, company, std::iter::once(row))?;
    index(tx, company, row)
}

pub fn replace(tx: &mut Tx<'_>, company: &CompanyId, row: &ObjectRow) -> Result<()> {
    tx.put_many(&REPLACE, company, std::iter::once(row))?;
    index(tx, company, row)
}

fn index(tx: &mut Tx<'_>, company: &CompanyId, row: &ObjectRow) -> Result<()> {
    let subject = Subject { company, kind: KIND, id: &row.id };
    search::put(tx, subject, &[&row.object_identifier, &row.id])
}

pub fn remove(tx: &mut Tx<'_>, company: &CompanyId, id: &str) -> Result<()> {
    tx.run(&REMOVE, &[company.into(), id.into()])?;
    search::remove(tx, Subject { company, kind: KIND, id })
}

/// An object that is there, held until the transaction ends.
pub fn by_id(tx: &mut Tx<'_>, company: &CompanyId, id: &str) -> Result<Option<ObjectRow>> {
    tx.row(&BY_ID, &[company.into(), id.into()])
}

/// What is there of this identifier, of whatever customer and item; some of it, where it is much.
pub fn by_identifier(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    identifier: &str,
) -> Result<Vec<ObjectRow>> {
    tx.rows(&BY_IDENTIFIER, &[company.into(), identifier.into()])
}

/// An object of a customer and an item by its identifier, held until the transaction ends.
pub fn named(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (customer, item, identifier): (&CustomerId, &str, &str),
) -> Result<Option<ObjectRow>> {
    let values = [company.into(), customer.into(), item.into(), identifier.into()];
    tx.row(&NAMED, &values)
}

/// What an object is from now on, after what it was last.
pub fn begin(tx: &mut Tx<'_>, company: &CompanyId, row: &HistoryRow) -> Result<()> {
    tx.put_many(&BEGIN, company, std::iter::once(row))
}

/// What an object was last.
pub fn last(tx: &mut Tx<'_>, company: &CompanyId, id: &str) -> Result<Option<HistoryRow>> {
    tx.row(&LAST, &[company.into(), id.into()])
}

/// Ends what an object was.
pub fn end(tx: &mut Tx<'_>, company: &CompanyId, row: &HistoryRow, at: Moment) -> Result<()> {
    let values = [company.into(), (&row.object_id).into(), row.place.into(), at.into()];
    tx.run(&END, &values).map(|_| ())
}

/// Objects of a customer and an item, from one instant until another.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// What its objects are told apart by.
    pub number: i64,
    pub customer_id: CustomerId,
    pub item_id: String,
    pub from: Moment,
    pub until: Moment,
}

/// What was there within these stretches.
pub fn within(tx: &mut Tx<'_>, company: &CompanyId, all: &[Stretch]) -> Result<Vec<Asked>> {
    let row = |stretch: &Stretch| -> Vec<Value> {
        vec![
            company.into(),
            stretch.number.into(),
            (&stretch.customer_id).into(),
            (&stretch.item_id).into(),
            stretch.from.into(),
            stretch.until.into(),
        ]
    };
    tx.rows_many(&WITHIN, &all.iter().map(row).collect::<Vec<_>>())
}

/// Marks what was billed of a customer by these metrics for time from an instant until now.
pub fn spoil(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (customer, metrics): (&CustomerId, Vec<String>),
    (at, now): (Moment, Moment),
) -> Result<()> {
    let values = [company.into(), customer.into(), metrics.into(), at.into(), now.into()];
    tx.run(&SPOIL, &values).map(|_| ())
}

/// What these customers are called.
pub fn customer_names(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CustomerId>,
) -> Result<Vec<(CustomerId, String)>> {
    tx.rows_of(&NAMES, company, ids)
}

/// Who pays for subscriptions of these customers.
pub fn payers(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    customers: Vec<CustomerId>,
) -> Result<Vec<CustomerId>> {
    tx.rows_of(&PAYERS, company, customers)
}

/// Objects behind an id, for the audits.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (id, limit): (&str, i64),
) -> Result<Vec<ObjectRow>> {
    tx.rows(&AFTER, &[company.into(), id.into(), limit.into()])
}

/// All that these objects were.
pub fn history_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<String>,
) -> Result<Vec<HistoryRow>> {
    tx.rows_of(&OF, company, ids)
}
