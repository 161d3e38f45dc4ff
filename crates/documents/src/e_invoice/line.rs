//! A line as an e-invoice has it: a quantity at a price that is never negative, and what discounts
//! left of it.

use calendar::Zone;
use jiff::civil::Date;
use money::{Ratio, Rounding};
use records::invoice::line_item::{LineItem, Period};

use super::sums::{Minor, Signs};
use super::vat::Vat;
use crate::format::at;

pub struct Line {
    pub name: String,
    pub quantity: String,
    /// In major units.
    pub price: String,
    pub days: Option<(Date, Date)>,
    /// What discounts took off.
    pub allowance: Minor,
    /// After discounts.
    pub net: Minor,
    pub vat: Vat,
}

/// More digits behind the point than a price needs.
const MOST: usize = 6;

pub fn line(item: &LineItem, vat: Vat, signs: Signs, zone: &Zone) -> Line {
    let gross = signs.minor(item.amount);
    let allowance = signs.minor(item.discount);
    let (quantity, price) = priced(item, gross, signs);
    Line {
        name: item.name.clone(),
        quantity,
        price,
        days: item.period.and_then(|period| days(zone, period)),
        allowance,
        net: gross.less(allowance),
        vat,
    }
}

/// Units at a price where they come to the amount to the cent, else one of it.
fn priced(item: &LineItem, gross: Minor, signs: Signs) -> (String, String) {
    let sign = if gross < Minor::default() { "-" } else { "" };
    let amount = Minor(gross.0.abs());
    let amount = signs.text(amount);
    let by_units = || {
        let units: Ratio = item.units.parse().ok().filter(Ratio::is_positive)?;
        let total = Ratio::parse_decimal(&amount).ok()?;
        let price = total.checked_div(&units)?;
        let short = price.round(6, Rounding::HalfAwayFromZero) == price
            && !units.to_string().contains('/')
            && units.to_string().len() <= 12 + MOST;
        short.then(|| (format!("{sign}{units}"), price.to_string()))
    };
    by_units().unwrap_or_else(|| (format!("{sign}1"), amount.clone()))
}

fn days(zone: &Zone, period: Period) -> Option<(Date, Date)> {
    let first = at(zone, period.start_date)?;
    let last = records::Moment::from_micros(period.end_date.micros() - 1);
    let last = at(zone, last)?;
    Some((first, last.max(first)))
}
