//! The secrets that sign cursors and links, shared by every process on a database.

use records::Moment;

use crate::driver::statement::statements;
use crate::{Error, Row, Tx};

statements! {
    ADD = "INSERT INTO signing_key (id, secret, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO NOTHING";
    ALL = "SELECT id, secret FROM signing_key ORDER BY created_at DESC, id DESC";
}

#[derive(Clone)]
pub struct SigningKey {
    pub id: String,
    pub secret: String,
}

/// The newest first: it signs, all of them verify.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<SigningKey>, Error> {
    let read = |row: Row<'_>| Ok(SigningKey { id: row.text(0)?, secret: row.text(1)? });
    tx.rows(&ALL, &[], read)
}

pub fn add(tx: &mut Tx<'_>, key: &SigningKey, now: Moment) -> Result<(), Error> {
    tx.run(&ADD, &[(&key.id).into(), (&key.secret).into(), now.into()]).map(|_| ())
}
