//! kill -9 while contracts are signed: each becomes its subscription once, with its first
//! invoice.

use std::time::Duration;

use serde_json::{Value, json};

use crate::contracts::{dollars, sent};
use crate::harness::client::text;
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, Wire};

const CONTRACTS: usize = 100;
const WRITERS: usize = 4;
const KILLS: u64 = 20;

both! {
    fn a_hundred_contracts_under_twenty_kills(kind: Kind) {
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let mut client = process.company(&url);
        let contracts: Vec<Value> = (0..CONTRACTS).map(|_| sent(&client, &json!({}))).collect();
        let mut done = [0_usize; WRITERS];
        for round in 0.. {
            let all = done.iter().sum::<usize>() >= CONTRACTS;
            if all && round >= KILLS {
                break;
            }
            done = std::thread::scope(|scope| {
                let (client, contracts) = (&client, &contracts);
                let starts = done.into_iter().enumerate();
                let signing = |place| scope.spawn(move || sign(client, contracts, place));
                let threads: Vec<_> = starts.map(signing).collect();
                std::thread::sleep(Duration::from_millis(20 + 20 * (round % 7) + 5 * round));
                process.kill();
                let mut ends = threads.into_iter().map(|thread| thread.join().unwrap());
                std::array::from_fn(|_| ends.next().unwrap_or_default())
            });
            process = Process::serve(&url);
            client.address = process.address;
            assert!(round < 200, "it gets nowhere: {done:?}");
        }
        for contract in &contracts {
            let now = client.get(&format!("/contracts/{}", text(contract, "id"))).expect(200);
            assert_eq!(now["status"], "EXECUTED");
            let query = json!({ "query": { "subscription_id": now["subscription_id"] } });
            let found = client.post("/invoices/find", &query).expect(200);
            let invoices = found["results"].as_array().unwrap();
            assert_eq!(invoices.len(), 1);
            assert_eq!(invoices[0]["total"], dollars(1000));
        }
        let sql = "SELECT cast(count(*) AS TEXT) FROM subscription";
        assert_eq!(behind(&url, sql), [CONTRACTS.to_string()], "each exactly once");
        drop(process);
        healthy(&url);
    }
}

/// Signs every fourth contract, each under its own key, until the server dies; how many are done.
fn sign(client: &Client, contracts: &[Value], (writer, start): (usize, usize)) -> usize {
    let Ok(mut wire) = Wire::open(client.address) else { return start };
    let own = contracts.iter().skip(writer).step_by(WRITERS);
    for (n, contract) in own.enumerate().skip(start) {
        let id = text(contract, "id");
        let path = format!("/contracts/{id}/sign_offline");
        let request = client.request("POST", &path).key(&id).json(&json!({}));
        match wire.send(&request) {
            Ok(answer) => answer.expect(200),
            Err(_) => return n,
        };
    }
    CONTRACTS / WRITERS
}
