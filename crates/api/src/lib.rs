//! JSON over HTTP: operations, validation, problems and the server.
//!
//! An operation is declared once, in a file of its own under its noun, and listed in [`routes`].
//! The served document, the validators, the access checks and the routing all come from that list.

mod app;
mod body;
mod call;
mod catalog;
mod company;
mod credits;
mod customers;
mod invoices;
mod log;
mod one_times;
mod openapi;
mod operation;
mod page;
mod problem;
mod routes;
pub mod server;
mod subscriptions;
mod team;
mod usage;

pub use app::{AccessLog, App, Settings, prepare};
pub use openapi::document;
