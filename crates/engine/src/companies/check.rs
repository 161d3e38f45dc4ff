//! What must hold of a company's settings beyond their shape.

use jiff::tz::TimeZone;
use money::Currency;
use records::Company;

use super::place::{check_address, check_taxes};
use crate::documents::check_company;
use crate::refusal::Faults;
use crate::{Failure, Refusal};

/// Puts settings into their stored form and refuses what cannot be, listing every fault, also
/// those that were found before.
pub(super) fn check(
    before: Option<&Company>,
    company: &mut Company,
    mut faults: Faults,
) -> Result<(), Failure> {
    match company.preferred_currency.parse::<Currency>() {
        Ok(currency) => company.preferred_currency = currency.code().to_owned(),
        Err(unknown) => faults.add("/preferred_currency", "unknown", unknown.to_string()),
    }
    if TimeZone::get(&company.preferred_timezone).is_err() {
        faults.add("/preferred_timezone", "unknown", "There is no such IANA time zone.");
    }
    if company.name.trim().is_empty() {
        faults.add("/name", "required", "A company needs a name.");
    }
    let (address, taxes) =
        (before.and_then(|company| company.address.as_ref()), before.map(|company| &company.taxes));
    check_address(address, &mut company.address, &mut faults);
    check_taxes("/taxes", taxes, &mut company.taxes, &mut faults);
    check_company(company, &mut faults);
    let formats = [
        ("/invoice_number_format", &company.invoice_number_format),
        ("/credit_note_number_format", &company.credit_note_number_format),
    ];
    for (pointer, format) in formats {
        if !numbers(format) {
            let detail = "A number format holds {n} or {n:DIGITS} once, with 1 to 12 digits.";
            faults.add(pointer, "format", detail);
        }
    }
    if may_collide(&company.invoice_number_format, &company.credit_note_number_format) {
        let detail = "Invoices and credit notes must not get the same numbers.";
        faults.add("/credit_note_number_format", "same_as_invoices", detail);
    }
    faults.refuse_any().map_err(|refusal: Refusal| refusal.into())
}

/// Whether two formats can make one text of two numbers.
fn may_collide(one: &str, other: &str) -> bool {
    let parts = |format: &'_ str| {
        let (before, rest) = format.split_once('{')?;
        let (_, behind) = rest.split_once('}')?;
        Some((before.to_lowercase(), behind.to_lowercase()))
    };
    let (Some(one), Some(other)) = (parts(one), parts(other)) else { return false };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let begins = |one: &str, other: &str| one.strip_prefix(other).is_some_and(digits);
    let ends = |one: &str, other: &str| one.strip_suffix(other).is_some_and(digits);
    (begins(&one.0, &other.0) || begins(&other.0, &one.0))
        && (ends(&one.1, &other.1) || ends(&other.1, &one.1))
}

/// Whether a format has exactly one place for the number.
fn numbers(format: &str) -> bool {
    let mut parts = format.split('{');
    let before = parts.next().unwrap_or_default();
    let (Some(place), None) = (parts.next(), parts.next()) else { return false };
    let Some((name, after)) = place.split_once('}') else { return false };
    let width = match name.split_once(':') {
        None => name == "n",
        Some(("n", digits)) => digits.parse::<u8>().is_ok_and(|n| (1..=12).contains(&n)),
        Some(_) => false,
    };
    width && !before.contains('}') && !after.contains('}')
}

#[cfg(test)]
mod tests {
    use super::{may_collide, numbers};

    #[test]
    fn formats_of_two_series_never_meet() {
        for (one, other) in
            [("INV-{n:6}", "CN-{n:6}"), ("{n}/26", "{n}/cn"), ("A{n}", "AB{n}"), ("2{n}-", "{n}")]
        {
            assert!(!may_collide(one, other), "{one} {other}");
        }
        for (one, other) in
            [("{n}", "{n:6}"), ("INV-{n}", "inv-{n:4}"), ("A{n}", "A1{n}"), ("{n}2", "{n}")]
        {
            assert!(may_collide(one, other) && may_collide(other, one), "{one} {other}");
        }
    }

    #[test]
    fn number_formats_have_one_place() {
        for good in ["INV-{n:6}", "{n}", "A{n:12}/26"] {
            assert!(numbers(good), "{good}");
        }
        for bad in ["", "INV", "{m}", "{n:0}", "{n:13}", "{n}{n}", "{n", "n}", "{n}}", "{n:x}"] {
            assert!(!numbers(bad), "{bad}");
        }
    }
}
