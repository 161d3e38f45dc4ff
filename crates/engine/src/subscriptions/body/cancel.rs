//! The body of a cancel.

use billing::command::AskCancel;
use billing::id::Handle;
use billing::subscription::Refund;
use calendar::Timestamp;
use money::{Amount, Currency};
use records::subscription::cancel::{CancelConfig, CancelRequest, RefundType};
use records::subscription::change::ChangeTiming;
use records::{Object, SubscriptionId};
use serde_json::json;

use super::change::timing;
use super::{discounts, terms};
use crate::Session;
use crate::refusal::Faults;

/// A cancel that was checked, as far as a body can tell.
pub(crate) struct Cancelled {
    body: CancelRequest,
    custom_end: Option<Timestamp>,
    custom_refund: Option<Amount>,
}

impl Cancelled {
    /// Reads a body that the schema has accepted.
    pub(crate) fn read(
        session: &Session<'_, '_>,
        body: CancelRequest,
        currency: Option<Currency>,
        faults: &mut Faults,
    ) -> Cancelled {
        let timing = body.timing.unwrap_or(ChangeTiming::PeriodEnd);
        let date = (timing, body.custom_end_date);
        let custom_end = terms::custom_date(session, date, "custom_end_date", faults);
        let refund = body.refund_type.unwrap_or(RefundType::None);
        if body.charge_remaining_balance == Some(true) && refund != RefundType::None {
            let detail = "What is left of the term is not billed and given back at once.";
            faults.add("/charge_remaining_balance", "mismatch", detail);
        }
        let pointer = "/custom_refund_amount";
        let custom = &body.custom_refund_amount;
        match (refund, custom.is_some()) {
            (RefundType::Custom, false) => {
                faults.add(pointer, "required", "The refund type CUSTOM needs an amount.");
            }
            (RefundType::Custom, true) | (_, false) => {}
            (_, true) => {
                faults.add(pointer, "mismatch", "Only the refund type CUSTOM has an amount.");
            }
        }
        let custom_refund = discounts::money(custom, currency, pointer, faults);
        Cancelled { body, custom_end, custom_refund }
    }

    /// Whether the customer is to be written to.
    pub(crate) fn sends_receipt(&self) -> bool {
        self.body.send_customer_receipt == Some(true)
    }

    pub(crate) fn command(&self, subscription: &SubscriptionId) -> AskCancel {
        let body = &self.body;
        AskCancel {
            subscription: Handle::known(subscription),
            timing: timing(body.timing.unwrap_or(ChangeTiming::PeriodEnd)),
            custom_end: self.custom_end,
            refund: match (body.refund_type, self.custom_refund) {
                (Some(RefundType::Custom), Some(amount)) => Refund::Custom(amount),
                (Some(RefundType::Prorated), _) => Refund::Prorated,
                (Some(RefundType::Full), _) => Refund::Full,
                _ => Refund::None,
            },
            remaining_balance: body.charge_remaining_balance.unwrap_or(false),
            pending_invoices: body.cancel_pending_invoices.unwrap_or(false),
        }
    }

    /// As it is kept and answered.
    pub(crate) fn config(&self) -> CancelConfig {
        let body = self.body.clone();
        CancelConfig {
            campaign_id: None,
            campaign_step_id: None,
            charge_remaining_balance: body.charge_remaining_balance.unwrap_or(false),
            custom_end_date: body.custom_end_date,
            custom_refund_amount: self.custom_refund,
            reason: body.reason.or(body.customer_cancel_reason),
            refund_type: Some(body.refund_type.unwrap_or(RefundType::None)),
            send_customer_receipt: body.send_customer_receipt.unwrap_or(false),
            timing: Some(body.timing.unwrap_or(ChangeTiming::PeriodEnd)),
        }
    }

    /// Why, in the words that were sent.
    pub(crate) fn reasons(&self) -> Object {
        let body = &self.body;
        let said =
            [("reason", &body.reason), ("customer_cancel_reason", &body.customer_cancel_reason)];
        let said = said.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        said.map(|(name, text)| (name.to_owned(), json!(text))).collect()
    }
}
