//! Which file of a crate imports which: `use` lines and paths, followed through re-exports to the
//! file that defines the item. It knows no types, no macros and nothing of other crates.

mod modules;
mod source;
mod tokens;

pub use modules::Modules;
