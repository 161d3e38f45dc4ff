//! Which VAT a line has, and what each rate comes to: an e-invoice has one rate for a line.

use money::Ratio;
use records::Invoice;
use records::invoice::line_item::LineItem;

use super::line::Line;
use super::missing::{Found, Missing};
use super::party::{Party, eu};
use super::sums::{Minor, Signs};

/// Category and rate in percent; why none is paid, where none is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vat {
    /// `S` taxed, `E` free for a reason, `AE` owed by the buyer.
    pub category: &'static str,
    pub percent: String,
    pub reason: Option<String>,
}

pub struct Breakdown {
    pub vat: Vat,
    pub basis: Minor,
    pub tax: Minor,
}

/// Both have VAT ids of the EU, of different countries.
pub fn is_reverse_charge(seller: Option<&Party>, buyer: Option<&Party>) -> bool {
    let country = |party: Option<&Party>| party?.tax.as_ref().and_then(|(_, id)| eu(id));
    match (country(seller), country(buyer)) {
        (Some(seller), Some(buyer)) => seller != buyer,
        _ => false,
    }
}

pub fn of_line(line: &LineItem, place: usize, reverse: bool, found: &mut Found) -> Option<Vat> {
    let field = |name: &str| format!("line_items.{place}.{name}");
    match line.taxes.as_slice() {
        [] if reverse => Some(Vat {
            category: "AE",
            percent: "0".to_owned(),
            reason: Some("Reverse charge".to_owned()),
        }),
        [] => {
            let reason = "says why no VAT is charged: a tax of rate 0 that is named for the reason";
            found.add(Missing::new("invoice", field("taxes"), reason));
            None
        }
        [one] => {
            let percent = Ratio::parse_decimal(one.rate.as_str()).ok()? * Ratio::from(100);
            let free = percent.is_zero();
            Some(Vat {
                category: if free { "E" } else { "S" },
                percent: percent.to_string(),
                reason: free.then(|| one.name.clone()),
            })
        }
        _ => {
            let reason = "a line of an e-invoice has one rate of VAT, and this has several";
            found.add(Missing::new("invoice", field("taxes"), reason));
            None
        }
    }
}

/// What each rate comes to, in the order in which lines first have it.
pub fn breakdown(lines: &[Line], invoice: &Invoice, signs: Signs) -> Vec<Breakdown> {
    let mut all: Vec<Breakdown> = Vec::new();
    for line in lines {
        match all.iter_mut().find(|one| one.vat == line.vat) {
            Some(one) => one.basis = one.basis.plus(line.net),
            None => all.push(Breakdown {
                vat: line.vat.clone(),
                basis: line.net,
                tax: Minor::default(),
            }),
        }
    }
    for detail in &invoice.tax_details {
        let Ok(rate) = Ratio::parse_decimal(detail.rate.as_str()) else { continue };
        let percent = (rate * Ratio::from(100)).to_string();
        let taxed =
            all.iter_mut().find(|one| one.vat.percent == percent && one.vat.category != "AE");
        if let Some(one) = taxed {
            one.tax = one.tax.plus(signs.minor(detail.amount));
        }
    }
    all
}
