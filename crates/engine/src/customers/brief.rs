//! Customers inside of other records: the smaller record that contracts and logs have.

use std::collections::{BTreeSet, HashMap};

use records::{CustomerBrief, CustomerId};

use crate::bill::stored;
use crate::{Failure, Session};

/// Customers as JSON by their ids, each with its parent, which does not tell its own.
pub(crate) fn briefs(
    session: &mut Session<'_, '_>,
    ids: BTreeSet<CustomerId>,
) -> Result<HashMap<CustomerId, String>, Failure> {
    let mut known = read(session, ids)?;
    let parents = known.values().filter_map(|brief| brief.parent_customer_id.clone());
    let parents: BTreeSet<CustomerId> = parents.collect();
    let parents = match parents.is_empty() {
        true => HashMap::new(),
        false => read(session, parents)?,
    };
    let mut texts = HashMap::new();
    for (id, brief) in &mut known {
        let parent = brief.parent_customer_id.as_ref().and_then(|id| parents.get(id));
        brief.parent_customer = parent.cloned().map(Box::new);
        texts.insert(id.clone(), stored::written(brief)?);
    }
    Ok(texts)
}

fn read(
    session: &mut Session<'_, '_>,
    ids: BTreeSet<CustomerId>,
) -> Result<HashMap<CustomerId, CustomerBrief>, Failure> {
    let company = session.company_id().to_owned();
    let ids: Vec<CustomerId> = ids.into_iter().collect();
    let mut briefs = HashMap::new();
    for (id, doc) in store::customer::documents(session.tx, &company, ids)? {
        briefs.insert(id, stored::read(&doc)?);
    }
    Ok(briefs)
}
