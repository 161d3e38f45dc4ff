//! The numbers that invoices and credit notes have, a page at a time.

use records::Moment;

use crate::driver::statement::statements;
use crate::search::fold;
use crate::{Error, Row, Tx};

statements! {
    COUNT = "SELECT count(*) FROM invoice WHERE company_id = $1";
    NUMBERED = "SELECT id, number, number_key, invoice_date, doc FROM invoice
        WHERE company_id = $1 AND id > $2 AND (number IS NOT NULL OR number_key IS NOT NULL)
        ORDER BY id LIMIT $3";
    CREDIT_NOTES = "SELECT id, credit_note_number, doc FROM invoice
        WHERE company_id = $1 AND credit_note_number > $2 AND credit_note_number IS NOT NULL
        ORDER BY credit_note_number LIMIT $3";
}

/// An invoice with its number.
#[derive(Clone, Debug)]
pub struct Numbered {
    pub id: String,
    pub number: String,
    pub date: Option<Moment>,
    /// Whether a search for the number finds it.
    pub is_found: bool,
    pub doc: String,
}

/// An invoice with its number in the series of credit notes.
#[derive(Clone, Debug)]
pub struct CreditNote {
    pub id: String,
    pub number: String,
    pub doc: String,
}

/// How many invoices a company has.
pub fn invoices(tx: &mut Tx<'_>, company: &str) -> Result<u64, Error> {
    let count = tx.row(&COUNT, &[company.into()], |row| row.int(0))?.unwrap_or(0);
    Ok(u64::try_from(count).unwrap_or(0))
}

/// Up to `limit` numbered invoices whose ids follow `after`.
pub fn numbered(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<Numbered>, Error> {
    let read = |row: Row<'_>| {
        let number = row.maybe_text(1)?;
        let key = number.as_deref().map(fold);
        let is_found = row.maybe_text(2)? == key;
        let (id, date, doc) = (row.text(0)?, row.maybe_moment(3)?, row.text(4)?);
        Ok(Numbered { id, number: number.unwrap_or_default(), date, is_found, doc })
    };
    tx.rows(&NUMBERED, &[company.into(), after.into(), limit.into()], read)
}

/// Up to `limit` credit notes whose numbers follow `after` as texts.
pub fn credit_notes(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<CreditNote>, Error> {
    tx.rows(&CREDIT_NOTES, &[company.into(), after.into(), limit.into()], |row| {
        Ok(CreditNote { id: row.text(0)?, number: row.text(1)?, doc: row.text(2)? })
    })
}
