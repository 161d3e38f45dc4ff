//! The body of a create, read and checked: every fault is listed before anything is decided.

use std::sync::Arc;

use billing::command::{AskOneTime, AskOneTimes};
use billing::one_time::OneTimePrice;
use billing::pricing::{Pricings, QuantityBounds};
use money::{Currency, Quantity, Ratio};
use records::catalog::product_pricing::PricingKind;
use records::one_time::{OneTimeItem, OneTimeType};
use records::{Customer, Object, OneTimeCharge, OneTimeCreate, Product, ProductPricing};
use serde_json::Value;

use crate::bill::stored::OneTimeText;
use crate::bill::{FreshOneTime, pricings};
use crate::catalog::pricings::Sold;
use crate::refusal::Faults;
use crate::subscriptions::body::{bounds, discounts, instant, parsed, paying};
use crate::{Failure, Refusal, Session};

/// What was asked for, as the core takes it, and what only the interface knows of it.
pub(super) struct Read {
    pub(super) customer: Customer,
    pub(super) command: AskOneTimes,
    pub(super) fresh: Vec<FreshOneTime>,
    pub(super) text: OneTimeText,
}

pub(super) fn read(session: &mut Session<'_, '_>, sent: &Object) -> Result<Read, Failure> {
    let mut fields = sent.clone();
    // A body whose misshapen fields were left out may lack what is required.
    fields.entry("customer_id").or_insert_with(|| Value::String(String::new()));
    let body: OneTimeCreate = parsed(fields)?;
    let mut faults = Faults::default();
    let customer = paying(session, &body.customer_id, &mut faults)?;
    if body.onetime_items.is_empty() {
        faults.add("/onetime_items", "required", "At least one item is needed.");
    }
    let next = body.kind == Some(OneTimeType::Next);
    if next && body.invoice_date.is_some() {
        let detail = "What goes on the next invoice has no date of its own.";
        faults.add("/invoice_date", "mismatch", detail);
    }
    let ids = body.onetime_items.iter().filter_map(|item| item.product_pricing_id.clone());
    let mut items = Items {
        sold: Sold::read(session, ids.clone().collect())?,
        compiled: pricings::pricings(session, ids.collect())?,
        products: products(session, &body)?,
        currency: None,
        fresh: Vec::new(),
    };
    let numbered = body.onetime_items.iter().enumerate();
    let asked = numbered
        .map(|(place, item)| items.item(item, &format!("/onetime_items/{place}"), &mut faults));
    let asked: Vec<Option<AskOneTime>> = asked.collect();
    let currency = items.currency;
    let has = |id: &str| {
        body.onetime_items.iter().any(|item| item.product_pricing_id.as_deref() == Some(id))
    };
    let sent = body.discounts.as_deref().unwrap_or_default();
    let discounts = discounts::read(sent, (currency, &has), &mut faults);
    let at = instant(body.invoice_date, "/invoice_date", &mut faults);
    faults.refuse_any()?;
    let missing = || Refusal::invalid("/onetime_items", "required", "Items are needed.");
    let command = AskOneTimes {
        customer: customer.id.as_str().into(),
        items: asked.into_iter().flatten().collect(),
        currency: currency.ok_or_else(missing)?,
        next,
        at,
        auto_charges: body.auto_charges.unwrap_or(false),
        due_days: body.invoice_due_date_from_creation.and_then(|days| u32::try_from(days).ok()),
        discounts,
    };
    let names: Vec<&str> = items.fresh.iter().map(|fresh| fresh.name.as_str()).collect();
    let text = OneTimeText {
        name: names.join(", "),
        instructions: body.invoice_payment_instructions,
        notes: body.notes,
        metadata: body.metadata.unwrap_or_default(),
    };
    Ok(Read { customer, command, fresh: items.fresh, text })
}

/// Products that prices of their own name, as far as there are such.
fn products(session: &mut Session<'_, '_>, body: &OneTimeCreate) -> Result<Vec<String>, Failure> {
    let custom = body.onetime_items.iter().filter_map(|item| item.custom_price.as_ref());
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
    ) -> Option<AskOneTime> {
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
        Some(AskOneTime { price, quantity: quantity?, sort_order })
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
        if sells_credit(pricing) {
            let detail = "This pricing sells a credit, which is not possible yet.";
            faults.add(&pointer, "not_available_yet", detail);
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

fn sells_credit(pricing: &ProductPricing) -> bool {
    let mut parts = pricing.product_metric_pricings.iter();
    parts.any(|part| part.item_pricing.credit_price.is_some())
}
