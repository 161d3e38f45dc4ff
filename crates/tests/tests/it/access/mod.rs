//! Who may do what.

mod limits;
mod operations;
mod tokens;
mod users;
