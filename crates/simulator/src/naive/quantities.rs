//! How many there are of what is ordered: what a change does not say stays as it is, and where one
//! licence goes and one comes, that one is so many.

use money::Ratio;
use scenario::{Order, Piece, Setup};

/// How many there are of each pricing.
pub struct Quantities<'a> {
    setup: &'a Setup,
    all: Vec<(String, Ratio)>,
}

impl<'a> Quantities<'a> {
    pub fn new(setup: &'a Setup, orders: &[Order]) -> Quantities<'a> {
        let units = |order: &Order| order.units.clone().unwrap_or(Ratio::ONE);
        let all = orders.iter().map(|order| (order.pricing.clone(), units(order))).collect();
        Quantities { setup, all }
    }

    /// The whole new set, with everything said.
    pub fn follow(&mut self, orders: &[Order]) -> Vec<Order> {
        let gone =
            self.all.iter().filter(|(text, _)| orders.iter().all(|new| new.pricing != *text));
        let gone: Vec<&Ratio> =
            gone.flat_map(|(text, units)| vec![units; self.licences(text)]).collect();
        let came: Vec<&Order> =
            orders.iter().filter(|new| self.of(&new.pricing).is_none()).collect();
        let over = match (gone.as_slice(), came.iter().map(|new| self.licences(&new.pricing)).sum())
        {
            ([one], 1_usize) => (*one).clone(),
            _ => Ratio::ONE,
        };
        let said = |new: &Order| {
            let comes = || if self.licences(&new.pricing) == 0 { Ratio::ONE } else { over.clone() };
            let units = new.units.clone().or_else(|| self.of(&new.pricing).cloned());
            Order { units: Some(units.unwrap_or_else(comes)), ..new.clone() }
        };
        let orders: Vec<Order> = orders.iter().map(said).collect();
        self.all = Quantities::new(self.setup, &orders).all;
        orders
    }

    fn of(&self, pricing: &str) -> Option<&Ratio> {
        self.all.iter().find(|(text, _)| text == pricing).map(|(_, units)| units)
    }

    /// How many of its components are sold by number.
    fn licences(&self, pricing: &str) -> usize {
        let pricing_setup =
            self.setup.pricings.iter().find(|pricing_setup| pricing_setup.name == pricing);
        let pieces = pricing_setup.into_iter().flat_map(|pricing_setup| &pricing_setup.pieces);
        pieces.filter(|piece| !piece.is_metered() && !is_fee(piece)).count()
    }
}

/// Whether a component has a base price and none for units.
pub fn is_fee(piece: &Piece) -> bool {
    let mut words = piece.options.iter().filter_map(|text| text.split(' ').next());
    let free = Ratio::parse_decimal(&piece.price).is_ok_and(|price| price == Ratio::ZERO);
    let priced = |text: &str| ["tiers", "volume", "schedule", "custom"].contains(&text);
    free && words.clone().any(|text| text == "base") && !words.any(priced)
}
