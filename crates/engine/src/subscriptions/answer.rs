//! A subscription as it is answered: columns and what it refers to, spliced before its document.

use records::Moment;
use store::document::Answer;
use store::subscription::{Columns, SubscriptionRow};

/// What it refers to, each already JSON.
pub(super) struct Around<'a> {
    pub(super) customer: &'a str,
    pub(super) discounts: &'a str,
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
        .json("discounts", around.discounts)
        .json("product_pricings", &around.pricings)
        .json("sales_user", around.sales_user);
    answer.over(doc)
}

fn columns(answer: &mut Answer, known: &Columns) {
    answer
        .amount("arr", &known.currency, known.arr)
        .json("auto_charges", known.auto_charges)
        .json("auto_renews", known.auto_renews)
        .maybe_text("bundle_pricing_id", known.bundle_pricing_id.as_deref())
        .moment("created_at", Some(known.created_at))
        .text("currency", &known.currency)
        .text("customer_id", &known.customer_id)
        .moment("end_date", known.end_date)
        .maybe_text("group_id", known.group_id.as_deref())
        .text("id", &known.id)
        .maybe_text("identifier", known.identifier.as_deref())
        .amount("mrr", &known.currency, known.mrr)
        .moment("next_invoice_date", known.next_invoice_date)
        .json("parent_billed", known.parent_billed)
        .maybe_text("payment_method_id", known.payment_method_id.as_deref())
        .moment("renewal_date", known.renewal_date)
        .maybe_text("sales_user_id", known.sales_user_id.as_deref())
        .moment("start_date", Some(known.start_date))
        .text("status", &known.status.to_lowercase())
        .json("trial", known.trial)
        .moment("updated_at", Some(known.updated_at));
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

fn life(answer: &mut Answer, known: &Life) {
    fn json(text: &Option<String>) -> &str {
        text.as_deref().unwrap_or("null")
    }
    answer
        .json("cancel_config", json(&known.cancel_config))
        .moment("cancel_date", known.cancel_date)
        .json("change_config", json(&known.change_config))
        .moment("change_date", known.change_date)
        .json("pause_config", json(&known.pause_config))
        .moment("pause_date", known.pause_date)
        .json("scheduled_changes", known.scheduled_changes.as_deref().unwrap_or("[]"))
        .moment("trial_conversion_date", known.trial_conversion_date);
}
