//! Doing things: each verb of a scenario as a request, and what has no operation yet as the use
//! case that it will run.

use serde_json::{Value, json};

use super::ask::Answer;
use super::charge::charge;
use super::entitle::entitle;
use super::usage::{placed, used};
use super::{AppWorld, bodies, contract, credit};
use crate::action::{Action, Changing, OffScope, Rolling};

pub(super) fn perform(world: &mut AppWorld, action: &Action) -> Result<Answer, String> {
    match action {
        Action::Subscribe(wanted) => {
            let customer = world.customer(&wanted.customer)?;
            let body = bodies::subscribe(wanted, &customer, &world.sold)?;
            match wanted.contract {
                Some(signing) => contract::subscribe(world, (&customer, signing), body),
                None => world.write("POST", "/subscriptions", &body),
            }
        }
        Action::Grant(wanted) => credit::grant(world, wanted),
        Action::Consume(wanted) => credit::consume(world, wanted),
        Action::Revoke(name) => credit::revoke(world, name),
        Action::Charge(wanted) => {
            let customer = world.customer(&wanted.customer)?;
            let body = charge(wanted, &customer, &world.sold)?;
            world.write("POST", "/one_times", &body)
        }
        Action::Entitle { whom, rights } => entitle(world, whom, rights),
        Action::Use(_) | Action::Amend(_) | Action::VoidEvent { .. } => used(world, action),
        Action::Place(wanted) => placed(world, wanted),
        Action::StartManaging(name) => {
            let tail = format!("/customers/{}/start_managing", world.customer(name)?);
            world.ask("PATCH", &tail, None)
        }
        Action::Finalize(name) => verb(world, name, "finalize", None),
        Action::Void(name) => verb(world, name, "void", None),
        Action::Reissue(name) => verb(world, name, "reissue", None),
        Action::Pay { invoice, amount, on } => {
            let mut body = json!({ "payment_type": "WIRE" });
            if let Some(amount) = amount {
                body["amount"] = bodies::money(*amount);
            }
            if let Some(on) = on {
                body["paid_date"] = bodies::instant(*on);
            }
            verb(world, invoice, "mark_paid", Some(body))
        }
        Action::Postpone { invoice, to } => {
            let tail = format!("/invoices/{}", world.names.id(invoice)?);
            world.write("PATCH", &tail, &json!({ "due_date": bodies::instant(*to) }))
        }
        Action::Move { customer, parent } => {
            let tail = format!("/customers/{}", world.customer(customer)?);
            let parent = parent.as_deref().map(|name| world.customer(name)).transpose()?;
            world.write("PATCH", &tail, &json!({ "parent_customer_id": parent }))
        }
        Action::Rollup { customer, rollup } => collect(world, customer, rollup.as_ref()),
        Action::Set { subscription, due_days, minimum, parent_billed } => {
            let tail = format!("/subscriptions/{}", world.names.id(subscription)?);
            let mut body = json!({});
            if let Some(days) = due_days {
                body["invoice_due_date_from_creation"] = json!(days);
            }
            if let Some(minimum) = minimum {
                body["minimum_spend"] = minimum.map_or(Value::Null, bodies::money);
            }
            bodies::add(&mut body, "parent_billed", parent_billed.map(|flag| json!(flag)));
            world.write("PATCH", &tail, &body)
        }
        Action::Advance | Action::CatchUp | Action::Show(_) => Err("no command".to_owned()),
        _ => lived(world, action),
    }
}

/// Collects what is at and below a customer, or no longer.
fn collect(
    world: &mut AppWorld,
    customer: &str,
    rollup: Option<&Rolling>,
) -> Result<Answer, String> {
    let tail = format!("/customers/{}", world.customer(customer)?);
    let mut body = json!({ "child_rollup_billing": rollup.is_some() });
    if let Some(rollup) = rollup {
        body["child_rollup_billing_config"] = bodies::rollup(rollup);
    }
    world.write("PATCH", &tail, &body)
}

/// What happens to a running subscription, and what is no longer wanted or tried again.
fn lived(world: &mut AppWorld, action: &Action) -> Result<Answer, String> {
    match action {
        Action::Drop(name) => {
            let tail = format!("/one_times/{}", world.names.id(name)?);
            world.ask("DELETE", &tail, None)
        }
        Action::Retry(name) => {
            let tail = format!("/parked/{}/retry", world.names.id(name)?);
            world.ask("POST", &tail, None)
        }
        Action::Extend { subscription, to } => {
            life(world, subscription, "extend", Some(json!({ "end_date": bodies::instant(*to) })))
        }
        Action::Pause { subscription, void, until } => {
            let mut body = json!({ "behavior": if *void { "VOID" } else { "KEEP_AS_DRAFT" } });
            if let Some(until) = until {
                body["resume_date"] = bodies::instant(*until);
            }
            life(world, subscription, "pause", Some(body))
        }
        Action::Resume(name) => life(world, name, "resume", None),
        Action::BillNext(name) => life(world, name, "generate_next_invoice", None),
        Action::Change(wanted) => {
            let name = &wanted.subscription;
            let tail = format!("/subscriptions/{}", world.names.id(name)?);
            let currency = world.look(&tail)?["currency"].as_str().unwrap_or_default().parse();
            let currency = currency.map_err(|error| format!("{error}"))?;
            let mut wanted = Changing::clone(wanted);
            for of in wanted.offs.iter_mut().filter_map(|off| off.of.as_mut()) {
                if let OffScope::Charge(charge) = of {
                    *charge = world.names.id(charge)?;
                }
            }
            let body = bodies::change(&wanted, currency, &world.sold)?;
            match wanted.contract {
                Some(signing) => contract::change(world, (&tail, signing), body),
                None => life(world, name, "change", Some(body)),
            }
        }
        Action::UndoChange(name) => life(world, name, "undo_change", None),
        Action::Cancel(wanted) => {
            life(world, &wanted.subscription, "cancel", Some(bodies::cancel(wanted)))
        }
        Action::UndoCancel(name) => life(world, name, "undo_cancel", None),
        _ => Err("no command".to_owned()),
    }
}

fn verb(
    world: &mut AppWorld,
    name: &str,
    verb: &str,
    body: Option<Value>,
) -> Result<Answer, String> {
    let tail = format!("/invoices/{}/{verb}", world.names.id(name)?);
    world.ask("POST", &tail, body)
}

fn life(
    world: &mut AppWorld,
    name: &str,
    verb: &str,
    body: Option<Value>,
) -> Result<Answer, String> {
    let tail = format!("/subscriptions/{}/{verb}", world.names.id(name)?);
    world.ask("POST", &tail, body)
}
