//! Prices in words as plans of the core.

use std::sync::Arc;

use billing::definition::Value;
use billing::metering::Metric;
use billing::pricing::{Component, ItemPricing, Kind, ProductPricing};
use money::{Ratio, Rounding};

use crate::definition::{definition, metric};
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
    let kind = if piece.is_metered() { Kind::Usage } else { Kind::Licence };
    let metered = metered(piece)?;
    let named = piece.metering.as_ref().is_some_and(|metering| metering.item.is_some());
    let pricing =
        ItemPricing::define(&definition(piece, pricing_setup.currency)?, pricing_setup.currency);
    let faults = |faults: billing::definition::Faults| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    Ok(Component {
        metric: metered.as_ref().map(|(item, rule)| match named {
            true => format!("{item} {rule:?}").into(),
            false => id.as_str().into(),
        }),
        aggregator: metered.as_ref().map(|(_, metric)| metric.aggregator),
        counts_objects: piece.counts_objects(),
        item: piece.item().into(),
        part: id.as_str().into(),
        id: id.into(),
        name: piece.name.clone(),
        kind,
        term: piece.term,
        pricing: pricing.map_err(faults)?,
    })
}

/// The item of a component that is metered, and how.
pub(super) fn metered(piece: &Piece) -> Result<Option<(String, Metric)>, String> {
    let Some(metering) = &piece.metering else { return Ok(None) };
    let text = metric(metering).to_string();
    let definition: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let metric = Metric::define(&definition)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    Ok(Some((piece.item().to_owned(), metric)))
}
