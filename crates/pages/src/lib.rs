//! Pages for people: the reference of the API. Nothing here reads a database or a clock.

mod html;
mod reference;

pub use reference::reference;
