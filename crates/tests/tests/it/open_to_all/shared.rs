//! What is answered to anybody: the document and the reference, compressed once, bounded, and with
//! headers that keep others from guessing and keeping.

use std::sync::Arc;
use std::time::Duration;

use engine::clock::SystemClock;
use serde_json::{Value, json};

use crate::harness::database::fresh;
use crate::harness::process::Process;
use crate::harness::{Answer, Company, Kind, Request, Server, Wire};

const PATHS: [&str; 2] = ["/openapi.json", "/docs"];

fn asked(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = Request::new("GET", path);
    server.ask(&headers.iter().fold(request, |request, (name, value)| request.header(name, value)))
}

both! {
    fn each_is_compressed_as_is_asked(server: Arc<Server>) {
        for path in PATHS {
            let plain = asked(&server, path, &[]);
            assert_eq!(plain.header("content-encoding"), None);
            for (accepted, encoding) in [
                ("br", Some("br")),
                ("gzip", Some("gzip")),
                ("gzip;q=1, br;q=0", Some("gzip")),
                ("gzip, br", Some("br")),
                ("identity", None),
                ("gzip;q=0", None),
            ] {
                let answer = asked(&server, path, &[("accept-encoding", accepted)]);
                assert_eq!(answer.status, 200);
                assert_eq!(answer.header("content-encoding"), encoding, "{path} {accepted}");
                assert_eq!(answer.header("vary"), Some("accept-encoding"));
                assert_eq!(answer.body.len() < plain.body.len(), encoding.is_some(), "{path}");
            }
            let packed = asked(&server, path, &[("accept-encoding", "gzip")]);
            let mut text = String::new();
            let mut reader = flate2::read::GzDecoder::new(packed.body.as_slice());
            std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
            assert!(text == plain.text(), "{path}");
        }
    }

    fn who_has_it_is_told_so(server: Arc<Server>) {
        for path in PATHS {
            for accepted in ["", "gzip", "br"] {
                let first = asked(&server, path, &[("accept-encoding", accepted)]);
                let tag = first.header("etag").unwrap().to_owned();
                let again = [("accept-encoding", accepted), ("if-none-match", tag.as_str())];
                let answer = asked(&server, path, &again);
                assert_eq!((answer.status, answer.body.len()), (304, 0), "{path} {accepted}");
                assert_eq!(answer.header("etag"), Some(tag.as_str()));
                let weak = format!("\"other\", W/{tag}");
                assert_eq!(asked(&server, path, &[("if-none-match", &weak)]).status, 304);
                assert_eq!(asked(&server, path, &[("if-none-match", "\"other\"")]).status, 200);
            }
        }
    }

    fn answers_are_guarded(company: Company) {
        company.named("a");
        for path in ["/health", "/ready", "/metrics", "/nothing", "/docs/a"] {
            let answer = company.server.ask(&Request::new("GET", path));
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        }
        let found = company.post("/customers/find", &json!({}));
        for answer in [company.get("/customers/a"), company.get("/customers/b"), found] {
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            assert_eq!(answer.header("cache-control"), Some("no-store"));
        }
        for path in PATHS {
            let answer = asked(&company.server, path, &[]);
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
            assert_eq!(answer.header("cache-control"), Some("public, no-cache"), "{path}");
        }
    }

    fn what_is_no_request_is_answered_as_a_problem(server: Arc<Server>) {
        let long = format!("GET / HTTP/1.1\r\nhost: a\r\n{}\r\n", "x: a\r\n".repeat(200));
        let uri = format!("GET /{} HTTP/1.1\r\nhost: a\r\n\r\n", "a".repeat(66_000));
        for (bytes, status) in [
            ("nonsense\r\n\r\n", 400),
            ("GET / HTTP/9.9\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nhost a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nhost: a\u{0}\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n", 400),
            (long.as_str(), 431),
            (uri.as_str(), 414),
        ] {
            let mut wire = Wire::open(server.address).unwrap();
            wire.write(bytes.as_bytes()).unwrap();
            let short: String = bytes.chars().take(60).collect();
            let answer = wire.read(false).unwrap_or_else(|e| panic!("{short}: {e}")).checked();
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            let expected = if status == 414 { [414, 431] } else { [status, status] };
            assert!(expected.contains(&answer.status), "{short}: {}", answer.status);
            assert!(answer.json()["errors"] == Value::Array(Vec::new()));
        }
    }

    fn an_address_has_its_rate(kind: Kind) {
        let server = Server::start(kind, &fresh(kind), Arc::new(SystemClock), 1);
        let status = |n: usize| asked(&server, PATHS[n % 2], &[("accept-encoding", "br")]).status;
        let statuses: Vec<u16> = (0..400).map(status).collect();
        let refused = statuses.iter().filter(|status| **status == 429).count();
        assert!(refused > 50 && statuses.starts_with(&[200; 150]), "{refused}");
        asked(&server, "/docs", &[]).checked();
        for probe in ["/health", "/ready", "/metrics"] {
            assert_eq!(asked(&server, probe, &[]).status, 200, "probes have no rate");
        }
    }
}

/// Those who ask for much and read nothing cost the server next to nothing each.
#[test]
fn slow_readers_share_what_they_read() {
    let process = Process::serve(&fresh(Kind::Sqlite));
    for path in PATHS {
        Wire::open(process.address).unwrap().send(&Request::new("GET", path)).unwrap();
    }
    let before = process.peak_memory();
    let _ = rlimit::increase_nofile_limit(65_536);
    let readers: Vec<Wire> = (0..1500)
        .map(|n| {
            let mut wire = Wire::open(process.address).unwrap();
            wire.write(&Request::new("GET", PATHS[n % 2]).bytes("a")).unwrap();
            wire
        })
        .collect();
    std::thread::sleep(Duration::from_secs(2));
    let each = process.peak_memory().saturating_sub(before) / readers.len() as u64;
    println!("{each} bytes for each reader");
    assert!(each < 64 << 10, "{each} bytes for each reader");
}
