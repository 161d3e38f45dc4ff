//! PostgreSQL that goes away: bounded retries, nothing doubled, back without a restart.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::clock::Stopwatch;
use serde_json::json;

use crate::harness::cluster::Cluster;
use crate::harness::database::{admin, behind, fresh, server};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, Request, Server, Wire, eventually};

const WRITERS: usize = 6;

/// Makes sales users under keys, each until it is answered with success; tells how often it was
/// put off.
fn persist(client: &Client, writer: usize, count: usize) -> usize {
    let (mut put_off, watch) = (0, Stopwatch::start());
    for n in 0..count {
        let name = format!("{writer}-{n}");
        let request = client.request("POST", "/sales_users").key(&name);
        let request = request.json(&json!({ "name": name }));
        loop {
            let answer = client.send(request.clone());
            match answer.status {
                200 => break,
                409 | 503 => put_off += 1,
                other => panic!("{other} {}", answer.text()),
            }
            assert!(watch.elapsed() < Duration::from_secs(120), "it never comes back");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    put_off
}

fn everything_is_there_once(url: &str, count: usize) {
    let sql = "SELECT doc::json ->> 'name' FROM sales_user";
    let mut names = behind(url, sql);
    names.sort();
    let all = names.len();
    names.dedup();
    assert_eq!((names.len(), all), (count, count), "each exactly once");
}

#[test]
fn connections_are_cut() {
    server();
    let url = fresh(Kind::Postgres);
    let process = Process::serve(&url);
    let client = process.company(&url);
    let database = url.rsplit_once('/').unwrap().1.to_owned();
    let stop = AtomicBool::new(false);
    let each = 30;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut admin = admin();
            while !stop.load(Ordering::Relaxed) {
                let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name = 'perennial' AND datname = $1
                    ORDER BY random() LIMIT 1";
                admin.query(sql, &[&database]).unwrap();
                std::thread::sleep(Duration::from_millis(30));
            }
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let client = &client;
                scope.spawn(move || persist(client, writer, each))
            })
            .collect();
        let done: Vec<_> = writers.into_iter().map(|writer| writer.join()).collect();
        stop.store(true, Ordering::Relaxed);
        for put_off in done {
            println!("{} requests of a writer were put off", put_off.unwrap());
        }
    });
    everything_is_there_once(&url, WRITERS * each);
    client.named("it goes on");
    drop(process);
    healthy(&url);
}

#[test]
fn the_server_is_restarted_under_load() {
    server();
    let cluster = Cluster::start();
    let url = cluster.url();
    let process = Process::serve(&url);
    let client = process.company(&url);
    let each = 60;
    let put_off: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let client = &client;
                scope.spawn(move || persist(client, writer, each))
            })
            .collect();
        std::thread::sleep(Duration::from_millis(300));
        cluster.control("stop");
        std::thread::sleep(Duration::from_millis(200));
        cluster.control("start");
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    println!("{put_off} requests were put off");
    everything_is_there_once(&url, WRITERS * each);
    away(&cluster, &process, &client);
    drop(process);
    healthy(&url);
}

/// While it is stopped: alive, not ready, writes and reads 503; and then ready again.
fn away(cluster: &Cluster, process: &Process, client: &Client) {
    let ask = |path: &str| {
        let request = Request::new("GET", path);
        Wire::open(process.address).unwrap().send(&request).unwrap().status
    };
    cluster.control("stop");
    assert_eq!(ask("/health"), 200);
    let (read, write) = std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(ask("/ready"), 503));
        let read = scope.spawn(|| client.get("/customers/a"));
        let write = scope.spawn(|| client.post("/customers", &json!({ "identifier": "a" })));
        (read.join().unwrap(), write.join().unwrap())
    });
    read.problem(503, "database_away");
    write.problem(503, "database_away");
    cluster.control("start");
    eventually("it is ready again", || (ask("/ready") == 200).then_some(()));
    client.named("a");
}

#[test]
fn sixty_four_writers_share_the_connections() {
    let server = Server::alone(Kind::Postgres);
    let company = crate::harness::Company::new(&server);
    let statuses = crate::harness::at_once(64, |n| {
        let body = json!({ "identifier": n.to_string() });
        company.post("/customers", &body).status
    });
    assert!(statuses.iter().all(|status| *status == 201), "{statuses:?}");
}
