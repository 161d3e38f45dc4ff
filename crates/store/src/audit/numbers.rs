//! The numbers that invoices and credit notes have, a page at a time.

use records::{CompanyId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::search::fold;
use crate::{FromRow, Result, Row, Tx};

statements! {
    COUNT: i64 = "SELECT count(*) FROM invoice WHERE company_id = $1";
    NUMBERED: Numbered = "SELECT id, number, number_key, invoice_date, doc FROM invoice
        WHERE company_id = $1 AND id > $2 AND (number IS NOT NULL OR number_key IS NOT NULL)
        ORDER BY id LIMIT $3";
    CREDIT_NOTES: CreditNote = "{select} AND t.credit_note_number > $2
            AND t.credit_note_number IS NOT NULL
        ORDER BY t.credit_note_number LIMIT $3";
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

impl FromRow for Numbered {
    fn read(row: &mut Row<'_>) -> Result<Numbered> {
        let (id, number, key): (String, Option<String>, Option<String>) = row.get()?;
        let is_found = key == number.as_deref().map(fold);
        let (date, doc) = row.get()?;
        Ok(Numbered { id, number: number.unwrap_or_default(), date, is_found, doc })
    }
}

columns! {
    /// An invoice with its number in the series of credit notes.
    #[derive(Clone, Debug)]
    pub struct CreditNote in "invoice t" {
        pub id: String,
        pub number: String => "t.credit_note_number",
        pub doc: String,
    }
}

/// How many invoices a company has.
pub fn invoices(tx: &mut Tx<'_>, company: &CompanyId) -> Result<u64> {
    let count = tx.row(&COUNT, &[company.into()])?.unwrap_or(0);
    Ok(u64::try_from(count).unwrap_or(0))
}

/// Up to `limit` numbered invoices whose ids follow `after`.
pub fn numbered(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &str,
    limit: i64,
) -> Result<Vec<Numbered>> {
    tx.rows(&NUMBERED, &[company.into(), after.into(), limit.into()])
}

/// Up to `limit` credit notes whose numbers follow `after` as texts.
pub fn credit_notes(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &str,
    limit: i64,
) -> Result<Vec<CreditNote>> {
    tx.rows(&CREDIT_NOTES, &[company.into(), after.into(), limit.into()])
}
