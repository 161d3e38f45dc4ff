//! People in companies, and the accounts they have across companies.

use records::{CompanyUser, Membership, User};

use crate::statement::statements;
use crate::{Error, Row, Tx, document};

statements! {
    INSERT = "INSERT INTO company_user
            (company_id, id, account_id, pending, created_at, updated_at, doc)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    UPDATE = "UPDATE company_user SET pending = $3, updated_at = $4, doc = $5
        WHERE company_id = $1 AND id = $2";
    GET = "SELECT u.doc, u.pending, u.updated_at, a.id, a.doc
        FROM company_user u JOIN account a ON a.id = u.account_id
        WHERE u.company_id = $1 AND u.id = $2";
    LOCK = "SELECT id FROM company_user WHERE company_id = $1 AND id = $2 FOR UPDATE";
    AFTER = "SELECT u.doc, u.pending, u.updated_at, a.id, a.doc
        FROM company_user u JOIN account a ON a.id = u.account_id
        WHERE u.company_id = $1 AND u.id > $2 ORDER BY u.id LIMIT $3";
    EXISTS = "SELECT 1 FROM company_user WHERE company_id = $1 AND id = $2";
    MEMBERSHIPS = "SELECT u.account_id, u.company_id, u.doc, c.doc
        FROM company_user u JOIN company c ON c.company_id = u.company_id
        WHERE u.account_id IN {texts $1} ORDER BY u.account_id, u.company_id";
    ADD_ACCOUNT = "INSERT INTO account (id, email, created_at, updated_at, doc)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email) DO NOTHING";
    ACCOUNT_BY_EMAIL = "SELECT id, doc FROM account WHERE email = $1";
}

/// Uses the account that an e-mail address has, or makes the one given.
pub fn account(tx: &mut Tx<'_>, new: &User, email: &str) -> Result<User, Error> {
    let doc = document::kept(new, &["companies"])?;
    let values = [
        (&new.id).into(),
        email.into(),
        new.created_at.into(),
        new.updated_at.into(),
        doc.into(),
    ];
    tx.run(&ADD_ACCOUNT, &values)?;
    let found = tx.row(&ACCOUNT_BY_EMAIL, &[email.into()], |row| {
        document::parsed::<User>(&row.text(1)?)
    })?;
    found.ok_or_else(|| Error::Again("an account vanished while it was made".to_owned()))
}

pub fn insert(tx: &mut Tx<'_>, company: &str, user: &CompanyUser) -> Result<(), Error> {
    let account = user.user.as_ref().map(|user| user.id.clone());
    let values = [
        company.into(),
        (&user.id).into(),
        account.into(),
        user.pending.into(),
        user.created_at.into(),
        user.updated_at.into(),
        document::kept(user, CompanyUser::IN_COLUMNS)?.into(),
    ];
    tx.run(&INSERT, &values).map(|_| ())
}

pub fn update(tx: &mut Tx<'_>, company: &str, user: &CompanyUser) -> Result<(), Error> {
    let doc = document::kept(user, CompanyUser::IN_COLUMNS)?;
    let values = [
        company.into(),
        (&user.id).into(),
        user.pending.into(),
        user.updated_at.into(),
        doc.into(),
    ];
    tx.run(&UPDATE, &values).map(|_| ())
}

pub fn get(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<CompanyUser>, Error> {
    let mut found: Vec<CompanyUser> = tx.rows(&GET, &[company.into(), id.into()], read)?;
    with_memberships(tx, &mut found)?;
    Ok(found.pop())
}

/// The same, held until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<Option<CompanyUser>, Error> {
    match tx.row(&LOCK, &[company.into(), id.into()], |row| row.text(0))? {
        Some(_) => get(tx, company, id),
        None => Ok(None),
    }
}

pub fn exists(tx: &mut Tx<'_>, company: &str, id: &str) -> Result<bool, Error> {
    Ok(tx.row(&EXISTS, &[company.into(), id.into()], |_| Ok(()))?.is_some())
}

/// Up to `limit` company users whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<CompanyUser>, Error> {
    let mut page = tx.rows(&AFTER, &[company.into(), after.into(), limit.into()], read)?;
    with_memberships(tx, &mut page)?;
    Ok(page)
}

fn read(row: Row<'_>) -> Result<CompanyUser, Error> {
    let mut user: CompanyUser = document::parsed(&row.text(0)?)?;
    user.pending = row.flag(1)?;
    user.updated_at = row.moment(2)?;
    user.user = Some(document::parsed(&row.text(4)?)?);
    Ok(user)
}

/// Fills in all companies of the accounts on a page, by one statement.
fn with_memberships(tx: &mut Tx<'_>, users: &mut [CompanyUser]) -> Result<(), Error> {
    let accounts: Vec<String> =
        users.iter().filter_map(|user| user.user.as_ref()).map(|user| user.id.clone()).collect();
    if accounts.is_empty() {
        return Ok(());
    }
    let memberships = tx.rows(&MEMBERSHIPS, &[accounts.into()], |row| {
        let user: CompanyUser = document::parsed(&row.text(2)?)?;
        let company: records::Company = document::parsed(&row.text(3)?)?;
        let membership = Membership {
            access: user.access,
            company_id: row.text(1)?,
            company_name: company.name,
            id: user.id,
            image_url: user.image_url,
            role: user.role,
        };
        Ok((row.text(0)?, membership))
    })?;
    for user in users.iter_mut().filter_map(|user| user.user.as_mut()) {
        let own = memberships.iter().filter(|(account, _)| *account == user.id);
        user.companies = own.map(|(_, membership)| membership.clone()).collect();
    }
    Ok(())
}
