//! What customers may use is what comes of computing it anew.

use records::CustomerId;
use store::customer::CustomerRow;

use super::Found;
use crate::bill::stored;
use crate::customers::entitlements::{Granted, Owner, computed};
use crate::{Failure, Session};

/// So many customers are computed together.
const BATCH: i64 = 200;

pub(super) fn check(session: &mut Session<'_, '_>) -> Found {
    let (company, version) = (session.company_id().to_owned(), session.row.entitlements_version);
    let (mut findings, mut last) = (Vec::new(), CustomerId::default());
    loop {
        let rows = store::customer::after(session.tx, &company, &last, BATCH)?;
        let Some(end) = rows.last() else { return Ok(findings) };
        last = end.id.clone();
        // An older one is computed whenever it is read, until it is written again.
        let rows = rows.iter().filter(|row| row.entitlements_version >= version.max(1));
        let rows: Vec<&CustomerRow> = rows.collect();
        let mut owners = Vec::with_capacity(rows.len());
        for row in &rows {
            match row.overrides_doc.as_deref().map(stored::read).transpose() {
                Ok(overrides) => {
                    let overrides = overrides.unwrap_or_default();
                    owners.push((*row, Owner { id: row.id.clone(), overrides }));
                }
                Err(error) => findings.push(format!(
                    "customer {} has entitlements of its own that cannot be read: {error}",
                    row.id
                )),
            }
        }
        let (rows, owners): (Vec<_>, Vec<_>) = owners.into_iter().unzip();
        for (row, granted) in rows.iter().zip(each(session, &owners)?) {
            findings.extend(match granted {
                Ok(granted) => finding(row, &granted, version),
                Err(why) => Some(format!("customer {} cannot be computed: {why}", row.id)),
            });
        }
    }
}

/// Each of these; where something of one cannot be read, the others are computed by themselves.
fn each(
    session: &mut Session<'_, '_>,
    owners: &[Owner],
) -> Result<Vec<Result<Granted, String>>, Failure> {
    match (computed(session, owners), owners) {
        (Ok(all), _) => Ok(all.into_iter().map(Ok).collect()),
        (Err(Failure::Store(store::Error::Broken(why))), [_]) => Ok(vec![Err(why)]),
        (Err(Failure::Store(store::Error::Broken(_))), owners) => {
            let mut all = Vec::with_capacity(owners.len());
            for owner in owners {
                all.extend(each(session, std::slice::from_ref(owner))?);
            }
            Ok(all)
        }
        (Err(failure), _) => Err(failure),
    }
}

fn finding(row: &CustomerRow, granted: &Granted, version: i64) -> Option<String> {
    let id = &row.id;
    let kept = |doc: &Option<String>| doc.as_deref().map(stored::read).transpose();
    let agrees = kept(&row.entitlements_doc).map(Option::unwrap_or_default).ok();
    if agrees.as_ref() != Some(&granted.computed) {
        return Some(format!("customer {id} may use something else than is computed for it"));
    }
    let agrees = kept(&row.overrides_doc).map(Option::unwrap_or_default).ok();
    if agrees.as_ref() != Some(&granted.overrides) {
        return Some(format!("customer {id} shows other values of its own than it has"));
    }
    (row.entitlements_version > version.max(1))
        .then(|| format!("customer {id} was computed by a catalog that is yet to come"))
}
