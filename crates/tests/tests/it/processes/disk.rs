//! A disk that is full: writes wait, reads go on, nothing breaks, and room heals it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::billing::{all_invoices, monthly, numbered, subscribe_many};
use crate::harness::database::{behind, fresh, scratch};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, eventually};

/// A small file system of its own.
struct Disk(PathBuf);

impl Disk {
    /// None where this machine does not let us mount one.
    fn mount(size: &str) -> Option<Disk> {
        let folder = scratch();
        let options = format!("size={size}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&folder);
        mount.output().ok()?.status.success().then_some(Disk(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_sqlite() {
    let Some(disk) = Disk::mount("12m") else {
        println!("skipped: only root may mount a small disk, and not on every machine");
        return;
    };
    let url = format!("sqlite:{}", disk.0.join("perennial.db").display());
    let process = Process::serve(&url);
    let client = process.company(&url);
    let filler = disk.0.join("filler");
    fs::write(&filler, vec![1_u8; 4 << 20]).unwrap();
    let text = "x".repeat(9_000);
    let metadata: Value = (0..7).map(|key| (key.to_string(), json!(text))).collect();
    let mut made = Vec::new();
    let full = (0..400).find_map(|n| {
        let identifier = format!("c{n}");
        let answer =
            client.post("/customers", &json!({ "identifier": identifier, "metadata": metadata }));
        match answer.status {
            201 => made.push(identifier),
            _ => return Some(answer),
        }
        None
    });
    let full = full.expect("the disk gets full");
    assert_eq!(full.status, 503, "{}", full.text());
    assert!(full.header("retry-after").is_some());
    for n in 0..5 {
        let again = client
            .post("/customers", &json!({ "identifier": n.to_string(), "metadata": metadata }));
        assert_eq!(again.status, 503, "{}", again.text());
        client.get(&format!("/customers/{}", made[0])).expect(200);
    }
    let body = json!({ "pagination": { "limit": 200 }, "include_meta": true });
    let page = client.post("/customers/find", &body).expect(200);
    assert_eq!(page["pagination"]["total_count"], made.len(), "reads go on");
    fs::remove_file(&filler).unwrap();
    client.named("there is room again");
    let page = client.post("/customers/find", &body).expect(200);
    assert_eq!(page["pagination"]["total_count"], made.len() + 1);
    drop(process);
    healthy(&url);
    drop(Process::serve(&url));
}

/// How many subscriptions are billed, and how often: 31 January to 31 July.
const COUNT: usize = 240;
const DATES: usize = 7;

/// A run that stands still in the middle, since no file may grow any more.
struct Standstill {
    url: String,
    process: Process,
    client: Client,
    target: Value,
}

impl Standstill {
    /// None where this machine does not let us limit a process.
    fn reach() -> Option<Standstill> {
        let url = fresh(Kind::Sqlite);
        let process = Process::serve_within_limits(&url);
        let (client, other) = (process.company(&url), process.company(&url));
        client.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
        subscribe_many(&client, COUNT, &monthly(&client), &json!({}));
        // What was written is in the database, and the log beside it begins anew: it may grow
        // until it is as long, wherever that falls in the run.
        behind(&url, "PRAGMA wal_checkpoint(TRUNCATE)");
        let file = url.strip_prefix("sqlite:").unwrap();
        let size = fs::metadata(file).unwrap().len();
        assert!(fs::metadata(format!("{file}-wal")).unwrap().len() < size);
        limit(&process, &(size + (64 << 10)).to_string())?;
        let standstill =
            Standstill { url, process, client, target: json!({ "now": "2026-07-31T00:00:00Z" }) };
        standstill.stands(&other);
        Some(standstill)
    }

    /// Whoever writes is told so, nothing is half done, and reads go on.
    fn stands(&self, other: &Client) {
        let full = self.client.post("/clock", &self.target);
        assert_eq!(full.status, 503, "{}", full.text());
        assert!(full.header("retry-after").is_some());
        let text = "x".repeat(9_000);
        let metadata: Value = (0..7).map(|key| (key.to_string(), json!(text))).collect();
        let mut refused = 0;
        for n in 0..1_000 {
            let body = json!({ "identifier": format!("late-{n}"), "metadata": metadata });
            let answer = other.post("/customers", &body);
            if answer.status == 503 {
                assert!(answer.header("retry-after").is_some());
                self.client.get("/customers/c000000").expect(200);
                refused += 1;
            }
            if refused == 5 {
                break;
            }
        }
        assert_eq!(refused, 5, "nothing more can be written");
        let made = all_invoices(&self.client);
        assert!((COUNT..COUNT * DATES).contains(&made.len()), "in the middle: {}", made.len());
        numbered(&made);
    }

    /// Every billing date made one invoice, and nothing is wrong.
    fn ends(self) {
        eventually("the run ends by itself", || {
            let request = self.client.request("POST", "/clock").json(&self.target);
            let answer = self.client.try_send(request).ok()?;
            (answer.status == 200).then_some(())
        });
        let invoices = all_invoices(&self.client);
        assert_eq!(invoices.len(), COUNT * DATES);
        numbered(&invoices);
        let cause =
            |value: &Value| (value["subscription_id"].clone(), value["billing_date"].clone());
        let mut causes: Vec<String> =
            invoices.iter().map(|value| format!("{:?}", cause(value))).collect();
        causes.sort();
        causes.dedup();
        assert_eq!(causes.len(), COUNT * DATES, "one for each date");
        drop(self.process);
        healthy(&self.url);
    }
}

/// Lets the files of a process grow so far, from now on.
fn limit(process: &Process, bytes: &str) -> Option<()> {
    let mut command = Command::new("prlimit");
    command.args(["--pid", &process.id().to_string(), &format!("--fsize={bytes}:unlimited")]);
    command.output().ok()?.status.success().then_some(())
}

const SKIPPED: &str = "skipped: this machine does not limit what a process may write";

/// There is room again: the run goes on by itself.
#[test]
fn a_full_disk_in_a_billing_run_sqlite() {
    let Some(standstill) = Standstill::reach() else { return println!("{SKIPPED}") };
    limit(&standstill.process, "unlimited").unwrap();
    standstill.ends();
}

/// It is killed while there is no room: the next process finds the run and ends it.
#[test]
fn killed_on_a_full_disk_in_a_billing_run_sqlite() {
    let Some(mut standstill) = Standstill::reach() else { return println!("{SKIPPED}") };
    standstill.process.kill();
    standstill.process = Process::serve(&standstill.url);
    standstill.client.address = standstill.process.address;
    standstill.ends();
}
