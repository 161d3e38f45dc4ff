//! The total of an invoice, and what is still to be paid of it.

use money::{Amount, AmountError, Ratio};

use crate::explain::explanation::{Of, Part};
use crate::explain::pen::Pen;
use crate::explain::step::{Figure, Step};
use crate::invoice::{InvoiceState, Payment, PaymentKind};

pub(crate) fn total(pen: &Pen) -> Result<Part, AmountError> {
    let (invoice, totals) = (pen.invoice, &pen.invoice.totals);
    let mut steps = Vec::new();
    let order = pen.order.iter().filter_map(|place| Some((*place, invoice.lines.get(*place)?)));
    let lines: Vec<(usize, Ratio)> = order.map(|(at, line)| (at, line.amount.major())).collect();
    pen.added("Lines", &lines, &mut steps);
    let discounts: Vec<Amount> = invoice.discounts.iter().map(|detail| detail.amount).collect();
    let taxes: Vec<Amount> = invoice.taxes.iter().map(|known| known.amount).collect();
    for (words, amounts) in [("Discounts", &discounts), ("Taxes", &taxes)] {
        if amounts.len() > 1 {
            let terms = amounts.iter().map(|amount| Figure::money(amount.major())).collect();
            steps.push(pen.sum(words, terms));
        }
    }
    let credits = if totals.credits.is_negative() { "given back" } else { "credits" };
    let terms = [
        (totals.discount.checked_neg()?, "discounts"),
        (totals.tax, "tax"),
        (totals.credits.checked_neg()?, credits),
    ];
    let mut figures = vec![Figure::money(totals.sub_total.major()).noted("lines")];
    let others = terms.iter().filter(|(amount, _)| !amount.is_zero());
    figures.extend(others.map(|(amount, note)| Figure::money(amount.major()).noted(*note)));
    steps.push(pen.sum("Total", figures));
    Ok(part(Of::Total, "Total", totals.total, steps))
}

pub(crate) fn due(pen: &Pen) -> Result<Part, AmountError> {
    let invoice = pen.invoice;
    let due = invoice.due()?;
    let mut steps = Vec::new();
    match &invoice.state {
        InvoiceState::Void { .. } => steps.push(Step::says("Nothing is due: the invoice is void.")),
        InvoiceState::Draft { .. } => {
            steps.push(Step::says("Nothing is due before the invoice is final."));
        }
        InvoiceState::Pending(_) | InvoiceState::Paid { .. } => {}
    }
    if invoice.stands() {
        let mut terms = vec![Figure::money(invoice.totals.total.major()).noted("total")];
        for payment in &invoice.payments {
            let paid = payment.amount.checked_neg()?.major();
            terms.push(Figure::money(paid).noted(words(pen, payment)));
        }
        steps.push(pen.sum("To pay", terms));
    }
    if !invoice.refunded.is_zero() {
        steps.push(Step::says(format!("Refunded: {}.", invoice.refunded)));
    }
    Ok(part(Of::Due, "Due", due, steps))
}

fn part(of: Of, title: &str, amount: Amount, steps: Vec<Step>) -> Part {
    let (title, exact) = (title.to_owned(), amount.major());
    Part { of, title, period: None, exact, amount, steps, spread: Vec::new() }
}

fn words(pen: &Pen, payment: &Payment) -> String {
    let kind = match payment.kind {
        PaymentKind::Wire => "wire",
        PaymentKind::Ach => "ACH",
        PaymentKind::Check => "check",
        PaymentKind::Cash => "cash",
        PaymentKind::Card => "card",
        PaymentKind::Other => "payment",
        PaymentKind::Credit => "credit",
    };
    if let Some(by) = &payment.credit {
        return format!("credit {}, {}", pen.name(&by.credit), pen.day(payment.date));
    }
    match &payment.given_by {
        Some(by) => format!("{kind} by {}, {}", pen.name(by), pen.day(payment.date)),
        None => format!("{kind} of {}", pen.day(payment.date)),
    }
}
