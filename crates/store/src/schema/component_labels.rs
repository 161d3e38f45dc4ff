//! Migration 0009: a pricing is found by its components, so that an id of one can be looked up.

use records::CompanyId;
use serde_json::Value as Json;

use crate::catalog::pricing::component_label;
use crate::{Error, Tx, label};

/// So many pricings are read together.
const PAGE: i64 = 500;

const COMPANIES: &str = "SELECT company_id FROM company ORDER BY company_id";
const PRICINGS: &str = "SELECT id, doc FROM pricing
    WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3";

pub(super) fn lift(tx: &mut Tx<'_>) -> Result<(), Error> {
    for company in tx.rows_text::<CompanyId>(COMPANIES, &[])? {
        let mut last = String::new();
        loop {
            let values = [(&company).into(), last.as_str().into(), PAGE.into()];
            let page = tx.rows_text::<(String, String)>(PRICINGS, &values)?;
            let Some((end, _)) = page.last() else { break };
            last.clone_from(end);
            let mut labels = Vec::new();
            for (id, doc) in &page {
                let unreadable = |e| Error::Refused(format!("pricing {id} cannot be read: {e}"));
                let doc: Json = serde_json::from_str(doc).map_err(unreadable)?;
                let components = doc["product_metric_pricings"].as_array().into_iter().flatten();
                let ids = components.filter_map(|component| component["id"].as_str());
                labels.extend(ids.map(|component| (id.as_str(), component_label(component))));
            }
            let rows: Vec<_> = labels.iter().map(|(id, label)| (&company, *id, label)).collect();
            label::add_many(tx, "pricing", &rows)?;
        }
    }
    Ok(())
}
