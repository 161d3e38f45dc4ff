//! Terms: what a contract asks for, checked and valued as what it becomes, and written as its
//! document.

mod check;
mod discounts;
pub(crate) mod document;
pub(crate) mod draft;
pub(crate) mod order;
mod plans;
mod worth;
