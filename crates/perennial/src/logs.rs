//! Structured logs on standard output, one JSON object a line.

use std::io::Write as _;
use std::sync::Arc;

use api::AccessLog;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;

/// Logging that has been started; lines are written by a thread of their own until it is dropped.
pub struct Logs {
    _guard: WorkerGuard,
    /// Takes the line about each request, where such lines are wanted.
    pub access: Option<AccessLog>,
}

pub fn start() -> Logs {
    let (writer, guard) = tracing_appender::non_blocking(std::io::stdout());
    let filter =
        EnvFilter::try_from_env("PERENNIAL_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_target(false)
        .with_env_filter(filter)
        .with_writer(writer.clone());
    // Only the first start in a process counts.
    let _ = lines.try_init();
    // One line a request: written straight, since a span for each would cost more than many do.
    let access: AccessLog = Arc::new(move |mut line: String| {
        line.push('\n');
        let _ = writer.clone().write_all(line.as_bytes());
    });
    let wanted = tracing::enabled!(tracing::Level::INFO);
    Logs { _guard: guard, access: wanted.then_some(access) }
}
