//! VAT ids of the European Union: which country's, and whether they have its form. Nobody is asked
//! whether one is in use.

use records::{Company, Customer};

/// What a text is that begins like a VAT id of the EU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum European {
    /// The country by its ISO code: Greece writes `EL` and is `GR`.
    Of(&'static str),
    /// It begins like one and has not its form; the form that is wanted.
    Malformed(&'static str),
    /// Something else.
    No,
}

/// Form by prefix: `9` is a digit, `A` a letter, `*` either; several are parted by spaces.
const FORMS: &[(&str, &str)] = &[
    ("AT", "U99999999"),
    ("BE", "9999999999"),
    ("BG", "999999999 9999999999"),
    ("CY", "99999999A"),
    ("CZ", "99999999 999999999 9999999999"),
    ("DE", "999999999"),
    ("DK", "99999999"),
    ("EE", "999999999"),
    ("EL", "999999999"),
    ("ES", "*9999999*"),
    ("FI", "99999999"),
    ("FR", "**999999999"),
    ("HR", "99999999999"),
    ("HU", "99999999"),
    ("IE", "9*99999A 9999999AA"),
    ("IT", "99999999999"),
    ("LT", "999999999 999999999999"),
    ("LU", "99999999"),
    ("LV", "99999999999"),
    ("MT", "99999999"),
    ("NL", "999999999B99"),
    ("PL", "9999999999"),
    ("PT", "999999999"),
    ("RO", "99 999 9999 99999 999999 9999999 99999999 999999999 9999999999"),
    ("SE", "999999999999"),
    ("SI", "99999999"),
    ("SK", "9999999999"),
    ("XI", "999999999 999999999999"),
];

/// Reads a VAT id; spaces, dots and hyphens in it make no difference.
pub fn european(text: &str) -> European {
    let plain = plain(text);
    let Some((prefix, rest)) = plain.split_at_checked(2) else { return European::No };
    let Some((known, forms)) = FORMS.iter().find(|(known, _)| *known == prefix) else {
        return European::No;
    };
    // A word that begins like a country is none: an id has digits.
    if !rest.bytes().any(|byte| byte.is_ascii_digit()) {
        return European::No;
    }
    match forms.split(' ').any(|form| has_form(rest, form)) {
        true => European::Of(if *known == "EL" { "GR" } else { known }),
        false => European::Malformed(forms),
    }
}

/// Letters in upper case and digits alone.
pub(super) fn plain(text: &str) -> String {
    let kept = text.chars().filter(|letter| !matches!(letter, ' ' | '.' | '-' | '\u{a0}'));
    kept.collect::<String>().to_ascii_uppercase()
}

fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(byte, wanted)| match wanted {
            b'9' => byte.is_ascii_digit(),
            b'A' => byte.is_ascii_uppercase(),
            b'*' => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            other => byte == other,
        })
}

/// Both have an id, of different countries of the union.
pub(super) fn is_reverse_charge(company: &Company, customer: &Customer) -> bool {
    let country = |id: &str| match european(id) {
        European::Of(country) => Some(country),
        European::Malformed(_) | European::No => None,
    };
    let mut sellers = company.tax_ids.iter().filter_map(|id| country(&id.value));
    let buyer = customer.tax_id.as_deref().and_then(country);
    buyer.is_some_and(|buyer| sellers.next().is_some_and(|seller| seller != buyer))
}

#[cfg(test)]
mod tests {
    use super::{European, european};

    #[test]
    fn ids_have_the_form_of_their_country() {
        let table = [
            ("DE136695976", European::Of("DE")),
            ("de 136 695 976", European::Of("DE")),
            ("ATU12345678", European::Of("AT")),
            ("EL123456789", European::Of("GR")),
            ("NL123456789B01", European::Of("NL")),
            ("FRXX123456789", European::Of("FR")),
            ("DE12345", European::Malformed("999999999")),
            ("AT12345678", European::Malformed("U99999999")),
            ("CHE-123.456.789 MWST", European::No),
            ("HRB", European::No),
            ("T1234567890123", European::No),
            ("", European::No),
            ("Ü1", European::No),
        ];
        for (text, read) in table {
            assert_eq!(european(text), read, "{text}");
        }
    }
}
