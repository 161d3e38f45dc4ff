//! Bodies as a client would send them, from the words of a scenario.

use billing::definition::Value as Defined;
use calendar::Timestamp;
use money::{Amount, Currency, Ratio};
use serde_json::{Map, Value, json};

use super::charge::bought;
use super::discounts::discount;
use crate::action::{
    Cancelling, Changing, Once, Order, Refunding, Right, Rolling, Subscribing, TrialEnd, Trying,
    When,
};
use crate::definition::definition;
use crate::parse::amount;
use crate::setup::{Piece, TaxSetup};

/// A pricing that the application has.
#[derive(Debug)]
pub(super) struct Sold {
    pub name: String,
    pub id: String,
    pub currency: Currency,
    /// The name and the id of its product.
    pub product: (String, String),
    /// Each component's id and whether it is metered.
    pub pieces: Vec<(String, bool)>,
    /// The name of each, and the id of its price.
    pub prices: Vec<(String, String)>,
}

/// A component of a pricing; one that is metered has an item and a metric of its own.
pub(super) fn component(
    piece: &Piece,
    currency: Currency,
    measured: Option<(String, String)>,
) -> Result<Value, String> {
    let mut body = sent("", &definition(piece, currency)?);
    body["name"] = json!(piece.name);
    body["billing_frequency"] = json!(piece.term);
    if let Some((item, metric)) = measured {
        body["item_id"] = json!(item);
        body["metric_id"] = json!(metric);
    }
    Ok(body)
}

/// What a definition says of units is sent as a number, prices as text.
const NUMBERS: &[&str] =
    &["base_units", "end", "start", "step_size", "total_units_end", "total_units_start", "units"];

fn sent(name: &str, value: &Defined) -> Value {
    match value {
        Defined::Null => Value::Null,
        Defined::Bool(flag) => json!(flag),
        Defined::Number(ratio) => number(&ratio.to_string()),
        Defined::Text(text) if NUMBERS.contains(&name) => number(text),
        Defined::Text(known) => json!(known),
        Defined::List(all) => all.iter().map(|value| sent(name, value)).collect(),
        Defined::Map(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.clone(), sent(key, value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}

pub(super) fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

pub(super) fn tax(tax_setup: &TaxSetup) -> Value {
    let rate = number(&tax_setup.rate.to_string());
    json!({ "name": tax_setup.name, "rate": rate, "country": tax_setup.country })
}

pub(super) fn money(amount: Amount) -> Value {
    json!({ "currency": amount.currency.code(), "value_in_cents": amount.minor })
}

pub(super) fn instant(at: Timestamp) -> Value {
    json!(at.to_string())
}

pub(super) fn subscribe(
    subscribing: &Subscribing,
    customer: &str,
    sold: &[Sold],
) -> Result<Value, String> {
    let wanted: Vec<(&Order, &Sold)> = subscribing
        .orders
        .iter()
        .map(|order| Ok((order, named(sold, &order.pricing)?)))
        .collect::<Result<_, String>>()?;
    let currency = wanted.first().ok_or("nothing is ordered")?.1.currency;
    let ids: Vec<&str> = wanted.iter().map(|(_, sold)| sold.id.as_str()).collect();
    let configs = wanted.iter().flat_map(|(order, sold)| configs(order, sold));
    let changes = subscribing.changes.iter().map(|then| {
        let mut body = json!({ "custom_change_date": instant(then.at) });
        ordered(&mut body, &then.orders, sold)?;
        once(&mut body, &then.once, sold)?;
        Ok(body)
    });
    let changes: Vec<Value> = changes.collect::<Result<_, String>>()?;
    let discounts = subscribing.offs.iter().map(|off| discount(off, currency, sold));
    let discounts: Vec<Value> = discounts.collect::<Result<_, _>>()?;
    let minimum =
        subscribing.minimum.as_deref().map(|value| amount(value, currency)).transpose()?;
    let dates = [
        ("start_date", subscribing.from),
        ("end_date", subscribing.until),
        ("billing_anchor_date", subscribing.anchor),
        ("renewal_date", subscribing.renewal),
    ];
    let mut body = json!({
        "customer_id": customer,
        "product_pricing_ids": ids,
        "config_items": configs.collect::<Vec<_>>(),
        "discounts": discounts,
        "scheduled_changes": changes,
    });
    for (name, at) in dates {
        add(&mut body, name, at.map(instant));
    }
    match subscribing.trial {
        Some(TrialEnd::On(end)) => add(&mut body, "end_date", Some(instant(end))),
        Some(TrialEnd::After(term)) => add(&mut body, "trial_term", Some(json!(term))),
        None => {}
    }
    add(&mut body, "trial", subscribing.trial.map(|_| json!(true)));
    entitled(&mut body, &subscribing.entitled);
    add(&mut body, "auto_charges", subscribing.charged.then(|| json!(true)));
    add(&mut body, "auto_renews", subscribing.not_renewing.then(|| json!(false)));
    add(&mut body, "parent_billed", subscribing.parent_billed.then(|| json!(true)));
    add(&mut body, "generate_past_invoice", subscribing.past_invoices.then(|| json!(true)));
    add(&mut body, "invoice_due_date_from_creation", subscribing.due_days.map(|days| json!(days)));
    add(
        &mut body,
        "invoice_event_grace_period",
        (subscribing.grace > 0).then(|| json!(subscribing.grace)),
    );
    add(&mut body, "minimum_spend", minimum.map(money));
    add(&mut body, "term", subscribing.term.map(|term| json!(term)));
    once(&mut body, &subscribing.once, sold)?;
    Ok(body)
}

/// What is bought once beside it.
fn once(body: &mut Value, items: &[Once], sold: &[Sold]) -> Result<(), String> {
    let (items, _) = bought(items, sold)?;
    add(body, "onetime_items", (!items.is_empty()).then(|| json!(items)));
    Ok(())
}

/// What is said of a change; amounts are in the currency of the subscription.
pub(super) fn change(
    changing: &Changing,
    currency: Currency,
    sold: &[Sold],
) -> Result<Value, String> {
    let mut body = json!({});
    if let Some(orders) = &changing.orders {
        ordered(&mut body, orders, sold)?;
    }
    let discounts = changing.offs.iter().map(|off| discount(off, currency, sold));
    let discounts: Vec<Value> = discounts.collect::<Result<_, _>>()?;
    let minimum = changing.minimum.map(|amount| money(amount.unwrap_or(Amount::zero(currency))));
    timing(&mut body, changing.when, "custom_change_date");
    add(&mut body, "discounts", (!discounts.is_empty()).then(|| json!(discounts)));
    add(&mut body, "proration_type", changing.proration.map(|text| json!(text)));
    add(&mut body, "reset_billing_anchor", changing.reset_anchor.then(|| json!(true)));
    add(&mut body, "term", changing.term.map(|term| json!(term)));
    add(&mut body, "relative_term", changing.relative_term.then(|| json!(true)));
    add(&mut body, "auto_renews", changing.renews.map(|flag| json!(flag)));
    add(&mut body, "auto_charges", changing.charged.map(|flag| json!(flag)));
    add(&mut body, "minimum_spend", minimum);
    entitled(&mut body, &changing.entitled);
    add(&mut body, "trial", changing.trial.map(|trying| json!(!matches!(trying, Trying::Over))));
    if let Some(Trying::For(length)) = changing.trial {
        body["trial_term"] = json!(length);
    }
    once(&mut body, &changing.once, sold)?;
    Ok(body)
}

fn entitled(body: &mut Value, rights: &[Right]) {
    let values = (!rights.is_empty()).then(|| super::entitle::values(rights));
    add(body, "override_entitlements", values);
}

pub(super) fn cancel(cancelling: &Cancelling) -> Value {
    let mut body = json!({});
    timing(&mut body, cancelling.when, "custom_end_date");
    let refund = match cancelling.refund {
        Refunding::Nothing => None,
        Refunding::Prorated => Some("PRORATED"),
        Refunding::Full => Some("FULL"),
        Refunding::Custom(amount) => {
            body["custom_refund_amount"] = money(amount);
            Some("CUSTOM")
        }
    };
    add(&mut body, "refund_type", refund.map(|text| json!(text)));
    add(&mut body, "charge_remaining_balance", cancelling.remaining.then(|| json!(true)));
    add(&mut body, "cancel_pending_invoices", cancelling.pending.then(|| json!(true)));
    body
}

fn timing(body: &mut Value, when: Option<When>, date: &str) {
    let word = match when {
        None => return,
        Some(When::Now) => "IMMEDIATE",
        Some(When::PeriodEnd) => "PERIOD_END",
        Some(When::Renewal) => "RENEWAL",
        Some(When::On(at)) => {
            body[date] = instant(at);
            "CUSTOM_DATE"
        }
    };
    body["timing"] = json!(word);
}

/// The whole new set, with what is said of each pricing.
fn ordered(body: &mut Value, orders: &[Order], sold: &[Sold]) -> Result<(), String> {
    let (mut ids, mut items) = (Vec::new(), Vec::new());
    for order in orders {
        let sold = named(sold, &order.pricing)?;
        ids.push(sold.id.clone());
        if order.is_named() {
            items.extend(components(order, sold));
        }
    }
    body["product_pricing_ids"] = json!(ids);
    body["config_items"] = json!(items);
    Ok(())
}

/// What is not said is not sent.
pub(super) fn add(body: &mut Value, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        body[name] = value;
    }
}

pub(super) fn named<'a>(sold: &'a [Sold], name: &str) -> Result<&'a Sold, String> {
    let found = sold.iter().find(|sold| sold.name == name);
    found.ok_or_else(|| format!("there is no pricing {name}"))
}

/// Licences for each component that has any; prepaid units where a metered one stands alone.
fn configs(order: &Order, sold: &Sold) -> Vec<Value> {
    match order.is_named() {
        true => components(order, sold),
        false => Vec::new(),
    }
}

fn components(order: &Order, sold: &Sold) -> Vec<Value> {
    let units = |ratio: &Ratio| number(&ratio.to_string());
    let alone = sold.pieces.len() == 1;
    let mut all = Vec::new();
    for (id, metered) in &sold.pieces {
        let mut body = json!({ "product_metric_pricing_id": id });
        match metered {
            // One of what is metered is what there is: nothing is paid for before.
            true if alone => {
                let prepaid = order.units.as_ref().filter(|ratio| **ratio != Ratio::ONE);
                body["minimum_units"] = prepaid.map_or(json!(0), units);
            }
            true => continue,
            false => {
                add(&mut body, "num_licenses", order.units.as_ref().map(units));
                let most = order.most.as_ref().map(|most| json!({ "max_quantity": units(most) }));
                add(&mut body, "quantity_config", most);
            }
        }
        add(
            &mut body,
            "price_per_unit",
            order.price.as_ref().map(|ratio| json!(ratio.to_string())),
        );
        all.push(body);
    }
    all
}

/// How a customer collects what is below it.
pub(super) fn rollup(wanted: &Rolling) -> Value {
    let mut body = json!({
        "frequency": wanted.term.frequency(),
        "auto_charges": wanted.charged,
    });
    add(&mut body, "start_date", wanted.start.map(instant));
    add(&mut body, "end_date", wanted.end.map(instant));
    add(&mut body, "invoice_due_date_from_creation", wanted.due_days.map(|days| json!(days)));
    body
}
