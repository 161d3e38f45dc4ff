//! The secrets that sign cursors and links, shared by every process on a database.

use records::Moment;

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Result, Tx};

statements! {
    ADD = "INSERT INTO signing_key (id, secret, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO NOTHING";
    ALL: SigningKey = "SELECT {columns} FROM signing_key t ORDER BY t.created_at DESC, t.id DESC";
}

columns! {
    #[derive(Clone)]
    pub struct SigningKey {
        pub id: String,
        pub secret: String,
    }
}

/// The newest first: it signs, all of them verify.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<SigningKey>> {
    tx.rows(&ALL, &[])
}

pub fn add(tx: &mut Tx<'_>, key: &SigningKey, now: Moment) -> Result<()> {
    tx.run(&ADD, &[(&key.id).into(), (&key.secret).into(), now.into()]).map(|_| ())
}
