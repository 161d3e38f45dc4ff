//! `cargo run --release -p simulator -- --seeds 10000 --from 1`

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

const USAGE: &str = "simulator --seeds <count> [--from <seed>]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match range(&arguments) {
        Some((from, count)) => run(from, count),
        None => {
            eprintln!("{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn range(arguments: &[String]) -> Option<(u64, u64)> {
    let (mut from, mut count) = (1, None);
    for pair in arguments.chunks(2) {
        match pair {
            [flag, value] if flag == "--seeds" => count = Some(value.parse().ok()?),
            [flag, value] if flag == "--from" => from = value.parse().ok()?,
            _ => return None,
        }
    }
    Some((from, count?))
}

/// All seeds, on all cores; every failure is printed, and the first ends the run.
fn run(from: u64, count: u64) -> ExitCode {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, failed) = (AtomicU64::new(from), AtomicU64::new(0));
    let end = from.saturating_add(count);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while failed.load(Ordering::Relaxed) == 0 {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    if let Err(story) = simulator::try_seed(seed) {
                        failed.fetch_add(1, Ordering::Relaxed);
                        println!("{story}");
                    }
                }
            });
        }
    });
    match failed.into_inner() {
        0 => {
            println!("{count} seeds from {from}: nothing found");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}
