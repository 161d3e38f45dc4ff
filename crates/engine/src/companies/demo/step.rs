//! One thing that happens in the life of the demo company. Doing it twice changes nothing.

use records::invoice::payment::MarkPaid;
use records::{
    Amount, Customer, Invoice, InvoiceId, Moment, Object, SentAmount, Subscription, SubscriptionId,
};
use serde_json::{Value, json};

use super::contract::offer;
use super::history::{Account, Ask, History, Sale, Verb};
use crate::catalog::pricings;
use crate::find::FindRequest;
use crate::{Failure, Session, customers, invoices, subscriptions};

const DAY_MICROS: i64 = 86_400 * 1_000_000;
/// The subscription whose last invoice is shown.
const SHOWCASE: &str = "acme-2024";

#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A subscription begins, by its place in the history.
    Sell(usize),
    /// The last invoice of a subscription was wrong.
    Reissue(usize),
    /// A subscription is changed, paused or cancelled.
    Ask(usize),
    /// A contract is offered.
    Offer(usize),
    /// What customers have paid meanwhile is recorded.
    CollectPayments,
}

impl Step {
    pub(super) fn perform(
        self,
        session: &mut Session<'_, '_>,
        history: &History,
    ) -> Result<(), Failure> {
        match self {
            Step::Sell(place) => {
                history.subscriptions.get(place).map_or(Ok(()), |sale| sell(session, sale))
            }
            Step::Reissue(place) => history
                .reissues
                .get(place)
                .map_or(Ok(()), |known| reissue(session, &known.subscription)),
            Step::Ask(place) => history.asks.get(place).map_or(Ok(()), |known| ask(session, known)),
            Step::Offer(place) => {
                history.contracts.get(place).map_or(Ok(()), |known| offer(session, known))
            }
            Step::CollectPayments => collect(session, history),
        }
    }
}

/// Puts a customer there, under its parent.
pub(super) fn open_account(
    session: &mut Session<'_, '_>,
    account: &Account,
) -> Result<(), Failure> {
    let mut body = account.record.clone();
    if let Some(parent) = &account.parent {
        let parent: Customer = parsed(&customers::get(session, parent)?)?;
        body.insert("parent_customer_id".to_owned(), json!(parent.id));
    }
    customers::create(session, &body).map(|_| ())
}

fn sell(session: &mut Session<'_, '_>, sale: &Sale) -> Result<(), Failure> {
    let identifier = sale.body.get("identifier").and_then(Value::as_str).unwrap_or_default();
    if subscription(session, identifier)?.is_some() {
        return Ok(());
    }
    let customer: Customer = parsed(&customers::get(session, &sale.customer)?)?;
    let mut body = sale.body.clone();
    let discounts = body.get_mut("discounts").and_then(Value::as_array_mut).into_iter().flatten();
    for discount in discounts {
        let scope = discount["product_pricing_id"].as_str().map(str::to_owned);
        if let Some(name) = scope {
            discount["product_pricing_id"] = json!(pricings::get(session, &name)?.id);
        }
    }
    body.insert("customer_id".to_owned(), json!(customer.id));
    order(session, &sale.pricings, &mut body)?;
    subscriptions::create(session, &body).map(|_| ())
}

/// Puts pricings, by their external names, and what is set for them into a body.
pub(super) fn order(
    session: &mut Session<'_, '_>,
    wanted: &Object,
    body: &mut Object,
) -> Result<(), Failure> {
    let (mut ids, mut config) = (Vec::new(), Vec::new());
    for (name, set) in wanted {
        let id = pricings::get(session, name)?.id;
        let mut item = set.as_object().cloned().unwrap_or_default();
        item.insert("product_pricing_id".to_owned(), json!(id));
        config.push(Value::Object(item));
        ids.push(id);
    }
    body.insert("product_pricing_ids".to_owned(), json!(ids));
    body.insert("config_items".to_owned(), json!(config));
    Ok(())
}

/// Each is asked of a subscription once; what it left tells whether it was.
fn ask(session: &mut Session<'_, '_>, known: &Ask) -> Result<(), Failure> {
    let key = &known.subscription;
    let record: Subscription = parsed(&subscriptions::get(session, key)?)?;
    let mut body = known.body.clone();
    match known.verb {
        Verb::Change if record.change_config.is_none() => {
            order(session, &known.pricings, &mut body)?;
            subscriptions::change(session, key, &body)?;
        }
        Verb::Cancel if record.cancel_date.is_none() => {
            subscriptions::cancel(session, key, &body)?;
        }
        Verb::Pause if record.pause_date.is_none() => {
            subscriptions::pause(session, key, &body)?;
        }
        Verb::Change | Verb::Cancel | Verb::Pause => {}
    }
    Ok(())
}

fn reissue(session: &mut Session<'_, '_>, identifier: &str) -> Result<(), Failure> {
    let Some(id) = subscription(session, identifier)? else { return Ok(()) };
    if !found(session, &json!({ "subscription_id": id, "status": "VOID" }))?.is_empty() {
        return Ok(());
    }
    let Some(last) = found(session, &json!({ "subscription_id": id }))?.into_iter().next() else {
        return Ok(());
    };
    let uuid = last.uuid.unwrap_or_default();
    invoices::void(session, &uuid)?;
    invoices::reissue(session, &uuid).map(|_| ())
}

fn collect(session: &mut Session<'_, '_>, history: &History) -> Result<(), Failure> {
    let now = session.now();
    let open = found(session, &json!({ "status": "PENDING" }))?;
    // In the order in which they were issued.
    for invoice in open.into_iter().rev() {
        let of = invoice.customer.as_ref().map(|customer| customer.identifier.as_str());
        let account = history.customers.iter().find(|account| named(account) == of);
        let payment = account.map(|account| payment(account, &invoice, now)).transpose()?;
        let Some(payment) = payment.flatten() else { continue };
        invoices::mark_paid(session, &invoice.uuid.unwrap_or_default(), &payment)?;
    }
    Ok(())
}

fn named(account: &Account) -> Option<&str> {
    account.record.get("identifier").and_then(Value::as_str)
}

/// What a customer has paid of an invoice until now.
fn payment(account: &Account, invoice: &Invoice, now: Moment) -> Result<Option<MarkPaid>, Failure> {
    let too_much = || store::Error::Broken("a payment of the demo is too large".to_owned());
    let pays = &account.pays;
    let Some(issued) = invoice.invoice_date else { return Ok(None) };
    let after = pays.after_days.checked_mul(DAY_MICROS);
    let paid = after.and_then(|after| issued.micros().checked_add(after)).ok_or_else(too_much)?;
    let paid = Moment::from_micros(paid);
    if paid > now || pays.until.is_some_and(|until| paid >= until) {
        return Ok(None);
    }
    let mut amount = None;
    if let Some(extra) = pays.extra.as_ref().filter(|extra| extra.on == now) {
        let cents = invoice.due.minor.checked_add(extra.value_in_cents);
        let cents = cents.ok_or_else(too_much)?;
        amount = Some(SentAmount::from(Amount { minor: cents, ..invoice.due }));
    }
    let payment_type = Some(pays.by);
    Ok(Some(MarkPaid { amount, note: None, paid_date: Some(paid), payment_type }))
}

/// The last invoice of a subscription that shows much of what an invoice can have.
pub(super) fn showcase(session: &mut Session<'_, '_>) -> Result<Option<InvoiceId>, Failure> {
    let Some(id) = subscription(session, SHOWCASE)? else { return Ok(None) };
    let found = found(session, &json!({ "subscription_id": id }))?;
    Ok(found.into_iter().next().and_then(|invoice| invoice.uuid))
}

/// The id of a subscription, where it is there.
fn subscription(
    session: &mut Session<'_, '_>,
    identifier: &str,
) -> Result<Option<SubscriptionId>, Failure> {
    let company = session.company_id().to_owned();
    let row = store::subscription::by_identifier(session.tx, &company, identifier)?;
    Ok(row.map(|row| row.columns.id))
}

/// The invoices that a query finds, newest first.
fn found(session: &mut Session<'_, '_>, query: &Value) -> Result<Vec<Invoice>, Failure> {
    let body = json!({ "query": query, "pagination": { "limit": 200 } });
    let request = FindRequest::parse(&invoices::FIND, &body)?;
    let page = invoices::find(session, &request)?;
    page.results.iter().map(|text| parsed(text)).collect()
}

pub(super) fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Failure> {
    let broken = |error| store::Error::Broken(format!("an answer cannot be read: {error}"));
    Ok(serde_json::from_str(text).map_err(broken)?)
}
