//! Contracts: an executed one has exactly what it became and no other has anything, the document of
//! one that was sent is the one that was sent, and each expires when it says.

use std::collections::{BTreeMap, BTreeSet};

use billing::contract::Status;
use records::{Contract, ContractId, SubscriptionId};
use store::contract::ContractRow;

use super::Found;
use crate::bill::stored;
use crate::contracts::hash;
use crate::{Failure, Session};

/// So many are looked at together.
const BATCH: i64 = 200;

pub(super) fn check(session: &mut Session<'_, '_>) -> Found {
    let company = session.company_id().to_owned();
    let (mut findings, mut last) = (Vec::new(), ContractId::default());
    let mut made: BTreeMap<SubscriptionId, ContractId> = BTreeMap::new();
    loop {
        let rows = store::contract::page(session.tx, &company, &last, BATCH)?;
        let Some(end) = rows.last() else { return Ok(findings) };
        last = end.id.clone();
        let ids: BTreeSet<SubscriptionId> =
            rows.iter().filter_map(|row| row.subscription_id.clone()).collect();
        let ids = ids.into_iter().collect();
        let known = store::subscription::by_ids(session.tx, &company, ids)?;
        let known: BTreeSet<&SubscriptionId> = known.iter().map(|row| &row.columns.id).collect();
        for row in &rows {
            findings.extend(executed(row, &known));
            findings.extend(document(row)?);
            // A change has the subscription that another contract may have made.
            let (None, Some(id)) = (&row.previous_subscription_id, &row.subscription_id) else {
                continue;
            };
            if let Some(other) = made.insert(id.clone(), row.id.clone()) {
                let detail = format!("contracts {other} and {} made subscription {id}", row.id);
                findings.push(detail);
            }
        }
    }
}

/// What it became, if and only if it was executed.
fn executed(row: &ContractRow, known: &BTreeSet<&SubscriptionId>) -> Option<String> {
    let is_executed = row.status == Status::Executed.as_str();
    match (&row.subscription_id, is_executed) {
        (Some(id), true) if known.contains(id) => None,
        (Some(id), true) => {
            Some(format!("contract {} became subscription {id}, which is not there", row.id))
        }
        (None, true) if row.order_id.is_some() => None,
        (None, true) => Some(format!("contract {} was executed and became nothing", row.id)),
        (Some(_), false) => Some(format!("contract {} is {} and executed", row.id, row.status)),
        (None, false) => None,
    }
}

/// The document that was sent, and the date that it says.
fn document(row: &ContractRow) -> Result<Option<String>, Failure> {
    let contract: Contract = stored::read(&row.doc)?;
    let content = contract.content.as_deref().unwrap_or_default();
    if row.document_hash.as_ref().is_some_and(|known| *known != hash(content)) {
        return Ok(Some(format!("the document of contract {} is not the one sent", row.id)));
    }
    let lapses = Status::parse(&row.status).is_some_and(Status::can_expire);
    let wanted = contract.expiration_date.filter(|_| lapses);
    Ok((row.due_at != wanted).then(|| format!("contract {} does not expire as it says", row.id)))
}
