//! The published cases: worked examples from other billing systems and from vendors' pages, run
//! through the public functions of the core. This harness only translates names and formats.
//!
//! It reads every `*.json` of the folder in `BILLING_CASES` (default: this crate's own copy) and
//! ends with one line, `N passed, M failed`.

// The harness of a test is the one place beside the core that reads files and prints.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

mod balances;
mod invoices;
mod metrics;
mod periods;
mod pricing;
mod proration;
mod read;
mod same;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use billing::definition::Value;
use serde::Deserialize;

/// What a case came to, by the keys that `expected` may ask for.
type Answer = Result<Vec<(&'static str, Value)>, String>;

#[derive(Deserialize)]
struct Case {
    id: String,
    kind: String,
    #[serde(default)]
    title: String,
    inputs: Value,
    expected: Value,
}

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if has("--list") {
        // Test runners ask for the names first; this is one test that is never ignored.
        if !has("--ignored") {
            println!("cases: test");
        }
        return ExitCode::SUCCESS;
    }
    let (mut passed, mut failed) = (0, 0);
    for file in files(&folder()) {
        match load(&file) {
            Ok(cases) => {
                for case in cases {
                    let faults = check(&case);
                    let Case { id, kind, title, .. } = &case;
                    faults
                        .iter()
                        .for_each(|fault| println!("FAILED {id} {kind} ({title}): {fault}"));
                    if faults.is_empty() { passed += 1 } else { failed += 1 }
                }
            }
            Err(fault) => {
                println!("FAILED {}: {fault}", file.display());
                failed += 1;
            }
        }
    }
    if passed + failed == 0 {
        println!("FAILED: no cases in {}", folder().display());
        failed += 1;
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The folder asked for, also where it is named from the root of the workspace.
fn folder() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(asked) = std::env::var_os("BILLING_CASES").filter(|asked| !asked.is_empty()) else {
        return path.join("cases");
    };
    let asked = PathBuf::from(asked);
    let from_root = path.join("../..").join(&asked);
    if !asked.exists() && from_root.exists() { from_root } else { asked }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
}

fn load(path: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let bare = serde_json::from_str::<Vec<Case>>(&text);
    match serde_json::from_str::<File>(&text) {
        Ok(file) => Ok(file.cases),
        Err(error) => bare.map_err(|_| error.to_string()),
    }
}

/// What is wrong with the answer to a case; nothing if it is right.
fn check(case: &Case) -> Vec<String> {
    let answer = match answer(&case.kind, &case.inputs) {
        Ok(answer) => answer,
        Err(fault) => return vec![format!("wanted {}, got error: {fault}", case.expected)],
    };
    let Value::Map(expected) = &case.expected else {
        return vec!["expects nothing".to_owned()];
    };
    let mut faults = Vec::new();
    for (key, wanted) in expected {
        match answer.iter().find(|(name, _)| name == key) {
            Some((_, got)) if same::same(wanted, got) => {}
            Some((_, got)) => faults.push(format!("{key}: wanted {wanted}, got {got}")),
            None => faults.push(format!("{key}: wanted {wanted}, got no such value")),
        }
    }
    if expected.is_empty() {
        faults.push("expects nothing".to_owned());
    }
    faults
}

fn answer(kind: &str, inputs: &Value) -> Answer {
    match kind {
        "unit" => pricing::unit(inputs),
        "graduated" => pricing::graduated(inputs),
        "volume" => pricing::volume(inputs),
        "package" => pricing::package(inputs),
        "fraction" => proration::fraction(inputs),
        "partial_charge" => proration::partial_charge(inputs),
        "change" => proration::change(inputs),
        "cap_credit" => proration::cap_credit(inputs),
        "local_days" => proration::local_days(inputs),
        "billed_cycles" => proration::billed_cycles(inputs),
        "sequence" => periods::sequence(inputs),
        "next_date" => periods::next_date(inputs),
        "first_boundary" => periods::first_boundary(inputs),
        "period_containing" => periods::period_containing(inputs),
        "local_periods" => periods::local_periods(inputs),
        "coupons" => invoices::coupons(inputs),
        "distribute" => invoices::distribute(inputs),
        "invoice_order" => invoices::invoice_order(inputs),
        "grants" => balances::grants(inputs),
        "true_up" => balances::true_up(inputs),
        "aggregate" => metrics::aggregate(inputs),
        "mrr" => metrics::mrr(inputs),
        _ => Err("unknown kind".to_owned()),
    }
}
