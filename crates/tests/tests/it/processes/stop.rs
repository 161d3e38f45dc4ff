//! SIGTERM: no new work, what runs is finished, exit 0.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;

use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, Wire};

/// Creates customers until the server goes away; collects what was answered.
fn load(client: &Client, writer: usize, answered: &Mutex<BTreeSet<String>>) {
    for n in 0.. {
        let identifier = format!("{writer}-{n}");
        let body = json!({ "identifier": identifier });
        let request = client.request("POST", "/customers").json(&body);
        match client.try_send(request) {
            Ok(answer) => {
                answer.checked().expect(201);
                answered.lock().unwrap().insert(identifier);
            }
            Err(_) => return,
        }
    }
}

/// What a server leaves behind is one file, which nobody else may read, and so is a copy of it.
#[test]
fn a_file_is_left_whole_and_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let url = fresh(Kind::Sqlite);
    let mut process = Process::serve(&url);
    process.company(&url).named("a");
    let path = std::path::Path::new(url.strip_prefix("sqlite:").unwrap());
    let copy = path.with_extension("copy");
    let to = copy.to_str().unwrap();
    let output = crate::harness::process::run(&["backup", "--database", &url, "--to", to]);
    assert!(output.status.success());
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let log = std::path::PathBuf::from(format!("{}-wal", path.display()));
    assert_eq!([mode(path), mode(&copy), mode(&log)], [0o600; 3]);
    process.signal("-TERM");
    assert_eq!(process.wait(Duration::from_secs(30)).code(), Some(0));
    assert!(!log.exists(), "the log is folded in");
    assert!(path.metadata().unwrap().len() > 8192);
    healthy(&url);
}

both! {
    fn under_load(kind: Kind) {
        for signal in ["-TERM", "-INT"] {
            let url = fresh(kind);
            let mut process = Process::serve(&url);
            let client = process.company(&url);
            let answered = Mutex::new(BTreeSet::new());
            let status = std::thread::scope(|scope| {
                for writer in 0..8 {
                    let (client, answered) = (&client, &answered);
                    scope.spawn(move || load(client, writer, answered));
                }
                std::thread::sleep(Duration::from_millis(400));
                process.signal(signal);
                process.wait(Duration::from_secs(30))
            });
            assert_eq!(status.code(), Some(0));
            let answered = answered.into_inner().unwrap();
            assert!(!answered.is_empty());
            let kept: BTreeSet<String> =
                behind(&url, "SELECT identifier FROM customer").into_iter().collect();
            assert_eq!(kept, answered, "what was answered is kept, and what is kept was answered");
            healthy(&url);
        }
    }

    fn a_request_that_runs_is_finished(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let client = process.company(&url);
        let mut wire = Wire::open(process.address).unwrap();
        let bytes = client.request("POST", "/customers").json(&json!({ "identifier": "slow" }));
        let bytes = bytes.bytes("x");
        let (head, tail) = bytes.split_at(bytes.len() - 5);
        wire.write(head).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        process.signal("-TERM");
        std::thread::sleep(Duration::from_millis(200));
        assert!(Wire::open(process.address).is_err(), "it takes no new work");
        wire.write(tail).unwrap();
        wire.read(false).unwrap().checked().expect(201);
        assert_eq!(process.wait(Duration::from_secs(20)).code(), Some(0));
        assert_eq!(behind(&url, "SELECT identifier FROM customer"), ["slow"]);
    }

    fn idle_connections_do_not_hold_it(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let client = process.company(&url);
        let mut used = Wire::open(process.address).unwrap();
        used.send(&client.request("GET", "/clock")).unwrap().expect(200);
        let silent = Wire::open(process.address).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        process.signal("-TERM");
        assert_eq!(process.wait(Duration::from_secs(20)).code(), Some(0));
        drop((used, silent));
    }
}
