//! Makes a subscription, with everything that it bills at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use billing::command::{Command, Subscribe};
use billing::fact::Fact;
use records::subscription::change::ChangeConfig;
use records::{Object, OneTimeId, Subscription, SubscriptionId};
use store::label::{self, Label};
use store::subscription::Copied;

use super::body::{self, Draft};
use super::get::get;
use super::imports;
use crate::bill::stored::{ChangeDetails, InvoiceText};
use crate::bill::{self, Asked, Fresh, FreshRow, RequestDetails};
use crate::catalog::bundles;
use crate::customers::{held_payer, payer_of};
use crate::one_times::route;
use crate::{Failure, Refusal, Session, ids};

/// What was agreed of a subscription beyond what its body says.
#[derive(Clone, Copy, Default)]
pub(crate) struct Agreed {
    /// Its lines are not taxed.
    pub(crate) untaxed: bool,
}

/// The record as JSON.
pub fn create(session: &mut Session<'_, '_>, sent: &Object) -> Result<String, Failure> {
    let (id, _) = agreed(session, sent, Agreed::default())?;
    get(session, &id)
}

/// The same as it was agreed; answers its id and those of the charges that came with it.
pub(crate) fn agreed(
    session: &mut Session<'_, '_>,
    sent: &Object,
    agreed: Agreed,
) -> Result<(SubscriptionId, Vec<OneTimeId>), Failure> {
    let draft = Arc::new(body::read(session, sent)?);
    let command = Subscribe { untaxed: agreed.untaxed, ..draft.subscribe(session)? };
    let (bundle, name) = bundles::sold(session, draft.ordered.bought.sold())?;
    let id: SubscriptionId = session.new_id(ids::SUBSCRIPTION);
    imports::take(session, &id, draft.discounts())?;
    let asked = Asked {
        details: RequestDetails {
            changes: notes(session, &draft, &bundle)?,
            ..RequestDetails::default()
        },
        fresh: Some(fresh(session, &draft, &id, (bundle, name))),
        one_times: draft.ordered.fresh(),
        ..Asked::new(Command::Subscribe(Box::new(command)))
    };
    let (customer, parent_billed) = (&draft.customer, draft.body().parent_billed == Some(true));
    let alone = customer.parent_customer_id.is_none() && !customer.child_rollup_billing;
    let payer = match alone {
        true => customer.id.clone(),
        false => held_payer(session, &customer.id, parent_billed)?,
    };
    let facts = bill::act(session, &payer, asked).map_err(|failure| pointed(&draft, failure))?;
    if payer_of(session, &customer.id, parent_billed)? != payer {
        return Err(Failure::Store(store::Error::Again("another customer pays".to_owned())));
    }
    if !alone {
        route(session, &customer.id)?;
    }
    let made = facts.iter().filter_map(Fact::one_time_created);
    Ok((id, made.map(|one_time| one_time.id.to_string().into()).collect()))
}

/// The core counts pricings where the body has config items.
fn pointed(draft: &Draft, failure: Failure) -> Failure {
    match failure {
        Failure::Refused(Refusal::Invalid(faults)) => draft.refusal(faults).into(),
        other => other,
    }
}

/// What only the interface knows of the changes that come with it.
fn notes(
    session: &mut Session<'_, '_>,
    draft: &Draft,
    bundle: &str,
) -> Result<Vec<ChangeDetails>, Failure> {
    let mut bundle = bundle.to_owned();
    let mut notes = Vec::with_capacity(draft.scheduled.len());
    for change in &draft.scheduled {
        let bought = &change.ordered.bought;
        let mut renamed = None;
        if !bought.same {
            let (sold, name) = bundles::sold(session, bought.sold())?;
            (bundle, renamed) = (sold, Some(name));
        }
        let config = ChangeConfig { bundle_pricing_id: Some(bundle.clone()), ..change.config() };
        notes.push(ChangeDetails { config, name: renamed });
    }
    Ok(notes)
}

fn fresh(
    session: &Session<'_, '_>,
    draft: &Arc<Draft>,
    id: &SubscriptionId,
    (bundle, name): (String, String),
) -> Fresh {
    let company = session.company_id().to_owned();
    let decided = Arc::clone(draft);
    Fresh {
        id: id.clone(),
        text: invoice_text(draft, name),
        keep: Box::new(move |subscription| {
            row(&decided, decided.record(&company, &bundle, subscription))
        }),
    }
}

/// What its invoices show.
fn invoice_text(draft: &Draft, name: String) -> InvoiceText {
    let body = draft.body();
    InvoiceText {
        name,
        display_fields: body.invoice_additional_display_fields.clone().unwrap_or_default(),
        instructions: body.invoice_payment_instructions.clone(),
    }
}

fn row(draft: &Draft, record: Subscription) -> Result<FreshRow, Failure> {
    let customer = &draft.customer;
    Ok(FreshRow {
        identifier: record.identifier.clone(),
        bundle_pricing_id: record.bundle_pricing_id.clone(),
        group_id: record.group_id.clone(),
        payment_method_id: record.payment_method_id.clone(),
        sales_user_id: record.sales_user_id.clone(),
        parent_billed: draft.body().parent_billed == Some(true),
        copied: Copied {
            owner_id: customer.owner_id.clone(),
            parent_customer_id: customer.parent_customer_id.clone(),
            exclude_from_metrics: customer.exclude_from_metrics,
            managed_externally: customer.managed_externally,
        },
        labels: labels(draft, &record),
        names: store::customer::names(customer).into_iter().map(str::to_owned).collect(),
        doc: store::document::stored(&record, Subscription::IN_COLUMNS)?,
    })
}

/// What exact filters look at.
fn labels(draft: &Draft, record: &Subscription) -> BTreeSet<Label> {
    let mut labels = labels_of(record);
    for pricing in &draft.ordered.bought.pricings {
        labels.insert(Label::new("pricing", &pricing.id));
        labels.insert(Label::new("product", &pricing.product_id));
    }
    labels
}

/// Those that a PATCH changes.
pub(crate) fn labels_of(record: &Subscription) -> BTreeSet<Label> {
    let tags = record.tags.iter().map(|tag| Label::new("tag", tag));
    tags.chain(label::all_of_metadata(&record.metadata)).collect()
}
