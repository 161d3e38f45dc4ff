//! Every field of the records that exist is answered with a value somewhere, and with its default
//! where nothing is said of it.
//!
//! `interface/world.json` tells a world step by step, without a line of Rust: what is sent, and
//! under which name the answer is spoken of later (`{name/pointer}`). Every answer is walked by the
//! tables, field by field. What is seen empty and never filled has to stand in
//! `interface/unfilled.json`, beside the issue that fills it (or why nothing ever does, or which
//! test sees it); that list only gets shorter.
//! `interface/defaults.json` has each record as it is when only what must be sent is sent.
//! `REWRITE_INTERFACE=1` writes both; whoever does that reads the difference.

mod seen;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};

use super::table::Table;
use crate::harness::{Company, Server};
use seen::Seen;

const UNFILLED: &str = "unfilled.json";
const DEFAULTS: &str = "defaults.json";

both! {
    fn every_field_has_a_value_and_a_default(server: Arc<Server>) {
        let table = Table::read();
        let mut seen = Seen::new(&table);
        let defaults = world::told(&Company::dev(&server), &mut seen);
        hold_unfilled(&seen);
        hold_defaults(&defaults);
    }
}

fn hold_unfilled(seen: &Seen<'_>) {
    let empty: BTreeSet<String> = seen.wanted().difference(&seen.filled).cloned().collect();
    let list = world::load(UNFILLED);
    let named: BTreeMap<String, Value> =
        list["fields"].as_object().unwrap().clone().into_iter().collect();
    if rewrites() {
        let issue = |name: &String| named.get(name).cloned().unwrap_or(json!("issue ?"));
        let fields: BTreeMap<&String, Value> = empty.iter().map(|n| (n, issue(n))).collect();
        return world::store(UNFILLED, &json!({ "left": fields.len(), "fields": fields }));
    }
    let listed: BTreeSet<String> = named.keys().cloned().collect();
    let lost: Vec<&String> = empty.difference(&listed).collect();
    assert!(lost.is_empty(), "no answer has a value for {lost:?}");
    let arrived: Vec<&String> = listed.difference(&empty).collect();
    assert!(arrived.is_empty(), "strike what is filled from {UNFILLED}: {arrived:?}");
    let reasons = ["issue ", "never: ", "elsewhere: "];
    for (name, why) in &named {
        let why = why.as_str().unwrap();
        assert!(reasons.iter().any(|reason| why.starts_with(reason)), "{name}: {why}");
    }
    assert_eq!(list["left"], named.len(), "{UNFILLED} says how many are left");
}

fn hold_defaults(found: &BTreeMap<String, Value>) {
    if rewrites() {
        return world::store(DEFAULTS, &json!(found));
    }
    let wanted = world::load(DEFAULTS);
    for (name, record) in found {
        assert_eq!(wanted[name], *record, "the defaults of {name}");
    }
    assert_eq!(wanted.as_object().unwrap().len(), found.len());
}

fn rewrites() -> bool {
    std::env::var("REWRITE_INTERFACE").is_ok()
}
