//! What must hold of any explanation: each step comes to its result, the last one to the amount,
//! and the parts to the totals of the invoice.

use money::{Amount, AmountError};

use crate::audit::Finding;
use crate::explain::explanation::{Explanation, Of, Part};
use crate::invoice::Invoice;

/// Everything that does not add up.
pub fn check(invoice: &Invoice, explanation: &Explanation) -> Vec<Finding> {
    let mut wrong: Vec<Finding> =
        explanation.parts().flat_map(|part| steps(invoice, part)).collect();
    wrong.extend(sums(invoice, explanation).unwrap_or_else(|error| vec![error.to_string()]));
    wrong.iter().map(|what| format!("the explanation of {}: {what}", invoice.id)).collect()
}

fn steps(invoice: &Invoice, part: &Part) -> Vec<Finding> {
    let mut wrong = Vec::new();
    let mut last = None;
    for step in &part.steps {
        let Some(sum) = &step.sum else { continue };
        if sum.operation.apply(&sum.terms, invoice.currency) != sum.result {
            wrong.push(format!("{:?} does not come to {}", step.text, sum.result));
        }
        last = Some(&sum.result);
    }
    match last {
        Some(result) if *result != part.amount.major() => {
            wrong.push(format!("{} comes to {result} and is {}", part.title, part.amount));
        }
        None if computes(invoice, part) => wrong.push(format!("{} is not computed", part.title)),
        _ => {}
    }
    let spread = Amount::sum(invoice.currency, part.spread.iter().map(|(_, amount)| *amount));
    if !part.spread.is_empty() && spread != Ok(part.amount) {
        wrong.push(format!("{} is spread over lines as {spread:?}", part.title));
    }
    wrong
}

/// What is due of a draft or of a void invoice is nothing, and a discount may be older than what is
/// kept of it.
fn computes(invoice: &Invoice, part: &Part) -> bool {
    match &part.of {
        Of::Due => invoice.stands(),
        Of::Discount(id) => {
            invoice.discounts.iter().any(|detail| detail.discount == *id && detail.taken.is_some())
        }
        Of::Line(_) | Of::Tax | Of::Credit(_) | Of::Total => true,
    }
}

fn sums(invoice: &Invoice, explanation: &Explanation) -> Result<Vec<Finding>, AmountError> {
    let totals = &invoice.totals;
    let sum = |parts: &[Part]| Amount::sum(invoice.currency, parts.iter().map(|part| part.amount));
    let gross = sum(&explanation.lines)?.checked_sub(sum(&explanation.discounts)?)?;
    let gross = gross.checked_add(sum(&explanation.taxes)?)?;
    let table = [
        ("lines", sum(&explanation.lines)?, totals.sub_total),
        ("discounts", sum(&explanation.discounts)?, totals.discount),
        ("taxes", sum(&explanation.taxes)?, totals.tax),
        ("total", explanation.total.amount, totals.total),
        ("total and credits", gross.checked_sub(totals.credits)?, explanation.total.amount),
        ("due", explanation.due.amount, invoice.due()?),
    ];
    let wrong = table.iter().filter(|(_, found, noted)| found != noted);
    let mut wrong: Vec<Finding> = wrong
        .map(|(what, found, noted)| format!("{what} of {found}, the invoice has {noted}"))
        .collect();
    for part in &explanation.lines {
        let Of::Line(place) = part.of else { continue };
        wrong.extend(line(invoice, explanation, place)?);
    }
    Ok(wrong)
}

/// What discounts and taxes are of one line is what the line says.
fn line(
    invoice: &Invoice,
    explanation: &Explanation,
    place: usize,
) -> Result<Vec<Finding>, AmountError> {
    let Some(line) = invoice.lines.get(place) else {
        return Ok(vec!["a line is not there".into()]);
    };
    let of_line = |parts: &[Part]| {
        let spread = parts.iter().flat_map(|part| &part.spread);
        let own_parts = spread.filter(|(at, _)| *at == place).map(|(_, amount)| *amount);
        Amount::sum(invoice.currency, own_parts)
    };
    let known = invoice.discounts.iter().all(|detail| detail.taken.is_some());
    let (discount, tax) = (of_line(&explanation.discounts)?, of_line(&explanation.taxes)?);
    let mut wrong = Vec::new();
    if known && discount != line.discount {
        let noted = line.discount;
        wrong.push(format!("discounts of line {place} are {discount}, it has {noted}"));
    }
    if tax != line.tax {
        wrong.push(format!("taxes of line {place} are {tax}, it has {}", line.tax));
    }
    Ok(wrong)
}
