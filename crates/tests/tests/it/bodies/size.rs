//! Bodies that are too large, with and without a length, plain and packed.

use std::io::Write as _;

use serde_json::json;

use crate::harness::database::fresh;
use crate::harness::process::Process;
use crate::harness::{Answer, Client, Company, Kind, Wire, at_once};

const LARGE: usize = 10 << 20;

/// Sends ten megabytes and reads the answer only then, as simple clients do.
fn large(client: &Client, chunked: bool) -> Answer {
    let mut wire = Wire::open(client.address).unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: \
         application/json\r\n",
        client.path("/customers"),
        client.token
    );
    let block = [b'x'; 1 << 16];
    if chunked {
        wire.write(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes()).unwrap();
        for _ in 0..LARGE / block.len() {
            wire.write(format!("{:x}\r\n", block.len()).as_bytes()).unwrap();
            wire.write(&block).unwrap();
            wire.write(b"\r\n").unwrap();
        }
        wire.write(b"0\r\n\r\n").unwrap();
    } else {
        wire.write(format!("{head}content-length: {LARGE}\r\n\r\n").as_bytes()).unwrap();
        for _ in 0..LARGE / block.len() {
            wire.write(&block).unwrap();
        }
    }
    wire.read(false).expect("the client reads why").checked()
}

/// A gibibyte of blanks in about a megabyte.
fn bomb() -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let block = vec![b' '; 1 << 20];
    for _ in 0..1000 {
        packer.write_all(&block).unwrap();
    }
    packer.finish().unwrap()
}

both! {
    fn with_and_without_a_length(company: Company) {
        for chunked in [false, true] {
            large(&company, chunked).problem(413, "body_too_large");
        }
        company.named("the connection and the server live");
    }

    fn a_mebibyte_is_the_limit(company: Company) {
        let body = |length: usize| {
            let start = r#"{"identifier":"a"}"#;
            format!("{start}{}", " ".repeat(length - start.len()))
        };
        let send = |length: usize| {
            company.send(company.request("POST", "/customers").text(body(length)))
        };
        send((1 << 20) + 1).problem(413, "body_too_large");
        send(1 << 20).expect(201);
    }

    fn a_connection_goes_on_after_a_refusal(company: Company) {
        let mut wire = Wire::open(company.address).unwrap();
        let request = company.request("POST", "/customers").text(vec![b' '; 2 << 20]);
        wire.send(&request).unwrap().checked().expect(413);
        // The server may close it, and says so; if it does not, the next answer is the next's.
        let request = company.request("GET", "/clock");
        if let Ok(answer) = wire.send(&request) {
            answer.checked().expect(200);
        }
    }

    fn memory_stays_flat(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        client.named("warm");
        let before = process.peak_memory();
        let bomb = bomb();
        assert!(bomb.len() < 1 << 20, "{}", bomb.len());
        at_once(8, |n| match n {
            0..4 => large(&client, n % 2 == 0).problem(413, "body_too_large"),
            _ => {
                let request = client.request("POST", "/customers").text(bomb.clone());
                let answer = client.send(request.header("content-encoding", "gzip"));
                answer.problem(413, "body_too_large")
            }
        });
        let grown = process.peak_memory() - before;
        assert!(grown < 64 << 20, "{grown} bytes more");
        assert_eq!(client.found(&json!({})), ["warm"]);
    }
}
