//! Nobody is kept waiting without end: what the database does not answer in time is answered
//! for it.

use std::time::Duration;

use engine::{Failure, StoreError};

/// How long it may take to find out who asks.
pub(crate) const WHO: Duration = Duration::from_secs(5);
/// How long the work of a request may take; with the above, less than the grace of a stop.
pub(crate) const WORK: Duration = Duration::from_secs(15);

/// What comes of it, or that the database is away. A write may still take place: whoever sent a
/// key learns by repeating it.
pub(crate) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
        let why = format!("no answer within {} s", limit.as_secs());
        Err(StoreError::Away(why).into())
    })
}
