//! Credits that are given and used: requests, and for a plain credit the use case itself.

use std::sync::Arc;

use calendar::Timestamp;
use engine::credits::{self, NewCredit};
use engine::idempotency::{Answer as Performed, Keyed};
use engine::{Actor, Failure, Refusal};
use money::Amount;
use records::Moment;
use serde_json::{Value, json};

use super::ask::Answer;
use super::{AppWorld, bodies};
use crate::action::{Consuming, Granting, Held};

pub(super) fn grant(world: &mut AppWorld, wanted: &Granting) -> Result<Answer, String> {
    let customer = world.customer(&wanted.customer)?;
    let of = wanted.of.as_deref().map(|name| world.names.id(name)).transpose()?;
    if let (Held::Money(amount), true, None) =
        (&wanted.value, wanted.products.is_empty(), &wanted.pays)
    {
        return plain(world, (customer, of), *amount, wanted.until);
    }
    let mut body = json!({ "customer_id": customer });
    held(world, &mut body, &wanted.value)?;
    bodies::add(&mut body, "expiration_date", wanted.until.map(bodies::instant));
    bodies::add(&mut body, "subscription_id", of.map(|id| json!(id)));
    if !wanted.products.is_empty() {
        let ids = wanted.products.iter().map(|name| world.product(name));
        body["scoped_product_ids"] = json!(ids.collect::<Result<Vec<_>, _>>()?);
    }
    if let Some(names) = &wanted.pays {
        let ids = names.iter().map(|name| world.names.id(name));
        let ids = ids.collect::<Result<Vec<_>, _>>()?;
        body["apply_to_open_invoices"] = json!({ "enable": true, "invoice_uuids": ids });
    }
    world.write("POST", "/credits", &body)
}

pub(super) fn consume(world: &mut AppWorld, wanted: &Consuming) -> Result<Answer, String> {
    let mut body = json!({ "customer_id": world.customer(&wanted.customer)? });
    held(world, &mut body, &wanted.value)?;
    for (field, name) in [("subscription_id", &wanted.of), ("credit_id", &wanted.from)] {
        let id = name.as_deref().map(|name| world.names.id(name)).transpose()?;
        bodies::add(&mut body, field, id.map(|id| json!(id)));
    }
    bodies::add(&mut body, "note", wanted.note.as_ref().map(|note| json!(note)));
    world.write("POST", "/credits/consume", &body)
}

pub(super) fn revoke(world: &mut AppWorld, name: &str) -> Result<Answer, String> {
    let tail = format!("/credits/{}", world.names.id(name)?);
    world.ask("DELETE", &tail, None)
}

/// What a credit holds, as a body says it.
fn held(world: &mut AppWorld, body: &mut Value, held: &Held) -> Result<(), String> {
    match held {
        Held::Money(amount) => {
            body["type"] = json!("AMOUNT");
            body["amount"] = bodies::money(*amount);
        }
        Held::Units(count, item) => {
            body["type"] = json!("UNITS");
            body["units"] = bodies::number(&count.to_string());
            body["item_id"] = json!(world.item(item)?);
        }
    }
    Ok(())
}

fn plain(
    world: &mut AppWorld,
    (customer_id, subscription_id): (String, Option<String>),
    amount: Amount,
    until: Option<Timestamp>,
) -> Result<Answer, String> {
    let wanted = NewCredit {
        customer_id: customer_id.into(),
        name: String::new(),
        amount,
        expires_at: until.map(Moment::from),
        subscription_id: subscription_id.map(Into::into),
    };
    let (key, company) = (world.next_key(), world.caller.company.clone());
    let granted = world.survive(|running| {
        let (wanted, company, key) = (wanted.clone(), company.clone(), key.clone());
        let engine = Arc::clone(&running.engine);
        async move {
            let keyed = Keyed { key, fingerprint: String::new(), seal: None };
            let given = engine.perform(&company, Actor::default(), Some(keyed), move |session| {
                let credit = credits::grant(session, &wanted)?;
                Ok(Performed { status: 201, body: json!(credit).to_string(), replayed: false })
            });
            given.await
        }
    })?;
    match granted {
        Ok(done) => {
            Ok(Answer::Done(serde_json::from_str(&done.body).map_err(|error| error.to_string())?))
        }
        Err(Failure::Refused(Refusal::Conflict { detail, .. })) => {
            Ok(Answer::Refused(json!({ "detail": detail })))
        }
        Err(Failure::Refused(Refusal::Invalid(faults))) => {
            Ok(Answer::Refused(json!({ "errors": faults })))
        }
        Err(failure) => Err(format!("{failure:?}")),
    }
}

/// A credit as its operation will answer it.
pub(super) fn credit(world: &AppWorld, id: &str) -> Result<Value, String> {
    let (id, company) = (id.into(), world.caller.company.clone());
    let engine = world.site.engine()?;
    let found = engine
        .look(&company, Actor::default(), move |session| Ok(json!(credits::get(session, &id)?)));
    found.wait().map_err(|failure| format!("{failure:?}"))
}
