//! Makes a subscription, with everything that it bills at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use billing::decision::Command;
use records::{Object, Subscription};
use store::label::{self, Label};
use store::subscription::Copied;

use super::body::{self, Draft};
use super::get::get;
use crate::bill::kept::Printed;
use crate::bill::{self, Asked, Fresh, FreshRow};
use crate::catalog::bundles;
use crate::{Failure, Refusal, Session, ids};

/// The record as JSON.
pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<String, Failure> {
    let draft = Arc::new(body::read(session, sent)?);
    let wanted: Vec<String> = draft.bought.pricings.iter().map(|own| own.id.clone()).collect();
    let mut plans = bill::plans::plans(session, wanted.clone())?;
    let plans: Option<Vec<_>> = wanted.iter().map(|id| plans.remove(id)).collect();
    let gone = || Refusal::invalid("/product_pricing_ids", "not_billable", NOT_BILLABLE);
    let command = draft.subscribe(plans.ok_or_else(gone)?);
    let bundle = match &draft.bought.bundle {
        Some(bundle) => bundle.id.clone(),
        None => bundles::for_set(session, &draft.bought.pricings)?,
    };
    let id = session.new_id(ids::SUBSCRIPTION);
    let asked = Asked {
        fresh: Some(fresh(session, &draft, &id, bundle)?),
        ..Asked::new(Command::Subscribe(Box::new(command)))
    };
    let customer = draft.customer.id.clone();
    bill::act(session, &customer, asked).map_err(|failure| pointed(&draft, failure))?;
    get(session, &id)
}

const NOT_BILLABLE: &str = "A pricing cannot be billed.";

/// The core counts pricings where the body has config items.
fn pointed(draft: &Draft, failure: Failure) -> Failure {
    match failure {
        Failure::Refused(Refusal::Invalid(faults)) => draft.refusal(faults).into(),
        other => other,
    }
}

fn fresh(
    session: &mut Session<'_, '_>,
    draft: &Arc<Draft>,
    id: &str,
    bundle: String,
) -> Result<Fresh, Failure> {
    let printed = printed(session, draft)?;
    let company = session.company_id().to_owned();
    let kept = Arc::clone(draft);
    Ok(Fresh {
        id: id.to_owned(),
        printed,
        keep: Box::new(move |own| row(&kept, kept.record(&company, &bundle, own))),
    })
}

/// What its invoices show: the name of the bundle that was sold, or of the products.
fn printed(session: &mut Session<'_, '_>, draft: &Draft) -> Result<Printed, Failure> {
    let body = draft.body();
    let name = match &draft.bought.bundle {
        Some(bundle) => bundle.name.clone(),
        None => bundles::name_of(session, &draft.bought.pricings)?,
    };
    Ok(Printed {
        name,
        display_fields: body.invoice_additional_display_fields.clone().unwrap_or_default(),
        instructions: body.invoice_payment_instructions.clone(),
    })
}

fn row(draft: &Draft, record: Subscription) -> Result<FreshRow, Failure> {
    let customer = &draft.customer;
    Ok(FreshRow {
        identifier: record.identifier.clone(),
        bundle_pricing_id: record.bundle_pricing_id.clone(),
        group_id: record.group_id.clone(),
        payment_method_id: record.payment_method_id.clone(),
        sales_user_id: record.sales_user_id.clone(),
        copied: Copied {
            owner_id: customer.owner_id.clone(),
            parent_customer_id: customer.parent_customer_id.clone(),
            exclude_from_metrics: customer.exclude_from_metrics,
            managed_externally: customer.managed_externally,
        },
        labels: labels(draft, &record),
        names: store::customer::names(customer).into_iter().map(str::to_owned).collect(),
        doc: store::document::kept(&record, Subscription::IN_COLUMNS)?,
    })
}

/// What exact filters look at.
fn labels(draft: &Draft, record: &Subscription) -> BTreeSet<Label> {
    let mut labels = own_labels(record);
    for pricing in &draft.bought.pricings {
        labels.insert(Label::new("pricing", &pricing.id));
        labels.insert(Label::new("product", &pricing.product_id));
    }
    labels
}

/// Those that a PATCH changes.
pub(crate) fn own_labels(record: &Subscription) -> BTreeSet<Label> {
    let tags = record.tags.iter().map(|tag| Label::new("tag", tag));
    tags.chain(label::all_of_metadata(&record.metadata)).collect()
}
