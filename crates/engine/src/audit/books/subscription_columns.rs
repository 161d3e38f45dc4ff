//! The columns and the document of a subscription say what its terms and its progress say.

use billing::subscription::{DiscountState, Subscription};
use records::subscription::discount::{self, Discount};
use store::Tx;
use store::subscription::Columns;

use super::{Book, Kept};
use crate::audit::Found;
use crate::bill::apply::quantities;
use crate::bill::apply::subscriptions::follow;
use crate::bill::{kept, wire};
use crate::subscriptions;

pub(in crate::audit) fn check(_: &mut Tx<'_>, book: &Book) -> Found {
    let mut wrong = Vec::new();
    for kept in &book.subscriptions {
        let Some(own) = &kept.restored else { continue };
        let columns = &kept.row.columns;
        let mut fields = columns_that_differ(columns, &follow(own, columns.clone()));
        let id = &columns.id;
        match documents_that_differ(kept, own) {
            Ok(differ) => fields.extend(differ),
            Err(error) => wrong.push(format!("subscription {id}: {error}")),
        }
        wrong.extend(fields.iter().map(|field| {
            format!("subscription {id} has another {field} than its terms and progress say")
        }));
    }
    Ok(wrong)
}

fn columns_that_differ(noted: &Columns, own: &Columns) -> Vec<&'static str> {
    let same = [
        ("id", noted.id == own.id),
        ("status", noted.status == own.status),
        ("currency", noted.currency == own.currency),
        ("mrr", noted.mrr == own.mrr),
        ("arr", noted.arr == own.arr),
        ("start_date", noted.start_date == own.start_date),
        ("end_date", noted.end_date == own.end_date),
        ("renewal_date", noted.renewal_date == own.renewal_date),
        ("effective_end_date", noted.effective_end_date == own.effective_end_date),
        ("next_invoice_date", noted.next_invoice_date == own.next_invoice_date),
        ("auto_charges", noted.auto_charges == own.auto_charges),
        ("auto_renews", noted.auto_renews == own.auto_renews),
        ("trial", noted.trial == own.trial),
        ("created_at", noted.created_at == own.created_at),
    ];
    same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect()
}

fn documents_that_differ(
    kept: &Kept,
    own: &Subscription,
) -> Result<Vec<&'static str>, kept::Unreadable> {
    let noted: records::Subscription = kept::read(&kept.row.doc)?;
    let discounts: Vec<Discount> = kept::read(&kept.row.discounts)?;
    let plans: Vec<String> =
        own.pricings.iter().map(|state| state.pricing.id.to_string()).collect();
    let same = [
        ("product_pricing_ids", noted.product_pricing_ids == plans),
        ("num_licenses", quantities::shows(&noted.config_items, own)),
        ("minimum_spend", noted.minimum_spend == own.minimum.map(wire)),
        (
            "invoice_due_date_from_creation",
            noted.invoice_due_date_from_creation == own.due_days.map(i64::from),
        ),
        ("billing_anchor_date", noted.billing_anchor_date == Some(own.anchor.instant().into())),
        ("term", noted.term == subscriptions::term(own.term)),
        ("discounts", same_discounts(&discounts, own)),
    ];
    Ok(same.iter().filter(|(_, same)| !same).map(|(field, _)| *field).collect())
}

fn same_discounts(noted: &[Discount], own: &Subscription) -> bool {
    let state = |own: DiscountState| match own {
        DiscountState::Pending => discount::DiscountState::Pending,
        DiscountState::Active => discount::DiscountState::Active,
        DiscountState::Revoked => discount::DiscountState::Revoked,
        DiscountState::Expired => discount::DiscountState::Expired,
        DiscountState::Consumed => discount::DiscountState::Consumed,
    };
    noted.len() == own.discounts.len()
        && noted
            .iter()
            .zip(&own.discounts)
            .all(|(noted, own)| noted.id == own.id.to_string() && noted.state == state(own.state))
}
