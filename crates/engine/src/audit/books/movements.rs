//! What facts tell of recurring revenue, each time by how much it moved, adds up to what it is.

use std::collections::HashMap;

use serde::Deserialize;
use store::Tx;

use super::Book;
use crate::audit::Found;
use crate::bill::kept;

#[derive(Deserialize)]
struct Told {
    values: Moved,
}

#[derive(Deserialize)]
struct Moved {
    by: records::Amount,
}

pub(in crate::audit) fn check(tx: &mut Tx<'_>, book: &Book) -> Found {
    let ids = book.subscriptions.iter().map(|kept| kept.row.columns.id.clone()).collect();
    let facts = store::fact::of_type(tx, &book.company, ids, "subscription.valued")?;
    let mut sums: HashMap<String, i64> = HashMap::new();
    for fact in facts {
        let Told { values } = kept::read(&fact.data)?;
        let sum = sums.entry(fact.object_id).or_default();
        *sum = sum.saturating_add(values.by.value_in_cents);
    }
    let wrong = book.subscriptions.iter().filter_map(|kept| {
        let columns = &kept.row.columns;
        let sum = sums.get(&columns.id).copied().unwrap_or(0);
        (sum != columns.mrr).then(|| {
            let (id, mrr) = (&columns.id, columns.mrr);
            format!("subscription {id} is worth {mrr} a month and its movements come to {sum}")
        })
    });
    Ok(wrong.collect())
}
