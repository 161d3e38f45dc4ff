//! Labels and grams as the store makes them, so that a limit writes and reads the very same rows.
//! Made a second time from their description; the runs check that both agree.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

/// The digest of a property and its value.
pub fn label(property: &str, value: &str) -> String {
    let digest = Sha256::digest(format!("{property}\0{value}").as_bytes());
    hex::encode(&digest[..12])
}

/// The distinct grams of a record's text.
pub fn grams(company: &str, kind: &str, text: &str) -> Vec<i64> {
    let seed = fnv(fnv(0xcbf2_9ce4_8422_2325, company.as_bytes()), kind.as_bytes());
    let mut distinct = BTreeSet::new();
    for line in text.split('\n') {
        let chars: Vec<char> = line.chars().collect();
        for gram in chars.windows(3) {
            let bytes: Vec<u8> = gram.iter().flat_map(|c| u32::from(*c).to_le_bytes()).collect();
            distinct.insert(i64::try_from(fnv(seed, &bytes) >> 24).unwrap_or_default());
        }
    }
    distinct.into_iter().collect()
}

fn fnv(seed: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(seed, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Grams as SQLite's index takes them.
pub fn words(grams: &[i64]) -> String {
    let words: Vec<String> = grams.iter().map(|gram| format!("g{gram:x}")).collect();
    words.join(" ")
}
