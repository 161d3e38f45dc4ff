//! The columns and the document of a subscription say what its terms and its progress say.

use billing::subscription::{DiscountState, Subscription};
use records::subscription::discount::{self, Discount};
use store::Tx;
use store::subscription::Columns;

use super::{Book, StoredSubscription};
use crate::audit::Found;
use crate::bill::apply::columns::follow;
use crate::bill::apply::quantities;
use crate::bill::stored;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let mut wrong = Vec::new();
    for stored in &book.subscriptions {
        let Some(subscription) = &stored.restored else { continue };
        let columns = &stored.row.columns;
        let lines = book.snapshot.pending_lines.of(&subscription.id);
        let waits = subscription.is_over() && !lines.is_empty();
        let others = Columns { waits, ..columns.clone() };
        let mut fields = columns_that_differ(columns, &follow(subscription, others));
        let id = &columns.id;
        match documents_that_differ(stored, subscription) {
            Ok(differ) => fields.extend(differ),
            Err(error) => wrong.push(format!("subscription {id}: {error}")),
        }
        wrong.extend(fields.iter().map(|field| {
            format!("subscription {id} has another {field} than its terms and progress say")
        }));
    }
    Ok(wrong)
}

fn columns_that_differ(noted: &Columns, columns: &Columns) -> Vec<&'static str> {
    let same = [
        ("id", noted.id == columns.id),
        ("status", noted.status == columns.status),
        ("currency", noted.currency == columns.currency),
        ("mrr", noted.mrr == columns.mrr),
        ("arr", noted.arr == columns.arr),
        ("start_date", noted.start_date == columns.start_date),
        ("end_date", noted.end_date == columns.end_date),
        ("renewal_date", noted.renewal_date == columns.renewal_date),
        ("effective_end_date", noted.effective_end_date == columns.effective_end_date),
        ("next_invoice_date", noted.next_invoice_date == columns.next_invoice_date),
        ("auto_charges", noted.auto_charges == columns.auto_charges),
        ("auto_renews", noted.auto_renews == columns.auto_renews),
        ("trial", noted.trial == columns.trial),
        ("waits", noted.waits == columns.waits),
        ("created_at", noted.created_at == columns.created_at),
    ];
    same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect()
}

fn documents_that_differ(
    stored: &StoredSubscription,
    subscription: &Subscription,
) -> Result<Vec<&'static str>, stored::Unreadable> {
    let noted: records::Subscription = stored::read(&stored.row.doc)?;
    let discounts: Vec<Discount> = stored::read(&stored.row.discounts)?;
    let plans: Vec<String> =
        subscription.state.pricings.iter().map(|state| state.pricing.id.to_string()).collect();
    let same = [
        ("product_pricing_ids", noted.product_pricing_ids == plans),
        ("num_licenses", quantities::shows(&noted.config_items, subscription)),
        ("minimum_spend", noted.minimum_spend == subscription.terms.minimum),
        (
            "invoice_due_date_from_creation",
            noted.invoice_due_date_from_creation == subscription.terms.due_days.map(i64::from),
        ),
        (
            "billing_anchor_date",
            noted.billing_anchor_date == Some(subscription.terms.anchor.instant().into()),
        ),
        ("term", noted.term == Some(subscription.terms.term)),
        ("discounts", same_discounts(&discounts, subscription)),
    ];
    Ok(same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect())
}

fn same_discounts(noted: &[Discount], subscription: &Subscription) -> bool {
    let state = |state: DiscountState| match state {
        DiscountState::Pending => discount::DiscountState::Pending,
        DiscountState::Active => discount::DiscountState::Active,
        DiscountState::Revoked => discount::DiscountState::Revoked,
        DiscountState::Expired => discount::DiscountState::Expired,
        DiscountState::Consumed => discount::DiscountState::Consumed,
    };
    noted.len() == subscription.discounts.len()
        && noted.iter().zip(&subscription.discounts).all(|(noted, discount)| {
            *noted.id == *discount.id.to_string() && noted.state == state(discount.state)
        })
}
