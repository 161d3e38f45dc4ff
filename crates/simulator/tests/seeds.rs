//! A thousand worlds. A failure is the scenario that shows it.

use simulator::{try_all, try_seed};

#[test]
fn a_thousand_worlds() {
    let failed = try_all(1..1_001, try_seed);
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}
