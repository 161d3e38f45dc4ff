//! What of a text is another in each copy of a customer: ids, names and numbers.

use rusqlite::types::Value as Cell;

/// Ids of what belongs to customers: a prefix, and how many letters follow.
const OWNED: [&str; 5] = ["cus_", "subs_", "crd_", "cl_", "evt_"];
const LETTERS: usize = 27;
const UUID: usize = 36;
/// What stands before the number of a deal, which has seven digits.
const NAMED: [&str; 5] = ["acct-", "sub-", "customer-", "Customer ", "customer "];
const DIGITS: usize = 7;
const NUMBERED: [&str; 2] = ["INV-", "inv-"];

/// A text with places that are another in each copy.
pub struct Pattern<'t> {
    pieces: Vec<Piece<'t>>,
}

enum Piece<'t> {
    Same(&'t str),
    /// The end of an id, and whether it is of something that belongs to a customer.
    End(bool),
    /// The number of a deal, from 0.
    Deal(usize),
    /// That of an invoice, from 1.
    Invoice(usize),
}

impl<'t> Pattern<'t> {
    pub fn of(cell: &'t Cell) -> Pattern<'t> {
        let Cell::Text(text) = cell else { return Pattern { pieces: Vec::new() } };
        let (mut pieces, mut done, mut at) = (Vec::new(), 0, 0);
        while at < text.len() {
            match found(text, at) {
                Some((place, end, piece)) => {
                    pieces.push(Piece::Same(&text[done..place]));
                    pieces.push(piece);
                    (done, at) = (end, end);
                }
                None => at += 1,
            }
        }
        pieces.push(Piece::Same(&text[done..]));
        Pattern { pieces }
    }

    pub fn is_owned(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::End(true)))
    }

    pub fn spelled(&self, copy: usize, times: usize) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Same(known) => text.push_str(known),
                Piece::End(_) => text.push_str(&format!("{copy:02}")),
                Piece::Deal(at) => text.push_str(&format!("{:0DIGITS$}", at * times + copy)),
                Piece::Invoice(n) => text.push_str(&format!("{:06}", (n - 1) * times + copy + 1)),
            }
        }
        text
    }
}

/// What begins at a place of a text: from where to where it is another in each copy, and how.
fn found(text: &str, at: usize) -> Option<(usize, usize, Piece<'static>)> {
    let bytes = text.as_bytes();
    if !bytes[at].is_ascii_alphanumeric() || at > 0 && bytes[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let rest = &bytes[at..];
    let prefix =
        |of: &[&'static str]| of.iter().copied().find(|text| rest.starts_with(text.as_bytes()));
    let digits = |from: usize| rest[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let number = |from: usize, length: usize| text[at + from..at + from + length].parse().ok();
    if let Some(prefix) = prefix(&OWNED) {
        let end = prefix.len() + LETTERS;
        let whole = rest.get(prefix.len()..end)?.iter().all(u8::is_ascii_alphanumeric);
        return whole.then_some((at + end - 2, at + end, Piece::End(prefix != "evt_")));
    }
    if let Some(from) = prefix(&NAMED).map(str::len).filter(|from| digits(*from) == DIGITS) {
        return Some((at + from, at + from + DIGITS, Piece::Deal(number(from, DIGITS)?)));
    }
    if let Some(from) = prefix(&NUMBERED).map(str::len) {
        let length = digits(from);
        return Some((at + from, at + from + length, Piece::Invoice(number(from, length)?)));
    }
    let hex = |(place, byte): (usize, &u8)| match place {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    let whole = rest.get(..UUID)?.iter().enumerate().all(hex);
    whole.then_some((at + UUID - 2, at + UUID, Piece::End(true)))
}

#[cfg(test)]
mod tests {
    use super::{Cell, Pattern};

    #[test]
    fn copies_have_names_of_their_own() {
        let id = "cus_0EG6GIZxg8lnQToKV1aPlMBIz6a";
        let text = format!("[\"{id}\",\"acct-0000005\",\"INV-000006\",\"cmp_x\"]");
        let cell = Cell::Text(text);
        let pattern = Pattern::of(&cell);
        assert!(pattern.is_owned());
        assert_eq!(
            pattern.spelled(3, 10),
            "[\"cus_0EG6GIZxg8lnQToKV1aPlMBIz03\",\"acct-0000053\",\"INV-000054\",\"cmp_x\"]"
        );
    }

    #[test]
    fn what_belongs_to_nobody_is_not_copied() {
        for text in ["price_0EG6GIZxg6h5O5bHpRjPZCXNubR", "evt_0EG6GIZxg6fd8PZHjonxYIU3AjM", "Plan"]
        {
            assert!(!Pattern::of(&Cell::Text(text.to_owned())).is_owned());
        }
    }
}
