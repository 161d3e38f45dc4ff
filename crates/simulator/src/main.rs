//! `cargo run --release -p simulator -- --seeds 10000 --from 1`

use std::process::ExitCode;

use simulator::{Held, try_all, try_seed};

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

/// So many failures end a run.
const MOST: usize = 8;

/// All seeds, on all cores.
fn run(from: u64, count: u64) -> ExitCode {
    match try_all(from..from.saturating_add(count), MOST, try_seed) {
        Ok(Held { plain, moved }) => {
            println!("{count} seeds from {from}: nothing found");
            println!(
                "the naive model knew {plain} subscriptions, and {moved} with changes or cancels"
            );
            ExitCode::SUCCESS
        }
        Err(failed) => {
            failed.iter().for_each(|story| println!("{story}"));
            ExitCode::FAILURE
        }
    }
}
