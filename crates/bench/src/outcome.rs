//! How a measurement ends when it cannot be made.

pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Outcome<T> = Result<T, Error>;

pub fn broken(sentence: impl Into<String>) -> Error {
    sentence.into().into()
}

/// The engine's failures, in words.
pub fn failed(failure: engine::Failure) -> Error {
    broken(format!("{failure:?}"))
}
