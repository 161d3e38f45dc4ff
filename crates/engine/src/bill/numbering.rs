//! Numbers as they are printed: `{n}` in a format is the number, `{n:6}` padded to six digits.

/// What stands before and behind the number, and how many digits it has at least.
fn parts(format: &str) -> Option<(&str, usize, &str)> {
    let (before, rest) = format.split_once("{n")?;
    let (width, behind) = rest.split_once('}')?;
    Some((before, width.trim_start_matches(':').parse().unwrap_or(0), behind))
}

/// The number in its format.
pub(crate) fn formatted(format: &str, number: i64) -> String {
    match parts(format) {
        Some((before, width, behind)) => format!("{before}{number:0width$}{behind}"),
        None => format!("{format}{number}"),
    }
}

/// The number that a text has in a format; none where the format never makes that text.
pub(crate) fn ordinal(format: &str, text: &str) -> Option<i64> {
    let (before, _, behind) = parts(format).unwrap_or((format, 0, ""));
    let digits = text.strip_prefix(before)?.strip_suffix(behind)?;
    let number = digits.parse().ok()?;
    (formatted(format, number) == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{formatted, ordinal};

    #[test]
    fn a_number_is_found_again_in_its_format() {
        for (format, number, text) in [
            ("INV-{n:6}", 7, "INV-000007"),
            ("INV-{n:2}", 1234, "INV-1234"),
            ("{n}/2026", 3, "3/2026"),
            ("R", 5, "R5"),
        ] {
            assert_eq!(formatted(format, number), text);
            assert_eq!(ordinal(format, text), Some(number), "{text}");
        }
        for (format, text) in
            [("INV-{n:6}", "INV-7"), ("INV-{n}", "INV-007"), ("{n}", "x"), ("{n}/a", "3/b")]
        {
            assert_eq!(ordinal(format, text), None, "{text}");
        }
    }
}
