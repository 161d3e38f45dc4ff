//! Prices that days are enough for: so much for each unit, and a base.

use calendar::{Frequency, Term};
use money::{Currency, Ratio, Rounding};
use scenario::{Order, Piece, PricingSetup, Setup, Subscribing};

/// A component that a subscription ordered.
pub struct Price {
    pub name: String,
    pub pricing: String,
    pub component: usize,
    pub term: Term,
    pub arrears: bool,
    /// In minor units, for a whole period.
    whole: i128,
    /// A stub is charged in full.
    in_full: bool,
}

impl Price {
    /// What some days of a period come to, half a cent away from zero.
    pub fn amount(&self, days: i128, of: i128) -> i64 {
        let (over, under) = if self.in_full { (self.whole, 1) } else { (self.whole * days, of) };
        i64::try_from((2 * over + under) / (2 * under)).unwrap_or(i64::MAX)
    }
}

/// Those of its components that are plain.
pub fn plain(setup: &Setup, wanted: &Subscribing) -> Vec<Price> {
    let ordered = wanted.orders.iter().filter_map(|order| {
        let pricing = setup.pricings.iter().find(|own| own.name == order.pricing)?;
        Some((order, pricing))
    });
    ordered.flat_map(|(order, pricing)| of_pricing(order, pricing)).collect()
}

fn of_pricing(order: &Order, pricing: &PricingSetup) -> Vec<Price> {
    let pieces = pricing.pieces.iter().enumerate();
    pieces.filter_map(|(place, piece)| of_piece(order, pricing, (place, piece))).collect()
}

fn of_piece(
    order: &Order,
    pricing: &PricingSetup,
    (component, piece): (usize, &Piece),
) -> Option<Price> {
    let hours = piece.term.frequency() == Frequency::Hour;
    if piece.metered || hours || order.price.is_some() {
        return None;
    }
    let minor = |text: &str| minor(text, pricing.currency);
    let mut whole = minor(&piece.price)?.checked_mul(minor_units(&order.units)?)?;
    let mut in_full = false;
    for option in &piece.options {
        match option.split(' ').collect::<Vec<_>>().as_slice() {
            ["base", value] => whole = whole.checked_add(minor(value)?)?,
            ["no", "proration"] => in_full = true,
            ["minimum", _] => {}
            _ => return None,
        }
    }
    Some(Price {
        name: piece.name.clone(),
        pricing: pricing.name.clone(),
        component,
        term: piece.term,
        arrears: piece.in_arrears,
        whole,
        in_full,
    })
}

fn minor(text: &str, currency: Currency) -> Option<i128> {
    let value = Ratio::parse_decimal(text).ok()?;
    let amount = value.to_minor(currency, Rounding::TowardZero).ok()?;
    (amount.major() == value).then_some(i128::from(amount.minor))
}

/// Whole units only.
fn minor_units(units: &Ratio) -> Option<i128> {
    units.to_string().parse().ok()
}
