//! Limits per token and per address.

use std::sync::Arc;

use engine::clock::{HeldClock, Stopwatch, SystemClock, WallClock};
use records::Moment;
use serde_json::json;

use crate::harness::database::fresh;
use crate::harness::{Client, Company, Kind, Server, Wire, at_once};

fn limited(kind: Kind, wall: Arc<dyn WallClock>, rate: u32) -> Company {
    Company::new(&Server::start(kind, &fresh(kind), wall, rate))
}

const WRONG: usize = 10_000;
const THREADS: usize = 4;

both! {
    fn ten_thousand_wrong_tokens(kind: Kind) {
        let company = limited(kind, Arc::new(SystemClock), 2000);
        let unknown = Company::new(&Server::shared(kind)).token.clone();
        let watch = Stopwatch::start();
        let counts = at_once(THREADS, |thread| {
            let mut wire = Wire::open(company.address).unwrap();
            let mut counts = [0_u64; 2];
            for n in 0..WRONG / THREADS {
                // Some are no tokens at all, others are formed like one that nobody has.
                let token = if n % 2 == 0 { format!("{thread}-{n}") } else { unknown.clone() };
                let client = Client { token, ..company.client() };
                let answer = wire.send(&client.request("GET", "/clock")).unwrap().checked();
                match answer.status {
                    401 => counts[0] += 1,
                    429 => counts[1] += 1,
                    other => panic!("{other} {}", answer.text()),
                }
            }
            counts
        });
        let told: u64 = counts.iter().map(|counts| counts[0]).sum();
        let slowed: u64 = counts.iter().map(|counts| counts[1]).sum();
        let most = 201 + 20 * (watch.elapsed().as_secs() + 1);
        assert!((200..=most).contains(&told), "{told} were told, {most} at most");
        assert_eq!(told + slowed, 10_000);
    }

    fn a_token_has_its_rate(kind: Kind) {
        let clock = Arc::new(HeldClock::at(Moment::parse("2026-03-01T00:00:00Z").unwrap()));
        let company = limited(kind, clock.clone(), 10);
        let other = company.with_access(&json!({ "settings": "READ" }));
        let mut allowed = 1;
        let refused = loop {
            let answer = company.get("/clock");
            assert!(answer.header("ratelimit").is_some(), "{:?}", answer.headers);
            assert!(answer.header("ratelimit-policy").is_some(), "{:?}", answer.headers);
            match answer.status {
                200 => allowed += 1,
                _ => break answer,
            }
            assert!(allowed < 100);
        };
        assert_eq!(allowed, 25, "rate and burst are 10 and 25");
        refused.problem(429, "rate_limited");
        assert_eq!(refused.header("retry-after"), Some("1"));
        other.get("/clock").expect(200);
        clock.set(Moment::parse("2026-03-01T00:00:01Z").unwrap());
        for _ in 0..10 {
            company.get("/clock").expect(200);
        }
        company.get("/clock").problem(429, "rate_limited");
    }

    fn no_limits_when_switched_off(company: Company) {
        let mut wire = Wire::open(company.address).unwrap();
        for n in 0..500 {
            let client = Client { token: n.to_string(), ..company.client() };
            assert_eq!(wire.send(&client.request("GET", "/clock")).unwrap().status, 401);
        }
        company.get("/clock").expect(200);
    }
}
