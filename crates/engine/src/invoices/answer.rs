//! Invoices as they are answered: columns, customers and lines as text before the document.

use std::collections::{BTreeSet, HashMap};

use records::{CustomerId, InvoiceId};
use store::document::Answer;
use store::invoice::{Columns, InvoiceRow};

use crate::documents::{Links, links};
use crate::{Failure, Session, customers};

/// A page shows the beginning of long invoices.
pub(super) const FIRST_LINES: usize = 100;

/// Invoices as JSON by their ids, to stand in other records; their customers by one statement.
pub(crate) fn embedded(
    session: &mut Session<'_, '_>,
    ids: BTreeSet<InvoiceId>,
) -> Result<HashMap<InvoiceId, String>, Failure> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let company = session.company_id().to_owned();
    let rows = store::invoice::by_ids(session.tx, &company, ids.into_iter().collect())?;
    let texts = answers(session, &rows, Lines::First(FIRST_LINES))?;
    Ok(rows.into_iter().map(|row| row.columns.id).zip(texts).collect())
}

/// How many lines an answer has.
#[derive(Clone, Copy)]
pub(super) enum Lines {
    All,
    First(usize),
}

/// Invoices as JSON, in the order of the rows; their customers by one statement.
pub(super) fn answers(
    session: &mut Session<'_, '_>,
    rows: &[InvoiceRow],
    lines: Lines,
) -> Result<Vec<String>, Failure> {
    let ids =
        rows.iter().flat_map(|row| [&row.columns.customer_id, &row.columns.billed_customer_id]);
    let ids: BTreeSet<CustomerId> = ids.cloned().collect();
    let customers = customers::answers(session, ids)?;
    let linked = |row: &InvoiceRow| links(session, &row.columns.id);
    Ok(rows.iter().map(|row| answer(row, &customers, lines, linked(row))).collect())
}

fn answer(
    row: &InvoiceRow,
    customers: &HashMap<CustomerId, String>,
    lines: Lines,
    links: Links,
) -> String {
    let customer = |id: &CustomerId| customers.get(id).map_or("null", String::as_str);
    let lines = match lines {
        Lines::All => row.lines.as_str(),
        Lines::First(most) => first(&row.lines, most),
    };
    let known = &row.columns;
    let (customer, billed) = (customer(&known.customer_id), customer(&known.billed_customer_id));
    let size = customer.len() + billed.len() + lines.len() + row.doc.len() + 1024;
    let mut answer = Answer::new(size);
    columns(&mut answer, known);
    answer
        .maybe_text("hosted_link", links.page.as_deref())
        .maybe_text("pdf_link", links.pdf.as_deref());
    answer.json("billed_customer", billed).json("customer", customer);
    // A text that was cut lacks its end.
    match lines.len() == row.lines.len() {
        true => answer.json("line_items", lines),
        false => answer.json("line_items", format_args!("{lines}]")),
    };
    answer.over(&row.doc)
}

fn columns(answer: &mut Answer, known: &Columns) {
    answer
        .json("auto_charges", known.auto_charges)
        .text("billed_customer_id", &known.billed_customer_id)
        .moment("billing_date", Some(known.billing_date))
        .moment("created_at", Some(known.created_at))
        .maybe_text("credit_note_number", known.credit_note_number.as_deref())
        .text("currency", &known.currency)
        .text("customer_id", &known.customer_id)
        .amount("due", &known.currency, known.due)
        .moment("due_date", known.due_date)
        .moment("finalized_date", known.invoice_date)
        .moment("invoice_date", known.invoice_date)
        .maybe_text("number", known.number.as_deref())
        .amount("paid", &known.currency, known.paid)
        .moment("paid_date", known.paid_date)
        .text("status", &known.status)
        .maybe_text("subscription_id", known.subscription_id.as_deref())
        .amount("total", &known.currency, known.total)
        .moment("updated_at", Some(known.updated_at))
        // What is only foreseen has no id.
        .maybe_text("uuid", Some(known.id.as_str()).filter(|id| !id.is_empty()));
}

/// The beginning of a JSON array that ends behind so many elements; all of it where it has no
/// more. A cut text lacks the closing bracket.
fn first(array: &str, most: usize) -> &str {
    let (mut depth, mut seen) = (0_usize, 0_usize);
    let (mut in_text, mut escaped) = (false, false);
    for (place, byte) in array.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 1 => {
                seen += 1;
                if seen == most {
                    return array.get(..place).unwrap_or(array);
                }
            }
            _ => {}
        }
    }
    array
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn a_list_is_cut_between_its_elements() {
        let list = r#"[{"a":"},\""},[1,2],{"b":[{}]}]"#;
        assert_eq!(first(list, 1), r#"[{"a":"},\""}"#);
        assert_eq!(first(list, 2), r#"[{"a":"},\""},[1,2]"#);
        assert_eq!(first(list, 3), list);
        assert_eq!(first("[]", 1), "[]");
    }
}
