//! The seeds that every test run plays.

/// Any number of others: `cargo run --release -p simulator -- --seeds 10000`.
const SEEDS: u64 = 1_000;

#[test]
fn a_thousand_worlds_hold() {
    let found: Vec<String> = (1..=SEEDS).filter_map(|s| simulator::try_seed(s).err()).collect();
    assert!(found.is_empty(), "{} seeds fail:\n{}", found.len(), found.join("\n\n"));
}
