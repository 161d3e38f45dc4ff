//! Sentences of explanations as a customer with a calculator reads them.

use money::{Currency, Ratio, Rounding};

/// Does the arithmetic of a sentence again; one that computes nothing is right.
pub fn read_aloud(text: &str, currency: Currency) -> Result<(), String> {
    let plain = without_notes(text);
    let formula = plain.rsplit(": ").next().unwrap_or_default();
    let wrong = |right: Ratio| format!("{text:?} comes to {right}");
    if let Some((left, right)) = formula.split_once(" is rounded to ") {
        let exact = numbers(left)?.into_iter().next().ok_or("no number")?;
        let rounded = exact.round(currency.digits(), Rounding::HalfAwayFromZero);
        return if same(&rounded, &only(right)?, Ratio::ZERO) {
            Ok(())
        } else {
            Err(wrong(rounded))
        };
    }
    for (words, is_smaller) in [("the smaller of ", true), ("the larger of ", false)] {
        let Some(rest) = formula.strip_prefix(words) else { continue };
        let (left, right) = rest.rsplit_once(" is ").ok_or("no result")?;
        let all = left.split(" and ").map(only).collect::<Result<Vec<_>, _>>()?;
        let found = if is_smaller { all.iter().min() } else { all.iter().max() };
        let found = found.cloned().ok_or("no numbers")?;
        return if same(&found, &only(right)?, near()) { Ok(()) } else { Err(wrong(found)) };
    }
    let Some((left, right)) = formula.split_once(" = ") else { return Ok(()) };
    let mut value = Ratio::ZERO;
    let mut operator = "+";
    let mut factor = Ratio::ONE;
    for word in left.split(' ') {
        match word {
            "×" | "+" | "−" => operator = word,
            word if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                let number = number(word)?;
                factor = factor.max(number.abs());
                value = match operator {
                    "×" => value * number,
                    "−" => value - number,
                    _ => value + number,
                };
            }
            _ => {}
        }
    }
    // What is cut is off by less than its last digit, and a factor multiplies that.
    let off = match text.contains('…') {
        true => near() * factor * Ratio::from(20),
        false => Ratio::ZERO,
    };
    if same(&value, &only(right)?, off) { Ok(()) } else { Err(wrong(value)) }
}

/// The last digit of what is cut: units at four, money later.
fn near() -> Ratio {
    Ratio::new(1, 10_000).unwrap()
}

fn same(one: &Ratio, other: &Ratio, off: Ratio) -> bool {
    (one - other).abs() <= off
}

fn only(text: &str) -> Result<Ratio, String> {
    numbers(text)?.into_iter().next().ok_or_else(|| format!("{text:?} has no number"))
}

fn numbers(text: &str) -> Result<Vec<Ratio>, String> {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    text.split(' ').filter(is_number).map(number).collect()
}

/// `12.5`, `14/28`, `42.01/50.00`, `19%`, `0.3333…`
fn number(word: &str) -> Result<Ratio, String> {
    let word = word.trim_end_matches(['…', '.', ',']);
    let decimal = |text: &str| {
        let text = text.trim_end_matches('…');
        Ratio::parse_decimal(text).map_err(|error| format!("{text:?} {error}"))
    };
    if let Some((over, under)) = word.split_once('/') {
        return decimal(over)?.checked_div(&decimal(under)?).ok_or_else(|| "by zero".to_owned());
    }
    match word.strip_suffix('%') {
        Some(percent) => {
            decimal(percent).map(|ratio| ratio.checked_div(&Ratio::from(100)).unwrap())
        }
        None => decimal(word),
    }
}

fn without_notes(text: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            letter if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
