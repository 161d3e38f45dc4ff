//! A copy that is made while everybody works: one state, whole, and numbers go on from it.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;

use crate::billing::{all_invoices, monthly, numbered};
use crate::harness::database::{fresh, scratch};
use crate::harness::process::{Process, healthy, refused, run};
use crate::harness::{Client, Kind, eventually};

both! {
    fn backed_up_under_load_and_restored(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        let pricing = monthly(&client);
        let (stop, sold) = (AtomicBool::new(false), AtomicUsize::new(0));
        let (mut copies, mut before) = (Vec::new(), Vec::new());
        std::thread::scope(|scope| {
            for seller in 0..4 {
                let (client, pricing, stop, sold) = (&client, &pricing, &stop, &sold);
                scope.spawn(move || {
                    for n in 0.. {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        sell(client, pricing, &format!("c{seller}-{n}"));
                        sold.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            for round in 1..=3 {
                let sold = eventually("something is sold", || {
                    Some(sold.load(Ordering::Relaxed)).filter(|sold| *sold >= 10 * round)
                });
                before.push(sold);
                copies.push(copy(kind, &url));
            }
            stop.store(true, Ordering::Relaxed);
        });
        let all = all_invoices(&client).len();
        for (copy, before) in copies.iter().zip(before) {
            healthy(copy);
            let restored = Process::serve(copy);
            let client = Client { address: restored.address, ..client.clone() };
            let invoices = all_invoices(&client);
            numbered(&invoices);
            assert!((before..=all).contains(&invoices.len()), "{} of {all}", invoices.len());
            sell(&client, &pricing, "first after the restoration");
            let invoices = all_invoices(&client);
            numbered(&invoices);
            drop(restored);
            healthy(copy);
        }
        numbered(&all_invoices(&client));
        drop(process);
        healthy(&url);
    }
}

/// A subscription with its first invoice.
fn sell(client: &Client, pricing: &str, identifier: &str) {
    let customer = client.named(identifier);
    let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    client.post("/subscriptions", &body).expect(200);
}

/// A copy of a database that is in use, restored: its URL.
fn copy(kind: Kind, url: &str) -> String {
    let file = scratch().join("copy.db");
    match kind {
        Kind::Sqlite => {
            let output = run(&["backup", "--database", url, "--to", file.to_str().unwrap()]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            format!("sqlite:{}", file.display())
        }
        Kind::Postgres => {
            let restored = fresh(kind);
            tool("pg_dump", &["--dbname", url, "--file"], &file);
            let options = ["--quiet", "--set=ON_ERROR_STOP=1", "--dbname", &restored, "--file"];
            tool("psql", &options, &file);
            restored
        }
    }
}

/// One of PostgreSQL's own programs.
fn tool(name: &str, options: &[&str], file: &Path) {
    let output = Command::new(name).args(options).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_cannot_be_backed_up_sqlite() {
    let folder = scratch();
    let url = fresh(Kind::Sqlite);
    let process = Process::serve(&url);
    let client = process.company(&url);
    client.named("a");
    let to = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let backup = |url: &str, to: &str| run(&["backup", "--database", url, "--to", to]);
    std::fs::write(folder.join("kept"), "what was there").unwrap();
    assert!(refused(&backup(&url, &to("kept"))).contains("exists"));
    assert_eq!(std::fs::read(folder.join("kept")).unwrap(), b"what was there");
    refused(&backup(&url, &to("no/such/folder")));
    refused(&backup(&format!("sqlite:{}", to("nothing.db")), &to("new")));
    assert!(!folder.join("nothing.db").exists(), "a backup makes no database");
    std::fs::write(folder.join("noise"), "this is no database".repeat(1000)).unwrap();
    refused(&backup(&format!("sqlite:{}", to("noise")), &to("new")));
    refused(&run(&["backup", "--database", &url]));
    let left: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|dir_entry| dir_entry.unwrap()).collect();
    assert_eq!(left.len(), 2, "nothing half is left: {left:?}");
    assert!(backup(&url, &to("new")).status.success());
    let copy = format!("sqlite:{}", to("new"));
    healthy(&copy);
    let restored = Process::serve(&copy);
    let client = Client { address: restored.address, ..client };
    assert_eq!(client.found(&json!({})), ["a"]);
}

#[test]
fn postgres_has_its_own_program_postgres() {
    let url = fresh(Kind::Postgres);
    let file = scratch().join("copy");
    let told = refused(&run(&["backup", "--database", &url, "--to", file.to_str().unwrap()]));
    assert!(told.contains("pg_dump"), "{told}");
    assert!(!file.exists());
}
