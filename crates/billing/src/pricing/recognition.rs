//! When revenue is recognized, as a pricing defines it; nothing here computes or posts it.

use money::Price;

use crate::definition::Faults;
use crate::definition::Field;

/// How the net of a line becomes revenue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Recognition {
    /// All of it when the invoice is issued.
    Immediate,
    /// By the days of the line's period that have begun to pass.
    #[default]
    Ratable,
    /// By fixed amounts in major units, one at the start of each period; the last period takes
    /// what the amounts leave.
    Scheduled(Vec<Price>),
}

#[derive(Clone, Copy)]
enum Named {
    Immediate,
    Ratable,
    Scheduled,
}

pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Recognition> {
    let names = [
        ("IMMEDIATE", Named::Immediate),
        ("RATABLE", Named::Ratable),
        ("SCHEDULED", Named::Scheduled),
    ];
    match field.get("recognition_schedule_type").choice(&names, faults)? {
        Named::Immediate => Some(Recognition::Immediate),
        Named::Ratable => Some(Recognition::Ratable),
        Named::Scheduled => {
            let items = field.get("amount_per_period").items(faults);
            let amounts = items.iter().filter_map(|item| item.price(faults)).collect();
            Some(Recognition::Scheduled(amounts))
        }
    }
}
