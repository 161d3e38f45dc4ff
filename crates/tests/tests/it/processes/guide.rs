//! The guide and the readme are true: their commands run as they stand there, and answer what is
//! printed below them.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::process::Command;

use serde_json::Value;

use super::demo::client;
use crate::harness::Kind;
use crate::harness::database::{fresh, scratch};
use crate::harness::process::{Process, binary, healthy, run};

const GUIDE: &str = include_str!("../../../../../docs/guide.md");
const OPERATIONS: &str = include_str!("../../../../../docs/operations.md");
const README: &str = include_str!("../../../../../README.md");

/// Stands where the page has the address that a server has by default.
const ADDRESS: &str = "127.0.0.1:8080";

both! {
    fn the_guide_is_true(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        follow(GUIDE, &url, process.address);
        drop(process);
        healthy(&url);
    }

    fn the_readme_is_true(kind: Kind) {
        let url = fresh(kind);
        let process = Process::start(&url, &["demo"]);
        let demo = client(&process);
        let (_, part) = README.split_once("## Try it\n").unwrap();
        let (part, _) = part.split_once("\n## ").unwrap();
        let part = part.replace("cmp_…", &demo.company).replace("prn_…", &demo.token);
        follow(&part, &url, process.address);
    }
}

/// Three databases on PostgreSQL beside the one that is served, under the names that the page has.
#[test]
fn the_page_of_operations_is_true_postgres() {
    let [url, served] = [Kind::Sqlite, Kind::Postgres].map(fresh);
    for url in [&served, &url] {
        Process::serve(url).company(url).named("a");
    }
    let process = Process::serve(&url);
    let mut page = OPERATIONS.replace("postgres://perennial@db/served", &served);
    for name in ["restored", "moved"] {
        page = page.replace(&format!("postgres://perennial@db/{name}"), &fresh(Kind::Postgres));
    }
    assert!(!page.contains("postgres://perennial"), "nobody has this database");
    follow(&page, &url, process.address);
}

/// What the files for deployments set is known to the program.
#[test]
fn deployments_set_what_there_is() {
    let help = run(&["serve", "--help"]).stdout;
    let help = String::from_utf8(help).unwrap();
    let files = [
        include_str!("../../../../../deploy/perennial.service"),
        include_str!("../../../../../deploy/Dockerfile"),
        include_str!("../../../../../deploy/compose.yaml"),
    ];
    let mut known = 0;
    for file in files {
        let settings = file.match_indices("PERENNIAL_").map(|(at, _)| {
            let rest = &file[at..];
            let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c == '_'));
            &rest[..end.unwrap_or(rest.len())]
        });
        for setting in settings.filter(|setting| *setting != "PERENNIAL_") {
            assert!(help.contains(setting), "{setting} is no setting of serve");
            known += 1;
        }
    }
    assert!(known > 5, "{known}");
}

/// A block of commands and what stands below it: the kind of the answer and its text.
struct Step {
    commands: String,
    answer: Option<(String, String)>,
}

/// Runs all commands of a page in one shell, beside a server, and compares what they answer.
fn follow(page: &str, url: &str, address: SocketAddr) {
    let steps = steps(page);
    assert!(steps.iter().any(|step| step.answer.is_some()), "there is nothing to check");
    let mut script = "set -eu\n".to_owned();
    for (number, step) in steps.iter().enumerate() {
        let commands = step.commands.replace(ADDRESS, &address.to_string());
        // The server runs already.
        let commands = commands.trim_start_matches("perennial serve\n");
        write!(script, "{commands}\nprintf '\\n=== %s\\n' {number}\n").unwrap();
    }
    let folder = binary().parent().unwrap().to_str().unwrap();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell.args(["-c", &script]).current_dir(scratch());
    shell.env("PATH", path).env("PERENNIAL_DATABASE", url).env("PERENNIAL_LOG", "warn");
    let output = shell.output().unwrap();
    let (told, why) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{why}{told}");
    let mut rest = told.as_ref();
    for (number, step) in steps.iter().enumerate() {
        let (text, later) = rest.split_once(&format!("\n=== {number}\n")).unwrap();
        rest = later;
        if let Some((kind, wanted)) = &step.answer {
            compare(&step.commands, kind, wanted, text);
        }
    }
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in page.split("\n```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').unwrap();
        match kind {
            "sh" => steps.push(Step { commands: format!("{text}\n"), answer: None }),
            _ => steps.last_mut().unwrap().answer = Some((kind.to_owned(), text.to_owned())),
        }
    }
    steps
}

fn compare(commands: &str, kind: &str, wanted: &str, told: &str) {
    match kind {
        "json" => {
            let last = told.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
            let told: Value = serde_json::from_str(last).unwrap_or_else(|e| panic!("{e}: {told}"));
            let wanted: Value = serde_json::from_str(wanted).expect(wanted);
            if let Some(place) = differs(&wanted, &told, "") {
                panic!("{commands}answers something else at {place}: {told:#}");
            }
        }
        "text" => assert_eq!(told.trim(), wanted.trim(), "{commands}"),
        other => panic!("nobody knows how to compare {other}"),
    }
}

/// Where an answer does not have what is printed; it may have more.
fn differs(wanted: &Value, told: &Value, place: &str) -> Option<String> {
    match (wanted, told) {
        (Value::Object(wanted), Value::Object(told)) => {
            let mut fields = wanted.iter();
            fields.find_map(|(name, value)| {
                let place = format!("{place}/{name}");
                differs(value, told.get(name).unwrap_or(&Value::Null), &place)
            })
        }
        (Value::Array(wanted), Value::Array(told)) if wanted.len() == told.len() => {
            let mut pairs = wanted.iter().zip(told).enumerate();
            pairs.find_map(|(n, (wanted, told))| differs(wanted, told, &format!("{place}/{n}")))
        }
        _ => (wanted != told).then(|| place.to_owned()),
    }
}
