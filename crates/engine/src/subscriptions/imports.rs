//! Discounts that were somewhere else before: (`imported_from`, `import_ref`) is unique among
//! discounts, so that an import that runs twice makes nothing new.

use std::collections::BTreeSet;

use records::subscription::discount::{Discount, SubscriptionDiscount};
use store::label::Label;
use store::mark;
use store::search::Subject;
use store::subscription::SubscriptionRow;

use crate::bill::stored;
use crate::{Failure, Refusal, Session};

const KIND: &str = "discount";
const NAME: &str = "import_ref";

/// Takes the references of new discounts for what they come with.
pub(crate) fn take<'a>(
    session: &mut Session<'_, '_>,
    id: &str,
    sent: impl Iterator<Item = &'a SubscriptionDiscount>,
) -> Result<(), Failure> {
    match held(session, id, &marks(sent)?)?.is_empty() {
        true => Ok(()),
        false => Err(taken().into()),
    }
}

/// The same for a change of a subscription, which may ask again for what it asked for before and
/// does not have: a change that was dropped, or that this one replaces.
pub(crate) fn take_again<'a>(
    session: &mut Session<'_, '_>,
    row: &SubscriptionRow,
    sent: impl Iterator<Item = &'a SubscriptionDiscount>,
) -> Result<(), Failure> {
    let id = &row.columns.id;
    let held = held(session, id, &marks(sent)?)?;
    if held.is_empty() {
        return Ok(());
    }
    let known: Vec<Discount> = stored::read(&row.discounts)?;
    let mut marks: BTreeSet<Label> = known
        .iter()
        .filter_map(|each| marked(each.imported_from.as_ref(), each.import_ref.as_ref()))
        .collect();
    for change in stored::shown(row)?.scheduled_changes {
        marks.extend(change.discounts.iter().flatten().filter_map(mark_of));
    }
    match held.iter().all(|(mark, holder)| **id == **holder && !marks.contains(mark)) {
        true => Ok(()),
        false => Err(taken().into()),
    }
}

fn held(
    session: &mut Session<'_, '_>,
    id: &str,
    marks: &BTreeSet<Label>,
) -> Result<Vec<(Label, String)>, Failure> {
    let company = session.company_id().to_owned();
    let subject = Subject { company: &company, kind: KIND, id };
    let held = mark::take(session.tx, subject, NAME, marks)?;
    Ok(held.into_iter().map(|(mark, holder)| (mark.clone(), holder)).collect())
}

/// One of each: a body may not name one twice.
fn marks<'a>(
    sent: impl Iterator<Item = &'a SubscriptionDiscount>,
) -> Result<BTreeSet<Label>, Refusal> {
    let mut marks = BTreeSet::new();
    match sent.filter_map(mark_of).all(|mark| marks.insert(mark)) {
        true => Ok(marks),
        false => Err(taken()),
    }
}

fn mark_of(sent: &SubscriptionDiscount) -> Option<Label> {
    marked(sent.imported_from.as_ref(), sent.import_ref.as_ref())
}

fn marked(from: Option<&String>, reference: Option<&String>) -> Option<Label> {
    Some(Label::new(from?, reference?))
}

fn taken() -> Refusal {
    let detail = "A discount with this `imported_from` and `import_ref` exists already.";
    Refusal::conflict("already_imported", detail)
}
