//! kill -9: what was answered is there, what was not is there once or not at all.

use std::time::Duration;

use serde_json::json;

use crate::harness::client::text;
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, Wire, eventually};

both! {
    fn between_commit_and_answer(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let mut client = process.company(&url);
        for round in 0..4 {
            let identifier = format!("c{round}");
            let body = json!({ "identifier": identifier });
            let request = client.request("POST", "/customers").key(&identifier).json(&body);
            let mut wire = Wire::open(process.address).unwrap();
            wire.write(&request.bytes("x")).unwrap();
            // The moment the row can be seen it is committed; whoever asked has read nothing.
            let sql = format!("SELECT id FROM customer WHERE identifier = '{identifier}'");
            let id = eventually("the commit", || behind(&url, &sql).pop());
            process.kill();
            drop(wire);
            process = Process::serve(&url);
            client.address = process.address;
            let again = client.send(request.clone());
            assert!(again.replayed());
            assert_eq!(text(&again.expect(201), "id"), id);
            let kept = client.get(&format!("/customers/{identifier}")).expect(200);
            assert_eq!(kept, again.json(), "the same answer");
        }
        assert_eq!(client.found(&json!({})), ["c0", "c1", "c2", "c3"]);
        drop(process);
        healthy(&url);
    }

    fn between_a_credit_that_pays_and_its_answer(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let mut client = process.company(&url);
        let customer = client.named("acme");
        let amount = |cents: i64| json!({ "currency": "USD", "value_in_cents": cents });
        for round in 0..3 {
            let charge = json!({
                "customer_id": customer, "type": "IMMEDIATE",
                "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": amount(700) } }],
            });
            client.post("/one_times", &charge).expect(200);
            let key = format!("k{round}");
            let body = json!({
                "customer_id": customer, "type": "AMOUNT", "amount": amount(700), "name": key,
                "apply_to_open_invoices": { "enable": true },
            });
            let request = client.request("POST", "/credits").key(&key).json(&body);
            let mut wire = Wire::open(process.address).unwrap();
            wire.write(&request.bytes("x")).unwrap();
            let sql = "SELECT cast(count(*) AS TEXT) FROM credit_log WHERE action = 'APPLIED'";
            let applied = format!("{}", round + 1);
            eventually("the commit", || (behind(&url, sql) == [applied.clone()]).then_some(()));
            process.kill();
            drop(wire);
            process = Process::serve(&url);
            client.address = process.address;
            let again = client.send(request.clone());
            assert!(again.replayed());
            assert_eq!(again.expect(201)["state"], "CONSUMED");
            let query = json!({ "query": { "customer_id": customer, "status": "PAID" } });
            let paid = client.post("/invoices/find", &query).expect(200);
            assert_eq!(paid["results"].as_array().unwrap().len(), round + 1, "each once");
        }
        drop(process);
        healthy(&url);
    }

    fn at_any_moment_under_load(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let mut client = process.company(&url);
        let writers = 4;
        let each = 60;
        let mut done = vec![0_usize; writers];
        for round in 0.. {
            if done.iter().all(|count| *count >= each) {
                break;
            }
            // What a process makes of its interface when it is first asked may take longer than it
            // lives.
            client.post("/sales_users", &json!({ "name": 7 })).expect(422);
            done = std::thread::scope(|scope| {
                let client = &client;
                let starts = done.iter().copied().enumerate();
                let threads: Vec<_> = starts
                    .map(|(writer, start)| scope.spawn(move || write(client, writer, start, each)))
                    .collect();
                // Longer with time, so that a busy machine gets somewhere too.
                std::thread::sleep(Duration::from_millis(30 + 25 * (round % 7) + 5 * round));
                process.kill();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            process = Process::serve(&url);
            client.address = process.address;
            assert!(round < 200, "it gets nowhere: {done:?}");
        }
        let sql = "SELECT cast(count(*) AS TEXT) FROM sales_user";
        assert_eq!(behind(&url, sql), [(writers * each).to_string()], "each exactly once");
        drop(process);
        healthy(&url);
    }
}

/// Makes sales users, each under its own key, until the server dies; tells how far it came.
fn write(client: &Client, writer: usize, start: usize, end: usize) -> usize {
    let Ok(mut wire) = Wire::open(client.address) else { return start };
    for n in start..end {
        let body = json!({ "name": format!("{writer}-{n}") });
        let request = client.request("POST", "/sales_users").key(&format!("{writer}-{n}"));
        match wire.send(&request.json(&body)) {
            Ok(answer) => answer.expect(200),
            Err(_) => return n,
        };
    }
    end
}
