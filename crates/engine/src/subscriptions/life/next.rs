//! Bills the coming billing date before its time.

use billing::command::Command;

use super::simply;
use crate::{Failure, Session};

pub fn generate_next_invoice(session: &mut Session<'_, '_>, key: &str) -> Result<String, Failure> {
    simply(session, key, Command::BillNext)
}
