//! What all catalog records have in common: they are made, changed, archived and looked up alike.

use billing::fact::FactType;
use records::{Moment, Object};
use serde_json::Value;
use store::catalog::{CatalogRecord, Stored};
use store::label::Label;

use crate::ids::is_id;
use crate::overlay::laid_over;
use crate::refusal::Faults;
use crate::session::{changed, filled};
use crate::{Failure, Refusal, Session};

const LARGEST_METADATA: usize = 64 << 10;

/// The facts of a kind's life.
pub(crate) struct Facts {
    pub(crate) created: FactType,
    pub(crate) updated: FactType,
    pub(crate) archived: FactType,
}

pub(crate) fn insert<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    facts: &Facts,
    record: &R,
) -> Result<(), Failure> {
    store::catalog::insert(session.tx, record).map_err(taken)?;
    let values = serde_json::to_value(record).map(|value| filled(&value)).unwrap_or_default();
    let id = record.place().id.to_owned();
    session.fact(facts.created, &id, values)
}

/// Writes a changed record, if anything is different; answers it as it is then.
pub(crate) fn update<R: CatalogRecord + PartialEq + Clone>(
    session: &mut Session<'_, '_>,
    facts: &Facts,
    before: &R,
    after: R,
) -> Result<R, Failure> {
    if *before == after {
        return Ok(after);
    }
    let now = session.now().max(before.place().updated_at);
    let after = stamped(&after, now)?;
    store::catalog::update(session.tx, before, &after).map_err(taken)?;
    let values = match (serde_json::to_value(before), serde_json::to_value(&after)) {
        (Ok(before), Ok(after)) => changed(&before, &after),
        _ => Object::new(),
    };
    let archived = before.place().state != "ARCHIVED" && after.place().state == "ARCHIVED";
    let fact = if archived { facts.archived } else { facts.updated };
    let id = after.place().id.to_owned();
    session.fact(fact, &id, values)?;
    Ok(after)
}

fn stamped<R: CatalogRecord>(record: &R, now: Moment) -> Result<R, Failure> {
    let stamp = Object::from_iter([("updated_at".to_owned(), Value::from(now.to_string()))]);
    laid_over(record, &stamp)
}

/// A record by its id, else by its external name where only one has it.
pub(crate) fn named<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    prefix: &str,
    key: &str,
) -> Result<Stored<R>, Failure> {
    let company = session.company_id().to_owned();
    let noun = R::TABLE.kind;
    let id = match is_id(prefix, key) {
        true => key.to_owned(),
        false => {
            let label = Label::new("external_name", key);
            let mut ids = store::label::carriers(session.tx, &company, noun, &label)?;
            if ids.len() > 1 {
                let detail = format!("Several have this external name: {}.", ids.join(", "));
                return Err(Refusal::conflict("ambiguous_name", detail).into());
            }
            ids.pop().ok_or_else(|| Refusal::not_found(noun, key))?
        }
    };
    let stored = store::catalog::get(session.tx, &company, &id)?;
    stored.ok_or_else(|| Refusal::not_found(noun, key).into())
}

/// The same, held until the transaction ends.
pub(crate) fn held<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    prefix: &str,
    key: &str,
) -> Result<Stored<R>, Failure> {
    let id = named::<R>(session, prefix, key)?.record.place().id.to_owned();
    let company = session.company_id().to_owned();
    let stored = store::catalog::lock(session.tx, &company, &id)?;
    stored.ok_or_else(|| Refusal::not_found(R::TABLE.kind, key).into())
}

/// A record that a body refers to: it must be there and not archived.
pub(crate) fn usable<R: CatalogRecord>(
    session: &mut Session<'_, '_>,
    id: &str,
) -> Result<Result<R, (&'static str, String)>, Failure> {
    let company = session.company_id().to_owned();
    let noun = R::TABLE.kind;
    let stored: Option<Stored<R>> = store::catalog::get(session.tx, &company, id)?;
    Ok(match stored {
        None => Err(("unknown", format!("There is no such {noun}."))),
        Some(stored) if stored.record.place().state == "ARCHIVED" && !session.honours() => {
            Err(("archived", format!("This {noun} is archived and takes no new use.")))
        }
        Some(stored) => Ok(stored.record),
    })
}

/// Refuses fields that can be changed and not cleared.
pub(crate) fn refuse_cleared(sent: &Object, names: &[&str]) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    for name in names {
        if sent.get(*name).is_some_and(Value::is_null) {
            let detail = "This can be changed and not cleared.";
            faults.add(&format!("/{name}"), "required", detail);
        }
    }
    faults.refuse_any()
}

/// Metadata has its limit everywhere.
pub(super) fn refuse_large(metadata: &Object) -> Result<(), Refusal> {
    if Value::Object(metadata.clone()).to_string().len() <= LARGEST_METADATA {
        return Ok(());
    }
    Err(Refusal::invalid("/metadata", "too_large", "Metadata may have 64 KiB a record."))
}

/// Which of our unique marks refused a record, in words.
fn taken(error: store::Error) -> Failure {
    match error {
        store::Error::Taken(mark) if mark == "import_ref" => {
            let detail = "A record with this `imported_from` and `import_ref` exists already.";
            Refusal::conflict("already_imported", detail).into()
        }
        store::Error::Taken(mark) if mark == "key" => {
            Refusal::conflict("key_taken", "Another entitlement has this key.").into()
        }
        other => other.into(),
    }
}
