//! Changes and cancels in words as commands of the core.

use std::sync::Arc;

use billing::command::{AskCancel, AskChange, Command, ScheduledChange};
use billing::id::Handle;
use billing::pricing::ProductPricing;
use billing::subscription::{Changes, NewTrial, Picked, Proration, Refund, Timing};
use calendar::Timestamp;

use super::order::{discount, settings};
use crate::action::{Cancelling, Changing, Order, Refunding, Trying, When};

pub fn change(
    plans: &[Arc<ProductPricing>],
    id: Handle,
    own: &Changing,
) -> Result<Command, String> {
    let picked = own.orders.as_ref().map(|orders| picked(plans, orders)).transpose()?;
    let currency = plans.first().ok_or("nothing is sold")?.currency;
    let discounts = own.offs.iter().map(|off| discount(off, currency));
    let (timing, custom_date) = timing(own.when.unwrap_or(When::Now));
    Ok(Command::Change(Box::new(AskChange {
        subscription: id,
        timing,
        custom_date,
        proration: match own.proration {
            Some("IMMEDIATE") => Proration::Immediate,
            Some("NONE") => Proration::None,
            _ => Proration::Next,
        },
        wanted: Changes {
            pricings: picked,
            reset_anchor: own.reset_anchor,
            term: own.term,
            relative_term: own.relative_term,
            auto_renews: own.renews,
            auto_charges: own.charged,
            minimum: own.minimum,
            discounts: discounts.collect::<Result<_, _>>()?,
            trial: own.trial.map(|own| match own {
                Trying::Stays => NewTrial::Stays,
                Trying::For(length) => NewTrial::For(length),
                Trying::Over => NewTrial::Over,
            }),
        },
    })))
}

pub fn scheduled(
    plans: &[Arc<ProductPricing>],
    (orders, at): &(Vec<Order>, Timestamp),
) -> Result<ScheduledChange, String> {
    let wanted = Changes { pricings: Some(picked(plans, orders)?), ..Changes::default() };
    Ok(ScheduledChange { at: *at, wanted })
}

pub fn cancel(subscription: Handle, own: &Cancelling) -> Command {
    let (timing, custom_end) = timing(own.when.unwrap_or(When::PeriodEnd));
    Command::Cancel(Box::new(AskCancel {
        subscription,
        timing,
        custom_end,
        refund: match own.refund {
            Refunding::Nothing => Refund::None,
            Refunding::Prorated => Refund::Prorated,
            Refunding::Full => Refund::Full,
            Refunding::Custom(amount) => Refund::Custom(amount),
        },
        remaining_balance: own.remaining,
        pending_invoices: own.pending,
    }))
}

/// Pricings of the new set; what is not said of one stays as it is.
fn picked(plans: &[Arc<ProductPricing>], orders: &[Order]) -> Result<Vec<Picked>, String> {
    let pick = |order: &Order| {
        let (plan, settings) = settings(plans, order)?;
        let configs = settings.into_iter().map(|own| Some(own).filter(|_| order.is_named()));
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
