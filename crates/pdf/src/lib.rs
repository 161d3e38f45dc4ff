//! Documents as PDF, for whoever gets an invoice and whoever files it: laid out by typst from a
//! view whose every word and figure is already text, PDF/A-3 and PDF/UA, fonts embedded.
//!
//! The same paper gives the same bytes. It never computes a figure, reads a clock or the network,
//! and reads nothing from the disk but fonts for what the embedded family does not cover. Data
//! reaches the template as values of a JSON file that exists in memory only, never as markup.

mod attach;
mod export;
mod fonts;
mod invoice;
mod logo;
mod paper;
mod plain;
mod press;
mod render;
mod world;

pub use fonts::can_show;
pub use invoice::{About, invoice};
pub use paper::{Attachment, Logo, Made, Paper, Template};
pub use press::Press;
pub use render::{Fault, render};
