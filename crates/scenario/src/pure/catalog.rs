//! Prices in words as plans of the core.

use std::sync::Arc;

use billing::metering::Aggregator;
use billing::pricing::{Component, ItemPricing, Kind, ProductPricing};
use money::{Ratio, Rounding};

use crate::definition::definition;
use crate::setup::{Piece, PricingSetup};

pub fn plan(pricing_setup: &PricingSetup) -> Result<Arc<ProductPricing>, String> {
    let components = pricing_setup.pieces.iter().map(|piece| component(pricing_setup, piece));
    let minor = |value: &Ratio| value.to_minor(pricing_setup.currency, Rounding::HalfAwayFromZero);
    Ok(Arc::new(ProductPricing {
        id: pricing_setup.name.as_str().into(),
        name: pricing_setup.shown_name(),
        product: pricing_setup.product.as_str().into(),
        gl_code: None,
        currency: pricing_setup.currency,
        minimum: pricing_setup
            .minimum
            .as_ref()
            .map(minor)
            .transpose()
            .map_err(|e| e.to_string())?,
        components: components.map(|known| known.map(Arc::new)).collect::<Result<_, _>>()?,
        archived: pricing_setup.archived,
    }))
}

fn component(pricing_setup: &PricingSetup, piece: &Piece) -> Result<Component, String> {
    let id = format!("{}/{}", pricing_setup.name, piece.name);
    let kind = if piece.metered { Kind::Usage } else { Kind::Licence };
    let pricing =
        ItemPricing::define(&definition(piece, pricing_setup.currency)?, pricing_setup.currency);
    let faults = |faults: billing::definition::Faults| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    Ok(Component {
        metric: piece.metered.then(|| id.as_str().into()),
        aggregator: piece.metered.then_some(Aggregator::Sum),
        part: id.as_str().into(),
        id: id.into(),
        name: piece.name.clone(),
        kind,
        term: piece.term,
        pricing: pricing.map_err(faults)?,
    })
}
