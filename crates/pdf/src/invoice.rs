//! An invoice as the template takes it: every word and figure of the view, as text alone.

use documents::invoice::{Group, Line, Party, Total, TotalKind, View};
use documents::locale::Language;
use serde_json::{Value, json};

use super::paper::{Attachment, Logo, Made, Paper, Template};
use super::render::{Fault, render};

/// What a file of an invoice needs beside what it shows.
pub struct About<'a> {
    /// The id of the invoice: one document in all its states.
    pub identity: &'a str,
    /// The instant of the issue.
    pub made: Option<Made>,
    /// The same invoice for machines.
    pub attachment: Option<&'a Attachment>,
}

/// A line whose units and price do not make its amount shows at most so many rows of its sum.
const SUM: usize = 6;

pub fn invoice(view: &View, about: &About) -> Result<Vec<u8>, Fault> {
    let shown = shown(view);
    let title = match &view.number {
        Some(number) => format!("{} {number}", view.title),
        None => format!("{} ({})", view.title, view.status),
    };
    let logo = view.logo.as_deref().and_then(Logo::of_data_url);
    render(&Paper {
        template: Template::Invoice,
        view: &shown,
        language: view.locale.language.code(),
        title: &title,
        author: &view.from.name,
        identity: about.identity,
        made: about.made,
        logo: logo.as_ref(),
        attachment: about.attachment,
    })
}

fn shown(view: &View) -> Value {
    let sections: Vec<_> = [&view.how_to_pay, &view.notes]
        .into_iter()
        .flatten()
        .map(|(heading, lines)| json!({"heading": heading, "lines": lines}))
        .collect();
    json!({
        "title": view.title,
        "number": view.number.as_deref().unwrap_or(&view.status),
        "band": view.band,
        "answer": {
            "label": view.answer.label,
            "amount": view.answer.figure.text,
            "sentences": view.answer.sentences,
        },
        "brand": view.brand,
        "from": party(&view.from),
        "to": party(&view.to),
        "details": details(view),
        "headings": [
            view.headings.description,
            view.headings.quantity,
            view.headings.unit_price,
            &view.headings.amount,
        ],
        "groups": view.groups.iter().map(group).collect::<Vec<_>>(),
        "totals": view.totals.iter().map(total).collect::<Vec<_>>(),
        "remarks": view.remarks,
        "sections": sections,
        "questions": view.questions,
        "footer": view.footer,
        "page": view.locale.phrases().page_of,
        "accent": view.accent,
        "boxed": boxed(view.locale.language),
    })
}

/// Without the number, which stands at the top.
fn details(view: &View) -> Vec<[&str; 2]> {
    let number = view.number.as_deref();
    let others = view.details.iter().filter(|pair| Some(pair.value.as_str()) != number);
    others.map(|pair| [pair.label.as_str(), pair.value.as_str()]).collect()
}

fn party(party: &Party) -> Value {
    let ids = party.ids.iter().map(|id| format!("{} {}", id.label, id.value));
    let contact = [&party.email, &party.phone].into_iter().flatten().cloned();
    let lines: Vec<_> = party.address.iter().cloned().chain(ids).chain(contact).collect();
    json!({"label": party.label, "name": party.name, "lines": lines})
}

fn group(group: &Group) -> Value {
    json!({
        "customer": group.customer,
        "title": group.title,
        "lines": group.lines.iter().map(line).collect::<Vec<_>>(),
        "subtotal": group.subtotal.as_ref().map(total),
    })
}

fn line(line: &Line) -> Value {
    let is_plain = !line.unit_price.is_empty();
    let sum = line.why.iter().filter(|why| !is_plain && !why.sum.is_empty()).take(SUM);
    let sum = sum.map(|why| match why.words.as_str() {
        "" => why.sum.clone(),
        words => format!("{words}: {}", why.sum),
    });
    json!({
        "name": line.name,
        "beneath": line.notes.iter().cloned().chain(sum).collect::<Vec<_>>(),
        "quantity": line.quantity,
        "price": line.unit_price,
        "amount": line.figure.text,
    })
}

fn total(total: &Total) -> Value {
    let kind = match total.kind {
        TotalKind::Total => "total",
        TotalKind::Balance => "balance",
        _ => "part",
    };
    json!({"label": total.label, "amount": total.figure.text, "kind": kind})
}

/// Printed where the machine has no font for a letter.
fn boxed(language: Language) -> &'static str {
    match language {
        Language::German => "Ein □ steht für ein Zeichen, für das es hier keine Schrift gibt.",
        Language::French => "Un □ remplace un caractère pour lequel il n’y a pas de police ici.",
        Language::Spanish => "Un □ está en lugar de un carácter para el que aquí no hay fuente.",
        Language::English | Language::Japanese => {
            "A □ stands for a character that there is no font for here."
        }
    }
}
