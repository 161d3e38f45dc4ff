//! What a new invoice copies to be printed: names, fields and instructions.

use billing::invoice::{Cause, Invoice};
use calendar::Timestamp;
use records::{DisplayField, SubscriptionId};

use super::context::{ApplyContext, subscription_of};
use crate::bill::load::{BilledCustomer, Loaded};
use crate::bill::stored::{InvoiceDocument, InvoiceText};

/// What a new invoice copies: names and fields of the customer, then of the subscription.
pub(super) fn shown(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    invoice: &Invoice,
    (customer, renamed): (&BilledCustomer, Option<&String>),
) -> InvoiceDocument {
    match (&invoice.cause, &invoice.subscription) {
        (Cause::OneTime { .. }, None) => return of_order(context, loaded, (invoice, customer)),
        (Cause::Rollup { .. }, _) => return of_rollup(context, loaded, (invoice, customer)),
        _ => {}
    }
    let id = invoice.subscription.as_ref().map(ToString::to_string).unwrap_or_default();
    let id = SubscriptionId::from(id);
    let nothing = InvoiceText::default();
    let text = match (&context.fresh, &context.reprinted, loaded.shown.get(&id)) {
        (_, Some((of, text)), _) if *of == id => text,
        (_, _, Some(shown)) => &shown.text,
        (Some(fresh), _, None) => &fresh.text,
        _ => &nothing,
    };
    let fields = laid_over(&customer.invoice_additional_display_fields, &text.display_fields);
    InvoiceDocument {
        name: Some(name(invoice, renamed.unwrap_or(&text.name), loaded)),
        invoice_additional_display_fields: fields,
        invoice_payment_instructions: text
            .instructions
            .clone()
            .or_else(|| context.company.invoice_payment_instructions.clone()),
        ..InvoiceDocument::default()
    }
}

/// What a new invoice of one-time charges copies: fields of the customer, and what was asked for.
fn of_order(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    (invoice, customer): (&Invoice, &BilledCustomer),
) -> InvoiceDocument {
    let known = invoice.one_times().find_map(|id| loaded.one_times.get(id.to_string().as_str()));
    let text = known.map_or(&context.one_time_text, |(_, text)| text);
    let instructions = text.instructions.clone();
    InvoiceDocument {
        name: Some(text.name.clone()),
        invoice_additional_display_fields: customer.invoice_additional_display_fields.clone(),
        invoice_payment_instructions: instructions
            .or_else(|| context.company.invoice_payment_instructions.clone()),
        notes: text.notes.clone(),
        metadata: text.metadata.clone(),
        ..InvoiceDocument::default()
    }
}

/// What a new invoice of a rollup copies: fields of the customer, then of the rollup.
fn of_rollup(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    (invoice, customer): (&Invoice, &BilledCustomer),
) -> InvoiceDocument {
    let config = customer.child_rollup_billing_config.as_ref();
    let own = config.and_then(|config| config.invoice_additional_display_fields.as_deref());
    let fields = laid_over(&customer.invoice_additional_display_fields, own.unwrap_or_default());
    InvoiceDocument {
        name: Some(name(invoice, "All customers together", loaded)),
        invoice_additional_display_fields: fields,
        invoice_payment_instructions: context.company.invoice_payment_instructions.clone(),
        ..InvoiceDocument::default()
    }
}

/// Fields with others over those of the same names.
fn laid_over(fields: &[DisplayField], others: &[DisplayField]) -> Vec<DisplayField> {
    let mut all = fields.to_vec();
    for field in others {
        match all.iter_mut().find(|known| known.name == field.name) {
            Some(known) => *known = field.clone(),
            None => all.push(field.clone()),
        }
    }
    all
}

/// The bundle's or product's name and the days from the first to the last of its lines.
fn name(invoice: &Invoice, sold: &str, loaded: &Loaded) -> String {
    let recurring = || invoice.lines.iter().filter(|line| line.one_time.is_none());
    let start = recurring().map(|line| line.period.start).min();
    let end = recurring().map(|line| line.period.end).max();
    let (Some(start), Some(end)) = (start, end) else { return sold.to_owned() };
    let zone = subscription_of(&loaded.snapshot, invoice).map_or_else(
        || loaded.snapshot.company.zone.clone(),
        |subscription| subscription.terms.anchor.zone().clone(),
    );
    let first = zone.date(start);
    // A period ends with the day before, unless it ends within one.
    let last = Timestamp::from_nanosecond(end.as_nanosecond() - 1).unwrap_or(end);
    let last = zone.date(last);
    match first == last {
        true => format!("{sold}, {first}"),
        false => format!("{sold}, {first} to {last}"),
    }
}
