//! What every receiver of the port `Receivers` does, whoever implements it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use engine::ports::{Parcel, Receipt, Receivers};
use gateways::{Allowed, HttpReceivers, Resolve};

/// How an implementation is made: with what is allowed, and whose names it believes.
type Make = fn(Allowed, Resolve) -> Arc<dyn Receivers>;

const ALL: &[Make] = &[|allowed, resolve| Arc::new(HttpReceivers::resolving(allowed, resolve))];

const PRIVATE: Allowed = Allowed { private_targets: true, itself: None };
const PUBLIC: Allowed = Allowed { private_targets: false, itself: None };

/// Answers every connection with these bytes, and counts them.
fn listener(answer: &'static [u8]) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while stream.read(&mut bytes).is_ok_and(|n| n > 0) {
                    let _ = stream.write_all(answer);
                }
            });
        }
    });
    (address, count)
}

/// Names that all lead to these addresses, one after the other, the last for ever.
fn names(addresses: Vec<SocketAddr>) -> Resolve {
    let asked = AtomicUsize::new(0);
    Arc::new(move |_, _| {
        let at = asked.fetch_add(1, Ordering::SeqCst).min(addresses.len() - 1);
        let found = vec![addresses[at]];
        Box::pin(async move { Ok(found) })
    })
}

fn posted(receivers: &Arc<dyn Receivers>, url: String, within: Duration) -> Receipt {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let headers = vec![("webhook-id".to_owned(), "evt_1".to_owned())];
    let parcel = Parcel { url, plain: true, headers, body: "{}".to_owned(), within };
    runtime.block_on(receivers.post(&parcel))
}

const SOON: Duration = Duration::from_secs(5);

#[test]
fn an_answer_comes_back() {
    for make in ALL {
        let (address, _) = listener(b"HTTP/1.1 201 X\r\ncontent-length: 4\r\n\r\nyes\0");
        let receivers = make(PRIVATE, names(vec![address]));
        let receipt = posted(&receivers, format!("http://name.example:{}/", address.port()), SOON);
        assert_eq!((receipt.status, receipt.trouble), (Some(201), None));
        assert_eq!(receipt.body, "yes\u{fffd}", "no database keeps a NUL");
    }
}

#[test]
fn nobody_waits_longer_than_told() {
    for make in ALL {
        let (address, _) = listener(b"HTTP/1.1 200 X\r\nx-slow");
        let receivers = make(PRIVATE, names(vec![address]));
        let within = Duration::from_millis(300);
        let receipt = posted(&receivers, format!("http://{address}/"), within);
        assert!(receipt.trouble.unwrap().contains("no answer within"), "its head never ends");
        assert!(receipt.took < SOON);
    }
}

#[test]
fn a_redirect_is_an_answer_like_any_other() {
    for make in ALL {
        let (inside, count) = listener(b"");
        let answer =
            format!("HTTP/1.1 307 X\r\nlocation: http://{inside}/\r\ncontent-length: 0\r\n\r\n");
        let (address, _) = listener(answer.leak().as_bytes());
        let receivers = make(PRIVATE, names(vec![address]));
        let receipt = posted(&receivers, format!("http://{address}/"), Duration::from_secs(1));
        assert_eq!(receipt.status, Some(307));
        assert_eq!(count.load(Ordering::SeqCst), 0);
    }
}

/// Every look at a name is checked, and what was checked is what is called: a name that leads
/// inside at any of them is not called. (A look that leads outside would leave this machine.)
#[test]
fn a_name_that_turns_leads_nowhere() {
    for make in ALL {
        let (inside, count) = listener(b"HTTP/1.1 200 X\r\ncontent-length: 0\r\n\r\n");
        let metadata: SocketAddr = "169.254.169.254:80".parse().unwrap();
        let receivers = make(PUBLIC, names(vec![metadata, inside]));
        let within = Duration::from_millis(500);
        let url = format!("http://name.example:{}/", inside.port());
        for _ in 0..2 {
            let receipt = posted(&receivers, url.clone(), within);
            assert!(receipt.trouble.unwrap().contains("is not a public address"));
        }
        assert_eq!(count.load(Ordering::SeqCst), 0, "the inside was never called");
    }
}

#[test]
fn what_is_no_url_of_a_receiver_is_refused_at_once() {
    for make in ALL {
        let receivers = make(PUBLIC, names(vec!["127.0.0.1:9".parse().unwrap()]));
        for url in ["", "ftp://a.example/", "http://a.example/", "https://10.0.0.1/"] {
            assert!(receivers.refuses(url, false).is_some(), "{url}");
        }
        assert!(receivers.refuses("https://a.example/", false).is_none());
        assert!(receivers.refuses("http://a.example/", true).is_none());
        assert!(receivers.refuses("http://127.0.0.1/", true).is_some());
    }
}

#[test]
fn one_connection_serves_many_requests() {
    for make in ALL {
        let (address, count) = listener(b"HTTP/1.1 200 X\r\ncontent-length: 0\r\n\r\n");
        let receivers = make(PRIVATE, names(vec![address]));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            for _ in 0..5 {
                let parcel =
                    Parcel { url: format!("http://{address}/"), within: SOON, ..Parcel::default() };
                assert_eq!(receivers.post(&parcel).await.status, Some(200));
            }
        });
        // One is put back a moment after its answer, so a second may be opened meanwhile.
        assert!(count.load(Ordering::SeqCst) <= 2);
    }
}
