//! A batch in parts: one transaction of the cycle keeps the writer from everybody else, so it is
//! never much longer than most are, whatever the invoices in it are made of.

use super::apply::Prepared;

/// So much text is written in a transaction: what five hundred usual invoices have.
const MOST_TEXT: usize = 1 << 20;

/// Customers in their order, cut where a transaction has enough. One customer is never cut.
pub(super) fn parts(prepared: Vec<Prepared>) -> Vec<Vec<Prepared>> {
    let mut parts: Vec<Vec<Prepared>> = Vec::new();
    let mut room = 0;
    for each in prepared {
        let text = text(&each);
        match parts.last_mut() {
            Some(part) if text <= room => part.push(each),
            _ => {
                room = MOST_TEXT;
                parts.push(vec![each]);
            }
        }
        room = room.saturating_sub(text);
    }
    parts
}

/// How much text a customer's invoices have.
fn text(prepared: &Prepared) -> usize {
    let invoices = prepared.invoices.iter().map(|row| &row.new);
    invoices.map(|new| new.doc.len() + new.lines.len() + new.derivations.len()).sum()
}
