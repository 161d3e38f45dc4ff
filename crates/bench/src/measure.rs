//! Medians, spreads and ratios over rounds.

use std::time::Duration;

/// One figure, measured once a round.
#[derive(Clone)]
pub struct Series(Vec<f64>);

impl Series {
    pub const fn new() -> Series {
        Series(Vec::new())
    }

    pub fn add(&mut self, figure: f64) {
        self.0.push(figure);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn median(&self) -> f64 {
        quantile(&self.0, 0.5)
    }

    pub fn spread(&self) -> (f64, f64) {
        (quantile(&self.0, 0.0), quantile(&self.0, 1.0))
    }

    /// Where the median lies that ever more rounds would come to: between the least and the most,
    /// less as many outliers as leave it wrong at most once in fifty times. From eleven rounds on
    /// there are some; five are wrong once in sixteen, seven once in sixty-four. This is the sign
    /// test, which asks nothing of how figures are spread.
    pub fn interval(&self) -> (f64, f64) {
        let (count, all) = (self.0.len() as f64, (self.0.len() as f64).exp2());
        let (mut cut, mut ways, mut outside) = (0, 1.0, 1.0);
        loop {
            ways *= (count - cut as f64) / (cut as f64 + 1.0);
            outside += ways;
            if 2.0 * outside / all > 0.02 {
                break;
            }
            cut += 1;
        }
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
        (at(cut), at((sorted.len() - cut).saturating_sub(1)))
    }

    /// Round by round, so that what disturbs a whole round disturbs no ratio.
    pub fn over(&self, other: &Series) -> Series {
        Series(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }

    /// Median, least and most, as a rate.
    pub fn rate(&self) -> String {
        let (least, most) = self.spread();
        format!("{} ({}–{})", whole(self.median()), whole(least), whole(most))
    }

    /// The same as a time given in seconds.
    pub fn time(&self) -> String {
        let (least, most) = self.spread();
        format!("{} ({}–{})", span(self.median()), span(least), span(most))
    }

    pub fn ratio(&self) -> String {
        let (least, most) = self.spread();
        format!("{:.2} ({least:.2}–{most:.2})", self.median())
    }
}

/// The value below which a share of all lies.
pub fn quantile(figures: &[f64], share: f64) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    let place = (0..=last).find(|at| *at as f64 >= share * last as f64).unwrap_or(last);
    sorted.get(place).copied().unwrap_or(f64::NAN)
}

pub fn seconds(times: &[Duration]) -> Vec<f64> {
    times.iter().map(Duration::as_secs_f64).collect()
}

/// Digits in threes.
pub fn whole(figure: f64) -> String {
    let digits = format!("{figure:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in the unit that suits it.
fn span(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 0.01 => format!("{:.0} ms", s * 1e3),
        s if s >= 0.001 => format!("{:.1} ms", s * 1e3),
        s => format!("{:.0} µs", s * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::{Series, quantile, span, whole};

    #[test]
    fn figures_read_well() {
        assert_eq!(whole(1_234_567.8), "1,234,568");
        assert_eq!(span(0.000_042), "42 µs");
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 1.0), 3.0);
    }

    #[test]
    fn more_rounds_may_have_outliers() {
        let interval = |count: u32| Series((1..=count).map(f64::from).collect()).interval();
        assert_eq!(interval(1), (1.0, 1.0));
        assert_eq!(interval(5), (1.0, 5.0));
        assert_eq!(interval(10), (1.0, 10.0));
        assert_eq!(interval(11), (2.0, 10.0));
        assert_eq!(interval(20), (5.0, 16.0));
    }
}
