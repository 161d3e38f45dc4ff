//! Pages of answers as JSON text: records that are JSON already are not parsed again.

use engine::find::FoundPage;
use engine::listing::Listed;
use engine::{Failure, StoreError};
use records::pagination::PageAnswer;
use serde::Serialize;

/// A page whose records are JSON already.
pub fn found(page: &FoundPage) -> Result<String, Failure> {
    join(&page.pagination, &page.results)
}

/// A page of records.
pub fn listed<R: Serialize>(page: &Listed<R>) -> Result<String, Failure> {
    let results: Result<Vec<String>, Failure> = page.results.iter().map(record).collect();
    join(&page.pagination, &results?)
}

/// One record as JSON.
pub fn record<R: Serialize>(record: &R) -> Result<String, Failure> {
    serde_json::to_string(record).map_err(|error| StoreError::Broken(error.to_string()).into())
}

fn join(pagination: &PageAnswer, results: &[String]) -> Result<String, Failure> {
    let size: usize = results.iter().map(|text| text.len() + 1).sum();
    let mut text = String::with_capacity(size + 128);
    text.push_str("{\"pagination\":");
    text.push_str(&record(pagination)?);
    text.push_str(",\"results\":[");
    for (index, result) in results.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(result);
    }
    text.push_str("]}");
    Ok(text)
}
