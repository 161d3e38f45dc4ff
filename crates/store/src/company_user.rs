//! People in companies, and the accounts they have across companies.

use records::{CompanyUser, Membership, User};

use crate::driver::statement::statements;
use crate::{Error, Row, Tx, document};

statements! {
    INSERT = "INSERT INTO company_user
            (company_id, id, account_id, pending, created_at, updated_at, doc)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    UPDATE = "UPDATE company_user SET pending = $3, updated_at = $4, doc = $5
        WHERE company_id = $1 AND id = $2";
    GET = "SELECT u.doc, u.pending, u.updated_at, a.doc, a.memberships
        FROM company_user u JOIN account a ON a.id = u.account_id
        WHERE u.company_id = $1 AND u.id = $2";
    BY_IDS = "SELECT u.doc, u.pending, u.updated_at, a.doc, a.memberships
        FROM company_user u JOIN account a ON a.id = u.account_id
        WHERE u.company_id = $1 AND u.id IN {texts $2}";
    LOCK = "SELECT id FROM company_user WHERE company_id = $1 AND id = $2 FOR UPDATE";
    AFTER = "SELECT u.doc, u.pending, u.updated_at, a.doc, a.memberships
        FROM company_user u JOIN account a ON a.id = u.account_id
        WHERE u.company_id = $1 AND u.id > $2 ORDER BY u.id LIMIT $3";
    EXISTS = "SELECT 1 FROM company_user WHERE company_id = $1 AND id = $2";
    MEMBERSHIPS = "SELECT u.account_id, u.company_id, u.doc, c.doc
        FROM company_user u JOIN company c ON c.company_id = u.company_id
        WHERE u.company_id IN {texts $1} AND u.id IN {texts $2}
        ORDER BY u.company_id, u.id";
    ADD_ACCOUNT = "INSERT INTO account (id, email, created_at, updated_at, memberships, doc)
        VALUES ($1, $2, $3, $4, '[]', $5) ON CONFLICT (email) DO NOTHING";
    ACCOUNT_BY_EMAIL = "SELECT doc, memberships FROM account WHERE email = $1 FOR UPDATE";
    JOIN = "UPDATE account SET memberships = $2 WHERE id = $1";
}

/// Which company user of which company an account is.
type Places = Vec<(String, String)>;

/// Makes a person a company user: with the account of that e-mail address, or a new one. Answers
/// the account in use.
pub fn invite(
    tx: &mut Tx<'_>,
    company: &str,
    user: &CompanyUser,
    new: &User,
    email: &str,
) -> Result<User, Error> {
    let doc = document::kept(new, &["companies"])?;
    let values =
        [(&new.id).into(), email.into(), new.created_at.into(), new.updated_at.into(), doc.into()];
    tx.run(&ADD_ACCOUNT, &values)?;
    let found = tx.row(&ACCOUNT_BY_EMAIL, &[email.into()], |row| {
        let account: User = document::parsed(&row.text(0)?)?;
        Ok((account, document::parsed::<Places>(&row.text(1)?)?))
    })?;
    let (account, mut places) =
        found.ok_or_else(|| Error::Again("an account vanished while it was made".to_owned()))?;
    insert(tx, company, user, &account.id)?;
    places.push((company.to_owned(), user.id.clone()));
    let places = serde_json::json!(places).to_string();
    tx.run(&JOIN, &[(&account.id).into(), places.into()])?;
    Ok(account)
}

fn insert(tx: &mut Tx<'_>, company: &str, user: &CompanyUser, account: &str) -> Result<(), Error> {
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
    let found = tx.rows(&GET, &[company.into(), id.into()], read)?;
    Ok(with_memberships(tx, found)?.pop())
}

/// All of these that are there.
pub fn by_ids(tx: &mut Tx<'_>, company: &str, ids: Vec<String>) -> Result<Vec<CompanyUser>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = tx.rows(&BY_IDS, &[company.into(), ids.into()], read)?;
    with_memberships(tx, found)
}

/// One of them, held until the transaction ends.
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
    let page = tx.rows(&AFTER, &[company.into(), after.into(), limit.into()], read)?;
    with_memberships(tx, page)
}

fn read(row: Row<'_>) -> Result<(CompanyUser, Places), Error> {
    let mut user: CompanyUser = document::parsed(&row.text(0)?)?;
    user.pending = row.flag(1)?;
    user.updated_at = row.moment(2)?;
    user.user = Some(document::parsed(&row.text(3)?)?);
    Ok((user, document::parsed(&row.text(4)?)?))
}

/// Fills in all companies of the accounts on a page, by one statement.
fn with_memberships(
    tx: &mut Tx<'_>,
    page: Vec<(CompanyUser, Places)>,
) -> Result<Vec<CompanyUser>, Error> {
    let (companies, ids): (Vec<String>, Vec<String>) =
        page.iter().flat_map(|(_, places)| places.iter().cloned()).unzip();
    let all = tx.rows(&MEMBERSHIPS, &[companies.into(), ids.into()], |row| {
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
    let filled = page.into_iter().map(|(mut user, _)| {
        if let Some(account) = &mut user.user {
            let seats = all.iter().filter(|(id, _)| *id == account.id);
            account.companies = seats.map(|(_, membership)| membership.clone()).collect();
        }
        user
    });
    Ok(filled.collect())
}
