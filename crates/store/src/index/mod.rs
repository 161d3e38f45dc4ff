//! How records are found: filters over columns, labels for exact values, grams for substrings.

pub mod find;
pub mod label;
pub mod mark;
pub mod search;
