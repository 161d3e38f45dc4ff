//! A thousand worlds. A failure is the scenario that shows it.

use simulator::{try_all, try_seed};

#[test]
fn a_thousand_worlds() {
    let held = try_all(1..1_001, 1, try_seed).unwrap_or_else(|failed| {
        panic!("\n{}", failed.join("\n"));
    });
    assert!(held.plain > 500 && held.moved > 200, "the naive model knew only {held:?}");
}
