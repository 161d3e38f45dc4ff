//! A batch in parts: one transaction of the cycle keeps the writer from everybody else, so it is
//! never much longer than most are, whatever the invoices in it are made of.

use store::billed::Billed;

use super::apply::Prepared;

/// One who collects counts for so many: it pays for as many, or more.
const COLLECTS: i64 = 50;

/// So much text is written in a transaction: what five hundred usual invoices have.
const MOST_TEXT: usize = 1 << 20;

/// How many of these are loaded and decided together.
pub(super) fn together(billed: &[Billed], most: i64) -> usize {
    let mut weight = 0;
    let fits = |billed: &&Billed| {
        let before = weight;
        weight += if billed.rollup_zone.is_some() { COLLECTS } else { 1 };
        before == 0 || weight <= most
    };
    billed.iter().take_while(fits).count()
}

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
