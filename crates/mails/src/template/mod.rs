//! Templates that a company may put in the place of ours: what they may do, and how they are tried
//! before they are kept. They know the variables of [`crate::content`], conditions and loops, and
//! nothing that could run long, grow large or reach outside.

pub mod check;
mod environment;
mod scan;

pub use check::check;
pub(crate) use environment::render;

/// So many characters a part may have.
pub const LARGEST_TEMPLATE: usize = 500_000;

/// What a company says in place of ours; nothing where ours holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// One line.
    pub subject: Option<String>,
    /// Paragraphs above the figures, in HTML and text.
    pub message: Option<String>,
    /// The whole HTML part.
    pub html: Option<String>,
    /// The whole text part.
    pub text: Option<String>,
}

/// What is wrong with a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateFault {
    /// `subject`, `message`, `html` or `text`.
    pub field: &'static str,
    pub code: &'static str,
    pub detail: String,
}

/// Why a template could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Unrendered {
    pub code: &'static str,
    pub detail: String,
}
