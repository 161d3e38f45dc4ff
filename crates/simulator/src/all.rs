//! Many seeds, several at a time.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Tries each seed once, each worker one at a time, until so many failed. Those are answered in
/// their order, else what all others found.
pub fn try_all<W: Sync, T: Send>(
    seeds: Range<u64>,
    most: usize,
    workers: &[W],
    check: impl Fn(&W, u64) -> Result<T, String> + Sync,
) -> Result<Vec<T>, Vec<String>> {
    let (next, failed) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    let all = Mutex::new(Vec::new());
    let over = || failed.lock().is_ok_and(|failed: MutexGuard<'_, Vec<_>>| failed.len() >= most);
    let work = |worker: &W| {
        while !over() {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            match (check(worker, seed), all.lock(), failed.lock()) {
                (Ok(found), Ok(mut all), _) => all.push(found),
                (Err(story), _, Ok(mut failed)) => failed.push((seed, story)),
                _ => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| work(worker));
        }
    });
    let mut failed = failed.into_inner().unwrap_or_default();
    failed.sort();
    match failed.is_empty() {
        true => Ok(all.into_inner().unwrap_or_default()),
        false => Err(failed.into_iter().map(|(_, story)| story).collect()),
    }
}

/// A worker for each core.
pub fn cores() -> Vec<()> {
    vec![(); std::thread::available_parallelism().map_or(1, usize::from)]
}
