//! Invoices and credit notes are numbered 1 to N, as their series says, and the local days of their
//! issue never fall as numbers rise.

use calendar::Zone;
use records::invoice::NumberSeries;
use records::{CompanyId, Moment};
use serde::Deserialize;
use store::Tx;
use store::audit::Numbered;
use store::number::{CREDIT_NOTE, INVOICE};

use super::{Found, history};
use crate::Failure;
use crate::bill::numbering::{formatted, ordinal};
use crate::bill::stored::{self, InvoiceDocument};

const BATCH: i64 = 2_000;

pub(super) fn of_invoices(tx: &mut Tx<'_>, company: &CompanyId) -> Found {
    let mut series = Series::open(tx, company, INVOICE, "invoice_number_format")?;
    each_numbered(tx, company, |numbered, of| match of {
        Ok(NumberSeries::CreditNote) => {}
        Ok(NumberSeries::Invoice) => {
            if !numbered.is_found {
                let complaint = "has another number to be found by than its own";
                series.wrong.push(format!("invoice {} {complaint}", numbered.id));
            }
            series.note(&numbered.id, &numbered.number, numbered.date);
        }
        Err(error) => series.wrong.push(format!("invoice {}: {error}", numbered.id)),
    })?;
    series.judged()
}

/// Credit notes are documents that are titled so, and voids.
pub(super) fn of_credit_notes(tx: &mut Tx<'_>, company: &CompanyId) -> Found {
    let mut series = Series::open(tx, company, CREDIT_NOTE, "credit_note_number_format")?;
    each_numbered(tx, company, |numbered, of| {
        if matches!(of, Ok(NumberSeries::CreditNote)) {
            series.note(&numbered.id, &numbered.number, numbered.date);
        }
    })?;
    let mut last = String::new();
    loop {
        let page = store::audit::credit_notes(tx, company, &last, BATCH)?;
        let Some(end) = page.last() else { return series.judged() };
        last = end.number.clone();
        for credit_note in page {
            match stored::read::<InvoiceDocument>(&credit_note.doc) {
                Ok(document) => {
                    series.note(&credit_note.id, &credit_note.number, document.credit_note_date)
                }
                Err(error) => series.wrong.push(format!("invoice {}: {error}", credit_note.id)),
            }
        }
    }
}

/// What a document says of its number.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Titled {
    number_series: NumberSeries,
}

/// Every numbered invoice of a company, with the series that its number is of.
fn each_numbered(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    mut note: impl FnMut(&Numbered, Result<NumberSeries, stored::Unreadable>),
) -> Result<(), Failure> {
    let mut last = String::new();
    loop {
        let page = store::audit::numbered(tx, company, &last, BATCH)?;
        let Some(end) = page.last() else { return Ok(()) };
        last = end.id.clone();
        for numbered in &page {
            note(
                numbered,
                stored::read::<Titled>(&numbered.doc).map(|titled| titled.number_series),
            );
        }
    }
}

/// A series and what was seen of it: a date for each number, whatever their order.
struct Series {
    noun: &'static str,
    /// Every format and zone that the company ever had; what was issued under one is right by it.
    formats: Vec<String>,
    zones: Vec<Zone>,
    /// The last number that was given.
    given: i64,
    count: i64,
    issued: Vec<(i64, Moment)>,
    /// Of texts that more than one format makes, the numbers that they may be.
    unclear: Vec<(Vec<i64>, Moment)>,
    wrong: Vec<String>,
}

impl Series {
    fn open(
        tx: &mut Tx<'_>,
        company: &CompanyId,
        series: &'static str,
        format: &str,
    ) -> Result<Series, Failure> {
        let zones = history::values(tx, company, "preferred_timezone")?;
        Ok(Series {
            noun: if series == INVOICE { "invoice" } else { "credit note" },
            formats: history::values(tx, company, format)?,
            zones: zones.iter().filter_map(|zone| zone.parse().ok()).collect(),
            given: store::number::last(tx, company, series)?,
            count: 0,
            issued: Vec::new(),
            unclear: Vec::new(),
            wrong: Vec::new(),
        })
    }

    fn note(&mut self, id: &str, text: &str, date: Option<Moment>) {
        self.count += 1;
        let Some(date) = date else {
            self.wrong.push(format!("invoice {id} has the number {text} and no date of its issue"));
            return;
        };
        let mut numbers: Vec<i64> =
            self.formats.iter().filter_map(|format| ordinal(format, text)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.retain(|number| (1..=self.given).contains(number));
        match numbers.as_slice() {
            [] => {
                let complaint = "which the series never gave";
                self.wrong.push(format!("invoice {id} has the number {text}, {complaint}"));
            }
            [number] => self.issued.push((*number, date)),
            _ => self.unclear.push((numbers, date)),
        }
    }

    fn judged(mut self) -> Found {
        self.issued.sort_unstable();
        for (numbers, date) in std::mem::take(&mut self.unclear) {
            let taken = |number: &i64| self.issued.partition_point(|(known, _)| known < number);
            let free = |number: &&i64| {
                self.issued.get(taken(number)).is_none_or(|(known, _)| known != *number)
            };
            let number = numbers.iter().find(free).or(numbers.first()).copied().unwrap_or(0);
            self.issued.insert(taken(&number), (number, date));
        }
        let Series { noun, given, count, .. } = self;
        let mut wrong = std::mem::take(&mut self.wrong);
        if given != count {
            wrong.push(format!("the series of {noun}s stands at {given} and {count} have numbers"));
        }
        let mut before = (0, Moment::from_micros(i64::MIN));
        for (number, date) in &self.issued {
            match number - before.0 {
                0 => wrong.push(format!("two {noun}s have the number {}", self.shown(*number))),
                1 => {}
                _ => {
                    let (first, last) = (self.shown(before.0 + 1), self.shown(number - 1));
                    let upto = if first == last { String::new() } else { format!(" to {last}") };
                    wrong.push(format!("no {noun} has the number {first}{upto}"));
                }
            }
            if self.falls(before.1, *date) {
                let (text, earlier) = (self.shown(*number), self.shown(before.0));
                let issue = format!("{noun} {text} was issued at {date}");
                wrong.push(format!("{issue}, a day before {earlier} at {}", before.1));
            }
            before = (*number, *date);
        }
        Ok(wrong)
    }

    fn shown(&self, number: i64) -> String {
        formatted(self.formats.first().map_or("{n}", String::as_str), number)
    }

    /// Whether a date lies on an earlier day than the one before, wherever the company was.
    fn falls(&self, last: Moment, date: Moment) -> bool {
        if date >= last {
            return false;
        }
        match (stored::instant(last), stored::instant(date)) {
            (Ok(last), Ok(date)) => self.zones.iter().all(|zone| zone.date(date) < zone.date(last)),
            _ => true,
        }
    }
}
