//! Changes and cancels in words as commands of the core.

use std::sync::Arc;

use billing::command::{AskCancel, AskChange, Command, ScheduledChange};
use billing::id::SubscriptionHandle;
use billing::pricing::ProductPricing;
use billing::subscription::{Changes, NewTrial, Picked, Proration, Refund, Timing};
use calendar::Timestamp;

use super::charge::bought;
use super::order::{discount, settings};
use crate::action::{Cancelling, Changing, Order, Refunding, Then, Trying, When};

pub fn change(
    plans: &[Arc<ProductPricing>],
    id: SubscriptionHandle,
    changing: &Changing,
) -> Result<Command, String> {
    let picked = changing.orders.as_ref().map(|orders| picked(plans, orders)).transpose()?;
    let currency = plans.first().ok_or("nothing is sold")?.currency;
    let discounts = changing.offs.iter().map(|off| discount(off, currency));
    let (timing, custom_date) = timing(changing.when.unwrap_or(When::Now));
    Ok(Command::Change(Box::new(AskChange {
        subscription: id,
        timing,
        custom_date,
        proration: match changing.proration {
            Some("IMMEDIATE") => Proration::Immediate,
            Some("NONE") => Proration::None,
            _ => Proration::Next,
        },
        wanted: Changes {
            pricings: picked,
            reset_anchor: changing.reset_anchor,
            term: changing.term,
            relative_term: changing.relative_term,
            auto_renews: changing.renews,
            auto_charges: changing.charged,
            minimum: changing.minimum,
            discounts: discounts.collect::<Result<_, _>>()?,
            trial: changing.trial.map(|trying| match trying {
                Trying::Stays => NewTrial::Stays,
                Trying::For(length) => NewTrial::For(length),
                Trying::Over => NewTrial::Over,
            }),
            onetime_items: bought(plans, &changing.once)?,
        },
    })))
}

pub fn scheduled(plans: &[Arc<ProductPricing>], then: &Then) -> Result<ScheduledChange, String> {
    let wanted = Changes {
        pricings: Some(picked(plans, &then.orders)?),
        onetime_items: bought(plans, &then.once)?,
        ..Changes::default()
    };
    Ok(ScheduledChange { at: then.at, wanted })
}

pub fn cancel(subscription: SubscriptionHandle, cancelling: &Cancelling) -> Command {
    let (timing, custom_end) = timing(cancelling.when.unwrap_or(When::PeriodEnd));
    Command::Cancel(Box::new(AskCancel {
        subscription,
        timing,
        custom_end,
        refund: match cancelling.refund {
            Refunding::Nothing => Refund::None,
            Refunding::Prorated => Refund::Prorated,
            Refunding::Full => Refund::Full,
            Refunding::Custom(amount) => Refund::Custom(amount),
        },
        remaining_balance: cancelling.remaining,
        pending_invoices: cancelling.pending,
    }))
}

/// Pricings of the new set; what is not said of one stays as it is.
fn picked(plans: &[Arc<ProductPricing>], orders: &[Order]) -> Result<Vec<Picked>, String> {
    let pick = |order: &Order| {
        let (plan, settings) = settings(plans, order)?;
        let configs =
            settings.into_iter().map(|setting| Some(setting).filter(|_| order.is_named()));
        Ok(Picked { pricing: plan, configurations: configs.collect() })
    };
    orders.iter().map(pick).collect()
}

fn timing(when: When) -> (Timing, Option<Timestamp>) {
    match when {
        When::Now => (Timing::Immediate, None),
        When::PeriodEnd => (Timing::PeriodEnd, None),
        When::Renewal => (Timing::Renewal, None),
        When::On(date) => (Timing::CustomDate, Some(date)),
    }
}
