//! Threads of one kind, and the jobs that they take from one queue.
//!
//! A thread that gets no connection, since the server has a limit or is about to stop, leaves its
//! job to those that have one: as long as one of them works, nobody is refused.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::connection::Line;
use super::{ATTEMPTS, Server, Worker, pause};
use crate::Error;
use crate::driver::job::Job;

/// How often a thread that has nothing to do looks whether its connection is needed elsewhere.
const LOOK: Duration = Duration::from_millis(500);
/// After how many looks it is given back.
const IDLE_LOOKS: u32 = 20;
/// How long a thread that got no connection lets the others work.
const REST: Duration = Duration::from_millis(500);

/// What the threads of one kind share.
pub(super) struct Crew {
    pub(super) server: Arc<Server>,
    jobs: Receiver<Box<dyn Job>>,
    /// Where a job is put that somebody else may do better; gone when the store stops.
    back: Weak<Sender<Box<dyn Job>>>,
    /// How many of them have a connection.
    pub(super) connected: AtomicUsize,
    /// How many wait for the first of them, since the server is full.
    starving: AtomicUsize,
}

pub(super) fn start<W: Worker + 'static>(
    server: &Arc<Server>,
    count: usize,
    threads: &mut Vec<thread::JoinHandle<()>>,
) -> Result<Arc<Sender<Box<dyn Job>>>, Error> {
    let (sender, jobs) = unbounded();
    let sender = Arc::new(sender);
    let (server, back) = (Arc::clone(server), Arc::downgrade(&sender));
    let [connected, starving] = [0, 0].map(AtomicUsize::new);
    let crew = Arc::new(Crew { server, jobs, back, connected, starving });
    for _ in 0..count {
        let crew = Arc::clone(&crew);
        let work = move || serve(&mut Line::<W>::new(Arc::clone(&crew)), &crew);
        let builder = thread::Builder::new().name("postgres".to_owned());
        threads.push(builder.spawn(work).map_err(|e| Error::Away(e.to_string()))?);
    }
    Ok(sender)
}

fn serve<W: Worker>(line: &mut Line<W>, crew: &Crew) {
    let mut looks = 0;
    loop {
        let next = crew.jobs.try_recv().or_else(|_| {
            line.settle();
            crew.jobs.recv_timeout(LOOK)
        });
        looks = if next.is_ok() { 0 } else { looks + 1 };
        match next {
            // Who asked was told that it takes too long; nothing was begun.
            Ok(job) if !job.is_awaited() => drop(job),
            Ok(job) => match line.get() {
                Err(_) if crew.works() => crew.give_back(job),
                _ => work(line, crew, job),
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        // A quiet service gives its connections back, and a busy one shares them.
        if looks >= IDLE_LOOKS || crew.is_needed_elsewhere() {
            line.close();
        }
    }
}

fn work<W: Worker>(line: &mut Line<W>, crew: &Crew, mut job: Box<dyn Job>) {
    match attempt(line, crew, job.as_mut()) {
        Err(Error::Full(_)) if crew.works() => crew.give_back(job),
        end => job.finish(end),
    }
}

impl Crew {
    /// Whether one of them has a connection.
    fn works(&self) -> bool {
        self.connected.load(Ordering::Relaxed) > 0
    }

    /// Whether threads of the other kind have no connection at all.
    fn is_needed_elsewhere(&self) -> bool {
        let starving = self.starving.load(Ordering::Relaxed);
        self.server.starving.load(Ordering::Relaxed) > starving
    }

    /// Waits, and lets the other kind know, which has all connections.
    fn starve(&self) {
        for count in [&self.starving, &self.server.starving] {
            count.fetch_add(1, Ordering::Relaxed);
        }
        thread::sleep(LOOK + LOOK / 5);
        for count in [&self.server.starving, &self.starving] {
            count.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Leaves a job to those that have a connection, and lets them work for a while.
    fn give_back(&self, job: Box<dyn Job>) {
        let unsent = match self.back.upgrade() {
            Some(back) => back.send(job).err().map(|unsent| unsent.0),
            None => Some(job),
        };
        if let Some(job) = unsent {
            job.finish(Err(Error::Away("the store has stopped".to_owned())));
        }
        thread::sleep(REST);
    }
}

/// Runs a job until it is done, is refused, or has been tried often enough.
fn attempt<W: Worker>(line: &mut Line<W>, crew: &Crew, job: &mut dyn Job) -> Result<(), Error> {
    let mut tries = 0;
    loop {
        if crew.server.is_in_a_hurry() {
            return Err(Error::Away("the store has stopped".to_owned()));
        }
        tries += 1;
        let Err(error) = W::once(line, job) else { return Ok(()) };
        // Whoever waits is told soon that the database is away; a collision is worth more tries.
        let most = match error {
            Error::Again(_) | Error::Full(_) => ATTEMPTS,
            Error::Away(_) => 4,
            _ => 0,
        };
        if tries >= most {
            return Err(error);
        }
        match error {
            Error::Full(_) if crew.works() => return Err(error),
            Error::Full(_) => crew.starve(),
            _ => thread::sleep(pause(tries)),
        }
    }
}
