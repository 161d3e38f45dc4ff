//! What must hold of the settings that documents are printed by.

use documents::invoice::{European, european};
use records::{Company, Customer};

use super::logo;
use crate::refusal::Faults;

/// The accent, footer, logo and tax ids of a company.
pub(crate) fn check_company(company: &mut Company, faults: &mut Faults) {
    if let Some(accent) = &mut company.accent_color {
        *accent = accent.to_ascii_lowercase();
    }
    let blank = |text: &Option<String>| text.as_ref().is_some_and(|text| text.trim().is_empty());
    if blank(&company.footer) {
        company.footer = None;
    }
    if let Some(logo) = &company.logo {
        match logo::checked(logo) {
            Ok(safe) => company.logo = Some(safe),
            Err(sentence) => faults.add("/logo", "unusable", sentence),
        }
    }
    for (place, id) in company.tax_ids.iter_mut().enumerate() {
        let pointer = format!("/tax_ids/{place}/value");
        id.value = id.value.trim().to_owned();
        if id.value.is_empty() {
            faults.add(&pointer, "required", "A tax id is not empty.");
        }
        form(&pointer, &id.value, faults);
    }
}

/// The tax id of a customer, by the country that it or the address names.
pub(crate) fn check_customer(
    before: Option<&Customer>,
    customer: &mut Customer,
    faults: &mut Faults,
) {
    let Some(id) = &mut customer.tax_id else { return };
    *id = id.trim().to_owned();
    if before.is_some_and(|before| before.tax_id.as_ref() == Some(id)) {
        return;
    }
    if id.is_empty() {
        customer.tax_id = None;
        return;
    }
    let country = customer.address.as_ref().and_then(|address| address.country.as_deref());
    if let Some(form) = country.and_then(|country| local_form(country, id)) {
        let detail = format!("A tax id of this country looks like {form}.");
        faults.add("/tax_id", "format", detail);
        return;
    }
    form("/tax_id", id, faults);
}

fn form(pointer: &str, id: &str, faults: &mut Faults) {
    if let European::Malformed(forms) = european(id) {
        let prefix: String = id.trim().chars().take(2).collect::<String>().to_uppercase();
        let forms = forms.replace(' ', &format!(" or {prefix}"));
        let detail = format!(
            "A VAT id of this country looks like {prefix}{forms}: 9 is a digit, A a letter, * \
             either."
        );
        faults.add(pointer, "format", detail);
    }
    if id.chars().any(char::is_control) {
        faults.add(pointer, "format", "A tax id is one line.");
    }
}

/// What the id of a country outside the union looks like, where this is none.
fn local_form(country: &str, id: &str) -> Option<&'static str> {
    let plain: String =
        id.chars().filter(|letter| !matches!(letter, ' ' | '.' | '-' | '/')).collect();
    let plain = plain.to_uppercase();
    let digits = |count: usize, text: &str| {
        text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let strip = |text: &'static str| plain.strip_prefix(text);
    let (good, form) = match country {
        "AU" => (digits(11, &plain), "51 824 753 556"),
        "CH" | "LI" => {
            let rest = strip("CHE").unwrap_or_default();
            let rest = rest.trim_end_matches(|letter: char| letter.is_alphabetic());
            (digits(9, rest), "CHE-123.456.789 MWST")
        }
        "GB" => {
            let rest = strip("GB").unwrap_or(&plain);
            (digits(9, rest) || digits(12, rest) || plain.starts_with("XI"), "GB123456789")
        }
        "JP" => (digits(13, strip("T").unwrap_or(&plain)), "T1234567890123"),
        "NO" => {
            let rest = plain.trim_start_matches("NO").trim_end_matches("MVA");
            (digits(9, rest), "NO 123 456 789 MVA")
        }
        "US" => (digits(9, &plain), "12-3456789"),
        _ => return None,
    };
    // An id of the union is good for whoever is registered there, too.
    let is_european = matches!(european(id), European::Of(_));
    (!good && !is_european).then_some(form)
}

#[cfg(test)]
mod tests {
    use super::local_form;

    #[test]
    fn countries_outside_the_union_have_forms_of_their_own() {
        for (country, id) in [
            ("CH", "CHE-123.456.789 MWST"),
            ("GB", "GB 123 4567 89"),
            ("JP", "T1234567890123"),
            ("NO", "NO123456789MVA"),
            ("US", "12-3456789"),
            ("US", "DE136695976"),
            ("BR", "anything"),
        ] {
            assert_eq!(local_form(country, id), None, "{country} {id}");
        }
        for (country, id) in [("CH", "123"), ("US", "x"), ("JP", "T12"), ("GB", "GB1")] {
            assert!(local_form(country, id).is_some(), "{country} {id}");
        }
    }
}
