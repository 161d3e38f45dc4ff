//! Takes a customer over from elsewhere: from now on it is billed here. What runs was billed there,
//! so every component begins with its next period.

use billing::command::Command;
use records::Customer;

use super::named;
use super::update::{Edit, change};
use crate::bill::{Asked, act, catch_up};
use crate::{Failure, Session};

pub fn start_managing(session: &mut Session<'_, '_>, key: &str) -> Result<Customer, Failure> {
    let currency = session.company().preferred_currency.clone();
    let id = named(session, key)?.record(&currency)?.id;
    // What is due until now passes as what was managed elsewhere.
    catch_up(session, &id)?;
    let mut taken_over = false;
    let after = change(session, &id, Edit::default(), |before| {
        taken_over = before.managed_externally;
        Ok(Customer { managed_externally: false, ..before.clone() })
    })?;
    if taken_over {
        act(session, &id, Asked::new(Command::TakeOver))?;
    }
    Ok(after)
}
