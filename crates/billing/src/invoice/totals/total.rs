//! An invoice from its lines to its totals. The identity
//! `total = sub_total − discounts + tax − credits` holds by construction.

use money::{Amount, AmountError, Currency, Ratio};

use crate::invoice::totals::discount::{Discount, DiscountUse, discount};
use crate::invoice::totals::error::InvoiceError;
use crate::invoice::totals::line::Line;
use crate::invoice::totals::pay::{Credit, CreditUse, pay};
use crate::invoice::totals::tax::{TaxUse, tax};

/// Everything an invoice is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    pub currency: Currency,
    pub lines: Vec<Line>,
    pub discounts: Vec<Discount>,
    /// Tax rates as parts of one: 0.19 for 19 %.
    pub rates: Vec<Ratio>,
    pub credits: Vec<Credit>,
}

/// A computed invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totalled {
    /// What remains of each line after discounts.
    pub nets: Vec<Amount>,
    pub discounts: Vec<DiscountUse>,
    pub taxes: Vec<TaxUse>,
    pub credits: Vec<CreditUse>,
    pub totals: Totals,
}

/// The totals of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    pub sub_total: Amount,
    pub discount: Amount,
    /// What is left after discounts, before tax.
    pub net: Amount,
    pub tax: Amount,
    /// What credits paid; negative where the invoice gives back, so that the total is zero.
    pub credits: Amount,
    /// The net part of `credits`.
    pub credits_net: Amount,
    pub total: Amount,
    /// The net without what credits paid of it, or got by it, that are not money.
    pub revenue: Amount,
}

/// Discounts, taxes and pays the lines of an invoice.
pub fn total(bill: &Bill) -> Result<Totalled, InvoiceError> {
    let currency = bill.currency;
    let sub_total = Amount::sum(currency, bill.lines.iter().map(|line| line.amount))?;
    let mut nets: Vec<i64> = bill.lines.iter().map(|line| line.amount.minor).collect();
    let discounts = discount(&bill.lines, &bill.discounts, &mut nets)?;
    let taxes = tax(currency, &bill.lines, &nets, &bill.rates)?;
    let net = sum(currency, &nets)?;
    let tax = Amount::sum(currency, taxes.iter().map(|tax| tax.amount))?;
    let gross = net.checked_add(tax)?;
    let mut left = gross_parts(&nets, &taxes)?;
    let credits = pay(&bill.lines, &mut left, &bill.credits, gross.or_zero())?;
    let nets: Vec<Amount> = nets.into_iter().map(|minor| Amount::new(currency, minor)).collect();
    let (paid, paid_net) = match gross.is_negative() {
        // All of it is given back, so the invoice itself comes to nothing.
        true => (gross, net),
        false => paid(currency, &credits)?,
    };
    let totals = Totals {
        sub_total,
        discount: Amount::sum(currency, discounts.iter().map(|used| used.amount))?,
        net,
        tax,
        credits: paid,
        credits_net: paid_net,
        total: gross.checked_sub(paid)?,
        // What a document gives back counts as long as it is not put into a credit.
        revenue: if gross.is_negative() { net } else { net.checked_sub(paid_net)? },
    };
    Ok(Totalled { nets, discounts, taxes, credits, totals })
}

fn paid(currency: Currency, uses: &[CreditUse]) -> Result<(Amount, Amount), AmountError> {
    let net = Amount::sum(currency, uses.iter().map(|used| used.net))?;
    let tax = Amount::sum(currency, uses.iter().map(|used| used.tax))?;
    Ok((net.checked_add(tax)?, net))
}

fn sum(currency: Currency, minors: &[i64]) -> Result<Amount, AmountError> {
    Amount::sum(currency, minors.iter().map(|minor| Amount::new(currency, *minor)))
}

/// Net and tax of each line.
fn gross_parts(nets: &[i64], taxes: &[TaxUse]) -> Result<Vec<(i64, i64)>, AmountError> {
    let mut parts: Vec<(i64, i64)> = nets.iter().map(|net| (*net, 0)).collect();
    for tax in taxes {
        for ((_, sum), part) in parts.iter_mut().zip(&tax.parts) {
            *sum = sum.checked_add(*part).ok_or(AmountError::Overflow)?;
        }
    }
    Ok(parts)
}
