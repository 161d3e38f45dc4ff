//! Units that credits pay: they lower what would be charged beyond what is included and what was
//! paid for beforehand, before it is priced. A credit is used when the invoice becomes final; until
//! then a line only says what would pay it.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Ratio, Rounding};

use crate::credit::state::{Credit, CreditState, PaidUsage};
use crate::credit::value::{CreditValue, UNIT_DIGITS};
use crate::fact::{CreditFact, Fact};
use crate::invoice::{CreditedUnits, Derivation, Invoice, Line, Role};
use crate::period::charge;
use crate::pricing::{Component, Configuration, Demand, Kind};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// Lets credits pay units of a line for metered time that is over, as far as lines before it left
/// them any. What paid them before is forgotten.
pub(crate) fn lower(snapshot: &Snapshot, before: &[Line], line: &mut Line) -> Result<(), Refusal> {
    let (Some(component), Role::Arrears) = (line.component.clone(), line.role) else {
        return Ok(());
    };
    let was: Ratio = line.credited().iter().map(|each| &each.units).sum();
    let units = &line.units + &was;
    let Derivation::Charge { configuration, scheduled, used: Some(_), .. } = &line.derivation
    else {
        return Ok(());
    };
    if component.kind != Kind::Usage {
        return Ok(());
    }
    let most = (&units - known(&component, configuration, line)).or_zero();
    let credited = paid(snapshot, before, (line, &component), most);
    if credited.is_empty() && was.is_zero() {
        return Ok(());
    }
    let left = &units - credited.iter().map(|each| &each.units).sum::<Ratio>();
    let demand = charge::demand(&component, configuration, &left, line.share);
    let priced = component.pricing.charge(&Demand { period: *scheduled, ..demand })?;
    line.units = left;
    if let Derivation::Charge { charge, less, used: Some(used), .. } = &mut line.derivation {
        (line.exact, line.amount) = priced.beyond(*less)?;
        *charge = priced;
        used.credited = credited;
    }
    Ok(())
}

/// The same for all lines of an invoice that becomes final.
pub(crate) fn lower_all(snapshot: &Snapshot, invoice: &mut Invoice) -> Result<(), Refusal> {
    let mut lines: Vec<Line> = Vec::with_capacity(invoice.lines.len());
    for mut line in std::mem::take(&mut invoice.lines) {
        lower(snapshot, &lines, &mut line)?;
        lines.push(line);
    }
    invoice.lines = lines;
    Ok(())
}

/// The facts that the credits of its lines are used.
pub(crate) fn used(snapshot: &Snapshot, invoice: &Invoice, at: Timestamp) -> Vec<Fact> {
    entries(snapshot, invoice)
        .map(|(each, item, usage)| Fact::Credit {
            credit: each.credit.clone(),
            at,
            fact: CreditFact::Applied {
                invoice: invoice.id.clone(),
                value: CreditValue::of_units(item, each.units.clone()),
                usage,
            },
        })
        .collect()
}

/// The facts that they come back. One that lapsed meanwhile has the time that it had left.
pub(crate) fn restored(
    snapshot: &Snapshot,
    invoice: &Invoice,
    renewed: impl Fn(&Credit) -> Result<Option<Timestamp>, Refusal>,
    at: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let mut facts = Vec::new();
    for (each, item, usage) in entries(snapshot, invoice) {
        let credit = snapshot.credit(&each.credit);
        let credit = credit.ok_or_else(|| Refusal::not_loaded(&each.credit))?;
        let value = CreditValue::of_units(item, each.units.clone());
        let (expires, invoice) = (renewed(credit)?, invoice.id.clone());
        let fact = CreditFact::Restored { invoice, value, expires, usage };
        facts.push(Fact::Credit { credit: credit.id.clone(), at, fact });
    }
    Ok(facts)
}

/// What paid units of an invoice, with the item and the usage.
fn entries<'a>(
    snapshot: &'a Snapshot,
    invoice: &'a Invoice,
) -> impl Iterator<Item = (&'a CreditedUnits, &'a Arc<str>, Option<PaidUsage>)> {
    let of = |line: &Line| {
        let component = line.component.as_ref()?;
        let subscription = line.subscription.clone()?;
        // A part of a period is of the usage record of all of it.
        let grid = snapshot.subscription(&subscription).map(|known| known.grid(component.term));
        let whole = grid.and_then(|grid| grid.ok()?.period_containing(line.period.start).ok());
        let period = whole.unwrap_or(line.period);
        Some(PaidUsage { subscription, component: component.id.clone(), period })
    };
    invoice.lines.iter().flat_map(move |line| {
        let item = line.component.as_ref().map(|component| &component.item);
        let each = line.credited().iter();
        each.filter_map(move |each| Some((each, item?, of(line))))
    })
}

/// Units that cost nothing more: what is included, or paid for beforehand.
fn known(component: &Component, configuration: &Configuration, line: &Line) -> Ratio {
    let part = line.share.ratio();
    let included = component.pricing.base_units.ratio() * &part;
    included.max(configuration.minimum_units.ratio() * &part)
}

/// What pays so many units of a line: the own credits of its customer first, then the payer's.
fn paid(
    snapshot: &Snapshot,
    before: &[Line],
    (line, component): (&Line, &Component),
    most: Ratio,
) -> Vec<CreditedUnits> {
    let mut usable: Vec<(&Arc<Credit>, &Ratio)> = snapshot
        .credits
        .iter()
        .filter(|credit| {
            let own = credit.customer == line.customer || credit.customer == snapshot.payer.id;
            let lives = credit.expires.is_none_or(|expires| line.period.end <= expires);
            let scope = credit.is_for(line.subscription.as_ref(), line.product());
            credit.state == CreditState::Active && own && lives && scope
        })
        .filter_map(|credit| {
            let units = credit.balance.units().filter(|units| units.item == component.item)?;
            Some((credit, &units.count))
        })
        .collect();
    usable.sort_by_key(|(credit, _)| (credit.customer != line.customer, credit.rank()));
    let (mut rest, mut paid) = (most, Vec::new());
    for (credit, balance) in usable {
        let taken = before.iter().flat_map(Line::credited);
        let taken: Ratio =
            taken.filter(|each| each.credit == credit.id).map(|each| &each.units).sum();
        let balance = balance - taken;
        // What is left of a credit stays a number that can be written down.
        let units = balance.clone().min(rest.clone()).round(UNIT_DIGITS, Rounding::TowardZero);
        if units.is_positive() {
            rest -= &units;
            let precedence = Some(credit.precedence(&snapshot.payer.id));
            paid.push(CreditedUnits { credit: credit.id.clone(), units, balance, precedence });
        }
    }
    paid
}
