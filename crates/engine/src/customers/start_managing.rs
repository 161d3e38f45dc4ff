//! Takes a customer over from elsewhere: from now on it is billed here.

use records::Customer;

use super::update::change;
use crate::refusal::Faults;
use crate::{Failure, Session};

pub fn start_managing(session: &mut Session<'_, '_>, key: &str) -> Result<Customer, Failure> {
    change(session, key, Faults::default(), |before| {
        Ok(Customer { managed_externally: false, ..before.clone() })
    })
}
