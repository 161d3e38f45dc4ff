//! A disk that is full: writes wait, reads go on, nothing breaks, and room heals it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::billing::{all_invoices, monthly, numbered, subscribe_many};
use crate::harness::database::scratch;
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, eventually};

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

/// The disk gets full in the middle of a billing run, and has room again: it goes on by itself.
#[test]
fn a_full_disk_in_a_billing_run_sqlite() {
    let Some(disk) = Disk::mount("256m") else {
        println!("skipped: only root may mount a small disk, and not on every machine");
        return;
    };
    let count = 1_200;
    let url = format!("sqlite:{}", disk.0.join("perennial.db").display());
    let process = Process::serve(&url);
    let (client, other) = (process.company(&url), process.company(&url));
    client.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
    subscribe_many(&client, count, &monthly(&client), &json!({}));
    let filler = disk.0.join("filler");
    leave(&disk, &filler, 10 << 20);
    let target = json!({ "now": "2026-04-01T00:00:00Z" });
    let full = client.post("/clock", &target);
    assert_eq!(full.status, 503, "{}", full.text());
    assert!(full.header("retry-after").is_some());
    let done = made(&client);
    assert!((count..3 * count).contains(&done), "in the middle: {done}");
    // Somebody else takes what is left; a write that is too large says so, and reads go on.
    let text = "x".repeat(9_000);
    let metadata: Value = (0..7).map(|key| (key.to_string(), json!(text))).collect();
    let mut refused = 0;
    for n in 0..1_000 {
        let body = json!({ "identifier": format!("late-{n}"), "metadata": metadata });
        let answer = other.post("/customers", &body);
        if answer.status == 503 {
            assert!(answer.header("retry-after").is_some());
            client.get("/customers/c000000").expect(200);
            assert!(made(&client) < 3 * count, "it cannot end");
            refused += 1;
        }
        if refused == 5 {
            break;
        }
    }
    assert_eq!(refused, 5, "the disk is full");
    fs::remove_file(&filler).unwrap();
    eventually("the run ends by itself", || {
        let answer = client.try_send(client.request("POST", "/clock").json(&target)).ok()?;
        (answer.status == 200).then_some(())
    });
    let invoices = all_invoices(&client);
    assert_eq!(invoices.len(), 3 * count, "31 January, 28 February and 31 March");
    numbered(&invoices);
    drop(process);
    healthy(&url);
}

/// Fills a disk until about so many bytes are left.
fn leave(disk: &Disk, filler: &Path, left: u64) {
    let output = Command::new("df").args(["--output=avail", "-B1"]).arg(&disk.0).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let free: u64 = told.lines().nth(1).unwrap().trim().parse().unwrap();
    fs::write(filler, vec![1_u8; usize::try_from(free.saturating_sub(left)).unwrap()]).unwrap();
}

/// How many invoices there are.
fn made(client: &Client) -> usize {
    let body = json!({ "pagination": { "limit": 1 }, "include_meta": true });
    let page = client.post("/invoices/find", &body).expect(200);
    usize::try_from(page["pagination"]["total_count"].as_u64().unwrap()).unwrap()
}
