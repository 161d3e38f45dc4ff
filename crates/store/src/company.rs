//! Companies and their clocks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use records::{Company, CompanyId, Moment};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Statement, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (company: &'a Company, doc: &'a str, version: i64) {
        slug: &'a str = &company.slug,
        is_dev: bool = company.is_dev,
        demo: bool = company.demo,
        created_at: Moment = company.created_at,
        updated_at: Moment = company.updated_at,
        doc: &'a str = doc,
        version: i64 = version,
    }
}

statements! {
    INSERT(Written) = "INSERT INTO company (company_id, {names}) VALUES ($1, {values})";
    UPDATE(Written: updated_at, doc, version) = "UPDATE company SET slug = $2, {sets}
        WHERE company_id = $1";
    CLOCK: Clock = "SELECT version, clock_now, clock_target, entitlements_version FROM company
        WHERE company_id = $1";
    LOCK_CLOCK: Clock = "SELECT version, clock_now, clock_target, entitlements_version FROM company
        WHERE company_id = $1 FOR UPDATE";
    GET: String = "SELECT doc FROM company WHERE company_id = $1";
    SLUGS: String = "SELECT slug FROM company WHERE slug = $1 OR (slug >= $2 AND slug < $3)";
    DEMO: CompanyId = "SELECT company_id FROM company WHERE demo = 1 ORDER BY created_at LIMIT 1";
    AFTER: CompanyId = "SELECT company_id FROM company WHERE company_id > $1
        ORDER BY company_id LIMIT 500";
    MOVING: (CompanyId, bool) = "SELECT company_id, CAST(1 AS BIGINT) FROM company
            WHERE clock_target IS NOT NULL
        UNION ALL SELECT company_id, CAST(0 AS BIGINT) FROM company
            WHERE entitlements_refreshed < entitlements_version
        LIMIT 200";
    DEFINE = "UPDATE company SET entitlements_version = 1, entitlements_refreshed = 1
        WHERE company_id = $1 AND entitlements_version = 0";
    GRANT_ANEW: i64 = "UPDATE company SET entitlements_version = entitlements_version + 1
        WHERE company_id = $1 RETURNING entitlements_version";
    REFRESHED = "UPDATE company SET entitlements_refreshed = $2
        WHERE company_id = $1 AND entitlements_refreshed < $2";
    SET_CLOCK = "UPDATE company SET clock_now = $2, clock_target = $3 WHERE company_id = $1";
    RECORDS = "SELECT 1 FROM fact WHERE company_id = $1 AND event_type IN {texts $2} LIMIT 1";
}

/// The version of a company, what its test clock shows, where that is being moved to, and the
/// version of what its catalog grants.
type Clock = (i64, Option<Moment>, Option<Moment>, i64);

/// A company with what its clock shows.
#[derive(Clone, Debug)]
pub struct CompanyRow {
    pub company: Arc<Company>,
    /// The test clock, where it has one.
    pub clock_now: Option<Moment>,
    /// Where the test clock is being moved to.
    pub clock_target: Option<Moment>,
    /// How often its catalog changed what is granted; nothing where nothing was ever defined.
    pub entitlements_version: i64,
}

pub fn insert(tx: &mut Tx<'_>, company: &Company) -> Result<()> {
    let doc = document::stored(company, &[])?;
    tx.put(&INSERT, &company.id, &Written::of(company, &doc, 1)).map(|_| ())
}

pub fn update(tx: &mut Tx<'_>, company: &Company) -> Result<()> {
    let doc = document::stored(company, &[])?;
    // A version by chance, not by counting: one that was rolled back never comes again.
    let version = rand::random::<i64>();
    tx.put(&UPDATE, &company.id, &Written::of(company, &doc, version)).map(|_| ())
}

/// Companies that were read before, each with its version: the record is parsed once a version.
#[derive(Default)]
pub struct Known(Mutex<HashMap<CompanyId, (i64, Arc<Company>)>>);

/// Above this many companies everything is forgotten and read again.
const MANY: usize = 10_000;

impl Known {
    /// The company by its id.
    pub fn get(&self, tx: &mut Tx<'_>, id: &CompanyId) -> Result<Option<CompanyRow>> {
        if let Some(row) = tx.recall(|memory| memory.company(id)) {
            return Ok(Some(row));
        }
        let found = self.read(tx, id, &CLOCK)?;
        if let Some(row) = &found {
            tx.memorize(|memory| memory.keep_company(id, row));
        }
        Ok(found)
    }

    /// The same, held until the transaction ends: for what two at once must not change.
    pub fn lock(&self, tx: &mut Tx<'_>, id: &CompanyId) -> Result<Option<CompanyRow>> {
        self.read(tx, id, &LOCK_CLOCK)
    }

    fn read(
        &self,
        tx: &mut Tx<'_>,
        id: &CompanyId,
        statement: &Statement<Clock>,
    ) -> Result<Option<CompanyRow>> {
        let Some((version, clock_now, clock_target, entitlements_version)) =
            tx.row(statement, &[id.into()])?
        else {
            return Ok(None);
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        let company = match known {
            Some((same, company)) if same == version => company,
            _ => {
                let doc = tx.row(&GET, &[id.into()])?.unwrap_or_default();
                let company = Arc::new(document::parsed::<Company>(&doc)?);
                self.keep(id, version, &company);
                company
            }
        };
        Ok(Some(CompanyRow { company, clock_now, clock_target, entitlements_version }))
    }

    fn keep(&self, id: &CompanyId, version: i64, company: &Arc<Company>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MANY {
            known.clear();
        }
        known.insert(id.to_owned(), (version, Arc::clone(company)));
    }
}

/// The slugs in use that are `stem` or begin with `stem-`.
pub fn slugs(tx: &mut Tx<'_>, stem: &str) -> Result<Vec<String>> {
    let [from, to] = [format!("{stem}-"), format!("{stem}.")];
    tx.rows(&SLUGS, &[stem.into(), from.into(), to.into()])
}

/// Notes that an entitlement is defined: from now on what customers may use is computed.
pub fn define_entitlements(tx: &mut Tx<'_>, id: &CompanyId) -> Result<()> {
    tx.run(&DEFINE, &[id.into()]).map(|_| ())
}

/// Notes that the catalog grants something else than before; answers the new version.
pub fn grant_anew(tx: &mut Tx<'_>, id: &CompanyId) -> Result<i64> {
    Ok(tx.row(&GRANT_ANEW, &[id.into()])?.unwrap_or(0))
}

/// Companies some of whose customers may have been computed by an older catalog.
pub fn with_older_entitlements(tx: &mut Tx<'_>) -> Result<Vec<CompanyId>> {
    let moving = tx.rows(&MOVING, &[])?;
    Ok(moving.into_iter().filter(|(_, clock)| !clock).map(|(id, _)| id).collect())
}

/// Notes that all customers were computed by this version of the catalog.
pub fn entitlements_refreshed(tx: &mut Tx<'_>, id: &CompanyId, version: i64) -> Result<()> {
    tx.run(&REFRESHED, &[id.into(), version.into()]).map(|_| ())
}

/// The demo company, where there is one.
pub fn demo(tx: &mut Tx<'_>) -> Result<Option<CompanyId>> {
    tx.row(&DEMO, &[])
}

/// The ids of up to 500 companies behind `after`, in order.
pub fn ids_after(tx: &mut Tx<'_>, after: &CompanyId) -> Result<Vec<CompanyId>> {
    tx.rows(&AFTER, &[after.into()])
}

/// Companies whose clock is on its way.
pub fn moving(tx: &mut Tx<'_>) -> Result<Vec<CompanyId>> {
    let moving = tx.rows(&MOVING, &[])?;
    Ok(moving.into_iter().filter(|(_, clock)| *clock).map(|(id, _)| id).collect())
}

pub fn set_clock(
    tx: &mut Tx<'_>,
    id: &CompanyId,
    now: Option<Moment>,
    target: Option<Moment>,
) -> Result<()> {
    tx.run(&SET_CLOCK, &[id.into(), now.into(), target.into()]).map(|_| ())
}

/// Whether the company has any fact of these types.
pub fn has_any(tx: &mut Tx<'_>, id: &CompanyId, event_types: &[&str]) -> Result<bool> {
    let types: Vec<String> = event_types.iter().map(ToString::to_string).collect();
    Ok(tx.row(&RECORDS, &[id.into(), types.into()])?.is_some())
}
