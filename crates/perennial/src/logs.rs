//! Structured logs on standard output, one JSON object a line.
//!
//! Whoever has something to say puts it into one buffer, and a thread of its own writes out what
//! has gathered there every few milliseconds: nobody waits for the output, and a busy server
//! writes hundreds of lines at once.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use api::AccessLog;
use tracing_subscriber::EnvFilter;

/// How long lines gather before they are written.
const PAUSE: Duration = Duration::from_millis(10);
/// What does not fit any more is lost: an output that nobody reads must not stop the server.
const ROOM: usize = 16 << 20;

/// How long an output that is not read may hold up the end.
const FAREWELL: Duration = Duration::from_secs(1);

/// Logging that has been started; what was said is written before this is dropped.
pub struct Logs {
    lines: Lines,
    /// Takes the line about each request, where such lines are wanted.
    pub access: Option<AccessLog>,
}

pub fn start() -> Logs {
    let lines = Lines::default();
    let known = lines.clone();
    let writer = thread::Builder::new().name("log".to_owned());
    let writing = writer.spawn(move || known.write_out(&mut io::stdout()));
    lines.locked().written = writing.is_err();
    let filter =
        EnvFilter::try_from_env("PERENNIAL_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let made = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_target(false)
        .with_env_filter(filter)
        .with_writer(move || made.clone());
    // Only the first start in a process counts.
    let _ = subscriber.try_init();
    // One line a request: written straight, since a span for each would cost more than many do.
    let each = lines.clone();
    let access: AccessLog = Arc::new(move |line: &str| each.add(&[line.as_bytes(), b"\n"]));
    let wanted = tracing::enabled!(tracing::Level::INFO);
    Logs { lines, access: wanted.then_some(access) }
}

impl Drop for Logs {
    fn drop(&mut self) {
        let mut gathered = self.lines.locked();
        gathered.ended = true;
        self.lines.0.1.notify_all();
        let open = |gathered: &mut Gathered| !gathered.written;
        drop(self.lines.0.1.wait_timeout_while(gathered, FAREWELL, open));
    }
}

/// Lines on their way out.
#[derive(Clone, Default)]
struct Lines(Arc<(Mutex<Gathered>, Condvar)>);

#[derive(Default)]
struct Gathered {
    text: Vec<u8>,
    /// Nothing comes any more after what is here.
    ended: bool,
    /// All of it has been written.
    written: bool,
}

impl Lines {
    fn locked(&self) -> MutexGuard<'_, Gathered> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what belongs together; the writer is woken by the first line it has not seen.
    fn add(&self, pieces: &[&[u8]]) {
        let mut gathered = self.locked();
        let first = gathered.text.is_empty();
        if gathered.text.len() < ROOM {
            pieces.iter().for_each(|piece| gathered.text.extend_from_slice(piece));
        }
        drop(gathered);
        if first {
            self.0.1.notify_one();
        }
    }

    /// Writes what gathers until the end is told.
    fn write_out(&self, output: &mut impl Write) {
        let mut text = Vec::new();
        loop {
            let wait = |gathered: &mut Gathered| gathered.text.is_empty() && !gathered.ended;
            let gathered = self.0.1.wait_while(self.locked(), wait);
            let ended = gathered.unwrap_or_else(PoisonError::into_inner).ended;
            if !ended {
                thread::sleep(PAUSE);
            }
            std::mem::swap(&mut self.locked().text, &mut text);
            let _ = output.write_all(&text).and_then(|()| output.flush());
            text.clear();
            if ended {
                self.locked().written = true;
                return self.0.1.notify_all();
            }
        }
    }
}

/// One event at a time, as `tracing` hands them over.
impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(&[bytes]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
