//! API tokens, found by the digest of their secret.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use records::{Access, ApiToken, Moment};

use crate::driver::statement::statements;
use crate::{Error, Row, Tx, document};

statements! {
    INSERT = "INSERT INTO api_token
            (company_id, id, digest, company_user_id, expires_at, created_at, doc)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    BY_DIGEST = "SELECT t.id, t.expires_at, t.revoked_at, t.last_used_at, u.doc, u.pending
        FROM api_token t LEFT JOIN company_user u
            ON u.company_id = t.company_id AND u.id = t.company_user_id
        WHERE t.company_id = $1 AND t.digest = $2";
    DOCUMENT = "SELECT doc FROM api_token WHERE company_id = $1 AND id = $2";
    GET = "SELECT doc, expires_at, revoked_at, last_used_at FROM api_token
        WHERE company_id = $1 AND id = $2 FOR UPDATE";
    AFTER = "SELECT doc, expires_at, revoked_at, last_used_at FROM api_token
        WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3";
    REVOKE = "UPDATE api_token SET revoked_at = $3 WHERE company_id = $1 AND id = $2";
    USED = "UPDATE api_token SET last_used_at = $3
        WHERE company_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3)";
    NAMED = "SELECT doc, expires_at, revoked_at, last_used_at FROM api_token
        WHERE company_id = $1 AND revoked_at IS NULL ORDER BY id LIMIT 1000";
}

const IN_COLUMNS: &[&str] = &["expires_at", "revoked_at", "last_used_at"];

/// A token that was presented.
#[derive(Clone, Debug)]
pub struct Presented {
    /// What it says of itself; the times that have columns are below.
    pub token: Arc<ApiToken>,
    pub expires_at: Option<Moment>,
    pub revoked_at: Option<Moment>,
    pub last_used_at: Option<Moment>,
    /// What it allows, within the access of the company user it was issued to, where it was.
    pub access: Arc<Access>,
    /// That person has not been seen before.
    pub first_use: bool,
}

/// What a token says of itself, and what it allows by that alone.
type Said = (Arc<ApiToken>, Arc<Access>);

pub fn insert(tx: &mut Tx<'_>, token: &ApiToken, digest: &str) -> Result<(), Error> {
    let values = [
        (&token.company_id).into(),
        (&token.id).into(),
        digest.into(),
        (&token.company_user_id).into(),
        token.expires_at.into(),
        token.created_at.into(),
        document::kept(token, IN_COLUMNS)?.into(),
    ];
    tx.run(&INSERT, &values).map(|_| ())
}

/// Tokens that were presented before: what a token says of itself never changes, so it is parsed
/// once. Whether it is in force is asked every time.
#[derive(Default)]
pub struct Known(Mutex<HashMap<String, Said>>);

/// Above this many tokens everything is forgotten and read again.
const MANY: usize = 10_000;

impl Known {
    pub fn by_digest(
        &self,
        tx: &mut Tx<'_>,
        company: &str,
        digest: &str,
    ) -> Result<Option<Arc<Presented>>, Error> {
        if let Some(presented) = tx.recall(|memory| memory.token(digest)) {
            return Ok(Some(presented));
        }
        let found = tx.row(&BY_DIGEST, &[company.into(), digest.into()], |row| {
            let holder = match row.maybe_text(4)? {
                Some(doc) => Some(document::parsed::<records::CompanyUser>(&doc)?.access),
                None => None,
            };
            let times = [row.maybe_moment(1)?, row.maybe_moment(2)?, row.maybe_moment(3)?];
            Ok((row.text(0)?, times, holder, row.maybe_int(5)? == Some(1)))
        })?;
        let Some((id, [expires_at, revoked_at, last_used_at], holder, first_use)) = found else {
            return Ok(None);
        };
        let (token, known) = self.said(tx, company, &id)?;
        let access = holder.map_or(known, |holder| Arc::new(token.access.within(&holder)));
        let presented =
            Presented { token, expires_at, revoked_at, last_used_at, access, first_use };
        let presented = Arc::new(presented);
        tx.memorize(|memory| memory.keep_token(digest, &presented));
        Ok(Some(presented))
    }

    fn said(&self, tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Said, Error> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some(said) = known {
            return Ok(said);
        }
        let doc = tx.row(&DOCUMENT, &[company.into(), id.into()], |row| row.text(0))?;
        let token: ApiToken = document::parsed(&doc.unwrap_or_default())?;
        let access = Arc::new(token.access.clone());
        let said = (Arc::new(token), access);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MANY {
            known.clear();
        }
        known.insert(id.to_owned(), said.clone());
        Ok(said)
    }
}

/// A token by id, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<ApiToken>, Error> {
    tx.row(&GET, &[company.into(), id.into()], read)
}

/// Up to `limit` tokens whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<ApiToken>, Error> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()], read)
}

/// Tokens in force that carry a name.
pub fn named(tx: &mut Tx<'_>, company: &str, name: &str) -> Result<Vec<ApiToken>, Error> {
    let all = tx.rows(&NAMED, &[company.into()], read)?;
    Ok(all.into_iter().filter(|token| token.name.as_deref() == Some(name)).collect())
}

pub fn revoke(tx: &mut Tx<'_>, company: &str, id: &str, at: Moment) -> Result<(), Error> {
    tx.run(&REVOKE, &[company.into(), id.into(), at.into()]).map(|_| ())
}

pub fn used(tx: &mut Tx<'_>, company: &str, id: &str, at: Moment) -> Result<(), Error> {
    tx.run(&USED, &[company.into(), id.into(), at.into()]).map(|_| ())
}

fn read(row: Row<'_>) -> Result<ApiToken, Error> {
    let mut token: ApiToken = document::parsed(&row.text(0)?)?;
    token.expires_at = row.maybe_moment(1)?;
    token.revoked_at = row.maybe_moment(2)?;
    token.last_used_at = row.maybe_moment(3)?;
    Ok(token)
}
