//! What facts tell of recurring revenue, each time by how much it moved, adds up to what it is.

use std::collections::HashMap;

use serde::Deserialize;
use store::Tx;
use store::fact::Found;

use super::Book;
use crate::audit;
use crate::bill::stored;

#[derive(Deserialize)]
struct LoggedValues {
    values: Moved,
}

#[derive(Deserialize)]
struct Moved {
    by: money::Amount,
}

pub(in crate::audit) fn check(tx: &mut Tx<'_>, book: &Book) -> audit::Found {
    let ids = book.subscriptions.iter().map(|stored| stored.row.columns.id.to_string()).collect();
    let facts = store::fact::of_type(tx, &book.company, ids, "subscription.valued")?;
    let mut sums: HashMap<String, i128> = HashMap::new();
    let mut all = Vec::new();
    for fact in facts {
        let Found { object_id: id, event_type, created_at, data } = fact;
        match stored::read::<LoggedValues>(&data) {
            Ok(LoggedValues { values }) => {
                *sums.entry(id).or_default() += i128::from(values.by.minor);
            }
            Err(error) => {
                all.push(format!("subscription {id}, fact {event_type} of {created_at}: {error}"));
            }
        }
    }
    let wrong = book.subscriptions.iter().filter_map(|stored| {
        let columns = &stored.row.columns;
        let sum = sums.get(columns.id.as_str()).copied().unwrap_or(0);
        (sum != i128::from(columns.mrr)).then(|| {
            let (id, mrr) = (&columns.id, columns.mrr);
            format!("subscription {id} is worth {mrr} a month and its movements come to {sum}")
        })
    });
    all.extend(wrong);
    Ok(all)
}
