//! The statement of a customer as words and rows.

use calendar::Zone;
use money::Amount;
use records::invoice::statement::StatementType;
use records::{Company, Customer, Moment, Statement};

use crate::format;
use crate::invoice::{Pair, Party, parties};
use crate::locale::{Locale, Phrases};

/// The records that a statement is made of.
pub struct StatementSource<'a> {
    pub statement: &'a Statement,
    pub company: &'a Company,
    pub customer: &'a Customer,
    pub zone: &'a Zone,
}

/// All of it, as it is shown.
#[derive(Clone, Debug)]
pub struct StatementView {
    pub locale: Locale,
    pub title: &'static str,
    /// The days that it is about.
    pub period: Option<String>,
    pub from: Party,
    pub to: Party,
    pub closing_label: &'static str,
    /// With its currency.
    pub closing: String,
    /// Date, document, amount, balance.
    pub headings: [String; 4],
    pub opening: Option<Pair>,
    pub rows: Vec<StatementRow>,
    pub end: Pair,
    /// Where nothing happened.
    pub empty: Option<&'static str>,
    /// How many rows there are that are not listed.
    pub more: i64,
    pub footer: Vec<String>,
    pub brand: String,
    pub logo: Option<String>,
    pub accent: Option<String>,
}

#[derive(Clone, Debug)]
pub struct StatementRow {
    pub date: String,
    pub document: String,
    pub amount: String,
    pub balance: String,
}

pub fn statement_view(source: &StatementSource) -> StatementView {
    let StatementSource { statement, company, customer, zone } = source;
    let (locale, (from, to)) = parties(company, customer);
    let words = locale.phrases();
    let day = |at: Moment| format::at(zone, at).map(|date| format::day(locale, date));
    let digits = |amount: Amount| format::digits(locale, amount);
    let rows: Vec<StatementRow> = statement
        .entries
        .iter()
        .map(|entry| StatementRow {
            date: day(entry.date).unwrap_or_default(),
            document: named(words, entry.kind, entry.number.as_deref()),
            amount: digits(entry.amount),
            balance: digits(entry.balance),
        })
        .collect();
    let listed = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let amount = crate::locale::filled(words.amount_in, &[("currency", &statement.currency)]);
    StatementView {
        locale,
        title: words.statement,
        period: period(source, locale),
        from,
        to,
        closing_label: words.closing_balance,
        closing: format::money(locale, statement.closing),
        headings: [
            words.date.to_owned(),
            words.document.to_owned(),
            amount,
            words.closing_balance.to_owned(),
        ],
        opening: statement.from.map(|_| Pair {
            label: words.opening_balance.to_owned(),
            value: digits(statement.opening),
        }),
        empty: rows.is_empty().then_some(words.nothing_happened),
        more: statement.entries_count.saturating_sub(listed),
        rows,
        end: Pair {
            label: words.closing_balance.to_owned(),
            value: format::money(locale, statement.closing),
        },
        footer: crate::invoice::paragraphs(company.footer.as_deref()),
        brand: company.name.clone(),
        logo: company.logo.clone(),
        accent: company.accent_color.clone(),
    }
}

fn named(words: &'static Phrases, kind: StatementType, number: Option<&str>) -> String {
    let number = number.unwrap_or_default();
    let noun = match kind {
        StatementType::Invoice => words.invoice,
        StatementType::CreditNote => words.credit_note,
        StatementType::Payment => words.received,
        StatementType::Credit => words.credit,
        StatementType::Void => words.void,
        StatementType::Refund => words.refund,
    };
    format!("{noun} {number}").trim().to_owned()
}

fn period(source: &StatementSource, locale: Locale) -> Option<String> {
    let statement = source.statement;
    let first = statement.from.and_then(|from| format::at(source.zone, from));
    let behind = |to: Moment| Moment::from_micros(to.micros().saturating_sub(1));
    let last = statement.to.and_then(|to| format::at(source.zone, behind(to)));
    match (first, last) {
        (Some(first), Some(last)) => Some(format::range(locale, first, last)),
        (Some(first), None) => Some(format!("{} –", format::day(locale, first))),
        (None, Some(last)) => Some(format!("– {}", format::day(locale, last))),
        (None, None) => None,
    }
}
