//! The whole service from outside, on SQLite and on PostgreSQL.
//!
//! Tests share one server per database and make a company each, so they run side by side; only
//! what breaks a database, a clock or a process has one of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

#[macro_use]
mod harness;

mod access;
mod billing;
mod bodies;
mod books;
mod catalog;
mod company;
mod customers;
mod find;
mod idempotency;
mod interface;
mod invoices;
mod lives;
mod open_to_all;
mod problems;
mod processes;
mod scenarios;
mod storage;
mod subscriptions;
