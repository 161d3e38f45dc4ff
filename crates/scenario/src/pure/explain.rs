//! Explanations of the core's own invoices.

use billing::explain::{Explanation, Telling, check, explain};
use billing::id::{InvoiceHandle, Name};
use billing::invoice::Invoice;
use billing::snapshot::Snapshot;

use super::{PureWorld, handle};
use crate::Happening;
use crate::render::paragraphs;

pub(super) fn text(world: &PureWorld, name: &str) -> Result<Vec<Happening>, String> {
    let id = handle(name)?;
    let found =
        world.customers.iter().find_map(|snapshot| Some((snapshot, snapshot.invoice(&id)?)));
    let (customer, invoice) = found.ok_or_else(|| format!("there is no {name}"))?;
    let books = world.gather(world.named(&customer.payer.id)?)?;
    let lines = paragraphs(&explained(world, &books, invoice)?.text());
    Ok(vec![Happening { at: world.now, lines }])
}

/// Whatever became of an invoice, its explanation adds up.
pub(super) fn all_add_up(world: &PureWorld) -> Result<(), String> {
    for customer in &world.customers {
        for invoice in &customer.invoices {
            let wrong = check(invoice, &explained(world, customer, invoice)?);
            if !wrong.is_empty() {
                return Err(wrong.join("; "));
            }
        }
    }
    Ok(())
}

fn explained(
    world: &PureWorld,
    customer: &Snapshot,
    invoice: &Invoice,
) -> Result<Explanation, String> {
    let subscription = invoice.subscription.as_ref().and_then(|id| customer.subscription(id));
    let zone = subscription.map_or(&world.zone, |subscription| subscription.terms.anchor.zone());
    let number = |id: &InvoiceHandle, place: usize| {
        customer.invoice(id).map_or(place, |invoice| invoice.shown_number(place))
    };
    let name = |id: &Name| id.to_string();
    let customer = |id: &str| id.to_owned();
    let telling = Telling { zone, name: &name, customer: &customer, number: &number, lines: &[] };
    explain(invoice, &telling).map_err(|error| error.to_string())
}
