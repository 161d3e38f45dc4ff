//! PostgreSQL: threads that each own a connection, for reading or for writing.

mod client;
mod connection;
mod crew;
mod parameters;
mod reading;
mod target;
mod tls;
mod writing;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;

pub(crate) use connection::Connection;
use connection::Line;
use crew::start;
use reading::Reader;
use target::Target;
use writing::Writer;

use crate::driver::job::Job;
use crate::{Error, Result};

const WRITERS: usize = 12;
const READERS: usize = 8;
/// How often a transaction is run again before its error is told.
const ATTEMPTS: u32 = 12;
/// How long what was begun may take once the store is stopped.
const LAST_WORK: Duration = Duration::from_secs(2);

pub(crate) struct Postgres {
    server: Arc<Server>,
    writers: Arc<Sender<Box<dyn Job>>>,
    readers: Arc<Sender<Box<dyn Job>>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

/// What all connections share.
struct Server {
    target: Target,
    /// Set when there is no time left to wait for an answer.
    hurry: Arc<AtomicBool>,
    /// How many threads wait whose kind has no connection at all, since the server is full.
    starving: AtomicUsize,
}

impl Server {
    fn at(url: &str) -> Result<Server, Error> {
        let target = Target::parse(url)?;
        Ok(Server { target, hurry: Arc::default(), starving: AtomicUsize::new(0) })
    }

    fn is_in_a_hurry(&self) -> bool {
        self.hurry.load(Ordering::Relaxed)
    }
}

impl Postgres {
    pub(crate) fn open(url: &str) -> Result<Postgres, Error> {
        let server = Arc::new(Server::at(url)?);
        let mut threads = Vec::new();
        let writers = start::<Writer>(&server, WRITERS, &mut threads)?;
        let readers = start::<Reader>(&server, READERS, &mut threads)?;
        Ok(Postgres { server, writers, readers, threads: Mutex::new(threads) })
    }

    /// One that writes nothing, whatever it is asked to.
    pub(crate) fn open_to_read(url: &str) -> Result<Postgres, Error> {
        let server = Arc::new(Server::at(url)?);
        let mut threads = Vec::new();
        let readers = start::<Reader>(&server, READERS, &mut threads)?;
        let writers = Arc::new(crossbeam_channel::unbounded().0);
        Ok(Postgres { server, writers, readers, threads: Mutex::new(threads) })
    }

    pub(crate) fn write(&self, job: Box<dyn Job>) {
        if let Err(unsent) = self.writers.send(job) {
            unsent.0.finish(Err(Error::Away("the writers have stopped".to_owned())));
        }
    }

    pub(crate) fn read(&self, job: Box<dyn Job>) {
        if let Err(unsent) = self.readers.send(job) {
            unsent.0.finish(Err(Error::Away("the readers have stopped".to_owned())));
        }
    }

    /// Ends what was begun; a server that does not answer is not waited for.
    pub(crate) fn stop(self) {
        let Postgres { server, writers, readers, threads } = self;
        drop((writers, readers));
        let threads = threads.into_inner().unwrap_or_default();
        let pause = Duration::from_millis(10);
        for _ in 0..LAST_WORK.as_millis() / pause.as_millis() {
            if threads.iter().all(thread::JoinHandle::is_finished) {
                break;
            }
            thread::sleep(pause);
        }
        server.hurry.store(true, Ordering::Relaxed);
        for thread in threads {
            let _ = thread.join();
        }
    }
}

/// Who works on jobs over a connection of its own.
trait Worker: Sized {
    fn open(server: &Server) -> Result<Self, Error>;

    fn is_closed(&self) -> bool;

    /// Runs a job once.
    fn once(line: &mut Line<Self>, job: &mut dyn Job) -> Result<()>;

    /// There is nothing to do at the moment; an error is as good as no connection.
    fn settle(&mut self) -> Result<()>;
}

/// Growing pauses with jitter, so that those who collided do not collide again: 5 ms to about 1 s.
fn pause(tries: u32) -> Duration {
    let base = 5_u64 << tries.min(7);
    Duration::from_millis(base + rand::random_range(0..base))
}
