//! A new version takes the place of the one before it, process by process, while it is used: a step
//! of the schema that only adds stops nobody, and what it adds is used a step later.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::billing::{all_invoices, monthly, numbered};
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy, refused, run};
use crate::harness::{Client, Kind, eventually};

/// What a later program would do before anything else: everything that it adds may be left alone.
const ADDED: [&str; 5] = [
    "ALTER TABLE company ADD COLUMN later BIGINT",
    "ALTER TABLE subscription ADD COLUMN later TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE subscription_progress ADD COLUMN later BIGINT",
    "CREATE TABLE later (company_id TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (company_id, id))",
    "UPDATE schema_version SET version = version + 1",
];

#[test]
fn nothing_is_lost_on_the_way_postgres() {
    let url = fresh(Kind::Postgres);
    let [mut one, mut other] = [Process::serve(&url), Process::serve(&url)];
    let client = one.company(&url);
    let pricing = monthly(&client);
    // As a balancer would have them.
    let processes = Mutex::new(vec![one.address, other.address]);
    let (stop, sold) = (AtomicBool::new(false), AtomicUsize::new(0));
    let enough = |count: usize| {
        let before = sold.load(Ordering::Relaxed);
        eventually("more is sold", || {
            (sold.load(Ordering::Relaxed) >= before + count).then_some(())
        });
    };
    let mut new = Vec::new();
    std::thread::scope(|scope| {
        for seller in 0..3 {
            let (client, pricing, processes) = (&client, &pricing, &processes);
            let (stop, sold) = (&stop, &sold);
            scope.spawn(move || {
                for n in (0..).take_while(|_| !stop.load(Ordering::Relaxed)) {
                    sell(client, pricing, processes, &format!("c{seller}-{n}"));
                    sold.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        enough(10);
        for statement in ADDED {
            behind(&url, statement);
        }
        enough(10);
        for old in [&mut one, &mut other] {
            let process = Process::serve(&url);
            let mut served = processes.lock().unwrap();
            served.retain(|address| *address != old.address);
            served.push(process.address);
            drop(served);
            new.push(process);
            old.signal("-TERM");
            assert_eq!(old.wait(Duration::from_secs(30)).code(), Some(0));
            enough(10);
        }
        stop.store(true, Ordering::Relaxed);
    });
    let client = Client { address: new[0].address, ..client };
    let invoices = all_invoices(&client);
    assert_eq!(invoices.len(), sold.load(Ordering::Relaxed), "each sale once");
    numbered(&invoices);
    drop(new);
    healthy(&url);
    // The step that uses it, or takes something away, is for no program that does not know of it.
    behind(&url, "UPDATE schema_version SET oldest = version");
    let told = refused(&run(&["serve", "--listen", "127.0.0.1:0", "--database", &url]));
    assert!(told.contains("use a newer program"), "{told}");
}

/// A customer and a subscription, each asked for with its key until it is answered.
fn sell(client: &Client, pricing: &str, processes: &Mutex<Vec<SocketAddr>>, name: &str) {
    let customer = json!({ "identifier": name });
    ask(client, processes, &format!("c {name}"), ("/customers", &customer));
    let body = json!({ "customer_id": name, "product_pricing_ids": [pricing] });
    ask(client, processes, &format!("s {name}"), ("/subscriptions", &body));
}

fn ask(
    client: &Client,
    processes: &Mutex<Vec<SocketAddr>>,
    key: &str,
    (path, body): (&str, &serde_json::Value),
) {
    for turn in 0..200 {
        let served = processes.lock().unwrap().clone();
        let client = Client { address: served[turn % served.len()], ..client.clone() };
        let request = client.request("POST", path).key(key).json(body);
        // A process that is stopping takes nobody in, which a balancer answers by asking another.
        match client.try_send(request) {
            Ok(answer) if [200, 201].contains(&answer.status) => return,
            // The process that stopped may still be at it.
            Ok(answer) if answer.status == 409 => {}
            Ok(answer) => {
                assert_eq!(answer.status, 503, "{}", answer.text());
                assert!(answer.header("retry-after").is_some());
            }
            Err(_) => {}
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{path} was never answered");
}
