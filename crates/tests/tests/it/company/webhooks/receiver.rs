//! Somebody's endpoint, on this machine: it notes what it gets and does what it is told to.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

/// What it does with a request.
#[derive(Clone, Debug)]
pub enum Does {
    Answer(u16),
    /// Never says a word.
    Hang,
    /// Closes without a word.
    Reset,
    /// Says yes, and then very much.
    Huge,
    /// Says yes, and then a byte a second.
    Drip,
    Redirect(String),
}

#[derive(Clone, Debug)]
pub struct Got {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
    /// Whether it was answered with yes.
    pub accepted: bool,
}

impl Got {
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn event(&self) -> String {
        self.json()["event_type"].as_str().unwrap().to_owned()
    }
}

type Rule = dyn Fn(&Got) -> Does + Send + Sync;

pub struct Receiver {
    pub address: SocketAddr,
    got: Arc<Mutex<Vec<Got>>>,
    rule: Arc<Mutex<Arc<Rule>>>,
}

impl Receiver {
    pub fn new(rule: impl Fn(&Got) -> Does + Send + Sync + 'static) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let got = Arc::new(Mutex::new(Vec::new()));
        let rule: Arc<Mutex<Arc<Rule>>> = Arc::new(Mutex::new(Arc::new(rule)));
        let (noted, asked) = (Arc::clone(&got), Arc::clone(&rule));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (noted, asked) = (Arc::clone(&noted), Arc::clone(&asked));
                std::thread::spawn(move || serve(stream, &noted, &asked));
            }
        });
        Receiver { address, got, rule }
    }

    /// One that takes everything.
    pub fn willing() -> Receiver {
        Receiver::new(|_| Does::Answer(200))
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    pub fn does(&self, rule: impl Fn(&Got) -> Does + Send + Sync + 'static) {
        *self.rule.lock().unwrap() = Arc::new(rule);
    }
}

/// Requests of one connection, until it ends.
fn serve(stream: TcpStream, noted: &Mutex<Vec<Got>>, rule: &Mutex<Arc<Rule>>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    loop {
        let mut got = read(&mut reader)?;
        let rule = Arc::clone(&rule.lock().unwrap());
        let does = rule(&got);
        got.accepted = matches!(does, Does::Answer(200..=299) | Does::Huge | Does::Drip);
        noted.lock().unwrap().push(got);
        answer(&stream, &does)?;
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Got> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length")?.1.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    Some(Got { path, headers, body, accepted: false })
}

fn answer(mut stream: &TcpStream, does: &Does) -> Option<()> {
    match does {
        Does::Answer(status) => {
            let body = format!("I say {status}");
            let length = body.len();
            write!(stream, "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n\r\n{body}").ok()
        }
        Does::Hang => loop {
            std::thread::sleep(Duration::from_secs(3600));
        },
        Does::Reset => None,
        Does::Huge => {
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n").ok()?;
            let much = [b'x'; 65_536];
            while stream.write_all(&much).is_ok() {}
            None
        }
        Does::Drip => {
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n").ok()?;
            while stream.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_secs(1));
            }
            None
        }
        Does::Redirect(to) => {
            write!(stream, "HTTP/1.1 302 X\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n").ok()
        }
    }
}
