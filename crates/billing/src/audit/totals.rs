//! The identity of an invoice: lines less discounts plus tax less credits is the total, and each
//! sum is that of its parts.

use money::{Amount, AmountError};

use crate::audit::finding::{Finding, own};
use crate::id::CreditHandle;
use crate::invoice::{Invoice, InvoiceState};
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let sums = |invoice: &Invoice| sums(snapshot, invoice).unwrap_or_else(|e| one(invoice, e));
    own(snapshot).flat_map(|known| sums(known)).collect()
}

fn one(invoice: &Invoice, error: AmountError) -> Vec<Finding> {
    vec![format!("invoice {} cannot be added up: {error}", invoice.id)]
}

fn sums(snapshot: &Snapshot, invoice: &Invoice) -> Result<Vec<Finding>, AmountError> {
    let sum = |amounts: Vec<Amount>| Amount::sum(invoice.currency, amounts);
    let of_lines =
        |get: fn(&crate::invoice::Line) -> Amount| sum(invoice.lines.iter().map(get).collect());
    let credits =
        invoice.credits.iter().map(|detail| detail.amount()).collect::<Result<Vec<_>, _>>()?;
    let totals = &invoice.totals;
    let total = totals.sub_total.checked_sub(totals.discount)?.checked_add(totals.tax)?;
    let nets = sum(invoice.credits.iter().map(|detail| detail.net).collect())?;
    // A draft below zero has not made its credit yet.
    let waits = invoice.issue().is_none() && invoice.is_credit_note();
    let (credits, nets) = match waits {
        true => (totals.credits, totals.credits_net),
        false => (sum(credits)?, nets),
    };
    let revenue = match invoice.state {
        InvoiceState::Void { .. } => Amount::zero(invoice.currency),
        _ => {
            let earned = totals.net.checked_sub(sum(not_money(snapshot, invoice))?)?;
            earned.checked_sub(sum(sales(invoice)?)?)?
        }
    };
    let table = [
        ("lines", of_lines(|line| line.amount)?, totals.sub_total),
        ("discounts of lines", of_lines(|line| line.discount)?, totals.discount),
        ("discounts", sum(invoice.discounts.iter().map(|d| d.amount).collect())?, totals.discount),
        ("tax of lines", of_lines(|line| line.tax)?, totals.tax),
        ("taxes", sum(invoice.taxes.iter().map(|tax| tax.amount).collect())?, totals.tax),
        ("credits", credits, totals.credits),
        ("a total", total.checked_sub(credits)?, totals.total),
        ("nets of credits", nets, totals.credits_net),
        ("revenue", revenue, totals.revenue),
    ];
    let wrong = table.iter().filter(|(_, found, noted)| found != noted);
    let mut findings: Vec<Finding> = wrong
        .map(|(what, found, noted)| {
            format!("invoice {} has {what} of {found}, noted is {noted}", invoice.id)
        })
        .collect();
    if totals.total.is_negative() {
        findings.push(format!("invoice {} has a total below zero", invoice.id));
    }
    findings.extend(credits_booked(invoice)?);
    Ok(findings)
}

/// The nets of lines that sell money, or give some of it back.
fn sales(invoice: &Invoice) -> Result<Vec<Amount>, AmountError> {
    invoice.lines.iter().filter(|line| line.sells_money()).map(|line| line.net()).collect()
}

/// The nets of what credits paid and got that are not money: what these pay is no revenue, and
/// what is put into them is none that is lost.
fn not_money(snapshot: &Snapshot, invoice: &Invoice) -> Vec<Amount> {
    let is_money =
        |id: &CreditHandle| snapshot.credit(id).is_some_and(|credit| credit.origin.is_money());
    let details =
        invoice.credits.iter().filter(|known| known.credit().is_some_and(|id| !is_money(id)));
    let later = invoice.payments.iter().filter_map(|payment| payment.credit.as_ref());
    let later = later.filter(|paid| !is_money(&paid.credit));
    details.map(|detail| detail.net).chain(later.map(|paid| paid.net)).collect()
}

/// Paid exactly when nothing is due.
fn credits_booked(invoice: &Invoice) -> Result<Option<Finding>, AmountError> {
    let due = invoice.due()?;
    let right = match invoice.state {
        InvoiceState::Paid { .. } => due.is_zero(),
        InvoiceState::Pending(_) => due.is_positive(),
        InvoiceState::Draft { .. } | InvoiceState::Void { .. } => true,
    };
    Ok((!right).then(|| format!("invoice {} has {due} due, which its state denies", invoice.id)))
}
