//! Credits as they are answered, a page at a time: one statement for what all of them refer to.

use std::collections::{BTreeSet, HashMap};

use money::{Ratio, Rounding, UnknownCurrency};
use records::credit::{CreditOrigin, CreditState, CreditType};
use records::{Amount, Credit, CreditId, Item, Moment, Number};
use serde::Deserialize;
use store::catalog::Stored;
use store::credit::{CreditRow, Imported};

use crate::bill::stored;
use crate::{Failure, Session};

/// As exact as a quantity can be sent.
const FRACTION_DIGITS: u8 = 9;

/// What is kept in the document of a credit.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Document {
    name: Option<String>,
    origin: CreditOrigin,
    scoped_product_ids: Vec<String>,
    source: Source,
    sold: Sold,
}

/// The document that gave it back.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Source {
    /// When what gave it back took effect.
    prorated: Option<i64>,
}

/// The line that sold it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Sold {
    one_time: Option<String>,
}

/// Credits in the order of their rows.
pub(super) fn shown(
    session: &mut Session<'_, '_>,
    rows: Vec<CreditRow>,
) -> Result<Vec<Credit>, Failure> {
    let company = session.company_id().to_owned();
    let items = items(session, rows.iter().filter_map(|row| row.item_id.clone()))?;
    let ids: Vec<CreditId> = rows.iter().map(|row| row.id.clone()).collect();
    let imported = store::credit::imports_of(session.tx, &company, ids)?;
    let imported: HashMap<CreditId, Imported> =
        imported.into_iter().map(|known| (known.id.clone(), known)).collect();
    let mut credits = Vec::with_capacity(rows.len());
    for row in rows {
        let mut credit = credit(&row)?;
        credit.item = row.item_id.as_ref().and_then(|id| items.get(id)).cloned();
        if let Some(known) = imported.get(&credit.id) {
            credit.imported_from.clone_from(&known.imported_from);
            credit.import_ref.clone_from(&known.import_ref);
            credit.import_created_at_ref = known.import_created_at_ref;
        }
        credits.push(credit);
    }
    Ok(credits)
}

/// The items of these ids, by one statement.
pub(super) fn items(
    session: &mut Session<'_, '_>,
    ids: impl Iterator<Item = String>,
) -> Result<HashMap<String, Item>, Failure> {
    let ids: BTreeSet<String> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let company = session.company_id().to_owned();
    let found: Vec<Stored<Item>> =
        store::catalog::by_ids(session.tx, &company, ids.into_iter().collect())?;
    Ok(found.into_iter().map(|stored| (stored.record.id.clone(), stored.record)).collect())
}

/// Units as a number of JSON. What is no decimal is rounded down, to as many digits as can be
/// sent: nobody is told of more than there is.
pub(super) fn number(units: &Ratio) -> Result<Number, Failure> {
    let rounded = units.round(FRACTION_DIGITS, Rounding::Floor);
    let exact = Number::exactly(&rounded.to_string());
    exact.ok_or_else(|| store::Error::Broken(format!("units {units} are no number")).into())
}

/// The units that a column holds.
pub(super) fn units(column: &str) -> Result<Ratio, Failure> {
    column
        .parse()
        .map_err(|error| store::Error::Broken(format!("stored units {column}: {error}")).into())
}

/// Stored words as the interface has them.
pub(super) fn kind(word: &str) -> Result<CreditType, Failure> {
    Ok(stored::read(&format!("\"{word}\""))?)
}

/// Money of a stored currency.
pub(super) fn money(currency: &str, minor: i64) -> Result<Amount, Failure> {
    let unknown = |error: UnknownCurrency| store::Error::Broken(error.to_string());
    Ok(Amount::new(currency.parse().map_err(unknown)?, minor))
}

fn credit(row: &CreditRow) -> Result<Credit, Failure> {
    let document: Document = stored::read(&row.doc)?;
    let currency = row.currency.as_deref();
    let money = |minor: i64| currency.map(|code| money(code, minor)).transpose();
    let held = |column: &Option<String>| column.as_deref().map(|c| number(&units(c)?)).transpose();
    let state: CreditState = stored::read(&format!("\"{}\"", row.state))?;
    Ok(Credit {
        amount: money(row.amount)?,
        created_at: row.created_at,
        customer_id: row.customer_id.clone(),
        expiration_date: row.expires_at,
        id: row.id.clone(),
        issued_amount: money(row.issued)?,
        issued_units: held(&row.issued_units)?,
        item_id: row.item_id.clone(),
        kind: kind(&row.kind)?,
        metric_record_id: row.metric_record_id.clone(),
        name: document.name,
        one_time_billable_id: document.sold.one_time,
        origin: document.origin,
        proration_date: document.source.prorated.map(Moment::from_micros),
        scoped_product_ids: document.scoped_product_ids,
        state,
        subscription_id: row.subscription_id.clone(),
        units: held(&row.units)?,
        updated_at: row.updated_at,
        ..Credit::default()
    })
}
