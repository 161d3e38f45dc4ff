//! Rows of one-time charges.

use billing::one_time::{OneTime, OneTimePrice};
use billing::snapshot::Snapshot;
use records::{CustomerId, OneTimeId};
use store::one_time::OneTimeRow;

use super::context::{ApplyContext, differing};
use crate::Failure;
use crate::bill::load::Loaded;
use crate::bill::stored;

/// Everything that changes of the one-time charges of one customer.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) created: Vec<OneTimeRow>,
    pub(crate) changed: Vec<OneTimeRow>,
    /// Pricings that are in use from now on, each with its product.
    pub(crate) used: Vec<(String, String)>,
}

pub(super) fn rows(
    context: &ApplyContext<'_>,
    loaded: &Loaded,
    after: &Snapshot,
) -> Result<Rows, Failure> {
    let mut rows = Rows::default();
    let mut fresh = context.one_times.iter();
    for (old, known) in differing(&loaded.snapshot.one_times, &after.one_times, |known| &known.id) {
        let id = OneTimeId::from(known.id.to_string());
        let (state, invoice) = stored::one_time_state(known);
        let invoice_id = invoice.map(|id| id.to_string().into());
        match old.and_then(|_| loaded.one_times.get(&id)) {
            Some((row, _)) => rows.changed.push(OneTimeRow {
                state: state.to_owned(),
                invoice_id,
                updated_at: context.now,
                ..row.clone()
            }),
            None => {
                let doc = fresh.next().map(|fresh| fresh.doc.clone()).unwrap_or_default();
                let mut row = created(context, &loaded.billed.customer_id, known, doc)?;
                (row.state, row.invoice_id) = (state.to_owned(), invoice_id);
                rows.created.push(row);
                if let OneTimePrice::Pricing(pricing) = &known.price {
                    rows.used.push((pricing.id.to_string(), pricing.product.to_string()));
                }
            }
        }
    }
    Ok(rows)
}

fn created(
    context: &ApplyContext<'_>,
    payer: &CustomerId,
    known: &OneTime,
    doc: String,
) -> Result<OneTimeRow, Failure> {
    Ok(OneTimeRow {
        id: known.id.to_string().into(),
        customer_id: (&*known.order.customer).into(),
        billed_customer_id: payer.clone(),
        order_id: known.order.id.to_string(),
        kind: stored::one_time_kind(known).to_owned(),
        state: String::new(),
        invoice_id: None,
        created_at: known.order.created.into(),
        updated_at: context.now,
        doc,
        billing: stored::one_time_document(known, &context.one_time_text)?,
    })
}
