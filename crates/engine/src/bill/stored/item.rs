//! Lines of an invoice as they are answered.

use billing::id::Handle;
use billing::invoice::{Derivation, Invoice, Line, Role};
use billing::pricing::Row;
use calendar::Share;
use money::{Amount, Ratio};
use records::{InvoiceId, Moment};
use serde::{Serialize, Serializer};

use super::details::rate;
use super::{Unreadable, written};

/// A line as it is answered; the names are those of `records::LineItem`.
#[derive(Serialize)]
struct Item<'a> {
    amount: Amount,
    breakdown: Vec<Part<'a>>,
    corrects: Option<String>,
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
    subscription_id: Option<String>,
    tax: Amount,
    taxes: Vec<LineTax<'a>>,
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

/// What a line shows of one rate.
#[derive(Serialize)]
struct LineTax<'a> {
    amount: Amount,
    name: &'a str,
    rate: records::Number,
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
pub(crate) fn line_id(invoice: &InvoiceId, place: usize) -> String {
    format!("{invoice}-{}", place.saturating_add(1))
}

/// All lines as they are answered, in the order in which an invoice shows them.
pub(crate) fn line_items(invoice: &Invoice, id: &InvoiceId) -> Result<String, Unreadable> {
    let order = invoice.shown_order();
    let items = order.into_iter().filter_map(|place| Some((place, invoice.lines.get(place)?))).map(
        |(place, line)| {
            let taxes = taxes(invoice, place)?;
            Ok(Item { taxes, ..item(line, line_id(id, place)) })
        },
    );
    written(&items.collect::<Result<Vec<Item<'_>>, Unreadable>>()?)
}

/// The rates that a line is taxed at, and what it shows of each.
fn taxes(invoice: &Invoice, place: usize) -> Result<Vec<LineTax<'_>>, Unreadable> {
    let of_line = invoice.taxes.iter().filter_map(|tax| {
        let (_, minor) = tax.parts.iter().find(|(line, _)| *line == place)?;
        let amount = Amount::new(invoice.currency, *minor);
        Some(rate(&tax.rate).map(|rate| LineTax { amount, name: &tax.name, rate }))
    });
    of_line.collect()
}

fn item(line: &Line, id: String) -> Item<'_> {
    let rows = match &line.derivation {
        Derivation::Charge { charge, .. } => charge.rows.as_slice(),
        Derivation::Minimum { .. } | Derivation::ProrationCredit(_) => &[],
    };
    fn part(row: &Row) -> Part<'_> {
        Part {
            label: &row.label,
            units: Shown(&row.units),
            unit_price: Shown(&row.unit_price),
            amount: Shown(&row.amount),
        }
    }
    Item {
        amount: line.amount,
        breakdown: rows.iter().map(part).collect(),
        corrects: match &line.derivation {
            Derivation::ProrationCredit(proration_credit) => {
                Some(line_id(&proration_credit.invoice.to_string().into(), proration_credit.line))
            }
            Derivation::Charge { .. } | Derivation::Minimum { .. } => None,
        },
        customer_id: &line.customer,
        discount: line.discount,
        exact: Shown(&line.exact),
        gl_code: line.gl_code(),
        id,
        name: line.name(),
        period: Dates { start_date: line.period.start.into(), end_date: line.period.end.into() },
        product_id: line.product().map(|product| &**product),
        product_pricing_id: line.pricing.as_ref().map(|pricing| &*pricing.id),
        proration: line.share,
        subscription_id: line.subscription.as_ref().map(Handle::to_string),
        tax: line.tax,
        taxes: Vec::new(),
        kind: match line.role {
            Role::Advance => "ADVANCE",
            Role::ProrationCharge => "PRORATION_CHARGE",
            Role::Arrears => "ARREARS",
            Role::Minimum => "MINIMUM",
            Role::ProrationCredit => "PRORATION_CREDIT",
            Role::Adjustment => "ADJUSTMENT",
            Role::OneTime => "ONE_TIME",
        },
        units: Shown(&line.units),
    }
}
