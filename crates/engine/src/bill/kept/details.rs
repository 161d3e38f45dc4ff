//! The details of an invoice (discounts, taxes, credits, payments) and its reason, as they are kept
//! and as the core has them.

use billing::id::Handle;
use billing::invoice::{
    CreditDetail, DiscountDetail, Invoice, Payment, PaymentKind, Reason, Settling, TaxDetail,
};
use money::{Amount, Currency, Ratio};
use records::invoice::InvoiceReason;
use records::invoice::detail;
use records::invoice::payment::{self, PaymentType};

use super::{Unreadable, instant};
use crate::bill::wire::wire;

pub(super) fn money_of(own: &records::Amount, currency: Currency) -> Amount {
    Amount::new(currency, own.value_in_cents)
}

/// The id of a record; what a preview foresees has none.
fn named(own: &Handle) -> Option<String> {
    Some(own.to_string()).filter(|id| !id.is_empty())
}

pub(super) fn credit(own: &CreditDetail) -> Result<detail::CreditDetail, Unreadable> {
    Ok(detail::CreditDetail {
        amount: wire(own.amount()?),
        credit_id: own.credit().and_then(named),
        invoice_uuid: own.invoice().and_then(named),
        refunded: matches!(own.of, Settling::Refund { .. }),
        net: wire(own.net),
        tax: wire(own.tax),
    })
}

/// What a document sends back of payments.
pub(super) fn refunds(
    own: &Invoice,
) -> impl Iterator<Item = Result<detail::Refund, Unreadable>> + '_ {
    own.credits.iter().filter_map(|detail| {
        let Settling::Refund { invoice } = &detail.of else { return None };
        let amount = || detail.amount()?.checked_neg();
        let refund = |amount| detail::Refund { amount: wire(amount), invoice_uuid: named(invoice) };
        Some(amount().map(refund).map_err(Unreadable::from))
    })
}

pub(super) fn credit_of(own: &detail::CreditDetail, currency: Currency) -> CreditDetail {
    let known = |id: &String| Handle::Known(id.as_str().into());
    let credit = own.credit_id.as_ref().map(known);
    let of = match (credit, own.invoice_uuid.as_ref().map(known)) {
        (Some(credit), Some(invoice)) => Settling::Restored { credit, invoice },
        (None, Some(invoice)) if own.refunded => Settling::Refund { invoice },
        (None, Some(invoice)) => Settling::Due { invoice },
        (credit, None) => Settling::Credit(credit.unwrap_or_else(|| Handle::Known("".into()))),
    };
    let (net, tax) = (money_of(&own.net, currency), money_of(&own.tax, currency));
    CreditDetail { of, net, tax, means: None, restored: Amount::zero(currency) }
}

pub(super) fn discount(own: &DiscountDetail) -> detail::DiscountDetail {
    detail::DiscountDetail {
        amount: wire(own.amount),
        discount_id: named(&own.discount),
        name: own.name.clone(),
    }
}

pub(super) fn discount_of(own: &detail::DiscountDetail, currency: Currency) -> DiscountDetail {
    DiscountDetail {
        discount: Handle::Known(own.discount_id.as_deref().unwrap_or_default().into()),
        name: own.name.clone(),
        amount: money_of(&own.amount, currency),
        taken: None,
    }
}

pub(super) fn tax(own: &TaxDetail) -> detail::TaxDetail {
    detail::TaxDetail {
        amount: wire(own.amount),
        base: wire(own.base),
        name: own.name.clone(),
        rate: records::Number::exactly(&own.rate.to_string()).unwrap_or_default(),
    }
}

pub(super) fn tax_of(own: &detail::TaxDetail, currency: Currency) -> Result<TaxDetail, Unreadable> {
    let unread = |_| Unreadable::Missing(format!("the rate {}", own.rate.as_str()));
    let rate = Ratio::parse_decimal(own.rate.as_str()).map_err(unread)?;
    let (base, amount) = (money_of(&own.base, currency), money_of(&own.amount, currency));
    Ok(TaxDetail { name: own.name.clone(), rate, base, amount, parts: Vec::new() })
}

pub(super) fn paid(own: &Payment) -> payment::Payment {
    payment::Payment {
        amount: wire(own.amount),
        credit_id: None,
        invoice_uuid: own.given_by.as_ref().and_then(named),
        note: own.note.clone(),
        paid_date: own.date.into(),
        payment_type: match own.kind {
            PaymentKind::Wire => PaymentType::Wire,
            PaymentKind::Ach => PaymentType::Ach,
            PaymentKind::Check => PaymentType::Check,
            PaymentKind::Cash => PaymentType::Cash,
            PaymentKind::Card => PaymentType::Card,
            PaymentKind::Other => PaymentType::Other,
            PaymentKind::Credit => PaymentType::Credit,
        },
    }
}

pub(super) fn payment_of(
    own: &payment::Payment,
    currency: Currency,
) -> Result<Payment, Unreadable> {
    Ok(Payment {
        kind: payment_kind(own.payment_type),
        amount: money_of(&own.amount, currency),
        date: instant(own.paid_date)?,
        note: own.note.clone(),
        given_by: own.invoice_uuid.as_deref().map(|id| Handle::Known(id.into())),
    })
}

/// How money came, in a word.
pub(crate) fn payment_word(own: PaymentKind) -> &'static str {
    match own {
        PaymentKind::Wire => "WIRE",
        PaymentKind::Ach => "ACH",
        PaymentKind::Check => "CHECK",
        PaymentKind::Cash => "CASH",
        PaymentKind::Card => "CARD",
        PaymentKind::Other => "OTHER",
        PaymentKind::Credit => "CREDIT",
    }
}

/// How money came, as the core calls it.
fn payment_kind(own: PaymentType) -> PaymentKind {
    match own {
        PaymentType::Wire => PaymentKind::Wire,
        PaymentType::Ach => PaymentKind::Ach,
        PaymentType::Check => PaymentKind::Check,
        PaymentType::Cash => PaymentKind::Cash,
        PaymentType::Card => PaymentKind::Card,
        PaymentType::Other => PaymentKind::Other,
        PaymentType::Credit => PaymentKind::Credit,
    }
}

pub(super) fn reason(own: Reason) -> InvoiceReason {
    match own {
        Reason::Cycle => InvoiceReason::Cycle,
        Reason::Change => InvoiceReason::Change,
        Reason::Cancel => InvoiceReason::Cancel,
        Reason::OneTime => InvoiceReason::OneTime,
        Reason::Rollup => InvoiceReason::Rollup,
        Reason::Adjustment => InvoiceReason::Adjustment,
    }
}

pub(super) fn reason_of(own: InvoiceReason) -> Reason {
    match own {
        InvoiceReason::Cycle => Reason::Cycle,
        InvoiceReason::Change => Reason::Change,
        InvoiceReason::Cancel => Reason::Cancel,
        InvoiceReason::OneTime => Reason::OneTime,
        InvoiceReason::Rollup => Reason::Rollup,
        InvoiceReason::Adjustment => Reason::Adjustment,
    }
}
