//! Clients that are slow or do nothing do not trouble the others.

use std::time::Duration;

use engine::clock::Stopwatch;
use serde_json::json;

use crate::harness::database::fresh;
use crate::harness::process::Process;
use crate::harness::{Kind, Wire};

const IDLE: usize = 5000;

both! {
    fn five_thousand_idle_connections(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        let most = rlimit::increase_nofile_limit(65_536).unwrap();
        let count = IDLE.min(usize::try_from(most).unwrap().saturating_sub(500));
        let open = |n: usize| {
            if n.is_multiple_of(50) {
                // The server takes them as fast as they come, and they come not all at once.
                std::thread::sleep(Duration::from_millis(5));
            }
            Wire::open(process.address).unwrap()
        };
        let idle: Vec<_> = (0..count).map(open).collect();
        let watch = Stopwatch::start();
        for n in 0..10 {
            client.named(&n.to_string());
        }
        assert!(watch.elapsed() < Duration::from_secs(25), "{:?}", watch.elapsed());
        drop(idle);
    }

    fn slow_bodies(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        let request = client.request("POST", "/customers").json(&json!({ "identifier": "slow" }));
        let bytes = request.bytes("x");
        let mut slow: Vec<_> = (0..50)
            .map(|_| {
                let mut wire = Wire::open(process.address).unwrap();
                wire.write(&bytes[..bytes.len() - 8]).unwrap();
                wire
            })
            .collect();
        let watch = Stopwatch::start();
        for n in 0..10 {
            client.named(&n.to_string());
        }
        assert!(watch.elapsed() < Duration::from_secs(25), "{:?}", watch.elapsed());
        let mut last = slow.pop().unwrap();
        last.write(&bytes[bytes.len() - 8..]).unwrap();
        last.read(false).unwrap().checked().expect(201);
        drop(slow);
        assert_eq!(client.found(&json!({ "identifier": "slow" })).len(), 1);
    }
}
