//! Where somebody is and where a tax is due: countries in their stored form, rates as shares.

use billing::customer::country;
use money::Ratio;
use records::{Address, Tax};

use crate::refusal::Faults;

/// Puts the country of an address into two letters.
pub(crate) fn check_address(
    before: Option<&Address>,
    address: &mut Option<Address>,
    faults: &mut Faults,
) {
    let Some(address) = address else { return };
    let unchanged = before == Some(address);
    check_country("/address", &mut address.country, unchanged, faults);
}

/// Checks the rates of a list and puts their countries into two letters.
pub(crate) fn check_taxes(
    pointer: &str,
    before: Option<&Vec<Tax>>,
    taxes: &mut Vec<Tax>,
    faults: &mut Faults,
) {
    let unchanged = before == Some(taxes);
    for (index, tax) in taxes.iter_mut().enumerate() {
        let pointer = format!("{pointer}/{index}");
        check_rate(&pointer, tax, faults);
        check_country(&pointer, &mut tax.country, unchanged, faults);
    }
}

/// An unknown country would bill without tax and without a word. One that nobody changes was
/// written before countries were looked at: it must not stand in the way of other changes.
fn check_country(pointer: &str, each: &mut Option<String>, unchanged: bool, faults: &mut Faults) {
    let Some(sent) = each.take().filter(|text| !text.trim().is_empty()) else { return };
    let known = country::code(&sent);
    if known.is_none() && !unchanged {
        let short: String = sent.trim().chars().take(80).collect();
        let detail = format!(
            "`{short}` is no country of ISO 3166-1: send its two or three letters or its English \
             name."
        );
        faults.add(&format!("{pointer}/country"), "unknown_country", detail);
    }
    *each = Some(known.map_or(sent, str::to_owned));
}

/// A rate is a share with at most twelve digits behind the point.
fn check_rate(pointer: &str, tax: &Tax, faults: &mut Faults) {
    let inside = tax.rate.as_str().parse::<Ratio>().is_ok_and(|rate| {
        let one = Ratio::power_of_ten(0);
        !rate.is_negative() && rate <= one && tax.rate.as_str().len() <= 14
    });
    if !inside {
        let detail = "A rate is a number from 0 to 1 with at most 12 digits behind the point.";
        faults.add(&format!("{pointer}/rate"), "range", detail);
    }
}
