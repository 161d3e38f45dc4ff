//! Use cases, one file per verb: load, decide, apply.
