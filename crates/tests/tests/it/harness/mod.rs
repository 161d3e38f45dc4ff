//! What every test stands on: servers, companies, databases, processes and a client.

mod answer;
pub mod client;
pub mod cluster;
mod company;
pub mod database;
pub mod process;
mod request;
mod server;
mod wire;

pub use answer::Answer;
pub use client::Client;
pub use company::Company;
pub use database::Kind;
pub use request::Request;
pub use server::Server;
pub use wire::Wire;

use std::sync::Arc;
use std::time::Duration;

/// Makes of each function two tests, `name::sqlite` and `name::postgres`.
macro_rules! both {
    ($($(#[$meta:meta])* fn $name:ident($kind:ident: $type:ty) $body:block)*) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, reason = "not every test needs what its module imports")]
            use super::*;

            fn check($kind: $type) $body

            #[test]
            fn sqlite() {
                check(<$type as crate::harness::On>::on(crate::harness::Kind::Sqlite));
            }

            #[test]
            fn postgres() {
                check(<$type as crate::harness::On>::on(crate::harness::Kind::Postgres));
            }
        }
    )*};
}

/// What a test can ask for: a kind of database, the shared server on it, or a fresh company.
pub trait On {
    fn on(kind: Kind) -> Self;
}

impl On for Kind {
    fn on(kind: Kind) -> Kind {
        kind
    }
}

impl On for Arc<Server> {
    fn on(kind: Kind) -> Arc<Server> {
        Server::shared(kind)
    }
}

impl On for Company {
    fn on(kind: Kind) -> Company {
        Company::new(&Server::shared(kind))
    }
}

/// Asks again and again until the answer is there, for at most two minutes: a disk that
/// writes back what a build left may take ten seconds for one file.
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let watch = engine::clock::Stopwatch::start();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(watch.elapsed() < Duration::from_secs(120), "waited two minutes: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs the same work on several threads at once and collects what they say.
pub fn at_once<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let start = std::sync::Barrier::new(count);
    let run = |index| {
        start.wait();
        work(index)
    };
    let run = &run;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|i| scope.spawn(move || run(i))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
