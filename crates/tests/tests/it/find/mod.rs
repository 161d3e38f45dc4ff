//! Searching: bodies, filters, orders, cursors and walks.

mod body;
mod cursors;
mod filters;
mod search;
mod sets;
mod walk;
