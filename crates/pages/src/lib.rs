//! Pages for people: the reference of the API.

mod reference;

pub use reference::reference;
