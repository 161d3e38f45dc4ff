//! What was measured of a work, and what it means in words.

use super::works::{Done, Made, Work};
use crate::measure::{Series, whole};

pub struct Figures {
    old: Series,
    new: Series,
    made: Option<(Made, Made)>,
    /// The side that could not do the work.
    pub failed: Option<&'static str>,
}

impl Default for Figures {
    fn default() -> Figures {
        Figures { old: Series::new(), new: Series::new(), made: None, failed: None }
    }
}

impl Figures {
    pub fn add(&mut self, old: &Done, new: &Done) {
        self.old.add(old.rate);
        self.new.add(new.rate);
        // A round in which they differ is the one to be shown.
        if !self.differs() {
            self.made = Some((old.made.clone(), new.made.clone()));
        }
    }

    /// Whether there is no ratio, since the sides did not do the same.
    pub fn is_void(&self) -> bool {
        self.failed.is_some() || self.differs()
    }

    fn differs(&self) -> bool {
        match &self.made {
            Some((Made::Answers(_), Made::Answers(_))) | None => false,
            Some((old, new)) => old != new,
        }
    }

    pub fn row(&self, engine: &str, work: &Work) -> Vec<String> {
        let rate = |series: &Series| match series.is_empty() {
            true => "–".to_owned(),
            false => series.rate(),
        };
        let ratios = self.new.over(&self.old);
        let [ratio, words] = match (self.failed, self.differs()) {
            (Some(side), _) => ["void".to_owned(), format!("not comparable: {side} failed")],
            (None, true) => ["void".to_owned(), "not comparable: other invoices".to_owned()],
            (None, false) => [exact(&ratios), in_words(&ratios)],
        };
        let start = [engine.to_owned(), work.name.to_owned(), rate(&self.old), rate(&self.new)];
        start.into_iter().chain([ratio, words, self.verdict()]).collect()
    }

    /// What both made, once where it is the same.
    fn verdict(&self) -> String {
        match &self.made {
            None => String::new(),
            Some((old, new)) => match [old.verdict(), new.verdict()] {
                [old, new] if old == new => old,
                [old, new] => format!("OLD {old}; NEW {new}"),
            },
        }
    }
}

impl Made {
    fn verdict(&self) -> String {
        match self {
            Made::Invoices(count, cents) => {
                let (sign, cents) = (if *cents < 0 { "-" } else { "" }, cents.unsigned_abs());
                let [count, units] = [whole(*count as f64), whole((cents / 100) as f64)];
                format!("{count} invoices, {sign}{units}.{:02} EUR in all", cents % 100)
            }
            // A moment is some bytes shorter now and then, which means nothing.
            Made::Answers(bytes) => format!("{:.1} KB an answer", *bytes as f64 / 1000.0),
        }
    }
}

/// Builds differ by less than what other tables are to show.
fn exact(ratios: &Series) -> String {
    let (least, most) = ratios.spread();
    format!("{:.3} ({least:.3}–{most:.3})", ratios.median())
}

fn in_words(ratios: &Series) -> String {
    let (from, to) = ratios.interval();
    let by = (ratios.median() - 1.0).abs() * 100.0;
    match (from, to) {
        (from, _) if from > 1.0 => format!("NEW is {by:.1} % faster"),
        (_, to) if to < 1.0 => format!("NEW is {by:.1} % slower"),
        _ => "within noise".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Done, Figures, Made};
    use crate::compare::WORKS;

    fn row(rounds: &[(f64, f64)], made: (Made, Made)) -> (bool, Vec<String>) {
        let mut figures = Figures::default();
        for (old, new) in rounds {
            let old = Done { rate: *old, made: made.0.clone() };
            figures.add(&old, &Done { rate: *new, made: made.1.clone() });
        }
        (figures.is_void(), figures.row("SQLite", &WORKS[0]))
    }

    fn same() -> (Made, Made) {
        (Made::Invoices(2, 1_234_505), Made::Invoices(2, 1_234_505))
    }

    #[test]
    fn what_has_one_within_is_noise() {
        let (void, cells) = row(&[(100.0, 99.0), (100.0, 104.0), (50.0, 51.0)], same());
        assert!(!void);
        assert_eq!(cells[4..6], ["1.020 (0.990–1.040)", "within noise"]);
        assert_eq!(cells[6], "2 invoices, 12,345.05 EUR in all");
    }

    #[test]
    fn what_has_not_is_told() {
        let (_, cells) = row(&[(100.0, 110.0), (10.0, 10.5), (10.0, 12.0)], same());
        assert_eq!(cells[5], "NEW is 10.0 % faster");
        let (_, cells) = row(&[(100.0, 90.0), (10.0, 9.5), (10.0, 8.0)], same());
        assert_eq!(cells[5], "NEW is 10.0 % slower");
    }

    #[test]
    fn other_invoices_have_no_ratio() {
        let other = Made::Invoices(2, -50);
        let (void, cells) = row(&[(100.0, 110.0)], (same().0, other));
        assert!(void);
        assert_eq!(cells[4..6], ["void", "not comparable: other invoices"]);
        let both = "OLD 2 invoices, 12,345.05 EUR in all; NEW 2 invoices, -0.50 EUR in all";
        assert_eq!(cells[6], both);
    }

    #[test]
    fn longer_answers_are_told_and_compared() {
        let (void, cells) = row(&[(100.0, 100.0)], (Made::Answers(910), Made::Answers(1007)));
        assert!(!void);
        assert_eq!(cells[6], "OLD 0.9 KB an answer; NEW 1.0 KB an answer");
    }
}
