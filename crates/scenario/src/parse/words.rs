//! The words of a line: what stands before the first comma, and the options after it.

use calendar::{Frequency, Term, Timestamp, Zone};
use jiff::civil::{Date, DateTime};
use money::{Amount, Currency, Ratio, Rounding};

/// A line after its verb.
pub struct Words<'a> {
    /// The words before the first comma.
    pub head: Vec<&'a str>,
    /// Each option in words.
    pub options: Vec<Vec<&'a str>>,
    zone: &'a Zone,
    currency: Option<Currency>,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str, zone: &'a Zone, currency: Option<Currency>) -> Words<'a> {
        let mut parts = text.split(',').map(|part| part.split_whitespace().collect::<Vec<_>>());
        let head = parts.next().unwrap_or_default();
        Words { head, options: parts.collect(), zone, currency }
    }

    pub fn date(&self, text: &str) -> Result<Timestamp, String> {
        instant(text, self.zone)
    }

    /// An amount of the company's currency, or of another that is named.
    pub fn amount(&self, text: &str, code: Option<&str>) -> Result<Amount, String> {
        let currency = match code {
            Some(code) => code.parse().map_err(|error| format!("{error}"))?,
            None => self.currency.ok_or("the company has no currency")?,
        };
        amount(text, currency)
    }

    /// The only word that is expected.
    pub fn one(&self) -> Result<String, String> {
        match self.head.as_slice() {
            [word] if self.options.is_empty() => Ok((*word).to_owned()),
            _ => Err("expected one word".to_owned()),
        }
    }
}

/// Major units as an amount; all digits have to fit the currency.
pub fn amount(text: &str, currency: Currency) -> Result<Amount, String> {
    let value = Ratio::parse_decimal(text).map_err(|error| format!("{text} {error}"))?;
    let amount = value.to_minor(currency, Rounding::TowardZero);
    let amount = amount.map_err(|error| error.to_string())?;
    match amount.major() == value {
        true => Ok(amount),
        false => Err(format!("{text} has too many digits for {currency}")),
    }
}

/// A local date at midnight, or with a time.
pub fn instant(text: &str, zone: &Zone) -> Result<Timestamp, String> {
    let local = match text.contains('T') {
        true => text.parse::<DateTime>(),
        false => text.parse::<Date>().map(|date| date.at(0, 0, 0, 0)),
    };
    let local = local.map_err(|_| format!("{text:?} is no date"))?;
    zone.instant(local).map_err(|error| error.to_string())
}

/// `month`, `2 weeks`, `half month`.
pub fn term(words: &[&str]) -> Result<Term, String> {
    let frequency = |name: &str| match name.trim_end_matches('s') {
        "hour" => Ok(Frequency::Hour),
        "day" => Ok(Frequency::Day),
        "week" => Ok(Frequency::Week),
        "month" => Ok(Frequency::Month),
        "quarter" => Ok(Frequency::Quarter),
        "year" => Ok(Frequency::Year),
        other => Err(format!("{other:?} is no term")),
    };
    match words {
        ["once"] => Ok(Term::every(Frequency::OneTime)),
        ["half", "month"] => Ok(Term::every(Frequency::BiMonth)),
        ["half", "year"] => Ok(Term::every(Frequency::BiAnnual)),
        [name] => Ok(Term::every(frequency(name)?)),
        [count, name] => {
            let count = count.parse().map_err(|_| format!("{count:?} is no count"))?;
            Term::new(count, frequency(name)?).map_err(|error| error.to_string())
        }
        _ => Err("expected a term".to_owned()),
    }
}

/// `3 days` or `36 hours`, in seconds.
pub fn seconds(count: &str, unit: &str) -> Result<u32, String> {
    let count: u32 = count.parse().map_err(|_| format!("{count:?} is no count"))?;
    let each = match unit.trim_end_matches('s') {
        "day" => 86_400,
        "hour" => 3_600,
        other => return Err(format!("{other:?} is no unit of time")),
    };
    count.checked_mul(each).ok_or_else(|| "too long".to_owned())
}

/// `19%` as 0.19.
pub fn percent(text: &str) -> Result<Ratio, String> {
    let number = text.strip_suffix('%').ok_or_else(|| format!("{text:?} is no percentage"))?;
    let value = Ratio::parse_decimal(number).map_err(|error| format!("{text} {error}"))?;
    value.checked_div(&Ratio::from(100)).ok_or_else(|| "no percentage".to_owned())
}
