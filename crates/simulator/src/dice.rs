//! Chance from a seed: the same seed gives the same world, on any machine and in any version.

/// A stream of numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` up to and with `high`.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        let width = high.saturating_sub(low).saturating_add(1);
        low + self.roll() % width.max(1)
    }

    /// True so many times of a hundred.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.between(1, 100) <= percent
    }

    /// One of them; there is at least one.
    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        let place = self.between(0, of.len().saturating_sub(1) as u64);
        #[allow(clippy::expect_used)]
        of.get(usize::try_from(place).unwrap_or(0)).copied().expect("something to pick from")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_always_the_same() {
        let rolled: Vec<u64> = {
            let mut dice = Dice::new(7);
            (0..4).map(|_| dice.between(0, 99)).collect()
        };
        let mut again = Dice::new(7);
        assert!(rolled.iter().all(|number| *number == again.between(0, 99)));
        assert_ne!(Dice::new(8).roll(), Dice::new(7).roll());
    }
}
