//! What can go wrong with billing time: bad terms, unknown zones and the end of the calendar.

/// Why a date could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CalendarError {
    #[error("a date lies outside the years 1 to 9999")]
    OutOfRange,
    #[error("the count of a term must be greater than zero")]
    CountNotPositive,
    #[error("a one-time charge has no periods")]
    OneTime,
    #[error("{0:?} is not a frequency")]
    UnknownFrequency(String),
    #[error("{0:?} is not a time zone of the IANA database")]
    UnknownZone(String),
    #[error("a day of the month lies between 1 and 31")]
    DayOfMonth,
    #[error("a period must end after it starts")]
    EmptyPeriod,
    #[error("a share must be of something")]
    ShareOfNothing,
}
