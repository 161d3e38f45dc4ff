//! Discounts of a subscription as they are answered.

use billing::invoice::{DiscountScope, Effect};
use billing::subscription::{Discount, DiscountState, Subscription};
use records::subscription::discount as answer;
use records::{CustomerId, Moment, Number, SubscriptionId};

use super::context::ApplyContext;
use crate::Failure;
use crate::bill::stored;

pub(super) fn answered(
    context: &ApplyContext<'_>,
    subscription: &Subscription,
    customer: &CustomerId,
) -> Result<String, Failure> {
    let id = SubscriptionId::from(subscription.id.to_string());
    let discounts = subscription.discounts.iter();
    let all: Vec<answer::Discount> =
        discounts.map(|discount| answer(context, (&id, customer), discount)).collect();
    Ok(stored::written(&all)?)
}

fn answer(
    context: &ApplyContext<'_>,
    (of, customer): (&SubscriptionId, &CustomerId),
    discount: &Discount,
) -> answer::Discount {
    let mut shown = answer::Discount {
        cap: discount.cap,
        company_id: context.company.id.clone(),
        created_at: discount.created.into(),
        customer_id: Some(customer.to_owned()),
        expiration_date: discount.expires.map(Moment::from),
        id: discount.id.to_string().into(),
        name: discount.name.clone(),
        state: match discount.state {
            DiscountState::Pending => answer::DiscountState::Pending,
            DiscountState::Active => answer::DiscountState::Active,
            DiscountState::Revoked => answer::DiscountState::Revoked,
            DiscountState::Expired => answer::DiscountState::Expired,
            DiscountState::Consumed => answer::DiscountState::Consumed,
        },
        subscription_id: Some(of.to_owned()),
        onetime_billable_id: discount.one_time.as_ref().map(ToString::to_string),
        import_created_at_ref: discount.details.import_created.map(Moment::from),
        import_ref: discount.details.import_ref.clone(),
        imported_from: discount.details.imported_from.clone(),
        item_pricing_id: discount.details.item_pricing.clone(),
        product_id: discount.details.product.clone(),
        product_pricing_id: discount.details.product_pricing.clone(),
        updated_at: discount.changed.unwrap_or(discount.created).into(),
        ..answer::Discount::default()
    };
    match &discount.effect {
        Effect::Percent(percent) => {
            shown.kind = answer::DiscountType::DiscountPercent;
            shown.percent = Number::exactly(&percent.to_string());
        }
        Effect::Amount { amount, .. } => {
            shown.kind = answer::DiscountType::DiscountAmount;
            shown.amount = Some(*amount);
        }
        Effect::PerUnit(amount) => {
            shown.kind = answer::DiscountType::DiscountAmountPerUnit;
            shown.amount = Some(*amount);
        }
    }
    match &discount.scope {
        DiscountScope::OneTime(_) => {}
        DiscountScope::OneTimeCharge(id) => shown.onetime_billable_id = Some(id.clone()),
        DiscountScope::ItemPricing(id) => shown.item_pricing_id = Some(id.clone()),
        DiscountScope::ProductPricing(id) => shown.product_pricing_id = Some(id.clone()),
        DiscountScope::Product(id) => shown.product_id = Some(id.clone()),
        DiscountScope::Anything => {}
    }
    shown
}
