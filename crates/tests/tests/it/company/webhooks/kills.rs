//! A server that is killed while it sends to somebody who refuses at random: every event arrives,
//! at least once, and in order for each record.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;

use super::endpoint;
use super::receiver::{Does, Receiver};
use crate::harness::database::fresh;
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, at_once, eventually};

const KILLS: usize = 3;
const CUSTOMERS: usize = 64;
const EACH: usize = 8;

const OPTIONS: &[&str] = &[
    "serve",
    "--rate-limit",
    "0",
    "--allow-dev-delivery",
    "--allow-private-targets",
    "--webhook-delays",
    "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
];

both! {
    fn nothing_is_lost_or_out_of_order(kind: Kind) {
        let asked = AtomicU64::new(0);
        let receiver = Receiver::new(move |_| {
            // Some one in five, by no pattern that batches have.
            let n = asked.fetch_add(1, Ordering::Relaxed);
            let chance = n.wrapping_mul(6_364_136_223_846_793_005) >> 33;
            std::thread::sleep(Duration::from_millis(chance % 7));
            Does::Answer(if chance.is_multiple_of(5) { 500 } else { 200 })
        });
        let url = fresh(kind);
        let mut process = Process::start(&url, OPTIONS);
        let client = process.company(&url);
        endpoint(&client, &receiver);
        let mut address = client.address;
        for round in 0..=KILLS {
            let client = Client { address, ..client.clone() };
            at_once(4, |worker| write(&client, (round, worker)));
            if round == KILLS {
                break;
            }
            std::thread::sleep(Duration::from_millis(700));
            process.kill();
            process = Process::start(&url, OPTIONS);
            address = process.address;
        }
        let client = Client { address, ..client };
        let facts = client.facts();
        let own = facts.iter().filter(|fact| fact["data_type"] == "customer");
        let wanted: Vec<(String, String)> = own
            .map(|fact| (fact["object_id"].to_string(), fact["id"].as_str().unwrap().to_owned()))
            .collect();
        assert_eq!(wanted.len(), CUSTOMERS * EACH);
        eventually("every event has arrived", || {
            let got = receiver.got();
            let got = got.iter().filter(|got| got.accepted);
            let got: HashSet<String> = got.map(|got| got.header("webhook-id").to_owned()).collect();
            wanted.iter().all(|(_, id)| got.contains(id)).then_some(())
        });
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for (at, got) in receiver.got().iter().enumerate().filter(|(_, got)| got.accepted) {
            first.entry(got.header("webhook-id").to_owned()).or_insert(at);
        }
        let mut last: BTreeMap<&str, usize> = BTreeMap::new();
        for (object, id) in &wanted {
            let before = last.insert(object.as_str(), first[id]);
            assert!(before.is_none_or(|before| before < first[id]), "{object}: {id}");
        }
        healthy(&url);
    }
}

/// Each customer is changed in every round.
fn write(client: &Client, (round, worker): (usize, usize)) {
    for n in (0..CUSTOMERS).filter(|n| n % 4 == worker) {
        let name = format!("c{n}");
        let rest = EACH / (KILLS + 1);
        let first = if round == 0 { client.named(&name).len().min(1) } else { 0 };
        for step in first..rest {
            let body = json!({ "name": format!("{round}-{step}") });
            client.patch(&format!("/customers/{name}"), &body).expect(200);
        }
    }
}
