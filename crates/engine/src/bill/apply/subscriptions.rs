//! Rows of subscriptions, and what the customer's own row says of them.

use billing::decision::Fact;
use billing::snapshot::{Discount, Snapshot, Subscription};
use calendar::Timestamp;
use records::Moment;
use store::customer::Revenue;
use store::subscription::{Columns, Copied, New, Parked};

use super::invoices;
use super::prepare::{Desk, changed};
use crate::Failure;
use crate::bill::kept::{self, Course, Printed, Terms};
use crate::bill::load::{Loaded, Shown};
use crate::bill::wire;

/// What only the API knows of a new subscription.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreshRow {
    pub(crate) identifier: Option<String>,
    pub(crate) bundle_pricing_id: Option<String>,
    pub(crate) group_id: Option<String>,
    pub(crate) payment_method_id: Option<String>,
    pub(crate) sales_user_id: Option<String>,
    pub(crate) copied: Copied,
    pub(crate) doc: String,
    pub(crate) labels: std::collections::BTreeSet<store::label::Label>,
    pub(crate) names: Vec<String>,
}

/// Everything that changes of the subscriptions of one customer.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) created: Vec<New>,
    pub(crate) moved: Vec<Moving>,
    pub(crate) revenue: Option<Revenue>,
    /// What is in use from now on, or is not any more.
    pub(crate) uses: Vec<Use>,
}

/// A subscription that goes on, as its row was and as it will be.
pub(crate) struct Moving {
    pub(crate) before: Columns,
    pub(crate) after: Columns,
    pub(crate) progress: String,
    /// What was agreed anew, and discounts as they are answered, where these changed.
    pub(crate) terms: Option<String>,
    pub(crate) discounts: Option<String>,
}

/// A subscription that begins or stops to count.
pub(crate) struct Use {
    pub(crate) subscription: String,
    pub(crate) pricings: Vec<String>,
    pub(crate) products: Vec<String>,
    pub(crate) bundle: Option<String>,
    pub(crate) delta: i64,
}

pub(super) fn rows(
    desk: &Desk<'_>,
    loaded: &Loaded,
    after: &Snapshot,
    (invoices, facts): (&[invoices::Row], &[Fact]),
) -> Result<Rows, Failure> {
    let mut rows = Rows::default();
    let before = &loaded.snapshot;
    let mut worth_moved = false;
    for (old, own) in changed(&before.subscriptions, &after.subscriptions, |own| &own.id) {
        let id = own.id.to_string();
        let past_due = invoices.iter().filter_map(|row| row.past_due_of(&id)).min();
        match old {
            None => {
                worth_moved |= own.is_live();
                let new = created(desk, loaded, own, past_due)?;
                let bundle = new.columns.bundle_pricing_id.clone();
                rows.uses.extend(counts(own).then(|| used(own, bundle, 1)));
                rows.created.push(new);
            }
            Some(old) => {
                let Some(shown) = loaded.shown.get(&id) else { continue };
                worth_moved |= old.worth != own.worth || old.is_live() != own.is_live();
                let bundle = shown.columns.bundle_pricing_id.clone();
                rows.uses.extend((counts(old) && !counts(own)).then(|| used(own, bundle, -1)));
                let told = facts.iter().any(|fact| fact.subscription() == Some(&own.id));
                let at = if told { desk.now } else { shown.columns.updated_at };
                rows.moved.push(moved(desk, (old, own), shown, (past_due, at))?);
            }
        }
    }
    if worth_moved {
        let customer = &loaded.billed.customer_id;
        let revenue = revenue(customer, &desk.company.preferred_currency, after)?;
        rows.revenue = Some(Revenue { updated_at: Some(desk.now), ..revenue });
    }
    Ok(rows)
}

/// The discounts less what was used of them, which is nobody's business outside.
fn agreed_on(own: &Subscription) -> Vec<Discount> {
    own.discounts.iter().map(|own| Discount { used: None, ..own.clone() }).collect()
}

/// Whether a subscription counts as a use of its pricings.
pub(crate) fn counts(own: &Subscription) -> bool {
    own.is_live() || own.status == billing::snapshot::Status::Pending
}

/// What a subscription uses.
pub(crate) fn used(own: &Subscription, bundle: Option<String>, delta: i64) -> Use {
    let plans = own.plans.iter().map(|state| &state.plan);
    let mut products: Vec<String> = plans.clone().map(|plan| plan.product.to_string()).collect();
    products.sort_unstable();
    products.dedup();
    Use {
        subscription: own.id.to_string(),
        pricings: plans.map(|plan| plan.id.to_string()).collect(),
        products,
        bundle,
        delta,
    }
}

fn printed<'a>(desk: &'a Desk<'_>, id: &str, shown: &'a Shown) -> &'a Printed {
    match &desk.reprinted {
        Some((of, printed)) if of == id => printed,
        _ => &shown.printed,
    }
}

/// The columns that follow from what the core knows of a subscription, over the others.
pub(crate) fn follow(own: &Subscription, others: Columns) -> Columns {
    Columns {
        id: own.id.to_string(),
        status: kept::status(own).to_owned(),
        currency: own.currency.code().to_owned(),
        mrr: own.worth.mrr.minor,
        arr: own.worth.arr.minor,
        start_date: own.start.into(),
        end_date: own.end.map(Moment::from),
        renewal_date: Some(own.renewals.date.into()),
        effective_end_date: effective_end(own).map(Moment::from),
        next_invoice_date: own.next_turn().map(Moment::from),
        auto_charges: own.auto_charges,
        auto_renews: own.auto_renews,
        created_at: own.created.into(),
        ..others
    }
}

fn created(
    desk: &Desk<'_>,
    loaded: &Loaded,
    own: &Subscription,
    past_due_at: Option<Moment>,
) -> Result<New, Failure> {
    let (printed, row) = match &desk.fresh {
        Some(fresh) => (fresh.printed.clone(), (fresh.keep)(own)?),
        None => Default::default(),
    };
    let customer = &loaded.billed.customer_id;
    let columns = Columns {
        customer_id: customer.clone(),
        billed_customer_id: customer.clone(),
        identifier: row.identifier,
        bundle_pricing_id: row.bundle_pricing_id,
        group_id: row.group_id,
        payment_method_id: row.payment_method_id,
        sales_user_id: row.sales_user_id,
        past_due_at,
        version: 1,
        updated_at: desk.now,
        ..Columns::default()
    };
    Ok(New {
        columns: follow(own, columns),
        copied: row.copied,
        doc: row.doc,
        discounts: super::discounts::answered(desk, own, customer)?,
        terms: kept::written(&Terms::of(own, &printed))?,
        progress: kept::written(&Course::of(own))?,
        labels: row.labels,
        names: row.names,
    })
}

fn moved(
    desk: &Desk<'_>,
    (old, own): (&Subscription, &Subscription),
    shown: &Shown,
    (past_due, at): (Option<Moment>, Moment),
) -> Result<Moving, Failure> {
    let before = &shown.columns;
    let parked = match (&own.parked, &before.parked) {
        (None, _) => None,
        (Some(reason), Some(known)) if known.reason == *reason => Some(known.clone()),
        (Some(reason), _) => Some(Parked {
            id: desk.tools.ids.next("park_", desk.tools.wall.now()),
            at: desk.now,
            reason: reason.clone(),
        }),
    };
    let columns = Columns {
        parked,
        past_due_at: [before.past_due_at, past_due].into_iter().flatten().min(),
        // What an invoice uses of a discount, or gives back, is told of the invoice alone.
        updated_at: at.max(before.updated_at),
        ..before.clone()
    };
    let after = follow(own, columns);
    let agreed = old.auto_charges != own.auto_charges
        || old.due_days != own.due_days
        || old.minimum != own.minimum
        || desk.reprinted.as_ref().is_some_and(|(of, _)| *of == before.id);
    let terms = match agreed {
        true => Some(kept::written(&Terms::of(own, printed(desk, &before.id, shown)))?),
        false => None,
    };
    let other = old.discounts != own.discounts && agreed_on(old) != agreed_on(own);
    let discounts = match other {
        true => Some(super::discounts::answered(desk, own, &before.customer_id)?),
        false => None,
    };
    let progress = kept::written(&Course::of(own))?;
    Ok(Moving { before: before.clone(), after, progress, terms, discounts })
}

/// The end date, else the renewal date of one that does not renew.
fn effective_end(own: &Subscription) -> Option<Timestamp> {
    own.end.or((!own.auto_renews).then_some(own.renewals.date))
}

/// What the customer is worth: in the company's currency where it has a subscription in it, else
/// in that of its oldest.
pub(crate) fn revenue(
    customer: &str,
    preferred: &str,
    after: &Snapshot,
) -> Result<Revenue, Failure> {
    let live: Vec<&Subscription> =
        after.subscriptions.iter().map(|own| &**own).filter(|own| own.is_live()).collect();
    let shown = live
        .iter()
        .find(|own| own.currency.code() == preferred)
        .or(live.first())
        .map(|own| own.currency);
    let mut sums: Vec<(money::Currency, i64, i64)> = Vec::new();
    for own in &live {
        let (mrr, arr) = (own.worth.mrr.minor, own.worth.arr.minor);
        match sums.iter_mut().find(|(currency, ..)| *currency == own.currency) {
            Some(sum) => {
                sum.1 = sum.1.saturating_add(mrr);
                sum.2 = sum.2.saturating_add(arr);
            }
            None => sums.push((own.currency, mrr, arr)),
        }
    }
    let own = sums.iter().find(|(currency, ..)| Some(*currency) == shown);
    let amounts: Vec<records::Amount> =
        sums.iter().map(|(currency, mrr, _)| wire(money::Amount::new(*currency, *mrr))).collect();
    Ok(Revenue {
        customer_id: customer.to_owned(),
        mrr: own.map_or(0, |own| own.1),
        arr: own.map_or(0, |own| own.2),
        currency: shown.map(|currency| currency.code().to_owned()),
        by_currency: Some(kept::written(&amounts)?),
        live: i64::try_from(live.len()).unwrap_or(i64::MAX),
        // The subscription has changed, not the customer.
        updated_at: None,
    })
}
