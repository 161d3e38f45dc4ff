//! Items that are bought once, by themselves, with a subscription or with a change: read and
//! checked.

use std::sync::Arc;

use billing::one_time::OneTimePrice;
use billing::pricing::{Pricings, QuantityBounds};
use money::{Currency, Quantity, Ratio};
use records::catalog::product_pricing::PricingKind;
use records::one_time::OneTimeItem;
use records::{OneTimeCharge, Product};

use crate::bill::{FreshOneTime, pricings};
use crate::catalog::pricings::Sold;
use crate::refusal::Faults;
use crate::subscriptions::body::bounds;
use crate::{Failure, Session};

/// Items as the core takes them, and as they are answered.
#[derive(Default)]
pub(crate) struct ReadItems {
    pub(crate) items: Vec<billing::one_time::OneTimeItem>,
    pub(crate) fresh: Vec<FreshOneTime>,
    /// Where each of them stands in the body.
    pub(crate) places: Vec<usize>,
    /// That of the first of them.
    pub(crate) currency: Option<Currency>,
}

/// Reads `onetime_items`; each fault is named by its place.
pub(crate) fn read(
    session: &mut Session<'_, '_>,
    sent: &[OneTimeItem],
    faults: &mut Faults,
) -> Result<ReadItems, Failure> {
    if sent.is_empty() {
        return Ok(ReadItems::default());
    }
    let ids = sent.iter().filter_map(|item| item.product_pricing_id.clone());
    let mut items = Items {
        sold: Sold::read(session, ids.clone().collect())?,
        compiled: pricings::pricings(session, ids.collect())?,
        products: products(session, sent)?,
        currency: None,
        fresh: Vec::new(),
    };
    let (mut asked, mut places) = (Vec::with_capacity(sent.len()), Vec::new());
    for (place, item) in sent.iter().enumerate() {
        if let Some(item) = items.item(item, &format!("/onetime_items/{place}"), faults) {
            asked.push(item);
            places.push(place);
        }
    }
    Ok(ReadItems { items: asked, fresh: items.fresh, places, currency: items.currency })
}

/// Products that prices of their own name, as far as there are such.
fn products(session: &mut Session<'_, '_>, sent: &[OneTimeItem]) -> Result<Vec<String>, Failure> {
    let custom = sent.iter().filter_map(|item| item.custom_price.as_ref());
    let ids: Vec<String> = custom.filter_map(|price| price.product_id.clone()).collect();
    let company = session.company_id().to_owned();
    let found: Vec<store::catalog::Stored<Product>> =
        store::catalog::by_ids(session.tx, &company, ids)?;
    Ok(found.into_iter().map(|stored| stored.record.id).collect())
}

/// Items on their way.
struct Items {
    sold: Sold,
    compiled: Pricings,
    products: Vec<String>,
    /// That of the first of them.
    currency: Option<Currency>,
    fresh: Vec<FreshOneTime>,
}

impl Items {
    fn item(
        &mut self,
        item: &OneTimeItem,
        pointer: &str,
        faults: &mut Faults,
    ) -> Option<billing::one_time::OneTimeItem> {
        let quantity = quantity(item, pointer, faults);
        let order = item.sort_order.as_ref().map(|order| Ratio::parse_decimal(order.as_str()));
        let sort_order = order.and_then(|read| {
            let fault = |error| {
                faults.add(&format!("{pointer}/sort_order"), "range", format!("It {error}."))
            };
            read.map_err(fault).ok()
        });
        let (price, name) = match (&item.product_pricing_id, &item.custom_price) {
            (Some(id), None) => self.pricing(id, pointer, faults)?,
            (None, Some(_)) => self.custom(item, pointer, faults)?,
            _ => {
                let detail = "Send exactly one of `product_pricing_id` and `custom_price`.";
                faults.add(pointer, "pricing_or_price", detail);
                return None;
            }
        };
        let record = OneTimeCharge {
            aggregate: item.aggregate.clone(),
            custom_price: custom_price(&price, item),
            name: name.clone(),
            product_pricing_id: item.product_pricing_id.clone(),
            quantity_config: item.quantity_config.clone(),
            sort_order: item.sort_order.clone(),
            ..OneTimeCharge::default()
        };
        let doc = store::document::stored(&record, OneTimeCharge::IN_COLUMNS).unwrap_or_default();
        self.fresh.push(FreshOneTime { name, doc });
        Some(billing::one_time::OneTimeItem { price, quantity: quantity?, sort_order })
    }

    /// A pricing of the catalog that is bought once.
    fn pricing(
        &mut self,
        id: &str,
        pointer: &str,
        faults: &mut Faults,
    ) -> Option<(OneTimePrice, String)> {
        let pointer = format!("{pointer}/product_pricing_id");
        let found = self.sold.usable(id);
        let pricing = found.map_err(|(code, detail)| faults.add(&pointer, code, detail)).ok()?;
        if pricing.kind != PricingKind::OneTime {
            faults.add(&pointer, "recurring", "This pricing recurs: it is for subscriptions.");
            return None;
        }
        let compiled = self.compiled.get(id)?;
        self.currency.get_or_insert(compiled.currency);
        Some((OneTimePrice::Pricing(Arc::clone(compiled)), compiled.name.clone()))
    }

    /// A price that stands in no catalog.
    fn custom(
        &mut self,
        item: &OneTimeItem,
        pointer: &str,
        faults: &mut Faults,
    ) -> Option<(OneTimePrice, String)> {
        let price = item.custom_price.as_ref()?;
        let pointer = format!("{pointer}/custom_price");
        let Some(sent) = &price.amount else {
            faults.add(&format!("{pointer}/amount"), "required", "`amount` is required.");
            return None;
        };
        let unknown = |unknown| {
            faults.add(&format!("{pointer}/amount/currency"), "unknown", format!("{unknown}"))
        };
        let amount = sent.known().map_err(unknown).ok()?;
        self.currency.get_or_insert(amount.currency);
        let product = price.product_id.clone();
        if product.as_ref().is_some_and(|id| !self.products.contains(id)) {
            let detail = "There is no such product.";
            faults.add(&format!("{pointer}/product_id"), "unknown", detail);
        }
        let name = price.description.clone().filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| "One-time charge".to_owned());
        let product = product.map(|id| Arc::from(id.as_str()));
        Some((OneTimePrice::Custom { amount, name: name.clone(), product }, name))
    }
}

fn quantity(item: &OneTimeItem, pointer: &str, faults: &mut Faults) -> Option<Quantity> {
    let bounds: QuantityBounds = bounds(item.quantity_config.as_ref(), pointer, faults);
    let pointer = format!("{pointer}/aggregate");
    let read = Quantity::parse(item.aggregate.as_str());
    let quantity =
        read.map_err(|error| faults.add(&pointer, "range", format!("It {error}."))).ok()?;
    if quantity.is_zero() {
        faults.add(&pointer, "not_positive", "It must be greater than zero.");
    }
    if let Err(error) = bounds.allow(&quantity, &quantity) {
        faults.add(&pointer, "quantity", format!("It {error}."));
    }
    Some(quantity)
}

/// A price of its own as it is answered.
fn custom_price(
    price: &OneTimePrice,
    item: &OneTimeItem,
) -> Option<records::one_time::OneTimePrice> {
    let OneTimePrice::Custom { amount, .. } = price else { return None };
    let sent = item.custom_price.as_ref()?;
    Some(records::one_time::OneTimePrice {
        amount: Some(*amount),
        description: sent.description.clone(),
        product_id: sent.product_id.clone(),
    })
}
