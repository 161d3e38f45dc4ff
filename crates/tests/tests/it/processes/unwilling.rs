//! PostgreSQL that is there and does not do what it is asked: read-only, full, with another
//! password, closing what is idle, or standing still. Nobody gets a 500, and it is over without a
//! restart when it is over.

use std::fs;
use std::time::Duration;

use engine::clock::Stopwatch;
use serde_json::json;

use crate::harness::cluster::Cluster;
use crate::harness::database::behind;
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, at_once, eventually};

/// A server whose settings say this.
fn told(cluster: &Cluster, setting: &str) {
    behind(&cluster.url(), &format!("ALTER SYSTEM {setting}"));
    cluster.control("reload");
}

fn create(client: &Client, identifier: &str) -> u16 {
    let answer = client.post("/customers", &json!({ "identifier": identifier }));
    if answer.status == 503 {
        answer.problem(503, "database_away");
    }
    answer.status
}

#[test]
fn it_only_takes_reads() {
    let cluster = Cluster::start();
    let process = Process::serve(&cluster.url());
    let client = process.company(&cluster.url());
    client.named("before");
    told(&cluster, "SET default_transaction_read_only = on");
    eventually("writes are put off", || (create(&client, "put off") == 503).then_some(()));
    client.get("/customers/before").expect(200);
    client.get("/customers/put%20off").expect(404);
    let ready = || {
        let request = crate::harness::Request::new("GET", "/ready");
        crate::harness::Wire::open(process.address).unwrap().send(&request).unwrap()
    };
    let told_of = ready();
    assert_eq!(told_of.status, 503);
    assert!(told_of.text().contains("read-only transaction"), "{}", told_of.text());
    told(&cluster, "RESET default_transaction_read_only");
    eventually("it is ready again by itself", || (ready().status == 200).then_some(()));
    assert_eq!(create(&client, "after"), 201);
    drop(process);
    healthy(&cluster.url());
}

#[test]
fn it_closes_what_is_idle() {
    let cluster = Cluster::start();
    told(&cluster, "SET idle_session_timeout = '100ms'");
    told(&cluster, "SET idle_in_transaction_session_timeout = '100ms'");
    let process = Process::serve(&cluster.url());
    let client = process.company(&cluster.url());
    for n in 0..12_u64 {
        let identifier = format!("{n}");
        assert_eq!(create(&client, &identifier), 201);
        std::thread::sleep(Duration::from_millis(20 * n));
        client.get(&format!("/customers/{identifier}")).expect(200);
    }
}

/// A role of its own, with a password, which comes in over TCP.
fn with_role(cluster: &Cluster) -> String {
    let sql = "CREATE ROLE app LOGIN PASSWORD 'first';
         GRANT ALL ON DATABASE postgres TO app; GRANT ALL ON SCHEMA public TO app";
    behind(&cluster.url(), sql);
    cluster.put("pg_hba.conf", "local all all trust\nhost all all all scram-sha-256\n");
    cluster.control("reload");
    cluster.url_at("127.0.0.1").replace("postgres@", "app:first@")
}

#[test]
fn its_password_is_changed() {
    let cluster = Cluster::start();
    let url = with_role(&cluster);
    let process = Process::serve(&url);
    let client = process.company(&url);
    client.named("before");
    behind(&cluster.url(), "ALTER ROLE app PASSWORD 'second'");
    assert_eq!(create(&client, "on a connection that is open"), 201);
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'";
    behind(&cluster.url(), cut);
    assert_eq!(create(&client, "put off"), 503);
    client.get("/customers/before").problem(503, "database_away");
    behind(&cluster.url(), "ALTER ROLE app PASSWORD 'first'");
    eventually("it is let in again", || (create(&client, "after") == 201).then_some(()));
    client.get("/customers/put%20off").expect(404);
}

#[test]
fn it_has_few_connections() {
    for limit in [1, 2, 5] {
        let cluster = Cluster::start();
        let url = with_role(&cluster);
        let process = Process::serve(&url);
        let client = process.company(&url);
        behind(&cluster.url(), &format!("ALTER ROLE app CONNECTION LIMIT {limit}"));
        for round in 0..5 {
            let statuses = at_once(24, |n| {
                let identifier = format!("{round}-{n}");
                let made = create(&client, &identifier);
                (made, client.get(&format!("/customers/{identifier}")).status)
            });
            let right = |status: &(u16, u16)| *status == (201, 200);
            assert!(statuses.iter().all(right), "{limit}: {statuses:?}");
        }
    }
}

#[test]
fn it_stands_still() {
    let cluster = Cluster::start();
    let mut process = Process::serve(&cluster.url());
    let client = process.company(&cluster.url());
    client.named("before");
    cluster.signal("-STOP");
    let watch = Stopwatch::start();
    let statuses = at_once(40, |n| match n % 2 {
        0 => create(&client, &format!("{n}")),
        _ => client.get("/customers/before").problem(503, "database_away")["status"]
            .as_u64()
            .and_then(|status| u16::try_from(status).ok())
            .unwrap(),
    });
    let took = watch.elapsed();
    assert!(statuses.iter().all(|status| *status == 503), "{statuses:?}");
    assert!(took < Duration::from_secs(21), "answered after {took:?}");
    println!("answered after {took:?}");

    cluster.signal("-CONT");
    eventually("it goes on", || (create(&client, "after") == 201).then_some(()));
    cluster.signal("-STOP");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| client.try_send(client.request("GET", "/customers/before")));
        }
        std::thread::sleep(Duration::from_millis(300));
        let watch = Stopwatch::start();
        process.signal("-TERM");
        let status = process.wait(Duration::from_secs(30));
        let log = fs::read_to_string(&process.log).unwrap();
        assert_eq!(status.code(), Some(0), "{log}");
        println!("stopped after {:?}", watch.elapsed());
    });
    cluster.signal("-CONT");
    healthy(&cluster.url());
}
