//! What the lines of an invoice were computed from, and everything that they came to.

use std::sync::Arc;

use billing::invoice::{Counted, Derivation, Invoice, Level, Line, ProrationCredit, Role, Used};
use billing::pricing::{Charge, Component, Configuration, ProductPricing, Row};
use calendar::{Period, Share};
use money::{Amount, Currency, Ratio};
use serde::{Deserialize, Serialize};

use super::pricings::Pricings;
use super::{Unreadable, progress, read, written};

/// What a line was computed from, and everything that it came to.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredLine {
    role: Role,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plan: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    component: Option<Part>,
    period: Period,
    units: Ratio,
    share: Share,
    exact: Ratio,
    amount: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    discount: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    tax: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort_order: Option<Ratio>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    charge: Option<StoredCharge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    minimum: Option<StoredMinimum>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given_back: Option<ProrationCredit>,
}

/// A component by its id; in the first form, by its place in the pricing.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Part {
    Id(String),
    Place(usize),
}

impl Part {
    fn of(self, pricing: &ProductPricing) -> Result<Arc<Component>, Unreadable> {
        match self {
            Part::Id(id) => progress::component(pricing, &id),
            Part::Place(place) => {
                let known = pricing.components.get(place);
                let missing = || Unreadable::Missing(format!("component {place} of a pricing"));
                Ok(known.ok_or_else(missing)?.clone())
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
struct StoredCharge {
    #[serde(rename = "config")]
    configuration: Configuration,
    #[serde(default)]
    scheduled: usize,
    share: Share,
    exact: Ratio,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    less: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used: Option<Used>,
    rows: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct StoredMinimum {
    level: Level,
    minimum: Ratio,
    pulled: Ratio,
    counted: Vec<Counted>,
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// What all lines of an invoice were computed from.
pub(crate) fn derivations(invoice: &Invoice) -> Result<String, Unreadable> {
    let kept: Vec<StoredLine> = invoice.lines.iter().map(keep).collect();
    written(&kept)
}

pub(super) fn keep(line: &Line) -> StoredLine {
    let (mut charge, mut minimum, mut given_back) = (None, None, None);
    match &line.derivation {
        Derivation::Charge { configuration: config, scheduled, charge: known, less, used } => {
            charge = Some(StoredCharge {
                configuration: Configuration::clone(config),
                scheduled: *scheduled,
                share: known.share,
                exact: known.exact.clone(),
                less: less.map(|less| less.minor),
                used: used.clone(),
                rows: known.rows.clone(),
            });
        }
        Derivation::Minimum { level, minimum: ratio, pulled, counted } => {
            let (pulled, counted) = (pulled.clone(), counted.clone());
            minimum =
                Some(StoredMinimum { level: *level, minimum: ratio.clone(), pulled, counted });
        }
        Derivation::ProrationCredit(proration_credit) => {
            given_back = Some(proration_credit.clone())
        }
    }
    StoredLine {
        role: line.role,
        plan: line.pricing.as_ref().map(|pricing| pricing.id.to_string()),
        component: line.component.as_ref().map(|component| Part::Id(component.id.to_string())),
        period: line.period,
        units: line.units.clone(),
        share: line.share,
        exact: line.exact.clone(),
        amount: line.amount.minor,
        discount: line.discount.minor,
        tax: line.tax.minor,
        sort_order: line.sort_order.clone(),
        charge,
        minimum,
        given_back,
    }
}

impl StoredLine {
    pub(super) fn plan(&self) -> Option<&str> {
        self.plan.as_deref()
    }
}

/// The pricings that kept lines need to be read again.
pub(crate) fn pricings(derivations: &str) -> Result<Vec<String>, Unreadable> {
    #[derive(Deserialize)]
    struct Named {
        plan: Option<String>,
    }
    let named: Vec<Named> = read(derivations)?;
    Ok(named.into_iter().filter_map(|line| line.plan).collect())
}

/// The lines again.
pub(crate) fn restore(
    derivations: &str,
    currency: Currency,
    plans: &Pricings,
) -> Result<Vec<Line>, Unreadable> {
    let kept: Vec<StoredLine> = read(derivations)?;
    kept.into_iter().map(|line| restored(line, currency, plans)).collect()
}

pub(super) fn restored(
    kept: StoredLine,
    currency: Currency,
    plans: &Pricings,
) -> Result<Line, Unreadable> {
    let amount = |minor| Amount::new(currency, minor);
    let pricing = match &kept.plan {
        None => None,
        Some(id) => Some(Arc::clone(plans.get(id).ok_or_else(|| Unreadable::plan(id))?)),
    };
    let component = match (&pricing, kept.component) {
        (Some(pricing), Some(part)) => Some(part.of(pricing)?),
        _ => None,
    };
    let derivation = match (kept.charge, kept.minimum, kept.given_back) {
        (Some(stored_charge), ..) => Derivation::Charge {
            configuration: Arc::new(stored_charge.configuration),
            scheduled: stored_charge.scheduled,
            charge: Charge {
                currency,
                rows: stored_charge.rows,
                share: stored_charge.share,
                exact: stored_charge.exact,
            },
            less: stored_charge.less.map(amount),
            used: stored_charge.used,
        },
        (None, Some(stored_minimum), _) => Derivation::Minimum {
            level: stored_minimum.level,
            minimum: stored_minimum.minimum,
            pulled: stored_minimum.pulled,
            counted: stored_minimum.counted,
        },
        (None, None, Some(proration_credit)) => Derivation::ProrationCredit(proration_credit),
        (None, None, None) => {
            return Err(Unreadable::Missing("a line has no derivation".to_owned()));
        }
    };
    Ok(Line {
        role: kept.role,
        pricing,
        component,
        period: kept.period,
        units: kept.units,
        share: kept.share,
        derivation,
        exact: kept.exact,
        amount: amount(kept.amount),
        discount: amount(kept.discount),
        tax: amount(kept.tax),
        sort_order: kept.sort_order,
    })
}
