//! Fills in what subscriptions refer to, for a whole page at a time: one statement per kind,
//! however many rows there are.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use records::subscription::discount::Discount;
use records::{CustomerId, Entitlement, Object, OneTimeId, SalesUserId, SubscriptionId};
use store::subscription::SubscriptionRow;

use super::ahead::Lives;
use super::answer::{Around, answer};
use super::rendered::{RenderedPricing, rendered, written};
use crate::bill::stored;
use crate::customers::entitlements::{self, Granted, Known, Subscribed};
use crate::{Failure, Session, customers, one_times, sales_users};

/// Subscriptions as JSON, in the order of the rows.
pub(super) fn answers(
    session: &mut Session<'_, '_>,
    rows: &[SubscriptionRow],
) -> Result<Vec<String>, Failure> {
    let stored: Result<Vec<Subscribed>, _> =
        rows.iter().map(|r| serde_json::from_str(&r.doc)).collect();
    let stored = stored.map_err(|error| store::Error::Broken(error.to_string()))?;
    let others = Others::of(session, rows, &stored)?;
    let mut texts = Vec::with_capacity(rows.len());
    for (row, stored) in rows.iter().zip(&stored) {
        let (around, overrides) = others.around(row, stored)?;
        texts.push(match overrides.is_empty() {
            true => answer(row, &around),
            false => answer(&with_overrides(row, &overrides)?, &around),
        });
    }
    Ok(texts)
}

/// The discounts of those of which any was consumed, with the one-time charges that did; most have
/// none.
fn consumed(
    session: &mut Session<'_, '_>,
    rows: &[SubscriptionRow],
) -> Result<HashMap<SubscriptionId, String>, Failure> {
    let mut known: Vec<(SubscriptionId, Vec<Discount>)> = Vec::new();
    for row in rows.iter().filter(|row| row.discounts.contains("\"onetime_billable_id\":\"")) {
        known.push((row.columns.id.clone(), stored::read(&row.discounts)?));
    }
    let named = known.iter().flat_map(|(_, all)| all);
    let ids: BTreeSet<String> = named.filter_map(|each| each.onetime_billable_id.clone()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let company = session.company_id().to_owned();
    let ids: Vec<OneTimeId> = ids.into_iter().map(OneTimeId::from).collect();
    let charges = store::one_time::by_ids(session.tx, &company, ids)?;
    let charges = one_times::shown(session, charges)?;
    let mut texts = HashMap::new();
    for (id, mut all) in known {
        for discount in &mut all {
            let by = discount.onetime_billable_id.as_deref();
            discount.onetime_billable =
                charges.iter().find(|charge| Some(&*charge.id) == by).cloned();
        }
        texts.insert(id, written(&all)?);
    }
    Ok(texts)
}

/// The row with its own values as they are answered: filled in like the others.
fn with_overrides(
    row: &SubscriptionRow,
    overrides: &[Entitlement],
) -> Result<SubscriptionRow, Failure> {
    let mut doc: Object = stored::read(&row.doc)?;
    doc.insert("override_entitlements".to_owned(), serde_json::json!(overrides));
    Ok(SubscriptionRow { doc: stored::written(&doc)?, ..row.clone() })
}

/// Everything that a page refers to.
struct Others {
    customers: HashMap<CustomerId, String>,
    pricings: HashMap<String, Arc<RenderedPricing>>,
    sales_users: HashMap<SalesUserId, String>,
    lives: Lives,
    /// Those with one-time charges inside.
    discounts: HashMap<SubscriptionId, String>,
    /// The definitions of what is granted.
    known: Known,
}

impl Others {
    fn of(
        session: &mut Session<'_, '_>,
        rows: &[SubscriptionRow],
        stored: &[Subscribed],
    ) -> Result<Others, Failure> {
        let customers = rows.iter().map(|row| row.columns.customer_id.clone());
        let customers = customers::answers(session, customers.collect())?;
        let lives = Lives::of(session, rows)?;
        let ids = stored.iter().flat_map(|stored| &stored.product_pricing_ids);
        let ids: Vec<String> = ids.chain(lives.pricings()).cloned().collect();
        let pricings = rendered(session, ids.into_iter())?;
        let own = stored.iter().flat_map(|stored| &stored.override_entitlements);
        let known = Known::of(session, pricings.values(), own)?;
        let sellers = rows.iter().filter_map(|row| row.columns.sales_user_id.clone());
        let sellers: BTreeSet<SalesUserId> = sellers.collect();
        let sellers = sales_users::by_ids(session, sellers.into_iter().collect())?;
        let sellers = sellers.iter().map(|user| Ok((user.id.clone(), written(user)?)));
        Ok(Others {
            customers,
            pricings,
            sales_users: sellers.collect::<Result<_, Failure>>()?,
            lives,
            discounts: consumed(session, rows)?,
            known,
        })
    }

    /// What is around a document, and its own values as they are answered.
    fn around<'a>(
        &'a self,
        row: &'a SubscriptionRow,
        stored: &Subscribed,
    ) -> Result<(Around<'a>, Vec<Entitlement>), Failure> {
        let mut pricings = String::from("[");
        let bought = stored.product_pricing_ids.iter().filter_map(|id| self.pricings.get(id));
        for pricing in bought {
            if pricings.len() > 1 {
                pricings.push(',');
            }
            pricing.write(&stored.config_items, &mut pricings);
        }
        pricings.push(']');
        let subject = (row.columns.id.as_str(), row.columns.is_live());
        let Granted { computed, overrides } =
            entitlements::shown(subject, stored, &self.pricings, &self.known);
        let seller = row.columns.sales_user_id.as_ref().and_then(|id| self.sales_users.get(id));
        let around = Around {
            customer: self.customers.get(&row.columns.customer_id).map_or("null", String::as_str),
            discounts: self.discounts.get(&row.columns.id).unwrap_or(&row.discounts),
            entitlements: written(&computed)?,
            life: self.lives.answer(&row.columns.id, &self.pricings)?,
            pricings,
            sales_user: seller.map_or("null", String::as_str),
        };
        Ok((around, overrides))
    }
}
