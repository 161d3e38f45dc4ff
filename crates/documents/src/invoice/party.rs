//! Who sells and who pays, as a letter would address them.

use records::{Address, Company, Customer};

use super::view::{Pair, Party};
use crate::locale::{Language, Locale};

pub(super) fn seller(company: &Company, locale: Locale) -> Party {
    let words = locale.phrases();
    let ids = company.tax_ids.iter().map(|id| Pair {
        label: id
            .name
            .clone()
            .filter(|text| is_said(text))
            .unwrap_or_else(|| words.vat_id.to_owned()),
        value: id.value.clone(),
    });
    Party {
        label: words.from.to_owned(),
        name: company
            .legal_name
            .clone()
            .filter(|text| is_said(text))
            .unwrap_or_else(|| company.name.clone()),
        address: address(company.address.as_ref(), locale),
        ids: ids.collect(),
        email: company.email.clone().filter(|text| is_said(text)),
        phone: company.phone.clone().filter(|text| is_said(text)),
    }
}

pub(super) fn buyer(customer: &Customer, locale: Locale) -> Party {
    let words = locale.phrases();
    let mut lines = Vec::new();
    let person = customer.name.clone().filter(|text| is_said(text));
    lines.extend(person.filter(|name| *name != customer.display_name));
    lines.extend(address(customer.address.as_ref(), locale));
    let label = words.vat_id.to_owned();
    let id = customer.tax_id.clone().filter(|text| is_said(text));
    Party {
        label: words.bill_to.to_owned(),
        name: customer.display_name.clone(),
        address: lines,
        ids: id.map(|value| Pair { label, value }).into_iter().collect(),
        email: customer.email.clone().filter(|text| is_said(text)),
        phone: None,
    }
}

fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
}

/// The lines of a letter, in the order of the country it goes to.
fn address(known: Option<&Address>, locale: Locale) -> Vec<String> {
    let Some(known) = known else { return Vec::new() };
    let part = |part: &Option<String>| part.as_deref().unwrap_or_default().trim().to_owned();
    let (city, state, zip) = (part(&known.city), part(&known.state), part(&known.zip));
    let country = part(&known.country);
    let streets = vec![part(&known.address_line_1), part(&known.address_line_2)];
    let is_state_said = state != city;
    let mut lines = match country.as_str() {
        "JP" if locale.language == Language::Japanese => {
            let mark = if zip.is_empty() { String::new() } else { format!("〒{zip}") };
            let state = if is_state_said { state } else { String::new() };
            let [first, second] = [part(&known.address_line_1), part(&known.address_line_2)];
            vec![mark, format!("{state}{city}{first}"), second]
        }
        "US" | "CA" | "AU" | "IN" => {
            let place = [city, spaced([state, zip])].join(", ");
            with(streets, [place.trim_matches([',', ' ']).to_owned()])
        }
        "GB" | "IE" => with(streets, [city, zip]),
        "JP" => with(streets, [city, spaced([if is_state_said { state } else { "".into() }, zip])]),
        _ => {
            let region = Some(state).filter(|_| is_state_said).unwrap_or_default();
            with(streets, [spaced([zip, city]), region])
        }
    };
    lines.push(if country.is_empty() { country } else { locale.country(&country) });
    lines.retain(|line| !line.is_empty());
    lines
}

fn with<const N: usize>(mut streets: Vec<String>, more: [String; N]) -> Vec<String> {
    streets.extend(more);
    streets
}

fn spaced(parts: [String; 2]) -> String {
    parts.join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use records::Address;

    use super::address;
    use crate::locale::Locale;

    fn lines(country: &str, state: &str, locale: &str) -> Vec<String> {
        let some = |text: &str| Some(text.to_owned());
        let known = Address {
            address_line_1: some("Street 5"),
            city: some("Town"),
            country: some(country),
            state: some(state),
            zip: some("10969"),
            ..Address::default()
        };
        address(Some(&known), Locale::of(Some(locale), None))
    }

    #[test]
    fn letters_are_addressed_as_their_country_does() {
        assert_eq!(lines("DE", "Town", "de"), ["Street 5", "10969 Town", "Deutschland"]);
        assert_eq!(lines("US", "CA", "en"), ["Street 5", "Town, CA 10969", "United States"]);
        assert_eq!(lines("GB", "", "en"), ["Street 5", "Town", "10969", "United Kingdom"]);
        assert_eq!(lines("JP", "東京都", "ja"), ["〒10969", "東京都TownStreet 5", "日本"]);
        assert_eq!(lines("", "", "en"), ["Street 5", "10969 Town"]);
        assert!(address(None, Locale::default()).is_empty());
    }
}
