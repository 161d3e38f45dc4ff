//! Explanations of the core's own invoices.

use billing::explain::{Explanation, Telling, check, explain};
use billing::id::Handle;
use billing::invoice::Invoice;
use billing::snapshot::Snapshot;

use super::{PureWorld, handle};
use crate::Happening;
use crate::render::paragraphs;

pub(super) fn text(world: &PureWorld, name: &str) -> Result<Vec<Happening>, String> {
    let id = handle(name)?;
    let found = world.customers.iter().find_map(|own| Some((own, own.invoice(&id)?)));
    let (customer, own) = found.ok_or_else(|| format!("there is no {name}"))?;
    let lines = paragraphs(&explained(world, customer, own)?.text());
    Ok(vec![Happening { at: world.now, lines }])
}

/// Whatever became of an invoice, its explanation adds up.
pub(super) fn all_add_up(world: &PureWorld) -> Result<(), String> {
    for customer in &world.customers {
        for own in &customer.invoices {
            let wrong = check(own, &explained(world, customer, own)?);
            if !wrong.is_empty() {
                return Err(wrong.join("; "));
            }
        }
    }
    Ok(())
}

fn explained(world: &PureWorld, customer: &Snapshot, own: &Invoice) -> Result<Explanation, String> {
    let subscription = own.subscription.as_ref().and_then(|id| customer.subscription(id));
    let zone = subscription.map_or(&world.zone, |own| own.anchor.zone());
    let number = |id: &Handle, place: usize| {
        customer.invoice(id).map_or(place, |own| own.shown_number(place))
    };
    let name = |id: &Handle| id.to_string();
    let telling = Telling { zone, name: &name, number: &number, lines: &[] };
    explain(own, &telling).map_err(|error| error.to_string())
}
