//! Many seeds, on all cores.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tries each seed once. The first that fails ends the run and is answered, with those that failed
/// beside it, in their order.
pub fn try_all(seeds: Range<u64>, check: impl Fn(u64) -> Result<(), String> + Sync) -> Vec<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, failed) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    let over =
        || failed.lock().is_ok_and(|failed: std::sync::MutexGuard<'_, Vec<_>>| !failed.is_empty());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !over() {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    if let (Err(story), Ok(mut failed)) = (check(seed), failed.lock()) {
                        failed.push((seed, story));
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap_or_default();
    failed.sort();
    failed.into_iter().map(|(_, story)| story).collect()
}
