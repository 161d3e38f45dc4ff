//! What is to be printed: a template, what it shows, and what a file says of itself.

use serde_json::Value;

/// Which layout a view is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    Invoice,
}

impl Template {
    /// The file of this layout among the embedded ones.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Invoice => "invoice.typ",
        }
    }
}

/// A moment in UTC, as the file names it: from the record, never from a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    pub year: i32,
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
}

/// A mark of the company, already checked by whoever stored it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// `png`, `svg` or `jpg`.
    pub format: String,
    pub bytes: Vec<u8>,
}

/// The same invoice for machines: its XML, kept in the file under a name that readers look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub xml: Vec<u8>,
}

pub struct Paper<'a> {
    pub template: Template,
    /// What the template shows, every figure and date as text.
    pub view: &'a Value,
    /// Two letters.
    pub language: &'a str,
    pub title: &'a str,
    /// Whose document it is.
    pub author: &'a str,
    /// Stable for a document, whatever its state.
    pub identity: &'a str,
    pub made: Option<Made>,
    pub logo: Option<&'a Logo>,
    pub attachment: Option<&'a Attachment>,
}
