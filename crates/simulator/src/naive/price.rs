//! Prices that days are enough for: so much for each unit, and a base.

use billing::invoice::Line;
use calendar::{Frequency, Term};
use money::{Currency, Ratio, Rounding};
use scenario::{Order, Piece, PricingSetup, Setup};

use super::quantities::is_fee;

/// A component of a pricing.
pub struct Price {
    pub name: String,
    pub pricing: String,
    pub term: Term,
    pub arrears: bool,
    /// A stub is charged in full.
    pub in_full: bool,
    /// In minor units, for a whole period.
    each: i128,
    base: i128,
    /// It has no units.
    is_fee: bool,
}

impl Price {
    /// How many units an order has: whole ones, at no price of their own.
    pub fn units(&self, order: &Order) -> Option<i128> {
        match (&order.price, &order.units) {
            (Some(_), _) => None,
            (None, Some(units)) if !self.is_fee => units.to_string().parse().ok(),
            (None, _) => Some(1),
        }
    }

    /// Whether a line bills it.
    pub fn is_of(&self, line: &Line) -> bool {
        let pricing = line.pricing.as_ref().is_some_and(|pricing| pricing.name == self.pricing);
        pricing && line.component.as_ref().is_some_and(|component| component.name == self.name)
    }

    /// What some days of a period come to.
    pub fn amount(&self, units: i128, days: i128, of: i128) -> i64 {
        let whole = self.each * units + self.base;
        if self.in_full { rounded(whole, 1) } else { rounded(whole * days, of) }
    }
}

/// Half a cent goes away from zero; nothing here is negative.
pub fn rounded(over: i128, under: i128) -> i64 {
    i64::try_from((2 * over + under) / (2 * under)).unwrap_or(i64::MAX)
}

/// Those components of all pricings that are plain.
pub fn plain(setup: &Setup) -> Vec<Price> {
    let pieces = setup
        .pricings
        .iter()
        .flat_map(|pricing| pricing.pieces.iter().map(move |piece| (pricing, piece)));
    pieces.filter_map(|(pricing, piece)| of_piece(pricing, piece)).collect()
}

fn of_piece(pricing: &PricingSetup, piece: &Piece) -> Option<Price> {
    if piece.is_metered() || piece.term.frequency() == Frequency::Hour {
        return None;
    }
    let minor = |text: &str| minor(text, pricing.currency);
    let (mut base, mut in_full) = (0, false);
    for option in &piece.options {
        match option.split(' ').collect::<Vec<_>>().as_slice() {
            ["base", value] => base = minor(value)?,
            ["no", "proration"] => in_full = true,
            ["minimum" | "minimums", ..] | ["total", "minimum", _] => {}
            _ => return None,
        }
    }
    Some(Price {
        name: piece.name.clone(),
        pricing: pricing.name.clone(),
        term: piece.term,
        arrears: piece.in_arrears,
        in_full,
        each: minor(&piece.price)?,
        base,
        is_fee: is_fee(piece),
    })
}

fn minor(text: &str, currency: Currency) -> Option<i128> {
    let value = Ratio::parse_decimal(text).ok()?;
    let amount = value.to_minor(currency, Rounding::TowardZero).ok()?;
    (amount.major() == value).then_some(i128::from(amount.minor))
}
