//! The published interface, table by table, against the document that the code generates.
//!
//! `interface/` of this crate holds the tables: `records/` and `operations/` say what clients were
//! promised, `coming.json` what is not built yet. A type is written `string`, `[Item]` for an
//! array, `{string}` for a map, or the name of a record; behind it `?` says that null must be
//! allowed, `!` that it must not, `~` that either will do. Without a mark null is allowed where a
//! field may be left out of a body, and either will do in an answer. `unstated` asks only that
//! the field is there. `since` is the issue that an operation comes with, 6 standing for all
//! later ones. What arrives is struck from `coming.json`, and its table is already here. No
//! server and no database is needed.

mod coming;
mod fault;
mod filled;
mod find;
mod kind;
mod operation;
mod page;
mod record;
mod schema;
mod slips;
mod table;
mod walk;

use serde_json::Value;

use table::Table;
use walk::Walk;

#[test]
fn the_document_keeps_the_interface() {
    let table = Table::read();
    let document = api::document();
    let walk = walked(&table, &document);
    println!("{}", walk.count);
    let coming = &table.coming.operations;
    println!("not yet there, {} operations: {}", coming.len(), coming.join(", "));
    let faults: Vec<String> = walk.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{} differences:\n{}\n", faults.len(), faults.join("\n"));
}

fn walked<'a>(table: &'a Table, document: &'a Value) -> Walk<'a> {
    let mut walk = Walk::new(table, document);
    walk.head();
    let there = operation::listed(document);
    for wanted in &table.operations {
        walk.operation(wanted, &there);
    }
    walk.unlisted(&there);
    walk.coming(&there);
    walk
}
