//! PostgreSQL: threads that each own a connection, for reading or for writing.

mod connection;
mod reading;
mod writing;

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

pub(crate) use connection::Connection;
use connection::Line;
use reading::Reader;
use writing::Writer;

use crate::driver::job::Job;
use crate::{Error, Result};

const WRITERS: usize = 12;
const READERS: usize = 8;
/// How long a connection may have nothing to do before it is closed.
const IDLE: Duration = Duration::from_secs(10);
/// How often a transaction is run again before its error is told.
const ATTEMPTS: u32 = 12;

pub(crate) struct Postgres {
    writers: Sender<Box<dyn Job>>,
    readers: Sender<Box<dyn Job>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

impl Postgres {
    pub(crate) fn open(url: &str) -> Result<Postgres> {
        let mut threads = Vec::new();
        let writers = start::<Writer>(url, WRITERS, &mut threads)?;
        let readers = start::<Reader>(url, READERS, &mut threads)?;
        Ok(Postgres { writers, readers, threads: Mutex::new(threads) })
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

    pub(crate) fn stop(self) {
        let Postgres { writers, readers, threads } = self;
        drop((writers, readers));
        for thread in threads.into_inner().unwrap_or_default() {
            let _ = thread.join();
        }
    }
}

/// Who works on jobs over a connection of its own.
trait Worker: Sized {
    fn open(url: &str) -> Result<Self>;

    fn is_closed(&self) -> bool;

    /// Runs a job once.
    fn once(line: &mut Line<Self>, job: &mut dyn Job) -> Result<()>;

    /// There is nothing to do at the moment; an error is as good as no connection.
    fn settle(&mut self) -> Result<()>;
}

fn start<W: Worker + 'static>(
    url: &str,
    count: usize,
    threads: &mut Vec<thread::JoinHandle<()>>,
) -> Result<Sender<Box<dyn Job>>> {
    let (sender, jobs) = unbounded();
    for _ in 0..count {
        let (url, jobs) = (url.to_owned(), jobs.clone());
        let work = move || serve(&mut Line::<W>::new(url), &jobs);
        let builder = thread::Builder::new().name("postgres".to_owned());
        threads.push(builder.spawn(work).map_err(|e| Error::Away(e.to_string()))?);
    }
    Ok(sender)
}

fn serve<W: Worker>(line: &mut Line<W>, jobs: &Receiver<Box<dyn Job>>) {
    loop {
        let next = jobs.try_recv().or_else(|_| {
            line.settle();
            jobs.recv_timeout(IDLE)
        });
        match next {
            Ok(mut job) => {
                let end = attempt(line, job.as_mut());
                job.finish(end);
            }
            // A quiet service gives its connections back.
            Err(RecvTimeoutError::Timeout) => line.close(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Runs a job until it is done, is refused, or has been tried often enough.
fn attempt<W: Worker>(line: &mut Line<W>, job: &mut dyn Job) -> Result<()> {
    let mut tries = 0;
    loop {
        tries += 1;
        let Err(error) = W::once(line, job) else { return Ok(()) };
        // Whoever waits is told soon that the database is away; a collision is worth more tries.
        let most = match error {
            Error::Again(_) => ATTEMPTS,
            Error::Away(_) => 4,
            _ => 0,
        };
        if tries >= most {
            return Err(error);
        }
        thread::sleep(pause(tries));
    }
}

/// Growing pauses with jitter, so that those who collided do not collide again: 5 ms to about 1 s.
fn pause(tries: u32) -> Duration {
    let base = 5_u64 << tries.min(7);
    Duration::from_millis(base + rand::random_range(0..base))
}
