//! Making an invoice final: credits pay, dates are set, and nothing changes any more.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError};

use crate::credit::{Credit, CreditState, give_back, sale, units};
use crate::fact::{CreditFact, Fact};
use crate::invoice::detail::{CreditDetail, Means, Settling};
use crate::invoice::state::{Invoice, InvoiceState};
use crate::invoice::totals::{self, Totalled};
use crate::invoice::{assemble, pay_out};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// The facts of an invoice that is issued now.
pub(crate) fn finalize(
    snapshot: &Snapshot,
    subscription: Option<&Subscription>,
    mut invoice: Invoice,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    units::lower_all(snapshot, &mut invoice)?;
    give_back::cut(snapshot, &mut invoice)?;
    sale::check(snapshot, &invoice)?;
    let taken = give_back::taken(snapshot, &invoice)?;
    let usable =
        |credit: &&Arc<Credit>| credit.state == CreditState::Active && !taken.contains(&credit.id);
    let usable = snapshot.credits.iter().filter(usable);
    let (credits, payers): (Vec<&Arc<Credit>>, Vec<totals::Credit>) =
        usable.filter_map(|credit| Some((credit, payer(snapshot, &invoice, credit)?))).unzip();
    let totalled = assemble::total(snapshot, subscription, &mut invoice, payers)?;
    let zone = subscription.map_or(&snapshot.company.zone, |known| known.terms.anchor.zone());
    let issue = assemble::issue(zone, now, invoice.due_days)?;
    invoice.state = match invoice.totals.total.is_zero() {
        true => InvoiceState::Paid { issue, at: now },
        false => InvoiceState::Pending(issue),
    };
    invoice.credits = details(&snapshot.payer.id, &totalled, &credits);
    let mut facts = units::used(snapshot, &invoice, now);
    facts.extend(give_back::revoked(snapshot, &invoice, now)?);
    for detail in &invoice.credits {
        let Some(credit) = detail.credit().cloned() else { continue };
        facts.push(Fact::Credit {
            credit,
            at: now,
            fact: CreditFact::Applied {
                invoice: invoice.id.clone(),
                value: detail.amount()?.into(),
                usage: None,
            },
        });
    }
    facts.extend(pay_out::pay_out(snapshot, subscription, &mut invoice, now)?);
    invoice.totals.revenue = revenue(snapshot, &invoice)?;
    facts.insert(0, Fact::finalized(invoice, now));
    Ok(facts)
}

/// A credit as it pays an invoice: that of another than the payer pays only lines of its own
/// customer, and nothing where there is none.
fn payer(snapshot: &Snapshot, invoice: &Invoice, credit: &Credit) -> Option<totals::Credit> {
    let pays = credit.payer()?;
    if credit.customer == snapshot.payer.id {
        return Some(pays);
    }
    let group = assemble::rates::group(&invoice.lines, &credit.customer)?;
    Some(totals::Credit { group: Some(group), ..pays })
}

/// The net of a document without what credits paid of it or got by it, but for those that are
/// money: what these pay is revenue as if paid in cash.
fn revenue(snapshot: &Snapshot, invoice: &Invoice) -> Result<Amount, AmountError> {
    let mut revenue = invoice.totals.net.checked_sub(assemble::sales(invoice)?)?;
    for detail in &invoice.credits {
        let credit = detail.credit();
        let is_money = |id| snapshot.credit(id).is_some_and(|known| known.origin.is_money());
        if credit.is_some_and(|id| !is_money(id)) {
            revenue = revenue.checked_sub(detail.net)?;
        }
    }
    Ok(revenue)
}

fn details(payer: &str, totalled: &Totalled, credits: &[&Arc<Credit>]) -> Vec<CreditDetail> {
    let uses = totalled.credits.iter();
    let uses = uses.filter_map(|used| Some((credits.get(used.credit)?, used)));
    uses.map(|(credit, used)| CreditDetail {
        of: Settling::Credit(credit.id.clone()),
        net: used.net,
        tax: used.tax,
        means: Some(Means {
            balance: credit.balance.number(),
            net: used.reached.0.clone(),
            tax: used.reached.1.clone(),
            precedence: Some(credit.precedence(payer)),
        }),
        restored: Amount::zero(used.net.currency),
    })
    .collect()
}
