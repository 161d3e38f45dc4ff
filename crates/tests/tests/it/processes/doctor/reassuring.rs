//! `perennial doctor` must not reassure wrongly: what is not there, not ours, or damaged is told.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::harness::cluster::Cluster;
use crate::harness::database::{behind, fresh, scratch};
use crate::harness::process::{Process, binary, healthy, refused, run};
use crate::harness::{Client, Kind};

/// Some customers with subscriptions and invoices.
fn filled(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
    let product = client.post("/products", &json!({ "name": "Seats" })).expect(200);
    let pricing = client.post("/pricing", &json!({
        "product_id": product["id"], "name": "Seats", "currency": "USD", "pricing_type": "FIXED",
        "fixed_price": { "price_per_unit": "10" },
        "billing_frequency": { "count": 1, "frequency": "MONTH" }
    }));
    let pricing = pricing.expect(200);
    for n in 0..30 {
        let customer = client.named(&format!("customer {n}"));
        let body = json!({
            "customer_id": customer, "product_pricing_ids": [pricing["id"]],
            "start_date": "2026-01-01T00:00:00Z"
        });
        client.post("/subscriptions", &body).expect(200);
    }
    client.post("/clock", &json!({ "now": "2026-04-01T00:00:00Z" })).expect(200);
}

/// A file that a server has filled and left, and its folder.
fn left() -> (PathBuf, String) {
    let url = fresh(Kind::Sqlite);
    let mut process = Process::serve(&url);
    filled(&process.company(&url));
    process.signal("-TERM");
    process.wait(std::time::Duration::from_secs(30));
    (PathBuf::from(url.strip_prefix("sqlite:").unwrap()), url)
}

#[test]
fn a_file_that_is_not_there_is_refused() {
    let path = scratch().join("nothing.db");
    let url = format!("sqlite:{}", path.display());
    let copy = path.with_extension("copy");
    for arguments in [
        &["doctor"][..],
        &["token", "create", "--company", "cmp_1"],
        &["backup", "--to", copy.to_str().unwrap()],
    ] {
        let told = refused(&run(&[arguments, &["--database", &url]].concat()));
        assert!(told.contains("there is no database file"), "{told}");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0, "{arguments:?}");
    }
}

#[test]
fn an_empty_database_is_refused() {
    let told = refused(&run(&["doctor", "--database", &fresh(Kind::Postgres)]));
    assert!(told.contains("no tables of ours"), "{told}");
    let path = scratch().join("empty.db");
    fs::write(&path, "").unwrap();
    let told = refused(&run(&["doctor", "--database", &format!("sqlite:{}", path.display())]));
    assert!(told.contains("no tables of ours"), "{told}");
    assert_eq!(fs::read(&path).unwrap(), b"");
}

#[test]
fn a_file_of_another_application_is_refused() {
    let folder = scratch();
    let path = folder.join("theirs.db");
    let theirs = rusqlite::Connection::open(&path).unwrap();
    theirs
        .execute_batch("CREATE TABLE schema_version (version INT); CREATE TABLE song (a)")
        .unwrap();
    drop(theirs);
    let before = fs::read(&path).unwrap();
    let url = format!("sqlite:{}", path.display());
    let copy = folder.join("copy");
    for arguments in [
        &["serve", "--listen", "127.0.0.1:0"][..],
        &["company", "create", "--name", "a"],
        &["doctor"],
        &["token", "create", "--company", "cmp_1"],
        &["backup", "--to", copy.to_str().unwrap()],
    ] {
        let told = refused(&run(&[arguments, &["--database", &url]].concat()));
        assert!(told.contains("another application"), "{told}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!copy.exists());
}

#[test]
fn it_writes_nothing() {
    let (path, url) = left();
    let before = fs::read(&path).unwrap();
    healthy(&url);
    assert_eq!(fs::read(&path).unwrap(), before);
    let old = "UPDATE schema_version SET version = 3";
    behind(&url, old);
    let told = refused(&run(&["doctor", "--database", &url]));
    assert!(told.contains("schema version 3"), "{told}");
    assert_eq!(behind(&url, "SELECT version || '' FROM schema_version"), ["3"]);
}

/// Every page of the file in turn is overwritten: nothing of it passes.
#[test]
fn damaged_pages_are_found() {
    let (path, url) = left();
    let whole = fs::read(&path).unwrap();
    let size = 8192;
    let pages = whole.len() / size;
    assert!(pages > 60, "{pages}");
    assert_eq!(
        behind(
            &url,
            "SELECT count(*) || '' FROM pragma_freelist_count WHERE
        freelist_count > 0"
        ),
        ["0"]
    );
    for n in 0..40 {
        let page = 1 + n * (pages - 1) / 40;
        let mut damaged = whole.clone();
        let place = page * size;
        // What a torn or a stray write leaves behind.
        for (at, byte) in damaged[place..place + size].iter_mut().enumerate() {
            *byte = if n % 2 == 0 { 0 } else { u8::try_from((at * 7 + n) % 251).unwrap() };
        }
        let copy = scratch().join("damaged.db");
        fs::write(&copy, damaged).unwrap();
        let output = run(&["doctor", "--database", &format!("sqlite:{}", copy.display())]);
        let told = String::from_utf8_lossy(&output.stdout);
        assert_ne!(output.status.code(), Some(0), "page {page} of {pages}: {told}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "page {page}");
    }
}

#[test]
fn damaged_indexes_of_postgres_are_found() {
    let cluster = Cluster::start();
    let process = Process::serve(&cluster.url());
    filled(&process.company(&cluster.url()));
    drop(process);
    let output = run(&["doctor", "--database", &cluster.url()]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("amcheck is not installed"), "{told}");
    behind(&cluster.url(), "CREATE EXTENSION amcheck");
    let output = run(&["doctor", "--database", &cluster.url()]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(told.trim(), "every audit holds");

    let file = behind(&cluster.url(), "SELECT pg_relation_filepath('invoice_pkey')").remove(0);
    behind(&cluster.url(), "CHECKPOINT");
    cluster.control("stop");
    let path = cluster.data().join(file);
    let mut bytes = fs::read(&path).unwrap();
    // Items of the first page behind the one that describes the index.
    bytes[8192 + 4096..8192 + 8000].fill(7);
    fs::write(&path, bytes).unwrap();
    cluster.control("start");
    let output = run(&["doctor", "--database", &cluster.url()]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("the engine's own check: index public.invoice_pkey"), "{told}");
}

/// A person who waits sees a bar; a log sees nothing of what is done at once.
#[test]
fn it_shows_how_far_it_is() {
    let (path, url) = left();
    let copy = path.with_extension("copy");
    let program = binary().display();
    for command in [
        format!("{program} doctor --database {url}"),
        format!("{program} backup --database {url} --to {}", copy.display()),
    ] {
        let output = Command::new("script").args(["-qec", &command, "/dev/null"]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{told}");
        assert!(told.contains(" % ") && told.contains("[#"), "{told:?}");
    }
    let quiet = run(&["doctor", "--database", &url]);
    assert_eq!(String::from_utf8_lossy(&quiet.stderr), "");
}
