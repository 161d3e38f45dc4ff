//! Sales users.

use records::{CompanyId, CompanyUserId, Moment, SalesUser, SalesUserId};

use crate::driver::columns::{List, columns};
use crate::driver::statement::statements;
use crate::{FromRow, Result, Row, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (user: &'a SalesUser, doc: &'a str) {
        id: &'a SalesUserId = &user.id,
        company_user_id: Option<&'a CompanyUserId> = user.company_user_id.as_ref(),
        created_at: Moment = user.created_at,
        updated_at: Moment = user.updated_at,
        doc: &'a str = doc,
    }

    /// What is read of one: its document, and what is not in it.
    struct Stored in "sales_user t" {
        doc: String,
        updated_at: Moment,
    }
}

impl FromRow for SalesUser {
    const LIST: List = <Stored as FromRow>::LIST;

    fn read(row: &mut Row<'_>) -> Result<SalesUser> {
        let Stored { doc, updated_at } = row.get()?;
        Ok(SalesUser { updated_at, ..document::parsed(&doc)? })
    }
}

statements! {
    INSERT(Written) = "INSERT INTO sales_user (company_id, {names}) VALUES ($1, {values})";
    UPDATE(Written except created_at) = "UPDATE sales_user SET {sets}
        WHERE company_id = $1 AND id = $2";
    GET: SalesUser = "{select} AND t.id = $2";
    BY_IDS: SalesUser = "{select} AND t.id IN {texts $2}";
    LOCK: SalesUser = "{select} AND t.id = $2 FOR UPDATE";
    AFTER: SalesUser = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
}

pub fn insert(tx: &mut Tx<'_>, user: &SalesUser) -> Result<()> {
    let doc = document::stored(user, SalesUser::IN_COLUMNS)?;
    tx.put(&INSERT, &user.company_id, &Written::of(user, &doc)).map(|_| ())
}

pub fn update(tx: &mut Tx<'_>, user: &SalesUser) -> Result<()> {
    let doc = document::stored(user, SalesUser::IN_COLUMNS)?;
    tx.put(&UPDATE, &user.company_id, &Written::of(user, &doc)).map(|_| ())
}

pub fn get(tx: &mut Tx<'_>, company: &CompanyId, id: &SalesUserId) -> Result<Option<SalesUser>> {
    tx.row(&GET, &[company.into(), id.into()])
}

/// All of these that are there, by one statement.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<SalesUserId>,
) -> Result<Vec<SalesUser>> {
    tx.rows_of(&BY_IDS, company, ids)
}

/// One of them, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, id: &SalesUserId) -> Result<Option<SalesUser>> {
    tx.row(&LOCK, &[company.into(), id.into()])
}

/// Up to `limit` sales users whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &SalesUserId,
    limit: i64,
) -> Result<Vec<SalesUser>> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])
}
