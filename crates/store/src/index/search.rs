//! Substring search over any record, by an index of three-letter grams on both engines.
//!
//! A record's names are stored folded to lower case, one a line, with the beginnings of its words
//! behind them. Grams are digests of company, kind and three characters, so one company's search
//! never visits another's. The index finds candidates; the stored text decides.

use std::collections::BTreeSet;

use records::CompanyId;

use crate::driver::dialect::Engine;
use crate::driver::statement::statements;
use crate::{Result, Tx, Value};

statements! {
    TEXT_OF: String = "SELECT text FROM search WHERE company_id = $1 AND kind = $2 AND id = $3";
    TEXTS_OF: (String, String) = "SELECT id, text FROM search
        WHERE company_id = $1 AND kind = $2 AND id IN {texts $3}";
    REMOVE = "DELETE FROM search WHERE company_id = $1 AND kind = $2 AND id = $3";
}

/// Only SQLite has the virtual table of grams.
pub(crate) mod sqlite {
    use super::statements;
    statements! {
        INSERT_ROW: i64 = "INSERT INTO search (company_id, kind, id, text) VALUES ($1, $2, $3, $4)
            RETURNING row_number";
        INSERT_GRAMS = "INSERT INTO search_grams (rowid, grams) VALUES ($1, $2)";
        NUMBERS_OF: i64 = "SELECT row_number FROM search
            WHERE company_id = $1 AND kind = $2 AND id IN {texts $3} ORDER BY row_number";
        REMOVE_GRAMS = "DELETE FROM search_grams WHERE rowid = $1";
    }
}

/// Only PostgreSQL keeps the grams beside the text.
pub(crate) mod postgres {
    use super::statements;
    statements! {
        PUT = "INSERT INTO search (company_id, kind, id, text, grams)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (company_id, kind, id)
            DO UPDATE SET text = excluded.text, grams = excluded.grams";
    }
}

/// Stands before the beginning of a word; no query contains it, since folding removes it.
const START: &str = "\u{1}\u{1}";

/// Whose text it is.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub company: &'a CompanyId,
    pub kind: &'a str,
    pub id: &'a str,
}

/// Keeps the text by which a record is found; what it had before is replaced.
pub(crate) fn put(tx: &mut Tx<'_>, subject: Subject<'_>, names: &[&str]) -> Result<()> {
    let Subject { company, kind, id } = subject;
    put_all(tx, (company, kind), &[(id, names.to_vec())])
}

/// The same for many records of a kind. SQLite's index writes what it has gathered whenever rows go
/// back, so everything is removed in the order of the rows before anything is added.
pub(crate) fn put_all(
    tx: &mut Tx<'_>,
    (company, kind): (&CompanyId, &str),
    all: &[(&str, Vec<&str>)],
) -> Result<()> {
    if tx.engine() == Engine::Sqlite {
        let ids: Vec<String> = all.iter().map(|(id, _)| (*id).to_owned()).collect();
        let known = tx.rows(&sqlite::NUMBERS_OF, &[company.into(), kind.into(), ids.into()])?;
        for number in &known {
            tx.run(&sqlite::REMOVE_GRAMS, &[(*number).into()])?;
        }
        for (id, _) in all.iter().filter(|_| !known.is_empty()) {
            tx.run(&REMOVE, &[company.into(), kind.into(), (*id).into()])?;
        }
    }
    for (id, names) in all {
        keep(tx, Subject { company, kind, id }, text(names))?;
    }
    Ok(())
}

/// Texts as another database had them, with their grams as this engine keeps them. `columns` are
/// the names of what is in each row.
pub(crate) fn put_texts(tx: &mut Tx<'_>, columns: &[&str], rows: &[Vec<Value>]) -> Result<()> {
    let place = |name: &str| columns.iter().position(|column| *column == name);
    let places = ["company_id", "kind", "id", "text"].map(place);
    for row in rows {
        let cells = places.map(|place| match place.and_then(|place| row.get(place)) {
            Some(Value::Text(text)) => text.as_str(),
            _ => "",
        });
        let [company, kind, id, text] = cells;
        let company = CompanyId::from(company);
        keep(tx, Subject { company: &company, kind, id }, text.to_owned())?;
    }
    Ok(())
}

fn keep(tx: &mut Tx<'_>, subject: Subject<'_>, text: String) -> Result<()> {
    let Subject { company, kind, id } = subject;
    let grams = grams(company, kind, &text);
    let [company, kind, id] = [company.into(), kind.into(), id.into()];
    match tx.engine() {
        Engine::Sqlite => {
            let number = tx.row(&sqlite::INSERT_ROW, &[company, kind, id, text.into()])?;
            tx.run(&sqlite::INSERT_GRAMS, &[number.into(), words(&grams).into()])?;
        }
        Engine::Postgres => {
            tx.run(&postgres::PUT, &[company, kind, id, text.into(), grams.into()])?;
        }
    }
    Ok(())
}

/// A record that is gone is not found any more.
pub(crate) fn remove(tx: &mut Tx<'_>, subject: Subject<'_>) -> Result<()> {
    let Subject { company, kind, id } = subject;
    if tx.engine() == Engine::Sqlite {
        let ids = vec![id.to_owned()];
        let known = tx.rows(&sqlite::NUMBERS_OF, &[company.into(), kind.into(), ids.into()])?;
        for number in known {
            tx.run(&sqlite::REMOVE_GRAMS, &[number.into()])?;
        }
    }
    tx.run(&REMOVE, &[company.into(), kind.into(), id.into()]).map(|_| ())
}

/// The text that is stored for a record, for the audits.
pub fn text_of(tx: &mut Tx<'_>, subject: Subject<'_>) -> Result<Option<String>> {
    let key = [subject.company.into(), subject.kind.into(), subject.id.into()];
    tx.row(&TEXT_OF, &key)
}

/// The texts that are stored for these records of a kind, by id, for the audits.
pub fn texts_of(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    kind: &str,
    ids: Vec<String>,
) -> Result<Vec<(String, String)>> {
    tx.rows(&TEXTS_OF, &[company.into(), kind.into(), ids.into()])
}

/// What a query looks for in the stored text.
pub(crate) struct Needle {
    pub(crate) text: String,
    /// Those that are likely in few texts first.
    grams: Vec<i64>,
}

impl Needle {
    /// From three characters on a substring, below that the beginning of a word.
    pub(crate) fn new(company: &CompanyId, kind: &str, query: &str) -> Needle {
        let folded = fold(query.trim());
        let text = match folded.chars().count() {
            0..=2 => format!("{START}{folded}"),
            _ => folded,
        };
        let (mut known, mut guessed) = (BTreeSet::new(), Vec::new());
        each_gram(company, kind, &text, |gram, digest| {
            if known.insert(digest) {
                guessed.push((gram.iter().copied().map(commonness).sum::<u32>(), digest));
            }
        });
        guessed.sort_by_key(|(guess, _)| *guess);
        // A long query is found by a part of its grams as well as by all of them.
        let grams = guessed.into_iter().take(24).map(|(_, gram)| gram).collect();
        Needle { text, grams }
    }

    /// All grams as the engine's index takes them.
    pub(crate) fn grams(&self, engine: Engine) -> Value {
        spelled(engine, self.grams.clone())
    }

    /// The three of the grams that are likely in the fewest texts.
    pub(crate) fn few(&self, engine: Engine) -> Value {
        spelled(engine, self.grams.iter().copied().take(3).collect())
    }
}

fn spelled(engine: Engine, grams: Vec<i64>) -> Value {
    match engine {
        Engine::Sqlite => Value::Text(words(&grams)),
        Engine::Postgres => Value::Ints(grams),
    }
}

/// The names of a record, one a line, then the beginnings of all their words.
pub fn text(names: &[&str]) -> String {
    let mut text = String::new();
    let mut starts = BTreeSet::new();
    for name in names {
        let folded = fold(name);
        for word in folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
            starts.insert(word.chars().take(2).collect::<String>());
        }
        text.push_str(&folded);
        text.push('\n');
    }
    for start in starts {
        text.push_str(START);
        text.push_str(&start);
    }
    text
}

/// Lower case by Unicode, the same whatever the engine's locale; control characters are spaces.
pub(crate) fn fold(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).flat_map(char::to_lowercase).collect()
}

/// The distinct grams of a text as 40-bit digests.
fn grams(company: &CompanyId, kind: &str, text: &str) -> Vec<i64> {
    let mut distinct = BTreeSet::new();
    each_gram(company, kind, text, |_, digest| {
        distinct.insert(digest);
    });
    distinct.into_iter().collect()
}

/// Every gram of a text with its digest, in the order of the text.
fn each_gram(company: &CompanyId, kind: &str, text: &str, mut see: impl FnMut(&[char], i64)) {
    let seed = digest(digest(0xcbf2_9ce4_8422_2325, company.as_bytes()), kind.as_bytes());
    for line in text.split('\n') {
        let chars: Vec<char> = line.chars().collect();
        for gram in chars.windows(3) {
            let mut bytes = [0_u8; 12];
            for (slot, character) in bytes.chunks_exact_mut(4).zip(gram) {
                slot.copy_from_slice(&u32::from(*character).to_le_bytes());
            }
            see(gram, i64::try_from(digest(seed, &bytes) >> 24).unwrap_or_default());
        }
    }
}

/// A guess how common a character is in names, addresses and identifiers. Where it is wrong, the
/// index finds more candidates than it had to.
fn commonness(character: char) -> u32 {
    match character {
        'a' | 'e' | 'i' | 'l' | 'n' | 'o' | 'r' | 's' | 't' => 3,
        'b' | 'c' | 'd' | 'g' | 'h' | 'm' | 'p' | 'u' | '0' => 2,
        _ if !character.is_alphanumeric() => 3,
        _ => 1,
    }
}

/// FNV-1a.
fn digest(seed: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(seed, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Grams as words of letters and digits.
fn words(grams: &[i64]) -> String {
    let words: Vec<String> = grams.iter().map(|gram| format!("g{gram:x}")).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Needle, START, grams, text};

    #[test]
    fn names_and_the_beginnings_of_words() {
        let stored = text(&["Acme Corp", "Ä@b.de"]);
        assert_eq!(stored.replace(START, "  "), "acme corp\nä@b.de\n  ac  b  co  de  ä");
    }

    #[test]
    fn what_is_likely_rare_is_looked_for_first() {
        let needle = Needle::new(&"c".into(), "k", "anna.4711@example-company.com");
        let rare = Needle::new(&"c".into(), "k", "4711");
        assert_eq!(needle.grams[..2], rare.grams[..]);
        assert_eq!(needle.grams.len(), 24, "each once, a part of many");
    }

    #[test]
    fn a_needle_has_no_gram_that_its_haystack_lacks() {
        let hay = text(&["Größe & Söhne 100%"]);
        let all = grams(&"c".into(), "k", &hay);
        for query in ["GRÖSSE".to_lowercase().as_str(), "söh", "100%", "g", "sö", "& s"] {
            let needle = Needle::new(&"c".into(), "k", query);
            let inside = hay.contains(&needle.text);
            assert_eq!(inside, query != "grösse", "{query}");
            assert!(!inside || needle.grams.iter().all(|g| all.contains(g)), "{query}");
        }
    }
}
