//! An explanation as one text, for people.

use std::fmt::Write as _;

use crate::explain::explanation::{Explanation, Of, Part};
use crate::explain::pen::Pen;
use crate::explain::step::{Figure, Step};
use crate::invoice::LinePart;
use money::{Amount, Ratio};

/// More terms than this are shown by their sum.
const MOST: usize = 12;

impl Explanation {
    /// Every part in its order.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        let details = self.lines.iter().chain(&self.discounts).chain(&self.taxes);
        details.chain(&self.credits).chain([&self.total, &self.due])
    }

    /// What a customer reads: one paragraph for each part.
    pub fn text(&self) -> String {
        let mut text = self.about.join("\n");
        let mut number = 0_usize;
        for part in self.parts() {
            let mut title = part.title.clone();
            if matches!(part.of, Of::Line(_)) {
                number = number.saturating_add(1);
                title = format!("{number}. {title}");
            }
            let amount = match part.of {
                Of::Discount(_) | Of::Credit(_) => part.amount.checked_neg(),
                _ => Ok(part.amount),
            };
            let amount = amount.map_or_else(|error| error.to_string(), |amount| amount.to_string());
            // Writing into a text cannot fail.
            let _ = write!(text, "\n\n{title:<48} {amount:>16}");
            for step in &part.steps {
                let _ = write!(text, "\n  {}", step.text);
            }
        }
        text
    }
}

impl Pen<'_> {
    /// The sum of values of lines; shown only where there is more than one.
    pub fn added(&self, words: &str, values: &[(usize, Ratio)], steps: &mut Vec<Step>) -> Ratio {
        let sum: Ratio = values.iter().map(|(_, value)| value).sum();
        match values.len() {
            0 | 1 => {}
            count if count > MOST => {
                let text = format!("{words} {count} lines: {}.", self.money(&sum));
                steps.push(Step::says(text));
            }
            _ => {
                let figure = |(place, value): &(usize, Ratio)| {
                    Figure::money(value.clone()).noted(self.line(*place))
                };
                steps.push(self.sum(words, values.iter().map(figure).collect()));
            }
        }
        sum
    }

    /// Parts of lines as amounts, in the order in which lines are shown.
    pub fn spread(&self, parts: &[LinePart]) -> Vec<(usize, Amount)> {
        let mut spread: Vec<(usize, Amount)> = parts
            .iter()
            .map(|(place, minor)| (*place, Amount::new(self.currency, *minor)))
            .collect();
        spread.sort_by_key(|(place, _)| self.ranks.get(*place).copied());
        spread
    }

    /// What each line has of it, where there is more than one.
    pub fn spread_words(&self, spread: &[(usize, Amount)]) -> Option<Step> {
        let shown: Vec<String> = spread
            .iter()
            .filter(|(_, amount)| !amount.is_zero())
            .map(|(place, amount)| format!("{} {}", self.line(*place), self.amount(*amount)))
            .collect();
        let listed = shown.len() > 1 && shown.len() <= MOST;
        listed.then(|| Step::says(format!("Spread by largest remainder: {}.", shown.join(", "))))
    }

    /// Minor units as major ones.
    pub fn major(&self, minor: &Ratio) -> Ratio {
        minor * Ratio::unit_of(self.currency.digits())
    }

    /// A name at the beginning of a sentence.
    pub fn starting(&self, name: &str) -> String {
        let mut letters = name.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    }
}
