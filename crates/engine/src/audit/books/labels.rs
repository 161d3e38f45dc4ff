//! Subscriptions and invoices are found by what they say: pricings, products, tags, names.

use std::collections::HashMap;

use records::Subscription;
use store::Tx;
use store::customer::following;
use store::label::{self, Label};

use super::{Book, Paper};
use crate::audit::Found;
use crate::bill::{apply, stored};
use crate::subscriptions::labels_of;

pub(in crate::audit) fn of_subscriptions(tx: &mut Tx<'_>, book: &Book) -> Found {
    let mut labels: Vec<(&str, Label)> = Vec::new();
    for row in &book.subscriptions {
        let id = row.row.columns.id.as_str();
        // What cannot be read is found where it is held against its terms.
        let Ok(record) = stored::read::<Subscription>(&row.row.doc) else { continue };
        labels.extend(labels_of(&record).into_iter().map(|label| (id, label)));
        for state in row.restored.iter().flat_map(|subscription| &subscription.state.pricings) {
            labels.push((id, Label::new("pricing", &state.pricing.id)));
            labels.push((id, Label::new("product", &state.pricing.product)));
        }
    }
    let pairs: Vec<(&str, &Label)> = labels.iter().map(|(id, label)| (*id, label)).collect();
    let lacking = label::lacking(tx, &book.company, store::subscription::KIND, &pairs)?;
    let mut wrong: Vec<String> =
        lacking.into_iter().map(|id| format!("subscription {id} lacks a label")).collect();
    let ids = book.subscriptions.iter().map(|stored| stored.row.columns.id.to_string()).collect();
    let kind = store::subscription::KIND;
    let texts = store::search::texts_of(tx, &book.company, kind, ids)?;
    let texts: HashMap<String, String> = texts.into_iter().collect();
    let behind = following::after(tx, &book.company, (&book.customer.id, kind))?;
    for stored in &book.subscriptions {
        let columns = &stored.row.columns;
        // Those of another customer are found by its names, which are not at hand here.
        if columns.customer_id != book.customer.id {
            continue;
        }
        // Some still follow a change of their customer.
        if behind.as_deref().is_some_and(|last| columns.id.as_str() > last) {
            continue;
        }
        let names = std::iter::once(columns.id.as_str()).chain(columns.identifier.as_deref());
        let names: Vec<&str> = names.chain(store::customer::names(&book.customer)).collect();
        if texts.get(columns.id.as_str()) != Some(&store::search::text(&names)) {
            let id = &columns.id;
            wrong.push(format!("subscription {id} has another search text than its names"));
        }
    }
    Ok(wrong)
}

pub(in crate::audit) fn of_invoices(tx: &mut Tx<'_>, book: &Book, papers: &[Paper]) -> Found {
    let mut labels: Vec<(&str, Label)> = Vec::new();
    for paper in papers {
        let id = paper.row.columns.id.as_str();
        let pricings = apply::invoices::pricings(&paper.restored);
        labels.extend(pricings.iter().map(|pricing| (id, Label::new("pricing", pricing))));
        labels
            .extend(apply::invoices::labels(&paper.restored).into_iter().map(|label| (id, label)));
    }
    let pairs: Vec<(&str, &Label)> = labels.iter().map(|(id, label)| (*id, label)).collect();
    let lacking = label::lacking(tx, &book.company, store::invoice::KIND, &pairs)?;
    Ok(lacking.into_iter().map(|id| format!("invoice {id} lacks a label")).collect())
}
