//! A customer is worth what its live subscriptions bring, in the right currency, and was changed
//! when one of its facts or theirs says so.

use records::Moment;
use store::Tx;
use store::customer::Revenue;

use super::Book;
use super::logged::LoggedFacts;
use crate::audit::Found;
use crate::bill::apply::revenue::of_worths;

/// Facts of a subscription that may change what its customer is worth.
const MOVING: &[&str] = &[
    "subscription.cancelled",
    "subscription.created",
    "subscription.ended",
    "subscription.started",
    "subscription.valued",
];

pub(in crate::audit) fn check(tx: &mut Tx<'_>, book: &Book) -> Found {
    let mut wrong = Vec::new();
    if book.unreadable.is_empty() {
        wrong.extend(compared(tx, book)?);
    }
    let id = &book.billed.customer_id;
    let updated = book.customer.updated_at;
    let times = book.subscriptions.iter().flat_map(|stored| {
        let id = &stored.row.columns.id;
        MOVING.iter().filter_map(|kind| book.logged.latest(id, &[*kind]))
    });
    let elsewhere = store::subscription::paid_by_others(tx, &book.company, id)?;
    let ids: Vec<String> = elsewhere.iter().map(ToString::to_string).collect();
    let logged = LoggedFacts::new(match ids.is_empty() {
        true => Vec::new(),
        false => store::fact::summed(tx, &book.company, ids.clone())?,
    });
    let others =
        ids.iter().flat_map(|id| MOVING.iter().filter_map(|kind| logged.latest(id, &[*kind])));
    let mut times = times.chain(others).chain(book.logged.latest(id, &[]));
    if !times.any(|at: Moment| at == updated) {
        wrong.push(format!("customer {id} was changed at {updated} without a fact"));
    }
    Ok(wrong)
}

/// What was worked out when the company preferred another currency is still right.
fn compared(tx: &mut Tx<'_>, book: &Book) -> Result<Option<String>, crate::Failure> {
    let noted = &book.revenue;
    let mut last = None;
    let ids = vec![noted.customer_id.clone()];
    let worths = store::subscription::worths(tx, &book.company, ids)?;
    for currency in book.currencies.iter() {
        let known = of_worths(&noted.customer_id, currency, &worths)?;
        if same(noted, &known) {
            return Ok(None);
        }
        last = Some(known);
    }
    Ok(last.map(|revenue| {
        let shown = |revenue: &Revenue| {
            let currency = revenue.currency.as_deref().unwrap_or("nothing");
            let (mrr, arr, live) = (revenue.mrr, revenue.arr, revenue.live);
            format!("{mrr} a month and {arr} a year in {currency} by {live} subscriptions")
        };
        let (noted_as, is) = (shown(noted), shown(&revenue));
        format!("customer {} has {noted_as} and should {is}", noted.customer_id)
    }))
}

fn same(noted: &Revenue, revenue: &Revenue) -> bool {
    let empty = |text: &Option<String>| text.as_deref().unwrap_or("[]").to_owned();
    (noted.mrr, noted.arr, noted.live) == (revenue.mrr, revenue.arr, revenue.live)
        && noted.currency == revenue.currency
        && empty(&noted.by_currency) == empty(&revenue.by_currency)
}
