//! Credits that are bought: granted when the invoice that sells them is issued, or paid, where it
//! is charged automatically.

use std::collections::BTreeSet;

use calendar::{Grid, Timestamp};
use money::{Ratio, Rounding};

use crate::credit::issue;
use crate::credit::state::{Credit, Origin, Sold};
use crate::credit::value::{CreditValue, UNIT_DIGITS};
use crate::fact::{Fact, InvoiceFact};
use crate::id::InvoiceHandle;
use crate::invoice::{Invoice, InvoiceState, Line, Role};
use crate::pricing::{CreditPrice, ExpirationPolicy};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;
use crate::work::Work;

/// Grants what invoices sold that were issued or paid by the facts from a place on.
pub(crate) fn grant(work: &mut Work, from: usize) -> Result<(), Refusal> {
    let facts = work.facts.iter().skip(from);
    let moved: BTreeSet<InvoiceHandle> = facts.filter_map(moved).cloned().collect();
    for id in moved {
        let Some(invoice) = work.snapshot.invoice(&id).cloned() else { continue };
        if !is_due(&invoice) {
            continue;
        }
        for (place, line) in invoice.lines.iter().enumerate() {
            let Some(value) = left(&invoice, place, line)? else { continue };
            let credit = bought(work, (&invoice, place, line), value)?;
            work.tell(Fact::issued(credit, Some(id.clone())));
        }
    }
    Ok(())
}

/// Refuses an invoice whose credits could not be granted, while it can still be set aside.
pub(crate) fn check(snapshot: &Snapshot, invoice: &Invoice) -> Result<(), Refusal> {
    for line in &invoice.lines {
        if let (Some(_), Some(price)) = (line.sold()?, line.credit_price()) {
            expires(snapshot, line, price)?;
        }
    }
    Ok(())
}

/// The invoice that a fact issued, or settled.
fn moved(fact: &Fact) -> Option<&InvoiceHandle> {
    match fact {
        Fact::Invoice { invoice, fact: InvoiceFact::Finalized(_), .. }
        | Fact::Invoice {
            invoice, fact: InvoiceFact::PaymentRecorded { settles: true, .. }, ..
        } => Some(invoice),
        Fact::Invoice { .. }
        | Fact::Subscription { .. }
        | Fact::Credit { .. }
        | Fact::OneTime { .. } => None,
    }
}

/// Whether what it sold is granted now: once.
pub(crate) fn is_due(invoice: &Invoice) -> bool {
    let paid = matches!(invoice.state, InvoiceState::Paid { .. });
    invoice.stands() && (paid || !invoice.auto_charges) && invoice.granted.is_empty()
}

/// What a line sold, less what of it was given back before it was granted.
pub(crate) fn left(
    invoice: &Invoice,
    place: usize,
    line: &Line,
) -> Result<Option<CreditValue>, Refusal> {
    let Some(value) = line.sold()? else { return Ok(None) };
    let mut net = line.net()?;
    let billed = Ratio::from(net.minor);
    for entry in invoice.credited.iter().filter(|entry| entry.line == place) {
        net = net.checked_sub(entry.amount)?;
    }
    let share = Ratio::from(net.minor).checked_div(&billed).unwrap_or(Ratio::ONE);
    if share == Ratio::ONE {
        return Ok(Some(value));
    }
    let left = match &value {
        CreditValue::Money(amount) => {
            (amount.major() * share).to_minor(amount.currency, Rounding::Floor)?.into()
        }
        CreditValue::Units(units) => {
            let count = (&units.count * share).round(UNIT_DIGITS, Rounding::Floor);
            CreditValue::of_units(&units.item, count)
        }
    };
    Ok(Some(left).filter(CreditValue::is_positive))
}

fn bought(
    work: &Work,
    (invoice, place, line): (&Invoice, usize, &Line),
    value: CreditValue,
) -> Result<Credit, Refusal> {
    let price = line.credit_price().ok_or(Refusal::Mismatched)?;
    let whose = (&line.customer, work.now);
    Ok(Credit {
        name: line.name().to_owned(),
        expires: expires(&work.snapshot, line, price)?,
        products: price.products.iter().map(|id| id.as_str().into()).collect(),
        sold: Some(Sold {
            invoice: invoice.id.clone(),
            line: place,
            subscription: line.subscription.clone(),
            one_time: line.one_time.as_ref().map(|one_time| one_time.id.clone()),
        }),
        ..issue::of(&work.snapshot, whose, value, Origin::Purchase)
    })
}

/// When what a line sells lapses. What is bought once, by itself, has neither a period nor a term.
fn expires(
    snapshot: &Snapshot,
    line: &Line,
    price: &CreditPrice,
) -> Result<Option<Timestamp>, Refusal> {
    let known = line.subscription.as_ref().and_then(|id| snapshot.subscription(id));
    match (price.expiration, line.role) {
        (ExpirationPolicy::Never, _) | (ExpirationPolicy::EndOfPricingFrequency, Role::OneTime) => {
            Ok(None)
        }
        // It is had from the end of what was billed on.
        (ExpirationPolicy::EndOfPricingFrequency, Role::Arrears) => {
            Ok(Some(period_after(known.ok_or(Refusal::Mismatched)?, line)?))
        }
        (ExpirationPolicy::EndOfPricingFrequency, _) => Ok(Some(line.period.end)),
        (ExpirationPolicy::EndOfTerm, _) => {
            let Some(known) = known else { return Ok(None) };
            let term = term_end(known, line.period.start)?;
            Ok(Some(known.known_end().map_or(term, |end| end.min(term))))
        }
    }
}

/// The end of the period that begins where a line ends.
fn period_after(subscription: &Subscription, line: &Line) -> Result<Timestamp, Refusal> {
    let component = line.component.as_ref().ok_or(Refusal::Mismatched)?;
    Ok(subscription.grid(component.term)?.next_boundary_after(line.period.end)?)
}

/// The end of the term that runs at an instant.
fn term_end(subscription: &Subscription, at: Timestamp) -> Result<Timestamp, Refusal> {
    let renewals = &subscription.renewals;
    let grid = Grid::new(renewals.base.clone(), subscription.terms.term)?;
    let (mut number, mut end) = (renewals.next, renewals.date);
    while number > 0 {
        number = number.saturating_sub(1);
        let earlier = grid.boundary(number)?;
        if earlier <= at {
            break;
        }
        end = earlier;
    }
    Ok(end)
}
