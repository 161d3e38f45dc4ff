//! Random changes and cancels of a subscription.

use billing::command::{AskCancel, AskChange, Command};
use billing::id::Handle;
use billing::pricing::Configuration;
use billing::subscription::{Changes, NewTrial, Picked, Proration, Refund, Timing};
use calendar::{Frequency, Term, Timestamp};
use money::{Amount, Quantity, Ratio};
use proptest::prelude::*;

use crate::random::{later, plan_of};

/// Something that is asked of a running subscription.
#[derive(Clone, Debug)]
pub enum Ask {
    Change { subscription: u32, plans: Vec<(usize, Option<i64>)>, how: How, when: When },
    UndoChange(u32),
    Cancel { subscription: u32, refund: i64, flags: (bool, bool), when: When },
    UndoCancel(u32),
}

#[derive(Clone, Debug)]
pub struct How {
    proration: usize,
    reset: bool,
    term: Option<bool>,
    renews: Option<bool>,
    minimum: Option<i64>,
    /// Days of a trial; none for what is paid from then on, or stays.
    trial: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct When {
    timing: usize,
    days: i64,
}

pub fn asks() -> impl Strategy<Value = Ask> {
    let plan = (0_usize..5, prop::option::of(1_i64..5));
    let plans = prop::collection::vec(plan, 1..4);
    let how = (
        0_usize..3,
        prop::bool::weighted(0.15),
        prop::option::weighted(0.2, any::<bool>()),
        prop::option::weighted(0.15, any::<bool>()),
        prop::option::weighted(0.2, 0_i64..10_000),
        prop::option::weighted(0.2, -2_i64..40),
    );
    let how = how.prop_map(|(proration, reset, term, renews, minimum, trial)| How {
        proration,
        reset,
        term,
        renews,
        minimum,
        trial,
    });
    let when = || (0_usize..7, 0_i64..40).prop_map(|(timing, days)| When { timing, days });
    prop_oneof![
        6 => (1_u32..4, plans, how, when()).prop_map(|(subscription, plans, how, when)| {
            Ask::Change { subscription, plans, how, when }
        }),
        1 => (1_u32..4).prop_map(Ask::UndoChange),
        2 => (1_u32..4, -3_i64..4_000, any::<(bool, bool)>(), when())
            .prop_map(|(subscription, refund, flags, when)| {
                Ask::Cancel { subscription, refund, flags, when }
            }),
        1 => (1_u32..4).prop_map(Ask::UndoCancel),
    ]
}

impl When {
    /// At once more often than later.
    fn of(&self, now: Timestamp) -> (Timing, Option<Timestamp>) {
        match self.timing {
            0 => (Timing::PeriodEnd, None),
            1 => (Timing::Renewal, None),
            2 => (Timing::CustomDate, Some(later(now, self.days))),
            _ => (Timing::Immediate, None),
        }
    }
}

pub fn command(ask: &Ask, now: Timestamp) -> Command {
    let subscription = |number: &u32| Handle::new(*number);
    match ask {
        Ask::UndoChange(number) => Command::UndoChange(subscription(number)),
        Ask::UndoCancel(number) => Command::UndoCancel(subscription(number)),
        Ask::Change { subscription: number, plans, how, when } => {
            let (timing, custom_date) = when.of(now);
            let mut plans = plans.clone();
            plans.sort_unstable();
            plans.dedup_by_key(|(place, _)| *place);
            Command::Change(Box::new(AskChange {
                subscription: subscription(number),
                timing,
                custom_date,
                proration: match how.proration {
                    0 => Proration::Immediate,
                    1 => Proration::Next,
                    _ => Proration::None,
                },
                wanted: Changes {
                    pricings: Some(plans.iter().map(picked).collect()),
                    reset_anchor: how.reset,
                    term: how.term.map(|_| Term::every(Frequency::Quarter)),
                    relative_term: how.term.unwrap_or(false),
                    auto_renews: how.renews,
                    minimum: how.minimum.map(|cents| Some(cents).filter(|c| *c > 0).map(eur)),
                    trial: how.trial.map(trial),
                    ..Changes::default()
                },
            }))
        }
        Ask::Cancel { subscription: number, refund, flags, when } => {
            let (timing, custom_end) = when.of(now);
            let refund = match refund {
                -3 => Refund::None,
                -2..300 => Refund::Prorated,
                300..2_000 => Refund::Full,
                cents => Refund::Custom(eur(*cents)),
            };
            Command::Cancel(Box::new(AskCancel {
                subscription: subscription(number),
                timing,
                custom_end,
                refund: if flags.0 { Refund::None } else { refund },
                remaining_balance: flags.0 && flags.1,
                pending_invoices: flags.1,
            }))
        }
    }
}

fn trial(days: i64) -> NewTrial {
    match Term::new(days, Frequency::Day) {
        Ok(length) => NewTrial::For(length),
        Err(_) if days < -1 => NewTrial::Stays,
        Err(_) => NewTrial::Over,
    }
}

fn picked((place, seats): &(usize, Option<i64>)) -> Picked {
    let config = seats.map(|seats| {
        let licences = Quantity::new(Ratio::from(seats)).unwrap();
        let minimum_units = Quantity::new(Ratio::from(seats * 100)).unwrap();
        Configuration { licences, minimum_units, ..Configuration::default() }.into()
    });
    Picked { pricing: plan_of(*place), configurations: vec![config] }
}

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}
