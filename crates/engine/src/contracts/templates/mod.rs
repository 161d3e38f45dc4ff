//! Templates: the text of contracts, in Markdown with variables. A contract keeps the text that it
//! was made with, so that a template may change at any time.

mod preview;
mod standard;
pub(crate) mod variables;

pub use preview::preview;
pub(crate) use standard::stock;

use billing::fact::FactType;
use records::{Object, Template};
use store::catalog::Stored;
use store::catalog::template::Version;

use crate::catalog::record::{self, Facts};
use crate::engine::found;
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::{Failure, Session};

pub const FIND: crate::find::Find = store::catalog::template::TABLE.find;
const PREFIX: &str = "tmpl_";
const FACTS: Facts = Facts {
    created: FactType::TemplateCreated,
    updated: FactType::TemplateUpdated,
    archived: FactType::TemplateArchived,
};
const LONGEST: usize = 500_000;

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Template, Failure> {
    let fresh = Template {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        version: 1,
        ..Template::default()
    };
    let template = checked(laid_over(&fresh, sent)?)?;
    record::insert(session, &FACTS, &template)?;
    keep(session, &template)?;
    Ok(template)
}

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<Template, Failure> {
    Ok(record::named::<Template>(session, PREFIX, key)?.record)
}

/// Another content is another version; the one before is kept.
pub fn update(
    session: &mut Session<'_, '_>,
    key: &str,
    sent: &Object,
) -> Result<Template, Failure> {
    record::refuse_cleared(sent, &["name", "state", "content"])?;
    let before: Template = record::held::<Template>(session, PREFIX, key)?.record;
    let mut after: Template = laid_over(&before, sent)?;
    let rewritten = after.content != before.content;
    if rewritten {
        after.version = before.version.saturating_add(1);
    }
    let after = record::update(session, &FACTS, &before, checked(after)?)?;
    if rewritten {
        keep(session, &after)?;
    }
    Ok(after)
}

/// As it was in a version.
pub fn version(
    session: &mut Session<'_, '_>,
    key: &str,
    version: i64,
) -> Result<Template, Failure> {
    let template = get(session, key)?;
    let company = session.company_id().to_owned();
    let kept = store::catalog::template::version(session.tx, &company, &template.id, version)?;
    let kept = found(kept, "version", &version.to_string())?;
    Ok(Template {
        template_variables: variables::names(&kept.content),
        content: kept.content,
        updated_at: kept.created_at,
        version: kept.version,
        ..template
    })
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |_, page: Vec<Stored<Template>>| {
        Ok(page.into_iter().map(|stored| stored.record).collect())
    })
}

fn keep(session: &mut Session<'_, '_>, template: &Template) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let version = Version {
        template_id: template.id.clone(),
        version: template.version,
        created_at: template.updated_at,
        content: template.content.clone(),
    };
    Ok(store::catalog::template::keep(session.tx, &company, &version)?)
}

fn checked(template: Template) -> Result<Template, Failure> {
    let mut faults = Faults::default();
    if template.name.trim().is_empty() {
        faults.add("/name", "required", "A template needs a name.");
    }
    if template.content.trim().is_empty() {
        faults.add("/content", "required", "A template needs a text.");
    }
    if template.content.chars().count() > LONGEST {
        let detail = format!("A template has at most {LONGEST} characters.");
        faults.add("/content", "too_long", detail);
    }
    variables::check(&template.content, "/content", &mut faults);
    faults.refuse_any()?;
    Ok(Template { template_variables: variables::names(&template.content), ..template })
}
