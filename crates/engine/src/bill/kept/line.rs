//! Lines of an invoice: as they are answered, and beside them what they were computed from.

use std::sync::Arc;

use billing::pricing::{Charge, Row};
use billing::snapshot::{Config, Counted, Derivation, Invoice, Level, Line, Role, Used};
use calendar::{Period, Share};
use money::{Amount, Currency, Ratio};
use records::Moment;
use serde::{Deserialize, Serialize, Serializer};

use super::subscription::Plans;
use super::{Unreadable, read, written};

/// What a line was computed from, and everything that it came to.
#[derive(Serialize, Deserialize)]
struct KeptLine {
    role: Role,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plan: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    component: Option<usize>,
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
    charge: Option<KeptCharge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    minimum: Option<KeptMinimum>,
}

#[derive(Serialize, Deserialize)]
struct KeptCharge {
    config: Config,
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
struct KeptMinimum {
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
    let kept: Vec<KeptLine> = invoice.lines.iter().map(keep).collect();
    written(&kept)
}

fn keep(line: &Line) -> KeptLine {
    let (charge, minimum) = match &line.derivation {
        Derivation::Charge { config, scheduled, charge, less, used } => {
            let kept = KeptCharge {
                config: Config::clone(config),
                scheduled: *scheduled,
                share: charge.share,
                exact: charge.exact.clone(),
                less: less.map(|less| less.minor),
                used: used.clone(),
                rows: charge.rows.clone(),
            };
            (Some(kept), None)
        }
        Derivation::Minimum { level, minimum, pulled, counted } => {
            let (level, minimum) = (*level, minimum.clone());
            let (pulled, counted) = (pulled.clone(), counted.clone());
            (None, Some(KeptMinimum { level, minimum, pulled, counted }))
        }
        Derivation::GivenBack(_) => (None, None),
    };
    KeptLine {
        role: line.role,
        plan: line.plan.as_ref().map(|plan| plan.id.to_string()),
        component: line.component,
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
    plans: &Plans,
) -> Result<Vec<Line>, Unreadable> {
    let kept: Vec<KeptLine> = read(derivations)?;
    kept.into_iter().map(|line| restored(line, currency, plans)).collect()
}

fn restored(kept: KeptLine, currency: Currency, plans: &Plans) -> Result<Line, Unreadable> {
    let amount = |minor| Amount::new(currency, minor);
    let plan = match &kept.plan {
        None => None,
        Some(id) => Some(Arc::clone(plans.get(id).ok_or_else(|| Unreadable::plan(id))?)),
    };
    let derivation = match (kept.charge, kept.minimum) {
        (Some(own), _) => Derivation::Charge {
            config: Arc::new(own.config),
            scheduled: own.scheduled,
            charge: Charge { currency, rows: own.rows, share: own.share, exact: own.exact },
            less: own.less.map(amount),
            used: own.used,
        },
        (None, Some(own)) => Derivation::Minimum {
            level: own.level,
            minimum: own.minimum,
            pulled: own.pulled,
            counted: own.counted,
        },
        (None, None) => return Err(Unreadable::Missing("a line has no derivation".to_owned())),
    };
    Ok(Line {
        role: kept.role,
        plan,
        component: kept.component,
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

/// A line as it is answered; the names are those of `records::LineItem`.
#[derive(Serialize)]
struct Item<'a> {
    amount: Amount,
    breakdown: Vec<Part<'a>>,
    customer_id: &'a str,
    discount: Amount,
    exact: Shown<'a>,
    gl_code: Option<&'a str>,
    id: String,
    name: &'a str,
    period: Dates,
    product_id: Option<&'a str>,
    product_pricing_id: Option<&'a str>,
    proration: Share,
    subscription_id: Option<&'a str>,
    tax: Amount,
    #[serde(rename = "type")]
    kind: &'static str,
    units: Shown<'a>,
}

#[derive(Serialize)]
struct Part<'a> {
    label: &'a str,
    units: Shown<'a>,
    unit_price: Shown<'a>,
    amount: Shown<'a>,
}

#[derive(Serialize)]
struct Dates {
    start_date: Moment,
    end_date: Moment,
}

struct Shown<'a>(&'a Ratio);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// A line is named by its invoice and its place.
pub(crate) fn line_id(invoice: &str, place: usize) -> String {
    format!("{invoice}-{}", place.saturating_add(1))
}

/// All lines as they are answered, in the order in which an invoice shows them.
pub(crate) fn line_items(
    invoice: &Invoice,
    customer: &str,
    id: &str,
) -> Result<String, Unreadable> {
    let subscription = invoice.subscription.as_ref().map(ToString::to_string);
    let order = invoice.shown_order();
    let items: Vec<Item<'_>> = order
        .into_iter()
        .filter_map(|place| Some((place, invoice.lines.get(place)?)))
        .map(|(place, line)| item(line, (id, place), customer, subscription.as_deref()))
        .collect();
    written(&items)
}

fn item<'a>(
    line: &'a Line,
    (invoice, place): (&str, usize),
    customer: &'a str,
    subscription: Option<&'a str>,
) -> Item<'a> {
    let rows = match &line.derivation {
        Derivation::Charge { charge, .. } => charge.rows.as_slice(),
        Derivation::Minimum { .. } | Derivation::GivenBack(_) => &[],
    };
    let part = |row: &'a Row| Part {
        label: &row.label,
        units: Shown(&row.units),
        unit_price: Shown(&row.unit_price),
        amount: Shown(&row.amount),
    };
    Item {
        amount: line.amount,
        breakdown: rows.iter().map(part).collect(),
        customer_id: customer,
        discount: line.discount,
        exact: Shown(&line.exact),
        gl_code: line.gl_code(),
        id: line_id(invoice, place),
        name: line.name(),
        period: Dates { start_date: line.period.start.into(), end_date: line.period.end.into() },
        product_id: line.plan.as_ref().map(|plan| &*plan.product),
        product_pricing_id: line.plan.as_ref().map(|plan| &*plan.id),
        proration: line.share,
        subscription_id: subscription,
        tax: line.tax,
        kind: match line.role {
            Role::Advance => "ADVANCE",
            Role::Remainder => "PRORATION_CHARGE",
            Role::Arrears => "ARREARS",
            Role::Minimum => "MINIMUM",
            Role::GivenBack => "PRORATION_CREDIT",
        },
        units: Shown(&line.units),
    }
}
