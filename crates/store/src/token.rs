//! API tokens, found by the digest of their secret.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use records::{Access, ApiToken, CompanyId, CompanyUserId, Moment, TokenId};

use crate::driver::columns::{List, columns};
use crate::driver::statement::statements;
use crate::{FromRow, Result, Row, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (token: &'a ApiToken, digest: &'a str, doc: &'a str) {
        id: &'a TokenId = &token.id,
        digest: &'a str = digest,
        company_user_id: Option<&'a CompanyUserId> = token.company_user_id.as_ref(),
        expires_at: Option<Moment> = token.expires_at,
        created_at: Moment = token.created_at,
        doc: &'a str = doc,
    }

    /// What of a token is not in its document.
    #[derive(Clone, Copy, Debug)]
    pub struct Times {
        pub expires_at: Option<Moment>,
        pub revoked_at: Option<Moment>,
        pub last_used_at: Option<Moment>,
    }

    struct Stored in "api_token t" {
        pub times: Times,
        doc: String,
    }

    /// A token beside the company user it was issued to, where it was.
    pub(crate) struct Held in "api_token t LEFT JOIN company_user u \
        ON u.company_id = $1 AND u.id = t.company_user_id" {
        pub times: Times,
        id: TokenId,
        holder: Option<String> => "u.doc",
        pending: Option<bool> => "u.pending",
    }
}

impl FromRow for ApiToken {
    const LIST: List = <Stored as FromRow>::LIST;

    fn read(row: &mut Row<'_>) -> Result<ApiToken> {
        let Stored { times: Times { expires_at, revoked_at, last_used_at }, doc } = row.get()?;
        Ok(ApiToken { expires_at, revoked_at, last_used_at, ..document::parsed(&doc)? })
    }
}

statements! {
    INSERT(Written) = "INSERT INTO api_token (company_id, {names}) VALUES ($1, {values})";
    BY_DIGEST: Held = "{select} AND t.digest = $2";
    DOCUMENT: String = "SELECT doc FROM api_token WHERE company_id = $1 AND id = $2";
    GET: ApiToken = "{select} AND t.id = $2 FOR UPDATE";
    SHOWN: ApiToken = "{select} AND t.id = $2";
    AFTER: ApiToken = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
    REVOKE = "UPDATE api_token SET revoked_at = $3 WHERE company_id = $1 AND id = $2";
    USED = "UPDATE api_token SET last_used_at = $3
        WHERE company_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3)";
    NAMED: ApiToken = "{select} AND t.revoked_at IS NULL ORDER BY t.id LIMIT 1000";
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

pub fn shown(tx: &mut Tx<'_>, company: &CompanyId, id: &TokenId) -> Result<Option<ApiToken>> {
    tx.row(&SHOWN, &[company.into(), id.into()])
}

pub fn insert(tx: &mut Tx<'_>, token: &ApiToken, digest: &str) -> Result<()> {
    let doc = document::stored(token, IN_COLUMNS)?;
    tx.put(&INSERT, &token.company_id, &Written::of(token, digest, &doc)).map(|_| ())
}

/// Tokens that were presented before: what a token says of itself never changes, so it is parsed
/// once. Whether it is in force is asked every time.
#[derive(Default)]
pub struct Known(Mutex<HashMap<TokenId, Said>>);

/// Above this many tokens everything is forgotten and read again.
const MANY: usize = 10_000;

impl Known {
    pub fn by_digest(
        &self,
        tx: &mut Tx<'_>,
        company: &CompanyId,
        digest: &str,
    ) -> Result<Option<Arc<Presented>>> {
        if let Some(presented) = tx.recall(|memory| memory.token(digest)) {
            return Ok(Some(presented));
        }
        let Some(held) = tx.row(&BY_DIGEST, &[company.into(), digest.into()])? else {
            return Ok(None);
        };
        let (token, known) = self.said(tx, company, &held.id)?;
        let access = match held.holder {
            Some(doc) => {
                let holder: records::CompanyUser = document::parsed(&doc)?;
                Arc::new(token.access.within(&holder.access))
            }
            None => known,
        };
        let Times { expires_at, revoked_at, last_used_at } = held.times;
        let first_use = held.pending == Some(true);
        let presented =
            Presented { token, expires_at, revoked_at, last_used_at, access, first_use };
        let presented = Arc::new(presented);
        tx.memorize(|memory| memory.keep_token(digest, &presented));
        Ok(Some(presented))
    }

    fn said(&self, tx: &mut Tx<'_>, company: &CompanyId, id: &TokenId) -> Result<Said> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some(said) = known {
            return Ok(said);
        }
        let doc = tx.row(&DOCUMENT, &[company.into(), id.into()])?;
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
pub fn lock(tx: &mut Tx<'_>, company: &CompanyId, id: &TokenId) -> Result<Option<ApiToken>> {
    tx.row(&GET, &[company.into(), id.into()])
}

/// Up to `limit` tokens whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &TokenId,
    limit: i64,
) -> Result<Vec<ApiToken>> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])
}

/// Tokens in force that carry a name.
pub fn named(tx: &mut Tx<'_>, company: &CompanyId, name: &str) -> Result<Vec<ApiToken>> {
    let all = tx.rows(&NAMED, &[company.into()])?;
    Ok(all.into_iter().filter(|token| token.name.as_deref() == Some(name)).collect())
}

pub fn revoke(tx: &mut Tx<'_>, company: &CompanyId, id: &TokenId, at: Moment) -> Result<()> {
    tx.run(&REVOKE, &[company.into(), id.into(), at.into()]).map(|_| ())
}

pub fn used(tx: &mut Tx<'_>, company: &CompanyId, id: &TokenId, at: Moment) -> Result<()> {
    tx.run(&USED, &[company.into(), id.into(), at.into()]).map(|_| ())
}
