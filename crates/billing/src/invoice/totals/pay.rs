//! Paying with credits: in their order, each the lines it may pay, net and tax in proportion. A
//! credit never pays more than it holds, nor a line more than it costs.

use calendar::Timestamp;
use money::{Amount, Ratio, SplitError, split};

use crate::credit::Rank;
use crate::invoice::totals::error::InvoiceError;
use crate::invoice::totals::line::{Line, LineKind};

/// A credit of money that may pay an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    pub balance: Amount,
    pub rank: Rank,
    pub expires: Option<Timestamp>,
    /// Pays only lines of this subscription.
    pub subscription: Option<String>,
    /// Pays only lines of these products; of all where empty.
    pub products: Vec<String>,
    /// Pays only lines of this group: in a rollup, a child's credit its own lines.
    pub group: Option<usize>,
    /// Was bought itself: it buys no other credit.
    pub bought: bool,
}

/// What one credit paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreditUse {
    /// The place of the credit in the list given.
    pub credit: usize,
    pub net: Amount,
    pub tax: Amount,
    /// Net and tax that were left of what it may pay, in minor units.
    pub reached: (Ratio, Ratio),
    /// Net and tax paid of each line.
    pub parts: Vec<(i64, i64)>,
}

impl Credit {
    /// A credit without scope or expiry.
    pub fn new(balance: Amount, rank: Rank) -> Credit {
        let (subscription, products) = (None, Vec::new());
        let (expires, group, bought) = (None, None, false);
        Credit { balance, rank, expires, subscription, products, group, bought }
    }

    fn pays(&self, line: &Line) -> bool {
        let scope = &line.scope;
        line.billed.before(self.expires)
            && !(self.bought && line.kind == LineKind::CreditPurchase)
            && self.group.is_none_or(|group| group == line.group)
            && (self.subscription.is_none() || self.subscription == scope.subscription)
            && (self.products.is_empty()
                || scope.product.as_ref().is_some_and(|text| self.products.contains(text)))
    }
}

/// Pays what is left of the lines, at most `payable` in all. Credits of another currency are left
/// alone.
pub fn pay(
    lines: &[Line],
    left: &mut [(i64, i64)],
    credits: &[Credit],
    payable: Amount,
) -> Result<Vec<CreditUse>, InvoiceError> {
    let mut order: Vec<(usize, &Credit)> = credits.iter().enumerate().collect();
    // A child's own credits come before its parent's; ranks are compared within.
    order.sort_by_key(|(_, credit)| (credit.group.is_none(), credit.rank));
    let mut rest = i128::from(payable.minor);
    let mut uses = Vec::new();
    for (place, credit) in order {
        if credit.balance.currency != payable.currency {
            continue;
        }
        let left_of: Vec<(i64, i64)> = lines
            .iter()
            .zip(&*left)
            .map(|(line, left)| if credit.pays(line) { *left } else { (0, 0) })
            .map(|(net, tax)| if net > 0 || tax > 0 { (net.max(0), tax.max(0)) } else { (0, 0) })
            .collect();
        let net: i128 = left_of.iter().map(|(net, _)| i128::from(*net)).sum();
        let tax: i128 = left_of.iter().map(|(_, tax)| i128::from(*tax)).sum();
        let amount = i128::from(credit.balance.minor).min(net + tax).min(rest);
        if amount <= 0 {
            continue;
        }
        rest -= amount;
        let amount = i64::try_from(amount).map_err(|_| SplitError::Overflow)?;
        let reached = (sum(&left_of, |(net, _)| *net), sum(&left_of, |(_, tax)| *tax));
        let [net, tax] = proportion(amount, &reached)?;
        let parts = spread(net, tax, &left_of)?;
        for (left, part) in left.iter_mut().zip(&parts) {
            *left = (left.0 - part.0, left.1 - part.1);
        }
        let of = |minor| Amount { minor, ..payable };
        uses.push(CreditUse { credit: place, net: of(net), tax: of(tax), reached, parts });
    }
    Ok(uses)
}

fn sum(parts: &[(i64, i64)], part: impl Fn(&(i64, i64)) -> i64) -> Ratio {
    parts.iter().map(|line| Ratio::from(part(line))).sum()
}

fn proportion(amount: i64, (net, tax): &(Ratio, Ratio)) -> Result<[i64; 2], SplitError> {
    match split(amount, &[net.clone(), tax.clone()])?.as_slice() {
        [net, tax] => Ok([*net, *tax]),
        _ => Err(SplitError::NoParts),
    }
}

fn spread(net: i64, tax: i64, reached: &[(i64, i64)]) -> Result<Vec<(i64, i64)>, SplitError> {
    let nets: Vec<Ratio> = reached.iter().map(|(net, _)| Ratio::from(*net)).collect();
    let taxes: Vec<Ratio> = reached.iter().map(|(_, tax)| Ratio::from(*tax)).collect();
    Ok(split(net, &nets)?.into_iter().zip(split(tax, &taxes)?).collect())
}
