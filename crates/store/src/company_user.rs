//! People in companies, and the accounts they have across companies.

use records::{CompanyId, CompanyUser, CompanyUserId, Membership, Moment, User};

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Error, Result, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (user: &'a CompanyUser, account: &'a str, doc: &'a str) {
        id: &'a CompanyUserId = &user.id,
        account_id: &'a str = account,
        pending: bool = user.pending,
        created_at: Moment = user.created_at,
        updated_at: Moment = user.updated_at,
        doc: &'a str = doc,
    }

    /// A company user beside the account.
    pub(crate) struct Joined in "company_user t JOIN account a ON a.id = t.account_id" {
        doc: String,
        pending: bool,
        updated_at: Moment,
        account: String => "a.doc",
        memberships: String => "a.memberships",
    }
}

statements! {
    INSERT(Written) = "INSERT INTO company_user (company_id, {names}) VALUES ($1, {values})";
    UPDATE(Written: pending, updated_at, doc) = "UPDATE company_user SET {sets}
        WHERE company_id = $1 AND id = $2";
    GET: Joined = "{select} AND t.id = $2";
    BY_IDS: Joined = "{select} AND t.id IN {texts $2}";
    LOCK = "SELECT id FROM company_user WHERE company_id = $1 AND id = $2 FOR UPDATE";
    AFTER: Joined = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
    EXISTS = "SELECT 1 FROM company_user WHERE company_id = $1 AND id = $2";
    MEMBERSHIPS: (String, CompanyId, String, String) =
        "SELECT u.account_id, u.company_id, u.doc, c.doc
        FROM company_user u JOIN company c ON c.company_id = u.company_id
        WHERE u.company_id IN {texts $1} AND u.id IN {texts $2}
        ORDER BY u.company_id, u.id";
    ADD_ACCOUNT = "INSERT INTO account (id, email, created_at, updated_at, memberships, doc)
        VALUES ($1, $2, $3, $4, '[]', $5) ON CONFLICT (email) DO NOTHING";
    ACCOUNT_BY_EMAIL: (String, String) = "SELECT doc, memberships FROM account
        WHERE email = $1 FOR UPDATE";
    JOIN = "UPDATE account SET memberships = $2 WHERE id = $1";
}

/// Which company user of which company an account is.
type Places = Vec<(CompanyId, CompanyUserId)>;

/// Makes a person a company user: with the account of that e-mail address, or a new one. Answers
/// the account in use.
pub fn invite(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    user: &CompanyUser,
    new: &User,
    email: &str,
) -> Result<User> {
    let doc = document::stored(new, &["companies"])?;
    let values =
        [(&new.id).into(), email.into(), new.created_at.into(), new.updated_at.into(), doc.into()];
    tx.run(&ADD_ACCOUNT, &values)?;
    let found = tx.row(&ACCOUNT_BY_EMAIL, &[email.into()])?;
    let (account, places) =
        found.ok_or_else(|| Error::Again("an account vanished while it was made".to_owned()))?;
    let account: User = document::parsed(&account)?;
    let mut places: Places = document::parsed(&places)?;
    let doc = document::stored(user, CompanyUser::IN_COLUMNS)?;
    tx.put(&INSERT, company, &Written::of(user, &account.id, &doc))?;
    places.push((company.to_owned(), user.id.clone()));
    let places = serde_json::json!(places).to_string();
    tx.run(&JOIN, &[(&account.id).into(), places.into()])?;
    Ok(account)
}

pub fn update(tx: &mut Tx<'_>, company: &CompanyId, user: &CompanyUser) -> Result<()> {
    let doc = document::stored(user, CompanyUser::IN_COLUMNS)?;
    tx.put(&UPDATE, company, &Written::of(user, "", &doc)).map(|_| ())
}

pub fn get(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &CompanyUserId,
) -> Result<Option<CompanyUser>> {
    let found = tx.rows(&GET, &[company.into(), id.into()])?;
    Ok(with_memberships(tx, found)?.pop())
}

/// All of these that are there.
pub fn by_ids(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    ids: Vec<CompanyUserId>,
) -> Result<Vec<CompanyUser>> {
    let found = tx.rows_of(&BY_IDS, company, ids)?;
    with_memberships(tx, found)
}

/// One of them, held until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &CompanyUserId,
) -> Result<Option<CompanyUser>> {
    match tx.row(&LOCK, &[company.into(), id.into()])? {
        Some(_) => get(tx, company, id),
        None => Ok(None),
    }
}

pub fn exists(tx: &mut Tx<'_>, company: &CompanyId, id: &CompanyUserId) -> Result<bool> {
    Ok(tx.row(&EXISTS, &[company.into(), id.into()])?.is_some())
}

/// Up to `limit` company users whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &CompanyUserId,
    limit: i64,
) -> Result<Vec<CompanyUser>> {
    let page = tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])?;
    with_memberships(tx, page)
}

/// Fills in all companies of the accounts on a page, by one statement.
fn with_memberships(tx: &mut Tx<'_>, page: Vec<Joined>) -> Result<Vec<CompanyUser>> {
    let places = page.iter().map(|joined| document::parsed::<Places>(&joined.memberships));
    let places: Vec<Places> = places.collect::<Result<_, _>>()?;
    let (companies, ids): (Vec<CompanyId>, Vec<CompanyUserId>) =
        places.into_iter().flatten().unzip();
    let all = tx.rows(&MEMBERSHIPS, &[companies.into(), ids.into()])?;
    let member = |(account, company_id, user, company): (String, CompanyId, String, String)| {
        let user: CompanyUser = document::parsed(&user)?;
        let company: records::Company = document::parsed(&company)?;
        let membership = Membership {
            access: user.access,
            company_id,
            company_name: company.name,
            id: user.id,
            image_url: user.image_url,
            role: user.role,
        };
        Ok((account, membership))
    };
    let all: Vec<(String, Membership)> = all.into_iter().map(member).collect::<Result<_>>()?;
    let filled = page.into_iter().map(|joined| {
        let mut user: CompanyUser = document::parsed(&joined.doc)?;
        let mut account: User = document::parsed(&joined.account)?;
        let seats = all.iter().filter(|(id, _)| *id == account.id);
        account.companies = seats.map(|(_, membership)| membership.clone()).collect();
        user.user = Some(account);
        Ok(CompanyUser { pending: joined.pending, updated_at: joined.updated_at, ..user })
    });
    filled.collect()
}
