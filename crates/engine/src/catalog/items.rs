//! Billable items.

use billing::fact::FactType;
use records::catalog::item::ItemType;
use records::{Item, Object};
use store::catalog::Stored;

use super::record::{self, Facts};
use crate::find::{FindRequest, FoundPage, walk};
use crate::overlay::laid_over;
use crate::{Failure, Refusal, Session};

pub const FIND: crate::find::Find = store::catalog::item::TABLE.find;
pub(super) const PREFIX: &str = "item_";
pub(super) const FACTS: Facts = Facts {
    created: FactType::ItemCreated,
    updated: FactType::ItemUpdated,
    archived: FactType::ItemArchived,
};

pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<Item, Failure> {
    let fresh = Item {
        company_id: session.company_id().to_owned(),
        created_at: session.now(),
        editable: true,
        id: session.new_id(PREFIX),
        updated_at: session.now(),
        ..Item::default()
    };
    let item = laid_over(&fresh, sent)?;
    if item.kind == ItemType::License {
        let detail = "The item of type LICENSE is the standard one.";
        return Err(Refusal::invalid("/type", "standard", detail).into());
    }
    record::insert(session, &FACTS, &item)?;
    Ok(item)
}

pub fn get(session: &mut Session<'_, '_>, key: &str) -> Result<Item, Failure> {
    Ok(record::named(session, PREFIX, key)?.record)
}

pub fn update(session: &mut Session<'_, '_>, key: &str, sent: &Object) -> Result<Item, Failure> {
    record::refuse_cleared(sent, &["name", "state"])?;
    let before: Item = record::held(session, PREFIX, key)?.record;
    if before.standard {
        return Err(Refusal::conflict("standard", "Standard items are not changed.").into());
    }
    let after = laid_over(&before, sent)?;
    record::update(session, &FACTS, &before, after)
}

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk(session, &FIND, request, |_, stored: Stored<Item>| {
        serde_json::json!(stored.record).to_string()
    })
}
