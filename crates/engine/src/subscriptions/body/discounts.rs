//! Discounts that come with a subscription: a percent or an amount, for a part of it or for all.

use billing::invoice::Effect;
use billing::subscription::NewDiscount;
use money::{Amount, Currency, Ratio};
use records::SentAmount;
use records::subscription::discount::{DiscountType, SubscriptionDiscount};

use super::scopes::Scopes;
use super::terms::instant;
use crate::refusal::Faults;

/// What a discount without a name is called.
const NAMELESS: &str = "Discount";

pub(crate) fn read(
    sent: &[SubscriptionDiscount],
    scopes: &Scopes,
    faults: &mut Faults,
) -> Vec<NewDiscount> {
    let numbered = sent.iter().enumerate();
    let read = |(place, discount)| one(discount, scopes, &format!("/discounts/{place}"), faults);
    numbered.filter_map(read).collect()
}

fn one(
    sent: &SubscriptionDiscount,
    scopes: &Scopes,
    pointer: &str,
    faults: &mut Faults,
) -> Option<NewDiscount> {
    let (scope, mut details) = scopes.scope(sent, pointer, faults);
    let effect = effect(sent, scopes.currency, pointer, faults);
    let cap = money(&sent.cap, scopes.currency, &format!("{pointer}/cap"), faults);
    let mut moment = |at, field| instant(at, &format!("{pointer}/{field}"), faults);
    let expires = moment(sent.expiration_date, "expiration_date");
    details.import_created = moment(sent.import_created_at_ref, "import_created_at_ref");
    let name = sent.name.clone().filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| NAMELESS.to_owned());
    Some(NewDiscount { name, scope, effect: effect?, cap, expires, details })
}

/// Exactly one of `percent` and `amount`, and a type that fits.
fn effect(
    sent: &SubscriptionDiscount,
    currency: Option<Currency>,
    pointer: &str,
    faults: &mut Faults,
) -> Option<Effect> {
    let fits = |kind: DiscountType| match kind {
        DiscountType::DiscountPercent => sent.percent.is_some(),
        DiscountType::DiscountAmount | DiscountType::DiscountAmountPerUnit => sent.amount.is_some(),
    };
    if sent.percent.is_some() == sent.amount.is_some() {
        faults.add(pointer, "percent_or_amount", "Send exactly one of `percent` and `amount`.");
        return None;
    }
    if sent.kind.is_some_and(|kind| !fits(kind)) {
        let detail = "DISCOUNT_PERCENT has a `percent`, the other types have an `amount`.";
        faults.add(&format!("{pointer}/type"), "mismatch", detail);
        return None;
    }
    if let Some(percent) = &sent.percent {
        let pointer = format!("{pointer}/percent");
        let read = Ratio::parse_decimal(percent.as_str());
        let part = read.map_err(|error| faults.add(&pointer, "range", format!("It {error}.")));
        return Some(Effect::Percent(part.ok()?));
    }
    let amount = money(&sent.amount, currency, &format!("{pointer}/amount"), faults)?;
    Some(match sent.kind {
        Some(DiscountType::DiscountAmountPerUnit) => Effect::PerUnit(amount),
        _ => Effect::Amount { amount, used: Amount::zero(amount.currency) },
    })
}

/// An amount of the subscription's currency that is not negative.
pub(super) fn money(
    sent: &Option<SentAmount>,
    currency: Option<Currency>,
    pointer: &str,
    faults: &mut Faults,
) -> Option<Amount> {
    let sent = sent.as_ref()?;
    if sent.minor < 0 {
        faults.add(&format!("{pointer}/value_in_cents"), "negative", "It must not be below zero.");
    }
    let pointer = format!("{pointer}/currency");
    let unknown = |unknown| faults.add(&pointer, "unknown", format!("{unknown}"));
    let known = sent.known().map_err(unknown).ok()?;
    if let Some(wanted) = currency.filter(|wanted| *wanted != known.currency) {
        let detail = format!("The subscription is in {}.", wanted.code());
        faults.add(&pointer, "currency_mismatch", detail);
    }
    Some(known)
}
