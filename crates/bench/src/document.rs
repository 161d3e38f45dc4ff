//! The tables in docs/benchmarks/, a file for each benchmark, between markers; the prose around
//! them is left alone, and so is the page that sums them up.

use std::fs;
use std::path::PathBuf;

use crate::outcome::{Outcome, broken};
use crate::report::Table;
use crate::{machine, programs};

/// Writes a table of a benchmark, and on what machine it was measured.
pub fn write(bench: &str, name: &str, table: &Table) -> Outcome<()> {
    let path = path(bench);
    let mut text = fs::read_to_string(&path)?;
    text = replaced(&text, "machine", &machine::describe())?;
    text = replaced(&text, name, &table.text())?;
    Ok(fs::write(&path, text)?)
}

fn path(bench: &str) -> PathBuf {
    programs::root().join("docs/benchmarks").join(format!("{bench}.md"))
}

/// What stands between `<!-- begin NAME -->` and `<!-- end NAME -->` is ours.
fn replaced(text: &str, name: &str, body: &str) -> Outcome<String> {
    let (begin, end) = (format!("<!-- begin {name} -->"), format!("<!-- end {name} -->"));
    let halves = text.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let (before, after) =
        halves.ok_or_else(|| broken(format!("docs/benchmarks has no place for `{name}`")))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", body.trim()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{path, replaced};
    use crate::benches::BENCHES;

    #[test]
    fn every_table_has_its_place() {
        for bench in BENCHES {
            let text = fs::read_to_string(path(bench.name)).unwrap();
            let tables = bench.tables.iter().map(|(name, _)| *name);
            for name in tables.chain(["machine"]) {
                replaced(&text, name, "").unwrap();
            }
        }
    }

    #[test]
    fn only_the_marked_part_changes() {
        let text = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n";
        let new = replaced(text, "x", "new").unwrap();
        assert_eq!(new, "a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n");
        assert_eq!(replaced(&new, "x", "new").unwrap(), new);
        assert!(replaced(text, "y", "").is_err());
    }
}
