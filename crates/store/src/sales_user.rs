//! Sales users.

use records::SalesUser;

use crate::driver::statement::statements;
use crate::{Error, Row, Tx, document};

statements! {
    INSERT = "INSERT INTO sales_user
            (company_id, id, company_user_id, created_at, updated_at, doc)
        VALUES ($1, $2, $3, $4, $5, $6)";
    UPDATE = "UPDATE sales_user SET company_user_id = $3, updated_at = $4, doc = $5
        WHERE company_id = $1 AND id = $2";
    GET = "SELECT doc, updated_at FROM sales_user WHERE company_id = $1 AND id = $2";
    BY_IDS = "SELECT doc, updated_at FROM sales_user WHERE company_id = $1 AND id IN {texts $2}";
    LOCK = "SELECT doc, updated_at FROM sales_user WHERE company_id = $1 AND id = $2 FOR UPDATE";
    AFTER = "SELECT doc, updated_at FROM sales_user
        WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3";
}

pub fn insert(tx: &mut Tx<'_>, user: &SalesUser) -> Result<(), Error> {
    let values = [
        (&user.company_id).into(),
        (&user.id).into(),
        (&user.company_user_id).into(),
        user.created_at.into(),
        user.updated_at.into(),
        document::kept(user, SalesUser::IN_COLUMNS)?.into(),
    ];
    tx.run(&INSERT, &values).map(|_| ())
}

pub fn update(tx: &mut Tx<'_>, user: &SalesUser) -> Result<(), Error> {
    let doc = document::kept(user, SalesUser::IN_COLUMNS)?;
    let values = [
        (&user.company_id).into(),
        (&user.id).into(),
        (&user.company_user_id).into(),
        user.updated_at.into(),
        doc.into(),
    ];
    tx.run(&UPDATE, &values).map(|_| ())
}

pub fn get(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<SalesUser>, Error> {
    tx.row(&GET, &[company.into(), id.into()], read)
}

/// All of these that are there, by one statement.
pub fn by_ids(tx: &mut Tx<'_>, company: &str, ids: Vec<String>) -> Result<Vec<SalesUser>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    tx.rows(&BY_IDS, &[company.into(), ids.into()], read)
}

/// One of them, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<SalesUser>, Error> {
    tx.row(&LOCK, &[company.into(), id.into()], read)
}

/// Up to `limit` sales users whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<SalesUser>, Error> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()], read)
}

fn read(row: Row<'_>) -> Result<SalesUser, Error> {
    let mut user: SalesUser = document::parsed(&row.text(0)?)?;
    user.updated_at = row.moment(1)?;
    Ok(user)
}
