//! Companies and their clocks.

use records::{Company, Moment};

use crate::driver::statement::statements;
use crate::{Error, Row, Tx, document};

statements! {
    INSERT = "INSERT INTO company
            (company_id, slug, is_dev, demo, created_at, updated_at, doc)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    UPDATE = "UPDATE company SET slug = $2, updated_at = $3, doc = $4 WHERE company_id = $1";
    GET = "SELECT doc, clock_now, clock_target FROM company WHERE company_id = $1";
    LOCK = "SELECT doc, clock_now, clock_target FROM company WHERE company_id = $1 FOR UPDATE";
    SLUGS = "SELECT slug FROM company WHERE slug = $1 OR (slug >= $2 AND slug < $3)";
    DEMO = "SELECT company_id FROM company WHERE demo = 1 ORDER BY created_at LIMIT 1";
    AFTER = "SELECT company_id FROM company WHERE company_id > $1 ORDER BY company_id LIMIT 500";
    MOVING = "SELECT company_id FROM company WHERE clock_target IS NOT NULL LIMIT 100";
    SET_CLOCK = "UPDATE company SET clock_now = $2, clock_target = $3 WHERE company_id = $1";
    RECORDS = "SELECT 1 FROM fact WHERE company_id = $1 AND event_type IN {texts $2} LIMIT 1";
}

/// A company with what its clock shows.
#[derive(Clone, Debug)]
pub struct CompanyRow {
    pub company: Company,
    /// The test clock, where it has one.
    pub clock_now: Option<Moment>,
    /// Where the test clock is being moved to.
    pub clock_target: Option<Moment>,
}

pub fn insert(tx: &mut Tx<'_>, company: &Company) -> Result<(), Error> {
    let values = [
        (&company.id).into(),
        (&company.slug).into(),
        company.is_dev.into(),
        company.demo.into(),
        company.created_at.into(),
        company.updated_at.into(),
        document::kept(company, &[])?.into(),
    ];
    tx.run(&INSERT, &values).map(|_| ())
}

pub fn update(tx: &mut Tx<'_>, company: &Company) -> Result<(), Error> {
    let doc = document::kept(company, &[])?;
    let values =
        [(&company.id).into(), (&company.slug).into(), company.updated_at.into(), doc.into()];
    tx.run(&UPDATE, &values).map(|_| ())
}

pub fn get(tx: &mut Tx<'_>, id: &str) -> Result<Option<CompanyRow>, Error> {
    tx.row(&GET, &[id.into()], read)
}

/// The company, held until the transaction ends: for what two at once must not change.
pub fn lock(tx: &mut Tx<'_>, id: &str) -> Result<Option<CompanyRow>, Error> {
    tx.row(&LOCK, &[id.into()], read)
}

fn read(row: Row<'_>) -> Result<CompanyRow, Error> {
    Ok(CompanyRow {
        company: document::parsed(&row.text(0)?)?,
        clock_now: row.maybe_moment(1)?,
        clock_target: row.maybe_moment(2)?,
    })
}

/// The slugs in use that are `stem` or begin with `stem-`.
pub fn slugs(tx: &mut Tx<'_>, stem: &str) -> Result<Vec<String>, Error> {
    let [from, to] = [format!("{stem}-"), format!("{stem}.")];
    tx.rows(&SLUGS, &[stem.into(), from.into(), to.into()], |row| row.text(0))
}

/// The demo company, where there is one.
pub fn demo(tx: &mut Tx<'_>) -> Result<Option<String>, Error> {
    tx.row(&DEMO, &[], |row| row.text(0))
}

/// The ids of up to 500 companies behind `after`, in order.
pub fn ids_after(tx: &mut Tx<'_>, after: &str) -> Result<Vec<String>, Error> {
    tx.rows(&AFTER, &[after.into()], |row| row.text(0))
}

/// Companies whose clock is on its way.
pub fn moving(tx: &mut Tx<'_>) -> Result<Vec<String>, Error> {
    tx.rows(&MOVING, &[], |row| row.text(0))
}

pub fn set_clock(
    tx: &mut Tx<'_>,
    id: &str,
    now: Option<Moment>,
    target: Option<Moment>,
) -> Result<(), Error> {
    tx.run(&SET_CLOCK, &[id.into(), now.into(), target.into()]).map(|_| ())
}

/// Whether the company has any fact of these types.
pub fn has_any(tx: &mut Tx<'_>, id: &str, event_types: &[&str]) -> Result<bool, Error> {
    let types: Vec<String> = event_types.iter().map(ToString::to_string).collect();
    Ok(tx.row(&RECORDS, &[id.into(), types.into()], |_| Ok(()))?.is_some())
}
