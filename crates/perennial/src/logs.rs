//! Structured logs on standard output, one JSON object a line.

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;

/// Starts logging; lines are written by a thread of their own until the guard is dropped.
pub fn start() -> WorkerGuard {
    let (writer, guard) = tracing_appender::non_blocking(std::io::stdout());
    let filter =
        EnvFilter::try_from_env("PERENNIAL_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_target(false)
        .with_env_filter(filter)
        .with_writer(writer);
    // Only the first start in a process counts.
    let _ = lines.try_init();
    guard
}
