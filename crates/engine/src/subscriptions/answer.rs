//! A subscription as it is answered: columns and what it refers to, spliced before its document.

use records::Moment;
use records::subscription::discount::{Discount, DiscountState};
use serde::Deserialize;
use serde_json::{Value, json};
use store::document::Answer;
use store::subscription::{Columns, SubscriptionRow};

use crate::Failure;

/// What it refers to, each already JSON.
pub(super) struct Around<'a> {
    pub(super) customer: &'a str,
    pub(super) entitlements: String,
    pub(super) pricings: String,
    pub(super) sales_user: &'a str,
}

pub(super) fn answer(
    row: &SubscriptionRow,
    around: &Around<'_>,
    now: Moment,
) -> Result<String, Failure> {
    let refreshed = refreshed(row, now)?;
    let doc = refreshed.as_deref().unwrap_or(&row.doc);
    let others = around.customer.len() + around.pricings.len() + around.entitlements.len();
    let mut answer = Answer::new(others + around.sales_user.len() + doc.len() + 1024);
    columns(&mut answer, &row.columns);
    answer
        .json("computed_entitlements", &around.entitlements)
        .json("customer", around.customer)
        .json("product_pricings", &around.pricings)
        .json("sales_user", around.sales_user);
    Ok(answer.over(doc))
}

fn columns(answer: &mut Answer, own: &Columns) {
    answer
        .amount("arr", &own.currency, own.arr)
        .json("auto_charges", own.auto_charges)
        .json("auto_renews", own.auto_renews)
        .maybe_text("bundle_pricing_id", own.bundle_pricing_id.as_deref())
        .moment("created_at", Some(own.created_at))
        .text("currency", &own.currency)
        .text("customer_id", &own.customer_id)
        .moment("end_date", own.end_date)
        .maybe_text("group_id", own.group_id.as_deref())
        .text("id", &own.id)
        .maybe_text("identifier", own.identifier.as_deref())
        .amount("mrr", &own.currency, own.mrr)
        .moment("next_invoice_date", own.next_invoice_date)
        .json("parent_billed", own.parent_billed)
        .maybe_text("payment_method_id", own.payment_method_id.as_deref())
        .moment("renewal_date", own.renewal_date)
        .maybe_text("sales_user_id", own.sales_user_id.as_deref())
        .moment("start_date", Some(own.start_date))
        .text("status", &own.status.to_lowercase())
        .json("trial", own.trial)
        .moment("updated_at", Some(own.updated_at));
}

/// The document with the states of its discounts as they are now: the cycle does not rewrite it,
/// and whether a discount has begun or lapsed follows from the dates. None where it has none.
fn refreshed(row: &SubscriptionRow, now: Moment) -> Result<Option<String>, Failure> {
    // Without this text there is no discount; with it there may still be none.
    if !row.doc.contains("\"discounts\":[{") {
        return Ok(None);
    }
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let mut doc: Value = serde_json::from_str(&row.doc).map_err(broken)?;
    let mut discounts: Vec<Discount> = Vec::deserialize(&doc["discounts"]).map_err(broken)?;
    for discount in &mut discounts {
        let settled = !matches!(discount.state, DiscountState::Active | DiscountState::Pending);
        if settled {
            continue;
        }
        let over = discount.expiration_date.is_some_and(|end| end <= now);
        discount.state = match row.columns.status.as_str() {
            _ if over => DiscountState::Expired,
            "PENDING" => DiscountState::Pending,
            _ => DiscountState::Active,
        };
    }
    doc["discounts"] = json!(discounts);
    Ok(Some(doc.to_string()))
}
