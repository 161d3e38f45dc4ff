//! A client of HTTP/1.1 with connections that stay open. It reads what these servers write and
//! no more: a status, a length, a body.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::clock;
use crate::outcome::{Outcome, broken};

/// What a load was answered with.
pub struct Answers {
    pub latencies: Vec<Duration>,
    pub elapsed: Duration,
    /// Bytes of all bodies.
    pub bytes: usize,
}

impl Answers {
    pub fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }
}

/// The text of a request; `more` are further header lines.
pub fn request(method: &str, path: &str, token: &str, more: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         {kind}{more}content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Sends each request once, over so many connections, and expects this status of all.
pub fn load(
    address: SocketAddr,
    connections: usize,
    requests: &Arc<Vec<Vec<u8>>>,
    expected: u16,
) -> Outcome<Answers> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut lines = Vec::new();
        for _ in 0..connections {
            lines.push(Line::open(address).await?);
        }
        let next = Arc::new(AtomicUsize::new(0));
        let start = clock::now();
        let mut tasks = JoinSet::new();
        for mut line in lines {
            let (requests, next) = (Arc::clone(requests), Arc::clone(&next));
            tasks.spawn(async move { line.work(&requests, &next, expected).await });
        }
        let (mut latencies, mut bytes) = (Vec::with_capacity(requests.len()), 0);
        while let Some(done) = tasks.join_next().await {
            let (all, read) = done??;
            latencies.extend(all);
            bytes += read;
        }
        Ok(Answers { latencies, elapsed: start.elapsed(), bytes })
    })
}

/// The bodies of all answers, one by one, for comparison.
pub fn ask(address: SocketAddr, requests: &[Vec<u8>], expected: u16) -> Outcome<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut line = Line::open(address).await?;
        let mut bodies = Vec::with_capacity(requests.len());
        for request in requests {
            let body = line.exchange(request, expected).await?;
            bodies.push(String::from_utf8(line.buffer[body.0..body.1].to_vec())?);
        }
        Ok(bodies)
    })
}

/// When something was asked, and how long its answer took.
#[derive(Clone, Copy)]
pub struct Asked {
    pub at: Instant,
    pub took: Duration,
}

/// Sends the same request again and again, with a pause between, until it is told to stop.
pub fn until(
    address: SocketAddr,
    (request, expected): (&[u8], u16),
    pause: Duration,
    stop: &AtomicBool,
) -> Outcome<Vec<Asked>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut line = Line::open(address).await?;
        let mut all = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let at = clock::now();
            line.exchange(request, expected).await?;
            all.push(Asked { at, took: at.elapsed() });
            tokio::time::sleep(pause).await;
        }
        Ok(all)
    })
}

/// One connection with what was read from it.
struct Line {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Line {
    async fn open(address: SocketAddr) -> Outcome<Line> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Line { stream, buffer: Vec::with_capacity(64 << 10) })
    }

    async fn work(
        &mut self,
        requests: &[Vec<u8>],
        next: &AtomicUsize,
        expected: u16,
    ) -> Outcome<(Vec<Duration>, usize)> {
        let (mut latencies, mut bytes) = (Vec::new(), 0);
        while let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = clock::now();
            let (from, to) = self.exchange(request, expected).await?;
            latencies.push(start.elapsed());
            bytes += to - from;
        }
        Ok((latencies, bytes))
    }

    /// Sends a request and reads its answer; where in the buffer the body is.
    async fn exchange(&mut self, request: &[u8], expected: u16) -> Outcome<(usize, usize)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let mut end = None;
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(broken("the server closed a connection"));
            }
            if end.is_none() {
                end = body_of(&self.buffer)?;
            }
            if let Some((from, to)) = end
                && self.buffer.len() >= to
            {
                self.check(expected)?;
                return Ok((from, to));
            }
        }
    }

    fn check(&self, expected: u16) -> Outcome<()> {
        let status = self.buffer.get(9..12).and_then(|text| std::str::from_utf8(text).ok());
        if status.and_then(|text| text.parse().ok()) == Some(expected) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.buffer);
        Err(broken(format!("expected {expected} and got {}", text.replace("\r\n", " "))))
    }
}

/// Where the body begins and ends, once the head is there.
fn body_of(buffer: &[u8]) -> Outcome<Option<(usize, usize)>> {
    let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&buffer[..end])?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    let length: usize = length.ok_or_else(|| broken("an answer without a length"))?;
    Ok(Some((end + 4, end + 4 + length)))
}
