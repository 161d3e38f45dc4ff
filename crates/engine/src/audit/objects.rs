//! Objects are what their history says, and each history has no gap.

use std::collections::BTreeMap;

use store::usage::object::{self, HistoryRow, ObjectRow};

use super::Found;
use crate::Session;

/// So many are looked at together.
const MANY: i64 = 500;

pub(super) fn have_histories(session: &mut Session<'_, '_>) -> Found {
    let company = session.company_id().to_owned();
    let (mut wrong, mut last) = (Vec::new(), String::new());
    loop {
        let rows = object::after(session.tx, &company, (&last, MANY))?;
        let Some(end) = rows.last() else { return Ok(wrong) };
        last = end.id.clone();
        let ids = rows.iter().map(|row| row.id.clone()).collect();
        let mut histories: BTreeMap<String, Vec<HistoryRow>> = BTreeMap::new();
        for row in object::history_of(session.tx, &company, ids)? {
            histories.entry(row.object_id.clone()).or_default().push(row);
        }
        for row in &rows {
            let history = histories.get(&row.id).map(Vec::as_slice).unwrap_or_default();
            if !agrees(row, history) {
                wrong.push(format!("the object {} is not what its history says", row.id));
            }
        }
    }
}

fn agrees(row: &ObjectRow, history: &[HistoryRow]) -> bool {
    let joined = history.windows(2).all(|pair| match pair {
        [before, after] => before.ends_at == after.starts_at,
        _ => true,
    });
    let last = history.last().is_some_and(|last| {
        last.ends_at == object::no_end()
            && last.customer_id == row.customer_id
            && last.item_id == row.item_id
            && last.starts_at == row.since
            && last.properties == row.properties
    });
    joined && last
}
