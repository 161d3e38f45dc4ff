//! What both builds are asked to do: each work is one function and one line here.

use serde_json::{Value, json};

use super::caller::Caller;
use super::stage::{Stage, sale};
use crate::arguments::Sizes;
use crate::clock::timed;
use crate::http::Answers;
use crate::outcome::{Outcome, broken};
use crate::seed::deal::{Deal, MODELS, due, later};

pub struct Work {
    pub name: &'static str,
    pub measure: fn(&Caller<'_>, &Stage, &Sizes) -> Outcome<Done>,
}

pub const WORKS: &[Work] = &[
    Work { name: "billing-run", measure: bill },
    Work { name: "create", measure: create },
    Work { name: "change", measure: change },
    Work { name: "get", measure: get },
];

pub fn chosen(only: &[String]) -> impl Iterator<Item = &'static Work> {
    WORKS.iter().filter(move |work| only.is_empty() || only.iter().any(|name| name == work.name))
}

/// What came of a work.
pub struct Done {
    pub rate: f64,
    pub made: Made,
}

#[derive(Clone, PartialEq, Eq)]
pub enum Made {
    /// All invoices that there are now, and the cents that they come to.
    Invoices(usize, i64),
    /// So many bytes were read an answer. A build may have more to say than another.
    Answers(usize),
}

/// A month passes, and every subscription has its second invoice.
fn bill(caller: &Caller<'_>, _: &Stage, sizes: &Sizes) -> Outcome<Done> {
    let (time, moved) = timed(|| caller.post("/clock", &json!({ "now": due().to_string() })));
    moved?;
    Ok(Done { rate: sizes.due as f64 / time.as_secs_f64(), made: books(caller)? })
}

/// Subscriptions of those who had none, each with its first invoice.
fn create(caller: &Caller<'_>, stage: &Stage, sizes: &Sizes) -> Outcome<Done> {
    let deals = (sizes.due..).map(|at| Deal { at }).zip(&stage.buyers);
    let requests = deals.map(|(deal, customer)| sale(caller, deal, (customer, &stage.pricings)));
    written(caller, &caller.warmed(requests.collect())?)
}

/// Other pricings at once, in the middle of what is paid for.
fn change(caller: &Caller<'_>, stage: &Stage, sizes: &Sizes) -> Outcome<Done> {
    caller.post("/clock", &json!({ "now": later().to_string() }))?;
    let deals = (0..).map(|at| Deal { at }).zip(&stage.subscriptions).take(sizes.changes);
    let requests = deals.map(|(deal, id)| {
        let pricing = &stage.pricings[(deal.model().place() + 1) % MODELS.len()];
        let config = json!({ "product_pricing_id": pricing, "num_licenses": deal.units() });
        let body = json!({
            "product_pricing_ids": [pricing], "config_items": [config],
            "proration_type": "IMMEDIATE",
        });
        caller.keyed(&format!("/subscriptions/{id}/change"), &format!("change-{id}"), &body)
    });
    written(caller, &caller.warmed(requests.collect())?)
}

/// One after another by their ids, again from the first where there are fewer than asked for.
fn get(caller: &Caller<'_>, stage: &Stage, sizes: &Sizes) -> Outcome<Done> {
    let ids = stage.subscriptions.iter().cycle().take(sizes.gets);
    let requests = ids.map(|id| caller.get(&format!("/subscriptions/{id}")));
    let answers = caller.warmed(requests.collect())?;
    let each = answers.bytes / answers.latencies.len().max(1);
    Ok(Done { rate: answers.rate(), made: Made::Answers(each) })
}

fn written(caller: &Caller<'_>, answers: &Answers) -> Outcome<Done> {
    Ok(Done { rate: answers.rate(), made: books(caller)? })
}

fn books(caller: &Caller<'_>) -> Outcome<Made> {
    let (mut count, mut sum) = (0, 0);
    caller.walk("invoices", |invoice: &Value| {
        let cents = invoice["total"]["value_in_cents"].as_i64();
        sum += cents.ok_or_else(|| broken("an invoice without a total"))?;
        count += 1;
        Ok(())
    })?;
    Ok(Made::Invoices(count, sum))
}
