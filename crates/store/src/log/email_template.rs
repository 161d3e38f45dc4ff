//! What companies say in mails in place of our words.

use records::{CompanyId, EmailTemplate, EmailTemplateId, Moment};

use crate::driver::columns::{List, columns};
use crate::driver::statement::statements;
use crate::{FromRow, Result, Row, Tx, document};

columns! {
    pub(crate) struct Written<'a> of (template: &'a EmailTemplate, doc: &'a str) {
        id: &'a EmailTemplateId = &template.id,
        kind: &'a str = template.kind.as_str(),
        language: &'a str = language(template),
        created_at: Moment = template.created_at,
        updated_at: Moment = template.updated_at,
        doc: &'a str = doc,
    }

    /// What is read of one.
    struct Stored in "email_template t" {
        doc: String,
    }
}

impl FromRow for EmailTemplate {
    const LIST: List = <Stored as FromRow>::LIST;

    fn read(row: &mut Row<'_>) -> Result<EmailTemplate> {
        let Stored { doc } = row.get()?;
        document::parsed(&doc)
    }
}

statements! {
    INSERT(Written) = "INSERT INTO email_template (company_id, {names}) VALUES ($1, {values})";
    UPDATE(Written: updated_at, doc) = "UPDATE email_template SET {sets}
        WHERE company_id = $1 AND id = $2";
    DELETE = "DELETE FROM email_template WHERE company_id = $1 AND id = $2";
    GET: EmailTemplate = "{select} AND t.id = $2";
    LOCK: EmailTemplate = "{select} AND t.id = $2 FOR UPDATE";
    AFTER: EmailTemplate = "{select} AND t.id > $2 ORDER BY t.id LIMIT $3";
    FOR: EmailTemplate = "{select} AND t.kind = $2 AND t.language IN {texts $3}
        ORDER BY t.language DESC LIMIT 1";
}

fn language(template: &EmailTemplate) -> &'static str {
    template.language.map_or("", |language| language.code())
}

pub fn insert(tx: &mut Tx<'_>, company: &CompanyId, template: &EmailTemplate) -> Result<()> {
    let doc = document::stored(template, &[])?;
    tx.put(&INSERT, company, &Written::of(template, &doc)).map(|_| ())
}

pub fn update(tx: &mut Tx<'_>, company: &CompanyId, template: &EmailTemplate) -> Result<()> {
    let doc = document::stored(template, &[])?;
    tx.put(&UPDATE, company, &Written::of(template, &doc)).map(|_| ())
}

pub fn delete(tx: &mut Tx<'_>, company: &CompanyId, id: &EmailTemplateId) -> Result<()> {
    tx.run(&DELETE, &[company.into(), id.into()]).map(|_| ())
}

pub fn get(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &EmailTemplateId,
) -> Result<Option<EmailTemplate>> {
    tx.row(&GET, &[company.into(), id.into()])
}

/// One of them, held until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    id: &EmailTemplateId,
) -> Result<Option<EmailTemplate>> {
    tx.row(&LOCK, &[company.into(), id.into()])
}

/// Up to `limit` templates whose ids follow `after`.
pub fn after(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    after: &EmailTemplateId,
    limit: i64,
) -> Result<Vec<EmailTemplate>> {
    tx.rows(&AFTER, &[company.into(), after.into(), limit.into()])
}

/// The one for a kind in a language, else the one for every language.
pub fn of_kind(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    (kind, language): (&str, &str),
) -> Result<Option<EmailTemplate>> {
    let languages = vec![language.to_owned(), String::new()];
    tx.row(&FOR, &[company.into(), kind.into(), languages.into()])
}
