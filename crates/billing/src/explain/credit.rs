//! A credit: what it had, what it may pay, and what that is of net and of tax. What an invoice
//! itself gives back stands here too, below zero.

use money::{Amount, AmountError, Ratio};

use crate::credit::{Precedence, Scope};
use crate::explain::explanation::{Of, Part};
use crate::explain::pen::Pen;
use crate::explain::step::{Figure, Step};
use crate::id::CreditHandle;
use crate::invoice::{CreditDetail, Means, Settling};

pub(crate) fn part(pen: &Pen, detail: &CreditDetail) -> Result<Part, AmountError> {
    let amount = detail.amount()?;
    let steps = match &detail.means {
        Some(means) => paid(pen, detail, means, amount),
        None => given(pen, detail, amount),
    };
    Ok(Part {
        of: Of::Credit(detail.credit().cloned()),
        title: title(pen, detail, amount),
        period: None,
        exact: amount.major(),
        amount,
        steps,
        spread: Vec::new(),
    })
}

/// What paid, or where goes what is given back.
fn title(pen: &Pen, detail: &CreditDetail, amount: Amount) -> String {
    match &detail.of {
        Settling::Credit(credit) if amount.is_negative() => {
            format!("New credit {}", pen.name(credit))
        }
        Settling::Credit(credit) => format!("Credit {}", pen.name(credit)),
        Settling::Due { invoice } => format!("Off what is due of {}", pen.name(invoice)),
        Settling::Refund { invoice } => format!("Refund of payments of {}", pen.name(invoice)),
        Settling::Restored { credit, .. } => format!("Back to credit {}", pen.name(credit)),
    }
}

/// Net and tax are paid in proportion.
fn paid(pen: &Pen, detail: &CreditDetail, means: &Means, amount: Amount) -> Vec<Step> {
    let major = |minor: &Ratio| pen.major(minor);
    let (net, tax) = (major(&means.net), major(&means.tax));
    let balance = major(&means.balance);
    let mut steps: Vec<Step> =
        before(pen, means.precedence.as_ref(), next(pen, detail)).into_iter().collect();
    let rest = pen.money(&(&balance - amount.major()));
    steps.push(Step::says(format!("{rest} are left of it afterwards.")));
    let mut left = net.clone();
    if !tax.is_zero() {
        let terms =
            vec![Figure::money(net.clone()).noted("net"), Figure::money(tax.clone()).noted("tax")];
        let step = pen.sum("Left of what it may pay", terms);
        left = step.result();
        steps.push(step);
    }
    let mut terms = vec![
        Figure::money(balance.clone()).noted("the credit had"),
        Figure::money(left.clone()).noted("it may pay"),
    ];
    if amount.major() < balance.min(left.clone()) {
        terms.push(Figure::money(amount.major()).noted("left to pay of the invoice"));
    }
    steps.push(pen.smallest("It pays", terms));
    if let Some(part) = Figure::fraction(net, left).filter(|_| !tax.is_zero()) {
        let terms = vec![Figure::money(amount.major()), part];
        let share = pen.product("Of net", terms);
        steps.extend([Some(share.clone()), pen.rounded(&share.result())].into_iter().flatten());
        let terms = vec![Figure::money(amount.major()), Figure::money(-detail.net.major())];
        steps.push(pen.sum("Of tax", terms));
        let terms = vec![
            Figure::money(detail.net.major()).noted("net"),
            Figure::money(detail.tax.major()).noted("tax"),
        ];
        steps.push(pen.sum("Together", terms));
    }
    steps
}

/// Why a credit comes before the next one, if there is one.
pub(crate) fn before(
    pen: &Pen,
    this: Option<&Precedence>,
    next: Option<(&CreditHandle, Option<&Precedence>)>,
) -> Option<Step> {
    let (this, (id, next)) = (this?, next?);
    let next = next?;
    let why = if this.of_child && !next.of_child {
        "it belongs to the customer whom the invoice is paid for".to_owned()
    } else if this.scope != next.scope {
        let whom = match this.scope {
            Scope::Subscription => "one subscription",
            Scope::Product => "some products",
            Scope::Customer => "this customer",
        };
        format!("it is for {whom} alone")
    } else if let Some(at) = this.expires.filter(|_| this.expires != next.expires) {
        format!("it expires first, on {}", pen.day(at))
    } else {
        "it is older".to_owned()
    };
    Some(Step::says(format!("It is used before credit {}, since {why}.", pen.name(id))))
}

/// What pays after a credit.
fn next<'a>(
    pen: &'a Pen,
    detail: &CreditDetail,
) -> Option<(&'a CreditHandle, Option<&'a Precedence>)> {
    let paying = pen.invoice.credits.iter().filter(|each| each.means.is_some());
    let next = paying.skip_while(|each| *each != detail).nth(1)?;
    Some((next.credit()?, next.means.as_ref()?.precedence.as_ref()))
}

/// What is below zero is given back.
fn given(pen: &Pen, detail: &CreditDetail, amount: Amount) -> Vec<Step> {
    let text = match &detail.of {
        Settling::Credit(_) if !amount.is_negative() => {
            "What is left of it is paid out with the end of the subscription.".to_owned()
        }
        Settling::Credit(_) => "What is below zero became a new credit.".to_owned(),
        Settling::Due { invoice } => {
            format!("What is below zero first pays what is still due of {}.", pen.name(invoice))
        }
        Settling::Refund { invoice } => {
            format!("What is below zero goes back the way {} was paid.", pen.name(invoice))
        }
        Settling::Restored { invoice, .. } => {
            format!("What is below zero goes back to the credit that paid {}.", pen.name(invoice))
        }
    };
    let mut steps = Vec::new();
    steps.extend((!text.is_empty()).then(|| Step::says(text)));
    let terms = vec![
        Figure::money(detail.net.major()).noted("net"),
        Figure::money(detail.tax.major()).noted("tax"),
    ];
    steps.push(pen.sum("", terms));
    steps
}
