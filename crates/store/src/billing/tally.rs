//! How many subscriptions have a pricing, product or bundle, and whether any ever had.

use std::collections::BTreeMap;

use records::CompanyId;

use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::{Error, Result, Tx};

columns! {
    pub(crate) struct Added<'a> {
        id: &'a str,
        shard: i64,
        n: i64,
    }
}

statements! {
    ADD(Added) = "INSERT INTO tally (company_id, {names})
        SELECT $1, {r.values} FROM {rows} WHERE true
        ON CONFLICT (company_id, id, shard) DO UPDATE SET n = tally.n + excluded.n";
    SUM: i64 = "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tally
        WHERE company_id = $1 AND id = $2";
    SUMS: (String, i64) = "SELECT id, CAST(sum(n) AS BIGINT) FROM tally WHERE company_id = $1
        GROUP BY id ORDER BY id";
    UNUSED_PRICINGS: String = "SELECT t.id FROM pricing t
        WHERE t.company_id = $1 AND t.ever_used = 0 AND EXISTS
            (SELECT 1 FROM tally y WHERE y.company_id = $1 AND y.id = t.id)
        ORDER BY t.id LIMIT 100";
    UNUSED_PRODUCTS: String = "SELECT t.id FROM product t
        WHERE t.company_id = $1 AND t.ever_used = 0 AND EXISTS
            (SELECT 1 FROM tally y WHERE y.company_id = $1 AND y.id = t.id)
        ORDER BY t.id LIMIT 100";
    UNUSED_BUNDLES: String = "SELECT t.id FROM bundle t
        WHERE t.company_id = $1 AND t.ever_used = 0 AND EXISTS
            (SELECT 1 FROM tally y WHERE y.company_id = $1 AND y.id = t.id)
        ORDER BY t.id LIMIT 100";
    USE_PRICING = "UPDATE pricing SET ever_used = 1
        WHERE company_id = $1 AND id IN {texts $2} AND ever_used = 0";
    USE_PRODUCT = "UPDATE product SET ever_used = 1
        WHERE company_id = $1 AND id IN {texts $2} AND ever_used = 0";
    USE_BUNDLE = "UPDATE bundle SET ever_used = 1
        WHERE company_id = $1 AND id IN {texts $2} AND ever_used = 0";
    USE_ITEM = "UPDATE item SET ever_used = 1
        WHERE company_id = $1 AND id IN {texts $2} AND ever_used = 0";
    USE_METRIC = "UPDATE metric SET ever_used = 1
        WHERE company_id = $1 AND id IN {texts $2} AND ever_used = 0";
}

/// Over how many rows a count is spread; any shard does.
pub const SHARDS: i64 = 16;

/// Adds to counts: what is counted, a shard, and how many more.
pub fn add(tx: &mut Tx<'_>, company: &CompanyId, deltas: &[(String, i64, i64)]) -> Result<()> {
    // In one order, so that two writers never wait for each other, and each row once.
    let mut sums: BTreeMap<(&str, i64), i64> = BTreeMap::new();
    for (id, shard, delta) in deltas {
        *sums.entry((id, shard.rem_euclid(SHARDS))).or_default() += delta;
    }
    let changed = sums.into_iter().filter(|(_, delta)| *delta != 0);
    tx.put_many(&ADD, company, changed.map(|((id, shard), n)| Added { id, shard, n }))
}

/// What the shards of a count add up to.
pub fn sum(tx: &mut Tx<'_>, company: &CompanyId, id: &str) -> Result<i64> {
    Ok(tx.row(&SUM, &[company.into(), id.into()])?.unwrap_or(0))
}

/// Every count of a company, for the audits.
pub fn sums(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<(String, i64)>> {
    tx.rows(&SUMS, &[company.into()])
}

/// What was counted once and is not marked as used, for the audits.
pub fn unmarked(tx: &mut Tx<'_>, company: &CompanyId) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for statement in [&UNUSED_PRICINGS, &UNUSED_PRODUCTS, &UNUSED_BUNDLES] {
        all.extend(tx.rows(statement, &[company.into()])?);
    }
    Ok(all)
}

/// Notes that a subscription has these records of a kind: their prices are fixed from now on.
pub fn mark_used(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    kind: &str,
    mut ids: Vec<String>,
) -> Result<()> {
    let statement = match kind {
        "pricing" => USE_PRICING,
        "product" => USE_PRODUCT,
        "bundle" => USE_BUNDLE,
        "item" => USE_ITEM,
        "metric" => USE_METRIC,
        other => return Err(Error::Broken(format!("nothing subscribes to a {other}"))),
    };
    if ids.is_empty() {
        return Ok(());
    }
    ids.sort_unstable();
    tx.run(&statement, &[company.into(), ids.into()]).map(|_| ())
}
