//! Prices in words as plans of the core.

use std::sync::Arc;

use billing::metering::Aggregator;
use billing::pricing::{Component, ItemPricing, Kind, ProductPricing};
use money::{Ratio, Rounding};

use crate::definition::definition;
use crate::setup::{Piece, PricingSetup};

pub fn plan(own: &PricingSetup) -> Result<Arc<ProductPricing>, String> {
    let components = own.pieces.iter().map(|piece| component(own, piece));
    let minor = |value: &Ratio| value.to_minor(own.currency, Rounding::HalfAwayFromZero);
    Ok(Arc::new(ProductPricing {
        id: own.name.as_str().into(),
        name: own.name.clone(),
        product: own.name.as_str().into(),
        gl_code: None,
        currency: own.currency,
        minimum: own.minimum.as_ref().map(minor).transpose().map_err(|e| e.to_string())?,
        components: components.collect::<Result<_, _>>()?,
        archived: own.archived,
    }))
}

fn component(own: &PricingSetup, piece: &Piece) -> Result<Component, String> {
    let id = format!("{}/{}", own.name, piece.name);
    let kind = if piece.metered { Kind::Usage } else { Kind::Licence };
    let pricing = ItemPricing::define(&definition(piece, own.currency)?, own.currency);
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
