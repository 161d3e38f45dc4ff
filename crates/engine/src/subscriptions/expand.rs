//! Fills in what subscriptions refer to, for a whole page at a time: one statement per kind,
//! however many rows there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use records::{ConfigItem, CustomerId, SalesUserId};
use serde::Deserialize;
use store::subscription::SubscriptionRow;

use super::ahead::Lives;
use super::answer::{Around, answer};
use super::entitled;
use super::rendered::{RenderedPricing, rendered, written};
use crate::{Failure, Session, customers, sales_users};

/// What an expansion looks at in a document; the rest of it is not read.
#[derive(Deserialize)]
struct StoredPart {
    #[serde(default)]
    config_items: Vec<ConfigItem>,
    #[serde(default)]
    product_pricing_ids: Vec<String>,
}

/// Subscriptions as JSON, in the order of the rows.
pub(super) fn answers(
    session: &mut Session<'_, '_>,
    rows: &[SubscriptionRow],
) -> Result<Vec<String>, Failure> {
    let stored: Result<Vec<StoredPart>, _> =
        rows.iter().map(|r| serde_json::from_str(&r.doc)).collect();
    let stored = stored.map_err(|error| store::Error::Broken(error.to_string()))?;
    let others = Others::of(session, rows, &stored)?;
    let mut texts = Vec::with_capacity(rows.len());
    for (row, stored) in rows.iter().zip(&stored) {
        let around = others.around(row, stored)?;
        texts.push(answer(row, &around));
    }
    Ok(texts)
}

/// Everything that a page refers to.
struct Others {
    customers: HashMap<CustomerId, String>,
    pricings: HashMap<String, Arc<RenderedPricing>>,
    sales_users: HashMap<SalesUserId, String>,
    lives: Lives,
}

impl Others {
    fn of(
        session: &mut Session<'_, '_>,
        rows: &[SubscriptionRow],
        stored: &[StoredPart],
    ) -> Result<Others, Failure> {
        let customers = rows.iter().map(|row| row.columns.customer_id.clone());
        let customers = customers::answers(session, customers.collect())?;
        let lives = Lives::of(session, rows)?;
        let ids = stored.iter().flat_map(|stored| &stored.product_pricing_ids);
        let ids: Vec<String> = ids.chain(lives.pricings()).cloned().collect();
        let pricings = rendered(session, ids.into_iter())?;
        let sellers = rows.iter().filter_map(|row| row.columns.sales_user_id.clone());
        let sellers: BTreeSet<SalesUserId> = sellers.collect();
        let sellers = sales_users::by_ids(session, sellers.into_iter().collect())?;
        let sellers = sellers.iter().map(|user| Ok((user.id.clone(), written(user)?)));
        Ok(Others {
            customers,
            pricings,
            sales_users: sellers.collect::<Result<_, Failure>>()?,
            lives,
        })
    }

    fn around(&self, row: &SubscriptionRow, stored: &StoredPart) -> Result<Around<'_>, Failure> {
        let mut pricings = String::from("[");
        let bought = || stored.product_pricing_ids.iter().filter_map(|id| self.pricings.get(id));
        for pricing in bought() {
            if pricings.len() > 1 {
                pricings.push(',');
            }
            pricing.write(&stored.config_items, &mut pricings);
        }
        pricings.push(']');
        let entitlements = entitled::of_pricings(bought(), &stored.config_items);
        let seller = row.columns.sales_user_id.as_ref().and_then(|id| self.sales_users.get(id));
        Ok(Around {
            customer: self.customers.get(&row.columns.customer_id).map_or("null", String::as_str),
            entitlements: written(&entitlements)?,
            life: self.lives.answer(&row.columns.id, &self.pricings)?,
            pricings,
            sales_user: seller.map_or("null", String::as_str),
        })
    }
}
