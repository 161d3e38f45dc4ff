//! What comes in the body of a request, whatever it is.

mod dates;
mod form;
mod kind;
mod numbers;
mod problems;
mod required;
mod size;
