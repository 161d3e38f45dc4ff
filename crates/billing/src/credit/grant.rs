//! Giving a credit that nobody bought, and letting it pay what is open already.

use std::sync::Arc;

use crate::command::{AppliesTo, Grant};
use crate::credit::state::Credit;
use crate::credit::value::CreditValue;
use crate::credit::{apply, issue};
use crate::definition::Faults;
use crate::fact::Fact;
use crate::id::InvoiceHandle;
use crate::invoice::Invoice;
use crate::refusal::Refusal;
use crate::work::Work;

/// Where a body says which invoices a new credit pays.
const INVOICES: &str = "apply_to_open_invoices/invoice_uuids";

/// Gives a credit.
pub(crate) fn grant(work: &mut Work, grant: &Grant) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    if !grant.value.is_positive() {
        faults.add(pointer(&grant.value), "not_positive", "must be greater than zero");
    }
    if grant.expires.is_some_and(|expires| expires <= work.now) {
        faults.add("expiration_date", "in_the_past", "must lie in the future");
    }
    let of = grant.subscription.as_ref();
    if of.is_some_and(|id| work.snapshot.subscription(id).is_none()) {
        faults.add("subscription_id", "unknown", "is no subscription of this customer");
    }
    let invoices = open(work, grant, &mut faults);
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    let whose = (&grant.customer, work.now);
    let credit = Credit {
        name: grant.name.clone(),
        expires: grant.expires,
        subscription: grant.subscription.clone(),
        products: grant.products.clone(),
        ..issue::of(&work.snapshot, whose, grant.value.clone(), grant.origin)
    };
    let id = credit.id.clone();
    work.tell(Fact::issued(credit, None));
    apply::to_open(work, &id, &invoices)
}

/// Where the amount or the units of a body stand.
pub(crate) fn pointer(value: &CreditValue) -> &'static str {
    match value {
        CreditValue::Money(_) => "amount",
        CreditValue::Units(_) => "units",
    }
}

/// The invoices that it is to pay, the oldest first.
fn open(work: &Work, grant: &Grant, faults: &mut Faults) -> Vec<InvoiceHandle> {
    let wanted = grant.applies_to != AppliesTo::Nothing;
    let Some(currency) = grant.value.money().map(|amount| amount.currency) else {
        if wanted {
            let detail = "is for credits of money: units lower what is charged later";
            faults.add("apply_to_open_invoices", "not_money", detail);
        }
        return Vec::new();
    };
    let mut found: Vec<&Arc<Invoice>> = match &grant.applies_to {
        AppliesTo::Nothing => Vec::new(),
        AppliesTo::All => {
            let fits = |known: &&Arc<Invoice>| {
                apply::is_open(&work.snapshot, known)
                    && known.currency == currency
                    && !apply::is_full(known)
            };
            work.snapshot.invoices.iter().filter(fits).collect()
        }
        AppliesTo::These(ids) => {
            let mut found: Vec<&Arc<Invoice>> = Vec::new();
            for (place, id) in ids.iter().enumerate() {
                let pointer = format!("{INVOICES}/{place}");
                let known = work.snapshot.invoice(id);
                let payer = &work.snapshot.payer.id;
                match known.filter(|known| known.payer == *payer) {
                    None => faults.add(&pointer, "unknown", "is no invoice of this customer"),
                    Some(known) if !apply::is_open(&work.snapshot, known) => {
                        faults.add(&pointer, "not_open", "is not open");
                    }
                    Some(known) if known.currency != currency => {
                        faults.add(&pointer, "currency_mismatch", "has another currency");
                    }
                    Some(known) if apply::is_full(known) => {
                        faults.add(&pointer, "too_many_payments", "takes no more payments");
                    }
                    Some(known) if found.iter().any(|other| other.id == known.id) => {
                        faults.add(&pointer, "duplicate", "is listed twice");
                    }
                    Some(known) => found.push(known),
                }
            }
            found
        }
    };
    found.sort_by(|a, b| apply::age(a).cmp(&apply::age(b)));
    found.into_iter().map(|known| known.id.clone()).collect()
}
