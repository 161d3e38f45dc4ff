//! A subscription as it is answered: columns and what it refers to, spliced before its document.

use records::Moment;
use store::document::Answer;
use store::subscription::{Columns, SubscriptionRow};

/// What it refers to, each already JSON.
pub(super) struct Around<'a> {
    pub(super) customer: &'a str,
    pub(super) entitlements: String,
    /// What is ahead of it and what became of it; nothing for most.
    pub(super) life: Life,
    pub(super) pricings: String,
    pub(super) sales_user: &'a str,
}

pub(super) fn answer(row: &SubscriptionRow, around: &Around<'_>) -> String {
    let doc = &row.doc;
    let others = around.customer.len() + around.pricings.len() + around.entitlements.len();
    let mut answer = Answer::new(others + around.sales_user.len() + doc.len() + 1024);
    columns(&mut answer, &row.columns);
    life(&mut answer, &around.life);
    answer
        .json("computed_entitlements", &around.entitlements)
        .json("customer", around.customer)
        .json("discounts", &row.discounts)
        .json("product_pricings", &around.pricings)
        .json("sales_user", around.sales_user);
    answer.over(doc)
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

/// The fields that follow from a life, each already JSON.
#[derive(Default)]
pub(super) struct Life {
    pub(super) cancel_config: Option<String>,
    pub(super) cancel_date: Option<Moment>,
    pub(super) change_config: Option<String>,
    pub(super) change_date: Option<Moment>,
    pub(super) pause_config: Option<String>,
    pub(super) pause_date: Option<Moment>,
    pub(super) scheduled_changes: Option<String>,
    pub(super) trial_conversion_date: Option<Moment>,
}

fn life(answer: &mut Answer, own: &Life) {
    fn json(text: &Option<String>) -> &str {
        text.as_deref().unwrap_or("null")
    }
    answer
        .json("cancel_config", json(&own.cancel_config))
        .moment("cancel_date", own.cancel_date)
        .json("change_config", json(&own.change_config))
        .moment("change_date", own.change_date)
        .json("pause_config", json(&own.pause_config))
        .moment("pause_date", own.pause_date)
        .json("scheduled_changes", own.scheduled_changes.as_deref().unwrap_or("[]"))
        .moment("trial_conversion_date", own.trial_conversion_date);
}
