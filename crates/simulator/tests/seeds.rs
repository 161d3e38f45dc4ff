//! A thousand worlds. A failure is the scenario that shows it.

use simulator::{Held, cores, try_all, try_seed};

#[test]
fn a_thousand_worlds() {
    let all = try_all(1..1_001, 1, &cores(), |(), seed| try_seed(seed));
    let all = all.unwrap_or_else(|failed| panic!("\n{}", failed.join("\n")));
    let held: Held = all.into_iter().sum();
    let knows = held.plain > 500 && held.moved > 200 && held.paid > 300;
    assert!(knows, "the naive model knew only {held:?}");
}
