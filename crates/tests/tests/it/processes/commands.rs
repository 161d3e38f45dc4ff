//! One-shot commands, also beside a server that runs.

use std::fs;

use records::CompanyId;
use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::database::{fresh, scratch};
use crate::harness::process::{Process, healthy, refused, run};
use crate::harness::{Client, Kind};

fn create(url: &str, company: &CompanyId, access: &[&str]) -> std::process::Output {
    let start = ["token", "create", "--company", company, "--json", "--database", url];
    run(&[&start[..], access].concat())
}

fn issued(url: &str, company: &CompanyId, access: &[&str]) -> Value {
    let output = create(url, company, access);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

both! {
    fn they_work_beside_a_running_server(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut n = 0;
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    client.named(&format!("load-{n}"));
                    n += 1;
                }
            });
            for _ in 0..3 {
                let token = text(&issued(&url, &client.company, &[]), "token");
                let known = Client { token, ..client.clone() };
                known.get("/clock").expect(200);
                healthy(&url);
            }
            let second = process.company(&url);
            second.named("a");
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        healthy(&url);
    }

    fn a_token_has_the_access_it_was_given(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        let made = issued(&url, &client.company, &["--access", "customers=READ,logs=write"]);
        assert!(text(&made, "token_id").starts_with("tok_"));
        let known = Client { token: text(&made, "token"), ..client.clone() };
        known.post("/customers/find", &json!({})).expect(200);
        known.get("/events_log").expect(200);
        known.post("/customers", &json!({ "identifier": "a" })).problem(403, "forbidden");
        known.get("").problem(403, "forbidden");
        let named = issued(&url, &client.company, &["--name", "nightly"]);
        let list = client.get("/api_tokens").expect(200);
        let all = list["results"].as_array().unwrap();
        let found = all.iter().find(|token| token["id"] == named["token_id"]).unwrap();
        assert_eq!(found["name"], "nightly");
        for access in ["nonsense", "customers", "customers=ADMIN", "customer=READ", "=READ"] {
            let told = refused(&create(&url, &client.company, &["--access", access]));
            assert!(told.contains(access), "{told}");
        }
        refused(&create(&url, &"cmp_000000000000000000000000000".into(), &[]));
        refused(&create(&url, &"".into(), &[]));
    }

    fn a_company_is_made_as_asked(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let output = run(&[
            "company", "create", "--name", "Größe & Söhne", "--currency", "eur", "--timezone",
            "Europe/Berlin", "--json", "--database", &url,
        ]);
        let made: Value = serde_json::from_slice(&output.stdout).unwrap();
        let client = Client {
            address: process.address,
            company: text(&made, "company_id").into(),
            token: text(&made, "token"),
        };
        let company = client.get("").expect(200);
        assert_eq!(company["name"], "Größe & Söhne");
        assert_eq!(company["preferred_currency"], "EUR");
        assert_eq!(company["preferred_timezone"], "Europe/Berlin");
        assert_eq!(company["is_dev"], false);
        let plain = run(&["company", "create", "--name", "x", "--database", &url]);
        let plain = String::from_utf8(plain.stdout).unwrap();
        assert!(plain.contains("cmp_") && plain.contains("prn_"), "{plain}");
        let wrong = [
            &["--name", "x", "--currency", "ZZZ"][..],
            &["--name", "x", "--timezone", "Mars/Olympus"],
            &["--name", ""],
            &["--name", " "],
        ];
        for options in wrong {
            let start = ["company", "create", "--database", &url];
            refused(&run(&[&start[..], options].concat()));
        }
    }
}

#[test]
fn the_document_is_printed() {
    let output = run(&["openapi"]);
    assert!(output.status.success());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let served = crate::harness::Server::shared(Kind::Sqlite);
    let served = served.ask(&crate::harness::Request::new("GET", "/openapi.json")).expect(200);
    assert_eq!(document["paths"], served["paths"]);
}

/// A price list that is tried out before it is put anywhere.
#[test]
fn a_price_list_is_tried_out() {
    let file = scratch().join("seats.json");
    let path = file.to_str().unwrap();
    let list = json!({
        "name": "Seats", "currency": "USD", "pricing_type": "GRADIENT",
        "gradient_price": [
            { "end": 5, "price_per_unit": "15" },
            { "start": 5, "end": null, "price_per_unit": "12.125", "flat_price": "1" },
        ],
    });
    fs::write(&file, list.to_string()).unwrap();
    let tried = run(&["price", path, "--units", "8,0"]);
    assert_eq!(tried.status.code(), Some(0), "{}", String::from_utf8_lossy(&tried.stderr));
    let table = [
        "8 units: 112.38 USD",
        "    tier 1        5 ×     15 =     75",
        "    tier 2        3 × 12.125 = 36.375",
        "    tier 2, flat  1 ×      1 =      1",
        "0 units: 0.00 USD",
        "    tier 1  0 × 15 = 0",
    ];
    assert_eq!(String::from_utf8(tried.stdout).unwrap().lines().collect::<Vec<_>>(), table);
    let mut wrong = list.clone();
    wrong["gradient_price"][1]["start"] = json!(7);
    fs::write(&file, wrong.to_string()).unwrap();
    let faulty = run(&["price", path]);
    assert_eq!(faulty.status.code(), Some(1));
    let told = String::from_utf8(faulty.stdout).unwrap();
    assert!(told.starts_with("/gradient_price/1/start: "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    for (content, told) in [("[]", "not a JSON object"), ("{", "not a JSON object")] {
        fs::write(&file, content).unwrap();
        assert!(refused(&run(&["price", path])).contains(told));
    }
    fs::write(&file, list.to_string()).unwrap();
    for units in ["-1", "many", ""] {
        refused(&run(&["price", path, &format!("--units={units}")]));
    }
    let gone = scratch().join("nothing.json");
    assert!(refused(&run(&["price", gone.to_str().unwrap()])).contains("cannot read"));
}
