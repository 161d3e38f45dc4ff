//! The log is whole.

use records::CompanyId;
use store::Tx;

use super::history;
use crate::Failure;

pub(super) fn numbered(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    let (count, first, last) = store::fact::counts(tx, company)?;
    let whole = count == 0 || (first == 1 && last == count);
    let detail = format!("{count} facts have positions from {first} to {last}");
    Ok(if whole { Vec::new() } else { vec![detail] })
}

pub(super) fn company_made(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>, Failure> {
    let made = store::fact::of_object(tx, company, company, "company.created")?;
    let mut wrong = history::unreadable(tx, company)?;
    if made != 1 {
        wrong.push(format!("it has {made} of them"));
    }
    Ok(wrong)
}

pub(super) fn tell_of_every_row(
    tx: &mut Tx<'_>,
    company: &CompanyId,
) -> Result<Vec<String>, Failure> {
    let rows = store::audit::rows_without_fact(tx, company)?;
    Ok(rows.into_iter().map(|row| format!("{row} has no fact of its making")).collect())
}

pub(super) fn have_their_rows(
    tx: &mut Tx<'_>,
    company: &CompanyId,
) -> Result<Vec<String>, Failure> {
    let facts = store::audit::facts_without_row(tx, company)?;
    Ok(facts.into_iter().map(|row| format!("{row} was made and is gone")).collect())
}
