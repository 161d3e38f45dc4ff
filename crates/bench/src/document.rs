//! The tables of docs/benchmarks.md, between markers; the prose around them is left alone.

use std::fs;

use crate::outcome::{Outcome, broken};
use crate::report::Table;
use crate::{machine, programs};

pub fn write(name: &str, table: &Table) -> Outcome<()> {
    let path = programs::root().join("docs/benchmarks.md");
    let mut text = fs::read_to_string(&path)?;
    text = replaced(&text, "machine", &machine::describe())?;
    text = replaced(&text, name, &table.text())?;
    Ok(fs::write(&path, text)?)
}

/// What stands between `<!-- begin NAME -->` and `<!-- end NAME -->` is ours.
fn replaced(text: &str, name: &str, body: &str) -> Outcome<String> {
    let (begin, end) = (format!("<!-- begin {name} -->"), format!("<!-- end {name} -->"));
    let halves = text.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let (before, after) =
        halves.ok_or_else(|| broken(format!("docs/benchmarks.md has no place for `{name}`")))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", body.trim()))
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn only_the_marked_part_changes() {
        let text = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n";
        let new = replaced(text, "x", "new").unwrap();
        assert_eq!(new, "a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n");
        assert_eq!(replaced(&new, "x", "new").unwrap(), new);
        assert!(replaced(text, "y", "").is_err());
    }
}
