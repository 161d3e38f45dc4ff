//! Numbers by their digits: one spelling for one value, no float in between.

/// More digits than any quantity, price or amount has.
const MOST_DIGITS: usize = 60;

/// The plain spelling of a JSON number: no exponent, no trailing zeros, no negative zero. None
/// where it would be longer than anything that can be meant.
pub(super) fn plain(text: &str) -> Option<String> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() > MOST_DIGITS {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    // The point stands behind this many digits of `digits`.
    let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
    let longest = i32::try_from(MOST_DIGITS).ok()?;
    if point > longest || point < -longest {
        return None;
    }
    let mut text = place_point(&digits, point);
    if negative {
        text.insert(0, '-');
    }
    Some(text)
}

fn place_point(digits: &str, point: i32) -> String {
    let (whole, fraction) = match usize::try_from(point) {
        Ok(point) if point >= digits.len() => {
            (format!("{digits}{}", "0".repeat(point - digits.len())), String::new())
        }
        Ok(point) => (digits[..point].to_owned(), digits[point..].to_owned()),
        Err(_) => {
            let zeros = usize::try_from(-i64::from(point)).unwrap_or(0);
            (String::new(), format!("{}{digits}", "0".repeat(zeros)))
        }
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn one_spelling_for_one_value() {
        let table = [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("0e9", "0"),
            ("1e3", "1000"),
            ("1E+3", "1000"),
            ("1.5e1", "15"),
            ("100.0", "100"),
            ("0.10", "0.1"),
            ("12345e-2", "123.45"),
            ("-5e-3", "-0.005"),
            ("0.12345678901234567", "0.12345678901234567"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
        ];
        for (text, wanted) in table {
            assert_eq!(plain(text).as_deref(), Some(wanted), "{text}");
        }
        for text in ["1e400", "1e-400", "1e99999999999", &"9".repeat(61)] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
