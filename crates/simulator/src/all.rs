//! Many seeds, on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::naive::Held;

/// Tries each seed once, until so many failed; those are answered in their order, else how
/// many subscriptions the naive model knew.
pub fn try_all(
    seeds: Range<u64>,
    most: usize,
    check: impl Fn(u64) -> Result<Held, String> + Sync,
) -> Result<Held, Vec<String>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, failed) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    let all = Mutex::new(Held::default());
    let over = || failed.lock().is_ok_and(|failed: MutexGuard<'_, Vec<_>>| failed.len() >= most);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !over() {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    match (check(seed), all.lock(), failed.lock()) {
                        (Ok(held), Ok(mut all), _) => all.add(held),
                        (Err(story), _, Ok(mut failed)) => failed.push((seed, story)),
                        _ => return,
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap_or_default();
    failed.sort();
    match failed.is_empty() {
        true => Ok(all.into_inner().unwrap_or_default()),
        false => Err(failed.into_iter().map(|(_, story)| story).collect()),
    }
}
