//! The two engines behind one transaction type.

pub(crate) mod bulk;
pub(crate) mod columns;
pub mod dialect;
pub(crate) mod file;
pub(crate) mod fuse;
pub(crate) mod health;
pub(crate) mod job;
pub(crate) mod many;
pub(crate) mod memory;
pub(crate) mod postgres;
pub(crate) mod reader;
pub(crate) mod room;
pub(crate) mod row;
pub(crate) mod sqlite;
pub(crate) mod statement;
pub(crate) mod template;
pub(crate) mod tx;
pub(crate) mod value;
