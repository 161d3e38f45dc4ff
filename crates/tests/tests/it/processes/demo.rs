//! `perennial demo`: a company to try things on.

use std::fs;
use std::time::Duration;

use serde_json::json;

use crate::harness::database::fresh;
use crate::harness::process::Process;
use crate::harness::{Client, Kind, eventually};

/// What it prints behind a word.
fn printed(process: &Process, word: &str) -> String {
    eventually("the demo says how to use it", || {
        let text = fs::read_to_string(&process.log).ok()?;
        let line = text.lines().find(|line| line.trim_start().starts_with(word))?;
        Some(line.split_whitespace().last()?.to_owned())
    })
}

/// Who may use the demo company that a process serves.
pub(super) fn client(process: &Process) -> Client {
    let (company, token) = (printed(process, "company ").into(), printed(process, "token "));
    Client { address: process.address, company, token }
}

both! {
    fn a_second_start_revokes_the_first_token(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::start(&url, &["demo"]);
        let first = client(&process);
        first.post("/customers/find", &json!({ "pagination": { "limit": 1 } })).expect(200);
        first.named("kept");
        let record = first.get("").expect(200);
        assert_eq!(record["demo"], true);
        assert_eq!(record["is_dev"], true);
        let base = printed(&process, "base URL");
        assert!(base.ends_with(&format!(":{}/api/v1", process.address.port())), "{base}");
        assert!(printed(&process, "docs").ends_with("/docs"));
        process.signal("-TERM");
        assert_eq!(process.wait(Duration::from_secs(30)).code(), Some(0));
        let again = Process::start(&url, &["demo"]);
        let second = client(&again);
        assert_eq!(second.company, first.company);
        assert_ne!(second.token, first.token);
        second.get("/customers/kept").expect(200);
        let old = Client { address: again.address, ..first };
        old.get("/customers/kept").problem(401, "unauthenticated");
    }
}
