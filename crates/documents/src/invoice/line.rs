//! One line: what it is for, how many at which price, and the sum where that is not all.

use std::collections::HashMap;

use records::LineItem;
use records::catalog::estimate::BreakdownRow;
use records::invoice::explanation::ExplainedPart;
use records::invoice::line_item::LineType;

use super::view::{Figure, Line, LineKind, Share};
use super::{Source, details, why};
use crate::format;
use crate::locale::{Locale, filled};

/// The sums of an invoice by the ids of its lines.
pub(super) struct Explained<'a> {
    source: &'a Source<'a>,
    parts: HashMap<&'a str, &'a ExplainedPart>,
}

impl<'a> Explained<'a> {
    pub fn new(source: &'a Source<'a>) -> Explained<'a> {
        let lines = source.explanation.map(|known| known.lines.as_slice()).unwrap_or_default();
        let parts = lines.iter().filter_map(|part| Some((part.id.as_deref()?, part))).collect();
        Explained { source, parts }
    }

    pub fn line(&self, locale: Locale, item: &LineItem) -> Line {
        let amount = item.amount;
        let gives_back = item.kind == LineType::ProrationCredit || item.corrects.is_some();
        let (quantity, unit_price) = priced(locale, item, gives_back);
        let share = share(item);
        let digits = amount.currency.digits();
        let part = self.parts.get(item.id.as_str());
        let why = part.map(|part| why::rows(locale, part, digits)).unwrap_or_default();
        // One product of the two that stand beside it says nothing more.
        let is_plain = !unit_price.is_empty() && share.is_none() && why.len() <= 1;
        Line {
            id: item.id.clone(),
            kind: if gives_back { LineKind::Correction } else { LineKind::Charge },
            name: item.name.clone(),
            notes: self.notes(locale, item, share),
            quantity,
            unit_price,
            share,
            figure: Figure { amount, text: format::digits(locale, amount) },
            why: if is_plain { Vec::new() } else { why },
        }
    }

    fn notes(&self, locale: Locale, item: &LineItem, share: Option<Share>) -> Vec<String> {
        let words = locale.phrases();
        let mut first = Vec::new();
        if item.kind == LineType::ProrationCredit {
            first.push(words.unused_time.to_owned());
        }
        first.extend(item.period.and_then(|period| format::days(locale, self.source.zone, period)));
        first.extend(share.filter(|share| share.of < 4000).map(|share| {
            let (count, of) = (share.count.to_string(), share.of.to_string());
            filled(words.share_of_days, &[("count", &count), ("of", &of)])
        }));
        let mut notes = vec![first.join(" · ")];
        let number = item.corrects.as_deref().and_then(|id| details::number_of(self.source, id));
        notes.extend(number.map(|number| filled(words.corrects_number, &[("number", number)])));
        notes.retain(|note| !note.is_empty());
        notes
    }
}

/// A part of a period; seconds are left to the sum.
fn share(item: &LineItem) -> Option<Share> {
    let (count, of) = (item.proration.numerator, item.proration.denominator);
    (count != of).then_some(Share { count, of })
}

/// Units and their price, where one price says it all.
fn priced(locale: Locale, item: &LineItem, gives_back: bool) -> (String, String) {
    let digits = item.amount.currency.digits();
    let counts = |row: &&BreakdownRow| row.label != "included" && row.unit_price != "0";
    let rows: Vec<&BreakdownRow> = item.breakdown.iter().filter(counts).collect();
    match rows.as_slice() {
        _ if gives_back => (String::new(), String::new()),
        [row] => {
            let price = format::decimal(locale, &row.unit_price, digits);
            (format::number(locale, &row.units), price)
        }
        _ if item.units == "0" || item.units.is_empty() => (String::new(), String::new()),
        _ => (format::number(locale, &item.units), String::new()),
    }
}
