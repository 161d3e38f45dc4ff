//! `perennial doctor` finds what is wrong, and only that: for every audit a fault is planted behind
//! the back of the service, in a copy of a company.

mod books;
mod charges;
mod contracts;
mod copies;
mod credits;
mod families;
mod lives;
mod objects;
mod reassuring;
mod records;
mod usage;

use std::collections::BTreeSet;

use crate::harness::database::{Fleeting, behind};
use crate::harness::process::{Process, healthy, run};
use crate::harness::{Client, Kind};
use ::records::CompanyId;
use copies::copies;

/// A fault as the files of faults have it.
#[derive(Debug)]
struct Fault {
    /// The audit that has to see it.
    audit: String,
    /// What has to be said: these words, or the id of the record that a condition finds before.
    says: Says,
    sql: String,
}

#[derive(Debug)]
enum Says {
    Words(String),
    Record { table: String, condition: String },
}

/// Faults stand in blocks: the audit, what it says, and what plants it.
fn faults(text: &str) -> Vec<Fault> {
    let blocks = text.split("\n\n").skip(1);
    blocks.filter(|block| !block.trim().is_empty()).map(fault).collect()
}

fn fault(block: &str) -> Fault {
    let mut lines = block.lines();
    let mut comment = || lines.next().and_then(|line| line.strip_prefix("-- ")).unwrap_or(block);
    let (audit, says) = (comment(), comment());
    let says = match (says.strip_prefix("says "), says.strip_prefix("names ")) {
        (Some(words), _) => Says::Words(words.to_owned()),
        (_, Some(record)) => {
            let (table, condition) = record.split_once(": ").unwrap();
            Says::Record { table: table.to_owned(), condition: condition.to_owned() }
        }
        _ => panic!("{block}"),
    };
    let sql = lines.collect::<Vec<_>>().join(" ");
    Fault { audit: audit.to_owned(), says, sql }
}

impl Fault {
    /// Plants it in a company and gives the words that have to be told.
    fn plant(&self, url: &str, company: &CompanyId) -> String {
        let text = format!("company_id = '{company}'");
        let words = match &self.says {
            Says::Words(words) => words.clone(),
            Says::Record { table, condition } => {
                let sql = format!("SELECT id FROM {table} WHERE {text} AND {condition}");
                behind(url, &sql).pop().unwrap_or_else(|| panic!("there is no {condition}"))
            }
        };
        behind(url, &self.sql.replace("{company}", &text));
        words
    }
}

/// Gives a company a life, plants each fault in a copy of it, and looks for it in what is told.
fn found(kind: Kind, text: &str, live: impl Fn(&Client)) {
    let database = Fleeting::new(kind);
    let url = database.url.as_str();
    let process = Process::serve(url);
    let client = process.company(url);
    live(&client);
    client.facts();
    drop(process);
    let sound = client.company;
    let faults = faults(text);
    let copies = copies(url, &sound, faults.len());
    healthy(url);
    let mut planted: Vec<(CompanyId, Fault)> = copies.into_iter().zip(faults).collect();
    let words: Vec<String> =
        planted.iter().map(|(company, fault)| fault.plant(url, company)).collect();
    let output = run(&["doctor", "--database", url]);
    let told = String::from_utf8_lossy(&output.stdout);
    let failure = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{failure}{told}");
    assert!(!told.contains(sound.as_str()), "{told}");
    let mut words = words.iter();
    planted.retain(|(company, fault)| {
        let (start, words) = (format!("{company}: {}: ", fault.audit), words.next().unwrap());
        !told.lines().any(|line| line.starts_with(&start) && line.contains(words))
    });
    assert!(planted.is_empty(), "the doctor does not see {planted:#?}: {told}");
}

#[test]
fn every_audit_has_a_fault_that_it_finds() {
    let all = [
        records::FAULTS,
        books::FAULTS,
        lives::FAULTS,
        charges::FAULTS,
        credits::FAULTS,
        contracts::FAULTS,
        families::FAULTS,
        objects::FAULTS,
        usage::FAULTS,
    ];
    let tried = all.into_iter().flat_map(faults);
    let tried: BTreeSet<String> = tried.map(|fault| fault.audit).collect();
    let all: BTreeSet<String> = engine::audit::names().map(str::to_owned).collect();
    assert_eq!(tried, all);
}
