//! Answers that were given to keyed requests.

use records::{CompanyId, Moment, TokenId};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx, Value};

statements! {
    CLAIM = "INSERT INTO idempotency
            (company_id, token_id, idempotency_key, fingerprint, status, body, created_at)
        VALUES ($1, $2, $3, $4, 0, '', $5)
        ON CONFLICT (company_id, token_id, idempotency_key) DO NOTHING";
    GET: Answered = "{select} AND t.token_id = $2 AND t.idempotency_key = $3";
    FORGET = "DELETE FROM idempotency
        WHERE company_id = $1 AND token_id = $2 AND idempotency_key = $3 AND created_at < $4";
    ANSWER = "UPDATE idempotency SET status = $4, body = $5
        WHERE company_id = $1 AND token_id = $2 AND idempotency_key = $3";
    PURGE = "DELETE FROM idempotency WHERE company_id = $1 AND created_at < $2";
}

/// Whose key it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub company: CompanyId,
    pub token: TokenId,
    pub key: String,
}

impl Key {
    fn values(&self) -> [Value; 3] {
        [(&self.company).into(), (&self.token).into(), (&self.key).into()]
    }
}

columns! {
    pub struct Answered in "idempotency t" {
        pub fingerprint: String,
        pub status: i64,
        pub body: String,
    }
}

/// Takes the key for this transaction, or tells what was answered to it before.
pub fn claim(
    tx: &mut Tx<'_>,
    key: &Key,
    fingerprint: &str,
    now: Moment,
    lifetime_micros: i64,
) -> Result<Option<Answered>> {
    let [company, token, name] = key.values();
    let oldest = Moment::from_micros(now.micros() - lifetime_micros);
    tx.run(&FORGET, &[company.clone(), token.clone(), name.clone(), oldest.into()])?;
    let claim = [company.clone(), token.clone(), name.clone(), fingerprint.into(), now.into()];
    if tx.run(&CLAIM, &claim)? == 1 {
        return Ok(None);
    }
    tx.row(&GET, &[company, token, name])
}

/// Keeps the answer with the effect.
pub fn answer(tx: &mut Tx<'_>, key: &Key, status: i64, body: &str) -> Result<()> {
    let [company, token, name] = key.values();
    tx.run(&ANSWER, &[company, token, name, status.into(), body.into()]).map(|_| ())
}

/// Forgets a company's keys from before an instant.
pub fn purge(tx: &mut Tx<'_>, company: &CompanyId, before: Moment) -> Result<u64> {
    tx.run(&PURGE, &[company.into(), before.into()])
}
