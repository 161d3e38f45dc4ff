//! Metered periods are those that invoices bill, by what they bill.

use std::collections::{BTreeMap, BTreeSet};

use billing::invoice::{Derivation, InvoiceState, Line, Role};
use records::{Moment, SubscriptionId};
use store::Tx;
use store::usage::period::PeriodRow;

use super::Book;
use crate::audit::Found;

pub(in crate::audit) fn check(tx: &mut Tx<'_>, book: &Book) -> Found {
    let lines = book.snapshot.invoices.iter().flat_map(|invoice| &invoice.lines);
    let is_metered =
        |line: &&Line| matches!(line.derivation, Derivation::Charge { used: Some(_), .. });
    let metered = lines.filter(is_metered);
    let ids: BTreeSet<SubscriptionId> =
        metered.filter_map(|line| Some(line.subscription.as_ref()?.to_string().into())).collect();
    let rows = store::usage::period::of(tx, &book.company, ids.into_iter().collect())?;
    let key = |row: &PeriodRow| {
        let PeriodRow { subscription_id, component_id, starts_at, ends_at, .. } = row;
        (subscription_id.to_string(), component_id.clone(), *starts_at, *ends_at)
    };
    let rows: BTreeMap<_, _> = rows.iter().map(|row| (key(row), row)).collect();
    let mut wrong = Vec::new();
    for invoice in &book.snapshot.invoices {
        let live = !matches!(invoice.state, InvoiceState::Draft { .. } | InvoiceState::Void { .. });
        for line in invoice.lines.iter().filter(|line| live && line.role == Role::Arrears) {
            let Derivation::Charge { used: Some(used), .. } = &line.derivation else { continue };
            let part = line.subscription.as_ref().zip(line.component.as_ref());
            let Some((subscription, component)) = part.filter(|_| !used.is_zero()) else {
                continue;
            };
            let (start, end) = (Moment::from(line.period.start), Moment::from(line.period.end));
            let key = (subscription.to_string(), component.id.to_string(), start, end);
            let adjusted = book.logged.count(&key.0, "subscription.usage_adjusted") > 0;
            match rows.get(&key) {
                Some(row) if adjusted || row.value == used.metered.to_string() => {}
                Some(row) => wrong.push(format!(
                    "invoice {} bills {} units of {} from {start} on, and {} are on record",
                    invoice.id, used.metered, component.id, row.value
                )),
                None => wrong.push(format!(
                    "invoice {} bills usage of {} from {start} on that is not on record",
                    invoice.id, component.id
                )),
            }
        }
    }
    Ok(wrong)
}
