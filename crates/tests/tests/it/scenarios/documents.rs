//! The document of every invoice of every story: the same figures as the record, digit for digit,
//! in every language.

use documents::invoice::{Figure, TotalKind};
use documents::{Names, Source, View, view};
use records::invoice::InvoiceStatus;
use records::{Company, Customer, Invoice, Moment};
use scenario::{Crashes, Mode};

use super::{Grounds, every, stories};
use crate::harness::Kind;

const LOCALES: [&str; 6] = ["en", "en-US", "de-DE", "fr-FR", "es-ES", "ja-JP"];

#[test]
fn documents_say_what_records_say() {
    let grounds = Grounds::shared(Kind::Sqlite);
    let mut stories = stories();
    stories.retain(|story| !story.stands_still());
    every(&stories, 12, |story| {
        let mut world = grounds.world(Crashes::Never);
        story.hold(&mut world, Mode::OneStep)?;
        for record in world.records("invoices")? {
            let invoice: Invoice = serde_json::from_value(record).map_err(|e| e.to_string())?;
            for locale in LOCALES {
                let view = laid_out(&invoice, locale);
                agree(&invoice, &view)
                    .map_err(|e| format!("{:?} {locale}: {e}", invoice.number))?;
            }
        }
        Ok(())
    });
}

fn laid_out(invoice: &Invoice, locale: &str) -> View {
    let customer = Customer { locale: Some(locale.to_owned()), ..Customer::default() };
    view(&Source {
        invoice,
        company: &Company::default(),
        customer: &customer,
        explanation: None,
        names: &Names::default(),
        zone: &"UTC".parse().unwrap(),
        now: Moment::default(),
    })
}

fn agree(invoice: &Invoice, view: &View) -> Result<(), String> {
    let lines: Vec<&Figure> =
        view.groups.iter().flat_map(|group| &group.lines).map(|line| &line.figure).collect();
    let sum = |figures: &[&Figure]| figures.iter().map(|each| each.amount.minor).sum::<i64>();
    if lines.len() == usize::try_from(invoice.line_count).unwrap() {
        equal("lines", sum(&lines), invoice.sub_total.minor)?;
    }
    let of = |wanted: &[TotalKind]| -> Vec<&Figure> {
        let rows = view.totals.iter().filter(|total| wanted.contains(&total.kind));
        rows.map(|total| &total.figure).collect()
    };
    let parts = [TotalKind::Discount, TotalKind::Tax, TotalKind::Credit, TotalKind::Given];
    equal("total", invoice.sub_total.minor + sum(&of(&parts)), invoice.total.minor)?;
    let issued = matches!(invoice.status, InvoiceStatus::Pending | InvoiceStatus::Paid);
    if issued && invoice.uuid.is_some() {
        let left = invoice.total.minor + sum(&of(&[TotalKind::Payment]));
        equal("payments", left, invoice.due.minor)?;
        equal("balance", sum(&of(&[TotalKind::Balance])), invoice.due.minor)?;
    }
    let figures = lines.into_iter().chain(view.totals.iter().map(|total| &total.figure));
    for figure in figures.chain([&view.answer.figure]) {
        let digits: String = figure.text.chars().filter(char::is_ascii_digit).collect();
        let minor: u64 = digits.parse().map_err(|_| format!("no digits: {}", figure.text))?;
        if minor != figure.amount.minor.unsigned_abs()
            || figure.text.starts_with('\u{2212}') != figure.amount.is_negative()
        {
            return Err(format!("{} is written {}", figure.amount, figure.text));
        }
    }
    Ok(())
}

fn equal(what: &str, shown: i64, known: i64) -> Result<(), String> {
    if shown == known { Ok(()) } else { Err(format!("{what}: {shown}, the record has {known}")) }
}
