//! A line: what it is for, and how it was computed.

use money::AmountError;

use crate::explain::explanation::{Of, Part};
use crate::explain::pen::Pen;
use crate::explain::step::Step;
use crate::explain::{charge, minimum, proration_credit};
use crate::invoice::{Derivation, Line, Role};

pub(crate) fn part(pen: &Pen, (place, line): (usize, &Line)) -> Result<Part, AmountError> {
    let mut steps = Vec::new();
    if line.customer != pen.invoice.customer {
        steps.push(Step::says(format!("For {}.", (pen.telling.customer)(&line.customer))));
    }
    steps.push(Step::says(occasion(pen, line)));
    match &line.derivation {
        Derivation::Charge { .. } => steps.extend(charge::steps(pen, line)?),
        Derivation::Minimum { .. } => steps.extend(minimum::steps(pen, line)),
        Derivation::ProrationCredit(_) => steps.extend(proration_credit::steps(pen, line)),
    }
    Ok(Part {
        of: Of::Line(place),
        title: pen.line_name(place, line),
        period: Some(line.period),
        exact: line.exact.clone(),
        amount: line.amount,
        steps,
        spread: Vec::new(),
    })
}

fn occasion(pen: &Pen, line: &Line) -> String {
    let period = pen.period(line.period);
    match line.role {
        Role::Advance => format!("In advance, for {period}."),
        Role::ProrationCharge => format!("For the rest of a period after a change, {period}."),
        Role::Arrears => format!("For {period}, which is over."),
        Role::ProrationCredit => format!("What was billed and is not used, for {period}."),
        Role::OneTime if line.subscription.is_some() => {
            "Bought once, with the subscription.".to_owned()
        }
        Role::OneTime => "Bought once.".to_owned(),
        Role::Adjustment => format!("Usage of {period} that was noticed after it was billed."),
        Role::Minimum => format!("What was missing of a minimum, for {period}."),
    }
}
