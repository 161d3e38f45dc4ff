//! Subscriptions over HTTP.

mod cancel;
mod change;
mod create;
mod extend;
mod find;
mod generate_next_invoice;
mod get;
pub mod parked;
mod pause;
mod resume;
mod undo_cancel;
mod undo_change;
mod update;
mod usage;

pub use cancel::operation as cancel;
pub use change::operation as change;
pub use create::operation as create;
pub use extend::operation as extend;
pub use find::operation as find;
pub use generate_next_invoice::operation as generate_next_invoice;
pub use get::operation as get;
pub use pause::operation as pause;
pub use resume::operation as resume;
pub use undo_cancel::operation as undo_cancel;
pub use undo_change::operation as undo_change;
pub use update::operation as update;
pub use usage::operation as usage;

const TAG: &str = "Subscriptions";
