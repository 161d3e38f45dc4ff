//! Facts of a pay-out, one for what one invoice got in one way.

use money::AmountError;

use crate::fact::{Fact, InvoiceFact};
use crate::refusal::Refusal;

pub(crate) fn merged(facts: Vec<Fact>) -> Result<Vec<Fact>, Refusal> {
    let mut all: Vec<Fact> = Vec::new();
    for fact in facts {
        let mut joined = false;
        for known in &mut all {
            joined |= join(known, &fact)?;
        }
        if !joined {
            all.push(fact);
        }
    }
    Ok(all)
}

fn join(known: &mut Fact, fact: &Fact) -> Result<bool, AmountError> {
    let (Fact::Invoice { invoice, fact: known, .. }, Fact::Invoice { invoice: of, fact, .. }) =
        (known, fact)
    else {
        return Ok(false);
    };
    if invoice != of {
        return Ok(false);
    }
    if let InvoiceFact::PaymentRefunded { amount } = known
        && let InvoiceFact::PaymentRefunded { amount: more } = fact
    {
        *amount = amount.checked_add(*more)?;
        return Ok(true);
    }
    if let InvoiceFact::PaymentRecorded { payment, settles } = known
        && let InvoiceFact::PaymentRecorded { payment: more, settles: more_settles } = fact
    {
        payment.amount = payment.amount.checked_add(more.amount)?;
        *settles |= more_settles;
        return Ok(true);
    }
    Ok(false)
}
