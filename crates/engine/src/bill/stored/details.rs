//! The details of an invoice (discounts, taxes, credits, payments) and its reason, as they are kept
//! and as the core has them.

use billing::id::{Handle, Name};
use billing::invoice::{
    CreditDetail, CreditPayment, DiscountDetail, Invoice, Payment, PaymentKind, Reason, Settling,
    TaxDetail,
};
use money::{Amount, Currency, Ratio};
use records::invoice::InvoiceReason;
use records::invoice::detail;
use records::invoice::payment::{self, PaymentType};

use super::{Unreadable, instant};

/// The id of a record; what a preview foresees has none.
fn named(known: &Name) -> Option<String> {
    Some(known.to_string()).filter(|id| !id.is_empty())
}

pub(super) fn credit(detail: &CreditDetail) -> Result<detail::CreditDetail, Unreadable> {
    Ok(detail::CreditDetail {
        amount: detail.amount()?,
        credit_id: detail.credit().and_then(|id| named(id)),
        invoice_uuid: detail.invoice().and_then(|id| named(id)),
        refunded: matches!(detail.of, Settling::Refund { .. }),
        net: detail.net,
        tax: detail.tax,
    })
}

/// What a document sends back of payments.
pub(super) fn refunds(
    known: &Invoice,
) -> impl Iterator<Item = Result<detail::Refund, Unreadable>> + '_ {
    known.credits.iter().filter_map(|detail| {
        let Settling::Refund { invoice } = &detail.of else { return None };
        let amount = || detail.amount()?.checked_neg();
        let refund = |amount| detail::Refund { amount, invoice_uuid: named(invoice) };
        Some(amount().map(refund).map_err(Unreadable::from))
    })
}

pub(super) fn credit_of(detail: &detail::CreditDetail, currency: Currency) -> CreditDetail {
    let credit = detail.credit_id.as_deref().map(Handle::known);
    let of = match (credit, detail.invoice_uuid.as_deref().map(Handle::known)) {
        (Some(credit), Some(invoice)) => Settling::Restored { credit, invoice },
        (None, Some(invoice)) if detail.refunded => Settling::Refund { invoice },
        (None, Some(invoice)) => Settling::Due { invoice },
        (credit, None) => Settling::Credit(credit.unwrap_or_else(|| Handle::known(""))),
    };
    let (net, tax) = (detail.net, detail.tax);
    CreditDetail { of, net, tax, means: None, restored: Amount::zero(currency) }
}

pub(super) fn discount(detail: &DiscountDetail) -> detail::DiscountDetail {
    detail::DiscountDetail {
        amount: detail.amount,
        discount_id: named(&detail.discount),
        name: detail.name.clone(),
    }
}

pub(super) fn discount_of(detail: &detail::DiscountDetail) -> DiscountDetail {
    DiscountDetail {
        discount: Handle::known(detail.discount_id.as_deref().unwrap_or_default()),
        name: detail.name.clone(),
        amount: detail.amount,
        taken: None,
    }
}

pub(super) fn tax(detail: &TaxDetail) -> Result<detail::TaxDetail, Unreadable> {
    Ok(detail::TaxDetail {
        amount: detail.amount,
        base: detail.base,
        name: detail.name.clone(),
        rate: rate(&detail.rate)?,
    })
}

/// A rate as a decimal, which every rate is.
pub(super) fn rate(rate: &Ratio) -> Result<records::Number, Unreadable> {
    let shown = records::Number::exactly(&rate.to_string());
    shown.ok_or_else(|| Unreadable::Missing(format!("the rate {rate} is no decimal")))
}

pub(super) fn tax_of(detail: &detail::TaxDetail) -> Result<TaxDetail, Unreadable> {
    let unread = |_| Unreadable::Missing(format!("the rate {}", detail.rate.as_str()));
    let rate = Ratio::parse_decimal(detail.rate.as_str()).map_err(unread)?;
    let (base, amount) = (detail.base, detail.amount);
    Ok(TaxDetail { name: detail.name.clone(), rate, base, amount, parts: Vec::new() })
}

pub(super) fn paid(payment: &Payment) -> payment::Payment {
    payment::Payment {
        amount: payment.amount,
        credit_id: payment.credit.as_ref().and_then(|by| named(&by.credit)),
        invoice_uuid: payment.given_by.as_ref().and_then(|id| named(id)),
        note: payment.note.clone(),
        paid_date: payment.date.into(),
        payment_type: match payment.kind {
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

pub(super) fn payment_of(payment: &payment::Payment) -> Result<Payment, Unreadable> {
    Ok(Payment {
        kind: payment_kind(payment.payment_type),
        amount: payment.amount,
        date: instant(payment.paid_date)?,
        note: payment.note.clone(),
        given_by: payment.invoice_uuid.as_deref().map(Handle::known),
        // Its parts are kept beside the terms of the invoice.
        credit: payment.credit_id.as_deref().map(|id| CreditPayment {
            credit: Handle::known(id),
            net: payment.amount,
            revenue: payment.amount,
            restored: Amount::zero(payment.amount.currency),
        }),
    })
}

/// How money came, in a word.
pub(crate) fn payment_word(payment_kind: PaymentKind) -> &'static str {
    match payment_kind {
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
fn payment_kind(payment_type: PaymentType) -> PaymentKind {
    match payment_type {
        PaymentType::Wire => PaymentKind::Wire,
        PaymentType::Ach => PaymentKind::Ach,
        PaymentType::Check => PaymentKind::Check,
        PaymentType::Cash => PaymentKind::Cash,
        PaymentType::Card => PaymentKind::Card,
        PaymentType::Other => PaymentKind::Other,
        PaymentType::Credit => PaymentKind::Credit,
    }
}

pub(super) fn reason(known: Reason) -> InvoiceReason {
    match known {
        Reason::Cycle => InvoiceReason::Cycle,
        Reason::Change => InvoiceReason::Change,
        Reason::Cancel => InvoiceReason::Cancel,
        Reason::OneTime => InvoiceReason::OneTime,
        Reason::Rollup => InvoiceReason::Rollup,
        Reason::Adjustment => InvoiceReason::Adjustment,
    }
}

pub(super) fn reason_of(invoice_reason: InvoiceReason) -> Reason {
    match invoice_reason {
        InvoiceReason::Cycle => Reason::Cycle,
        InvoiceReason::Change => Reason::Change,
        InvoiceReason::Cancel => Reason::Cancel,
        InvoiceReason::OneTime => Reason::OneTime,
        InvoiceReason::Rollup => Reason::Rollup,
        InvoiceReason::Adjustment => Reason::Adjustment,
    }
}
