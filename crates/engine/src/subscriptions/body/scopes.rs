//! What a discount is for: the narrowest of what it names. Whatever else it names has to hold of
//! that.

use billing::invoice::DiscountScope;
use billing::one_time::{OneTimeItem, OneTimePrice};
use billing::subscription::DiscountDetails;
use money::Currency;
use records::subscription::discount::{DiscountState, SubscriptionDiscount};
use records::{CustomerId, OneTimeCharge, ProductPricing, SubscriptionId};

use super::pricings::Bought;
use crate::refusal::Faults;

/// Whose discounts they are.
#[derive(Clone, Default)]
pub(crate) struct Holder {
    pub(crate) customer: CustomerId,
    /// Absent while it is only asked for.
    pub(crate) subscription: Option<SubscriptionId>,
    /// One-time charges that came with the subscription and wait.
    pub(crate) charges: Vec<OneTimeCharge>,
    /// The state that they begin with, where that is known.
    pub(crate) state: Option<DiscountState>,
}

/// What is ordered, as discounts speak of it.
#[derive(Default)]
pub(crate) struct Scopes {
    /// The currency that amounts have to be in.
    pub(super) currency: Option<Currency>,
    pricings: Vec<Pricing>,
    /// Products of prices that stand in no catalog.
    products: Vec<String>,
    holder: Holder,
}

struct Pricing {
    id: String,
    product: String,
    components: Vec<String>,
}

impl Pricing {
    fn of(pricing: &ProductPricing) -> Pricing {
        let parts = pricing.product_metric_pricings.iter();
        Pricing {
            id: pricing.id.clone(),
            product: pricing.product_id.clone(),
            components: parts.map(|part| part.item_pricing_id.clone()).collect(),
        }
    }
}

impl Scopes {
    pub(crate) fn new(currency: Option<Currency>, holder: &Holder) -> Scopes {
        Scopes { currency, holder: holder.clone(), ..Scopes::default() }
    }

    /// With what recurs.
    pub(super) fn recurring(mut self, bought: &Bought) -> Scopes {
        self.pricings.extend(bought.pricings.iter().map(Pricing::of));
        self
    }

    /// With what is bought once.
    pub(crate) fn once(mut self, items: &[OneTimeItem]) -> Scopes {
        for item in items {
            match &item.price {
                OneTimePrice::Pricing(pricing) => self.pricings.push(Pricing {
                    id: pricing.id.to_string(),
                    product: pricing.product.to_string(),
                    components: pricing.components.iter().map(|one| one.id.to_string()).collect(),
                }),
                OneTimePrice::Custom { product, .. } => {
                    self.products.extend(product.as_ref().map(ToString::to_string));
                }
            }
        }
        self
    }

    /// The same for a discount of one charge: what that was bought by.
    fn of_charge(charge: &OneTimeCharge) -> Scopes {
        let product = charge.custom_price.as_ref().and_then(|price| price.product_id.clone());
        Scopes {
            pricings: charge.product_pricing.iter().map(Pricing::of).collect(),
            products: product.into_iter().collect(),
            ..Scopes::default()
        }
    }

    /// The scope of a discount, and what else was said of it.
    pub(super) fn scope(
        &self,
        sent: &SubscriptionDiscount,
        pointer: &str,
        faults: &mut Faults,
    ) -> (DiscountScope, DiscountDetails) {
        self.server_set(sent, pointer, faults);
        match self.charge(sent) {
            Some(charge) => Scopes::of_charge(charge).check(sent, pointer, faults),
            None => self.check(sent, pointer, faults),
        }
        let mut details = DiscountDetails {
            item_pricing: sent.item_pricing_id.clone(),
            product_pricing: sent.product_pricing_id.clone(),
            product: sent.product_id.clone(),
            imported_from: sent.imported_from.clone(),
            import_ref: sent.import_ref.clone(),
            import_created: None,
        };
        // What it is for is no detail.
        let scope = if let Some(id) = sent.onetime_billable_id.clone() {
            DiscountScope::OneTimeCharge(id)
        } else if let Some(id) = details.item_pricing.take() {
            DiscountScope::ItemPricing(id)
        } else if let Some(id) = details.product_pricing.take() {
            DiscountScope::ProductPricing(id)
        } else if let Some(id) = details.product.take() {
            DiscountScope::Product(id)
        } else {
            DiscountScope::Anything
        };
        (scope, details)
    }

    fn charge(&self, sent: &SubscriptionDiscount) -> Option<&OneTimeCharge> {
        let id = sent.onetime_billable_id.as_deref()?;
        self.holder.charges.iter().find(|charge| *charge.id == *id)
    }

    /// What is named is there, and the narrower is a part of the wider.
    fn check(&self, sent: &SubscriptionDiscount, pointer: &str, faults: &mut Faults) {
        let (item, pricing) = (sent.item_pricing_id.as_ref(), sent.product_pricing_id.as_ref());
        let product = sent.product_id.as_ref();
        let of_item = |one: &Pricing| item.is_none_or(|id| one.components.contains(id));
        let of_pricing = |one: &Pricing| pricing.is_none_or(|id| one.id == *id);
        let of_product = |one: &Pricing| product.is_none_or(|id| one.product == *id);
        let any = |holds: &dyn Fn(&Pricing) -> bool| self.pricings.iter().any(holds);
        let custom = product.is_some_and(|id| self.products.contains(id));
        let missing = [
            ("item_pricing_id", "component", item.is_some() && !any(&of_item)),
            ("product_pricing_id", "pricing", pricing.is_some() && !any(&of_pricing)),
            ("product_id", "product", product.is_some() && !any(&of_product) && !custom),
        ];
        for (field, noun, _) in missing.iter().filter(|(_, _, missing)| *missing) {
            let detail = format!("This {noun} is not among what is ordered.");
            faults.add(&format!("{pointer}/{field}"), "unknown", detail);
        }
        if missing.iter().any(|(_, _, missing)| *missing) {
            return;
        }
        if item.is_some() && pricing.is_some() && !any(&|one| of_item(one) && of_pricing(one)) {
            let detail = "The component is not one of this pricing.";
            faults.add(&format!("{pointer}/product_pricing_id"), "mismatch", detail);
        } else if item.or(pricing).is_some()
            && !any(&|one| of_item(one) && of_pricing(one) && of_product(one))
        {
            let detail = "What it is for is not of this product.";
            faults.add(&format!("{pointer}/product_id"), "mismatch", detail);
        }
    }

    /// What the service sets by itself may be sent as it will be.
    fn server_set(&self, sent: &SubscriptionDiscount, pointer: &str, faults: &mut Faults) {
        let Holder { customer, subscription, state, .. } = &self.holder;
        let mut check = |field: &str, holds: bool, code: &str, detail: &str| {
            if !holds {
                faults.add(&format!("{pointer}/{field}"), code, detail);
            }
        };
        let same = |id: &String| customer.is_empty() || **customer == **id;
        let same = sent.customer_id.as_ref().is_none_or(same);
        check("customer_id", same, "mismatch", "The subscription is another customer's.");
        let same = |id: &String| subscription.as_ref().is_some_and(|known| **known == **id);
        let same = sent.subscription_id.as_ref().is_none_or(same);
        check("subscription_id", same, "mismatch", "This is not the subscription it is for.");
        let waits = sent.onetime_billable_id.is_none() || self.charge(sent).is_some();
        let detail = "No one-time charge of this subscription that waits has this id.";
        check("onetime_billable_id", waits, "unknown", detail);
        let begins = |sent: DiscountState| match state {
            Some(known) => sent == *known,
            None => matches!(sent, DiscountState::Active | DiscountState::Pending),
        };
        let detail = "It begins ACTIVE, or PENDING before the start of the subscription.";
        check("state", sent.state.is_none_or(begins), "mismatch", detail);
    }
}
