//! What is unique in a company and has no column of its own.

use std::collections::BTreeSet;

use records::CompanyId;

use crate::driver::statement::statements;
use crate::label::Label;
use crate::search::Subject;
use crate::{Error, Result, Tx, Value};

statements! {
    CLAIM = "INSERT INTO mark (company_id, kind, mark, id) VALUES ($1, $2, $3, $4)
        ON CONFLICT (company_id, kind, mark) DO NOTHING";
    RELEASE = "DELETE FROM mark WHERE company_id = $1 AND kind = $2 AND mark = $3 AND id = $4";
    HOLDER: String = "SELECT id FROM mark WHERE company_id = $1 AND kind = $2 AND mark = $3";
}

/// Brings the marks of a record from what it had to what it has; one that another record holds is
/// [`Error::Taken`] under the name of the mark.
pub(crate) fn replace(
    tx: &mut Tx<'_>,
    subject: Subject<'_>,
    name: &str,
    before: &BTreeSet<Label>,
    after: &BTreeSet<Label>,
) -> Result<()> {
    let kind = format!("{}/{name}", subject.kind);
    let values = |mark: &Label| -> [Value; 4] {
        [subject.company.into(), kind.as_str().into(), mark.text().into(), subject.id.into()]
    };
    for mark in before.difference(after) {
        tx.run(&RELEASE, &values(mark))?;
    }
    for mark in after.difference(before) {
        if tx.run(&CLAIM, &values(mark))? == 0 {
            return Err(Error::Taken(name.to_owned()));
        }
    }
    Ok(())
}

/// Takes marks for a record; answers those that are held already, each with who holds it.
pub fn take<'a>(
    tx: &mut Tx<'_>,
    subject: Subject<'_>,
    name: &str,
    marks: &'a BTreeSet<Label>,
) -> Result<Vec<(&'a Label, String)>> {
    let kind = format!("{}/{name}", subject.kind);
    let mut held = Vec::new();
    for mark in marks {
        let key: [Value; 4] =
            [subject.company.into(), kind.as_str().into(), mark.text().into(), subject.id.into()];
        if tx.run(&CLAIM, &key)? == 0 {
            let holder = holder(tx, subject.company, subject.kind, name, mark)?;
            held.push((mark, holder.unwrap_or_default()));
        }
    }
    Ok(held)
}

/// Who holds a mark.
pub fn holder(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    kind: &str,
    name: &str,
    mark: &Label,
) -> Result<Option<String>> {
    let kind = format!("{kind}/{name}");
    tx.row(&HOLDER, &[company.into(), kind.into(), mark.text().into()])
}
