//! Counts tests from the closing lines of the runners.

use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
}

impl Tally {
    pub const NONE: Self = Self { passed: 0, failed: 0 };
    pub const ONE_FAILED: Self = Self { passed: 0, failed: 1 };

    /// What a line closes: `test result: ok. 3 passed; 1 failed; …` of Rust's own harness, or
    /// the plain `3 passed, 1 failed` of a harness of ours.
    pub fn of_line(line: &str) -> Option<Self> {
        let closing = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "));
        let counts = closing.map_or(line, |(_, counts)| counts);
        let mut counts = counts.split([';', ',']).map(str::trim);
        let passed = counts.next()?.strip_suffix(" passed")?.parse().ok()?;
        let failed = counts.next()?.strip_suffix(" failed")?.parse().ok()?;
        Some(Self { passed, failed })
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn closing_lines_are_counted() {
        let rust = "test result: FAILED. 31 passed; 2 failed; 0 ignored; 0 measured";
        assert_eq!(Tally::of_line(rust), Some(Tally { passed: 31, failed: 2 }));
        let plain = Tally::of_line("263 passed, 0 failed");
        assert_eq!(plain, Some(Tally { passed: 263, failed: 0 }));
    }

    #[test]
    fn other_lines_are_not() {
        for line in ["test a ... ok", "all 3 passed, 1 failed", "3 passed", "", "running 3 tests"] {
            assert_eq!(Tally::of_line(line), None, "{line}");
        }
    }
}
