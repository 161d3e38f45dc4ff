//! What changes and the end of a trial make of what the interface shows of a subscription: its
//! document, what it is found by, and the name of its invoices.

use std::collections::{BTreeSet, HashMap};

use billing::fact::Fact;
use billing::id::{InvoiceHandle, SubscriptionHandle};
use billing::subscription::{Change, Subscription};
use records::ConfigItem;
use records::subscription::change::ChangeConfig;
use store::label::Label;

use super::quantities;
use crate::Failure;
use crate::bill::stored::{self, ShownDetails};
use crate::subscriptions::labels_of;

/// What is shown of a subscription from now on.
pub(crate) struct Rewritten {
    pub(super) doc: String,
    /// The labels that it had and those that it has.
    pub(super) labels: (BTreeSet<Label>, BTreeSet<Label>),
    /// Where a change named another.
    pub(super) bundle_pricing_id: Option<String>,
    pub(super) payment_method_id: Option<String>,
    pub(super) name: Option<String>,
}

/// The changes of a subscription that were made, in order.
fn made<'a>(id: &'a SubscriptionHandle, facts: &'a [Fact]) -> impl Iterator<Item = &'a Change> {
    let after = facts.iter().filter_map(Fact::subscription_changed);
    after
        .filter(move |after| after.id == *id)
        .filter_map(|after| after.lifecycle.changed.as_deref())
}

/// Whether anything was decided that a document follows.
pub(super) fn is_rewritten(id: &SubscriptionHandle, facts: &[Fact]) -> bool {
    let mut after = facts.iter().filter_map(Fact::subscription_after);
    after.any(|after| after.id == *id)
}

/// The document of a subscription and all that goes with it, after what was decided.
pub(super) fn rewritten(
    (old, subscription): (&Subscription, &Subscription),
    doc: &str,
    facts: &[Fact],
    notes: &ShownDetails,
) -> Result<Rewritten, Failure> {
    let before: records::Subscription = stored::read(doc)?;
    let mut after = before.clone();
    let (mut bundle, mut method, mut name) = (None, None, None);
    for change in made(&subscription.id, facts) {
        let Some(note) = notes.changes.get(&change.id.to_string()) else { continue };
        let asked = &note.config;
        if change.wanted.pricings.is_some() {
            after.config_items = config_items(&after.config_items, asked);
        }
        if let Some(overrides) = &asked.override_entitlements {
            after.override_entitlements = overrides.clone();
        }
        after.metadata = asked.metadata.clone().unwrap_or(after.metadata);
        bundle = asked.bundle_pricing_id.clone().or(bundle);
        method = asked.payment_method_id.clone().or(method);
        name = note.name.clone().or(name);
    }
    let plans =
        subscription.state.pricings.iter().map(|subscribed| subscribed.pricing.id.to_string());
    after.product_pricing_ids = plans.collect();
    after.billing_anchor_date = Some(subscription.terms.anchor.instant().into());
    after.minimum_spend = subscription.terms.minimum;
    after.term = Some(subscription.terms.term);
    quantities::show(&mut after.config_items, subscription);
    Ok(Rewritten {
        doc: store::document::stored(&after, records::Subscription::IN_COLUMNS)?,
        labels: (labels(&before, old), labels(&after, subscription)),
        bundle_pricing_id: bundle,
        payment_method_id: method,
        name,
    })
}

/// What stays of config items, then the new ones. One for a whole pricing takes the place of all
/// that was set for it, one for a component of that one's.
fn config_items(known: &[ConfigItem], asked: &ChangeConfig) -> Vec<ConfigItem> {
    let (new, set) = (&asked.config_items, &asked.product_pricing_ids);
    let stays = |config_item: &&ConfigItem| {
        let pricing = config_item.product_pricing_id.as_ref();
        let replaced = new.iter().any(|new| match &new.product_metric_pricing_id {
            Some(_) => new.product_metric_pricing_id == config_item.product_metric_pricing_id,
            None => new.product_pricing_id.as_ref() == pricing,
        });
        pricing.is_some_and(|id| set.contains(id)) && !replaced
    };
    known.iter().filter(stays).chain(new).cloned().collect()
}

/// All that a subscription is found by exactly.
pub(super) fn labels(
    record: &records::Subscription,
    subscription: &Subscription,
) -> BTreeSet<Label> {
    let mut labels = labels_of(record);
    for subscribed in &subscription.state.pricings {
        labels.insert(Label::new("pricing", &subscribed.pricing.id));
        labels.insert(Label::new("product", &subscribed.pricing.product));
    }
    labels
}

/// The names of invoices that were made after a change gave their subscription another.
pub(super) fn names(
    facts: &[Fact],
    notes: &HashMap<SubscriptionHandle, ShownDetails>,
) -> HashMap<InvoiceHandle, String> {
    let (mut current, mut names) = (HashMap::new(), HashMap::new());
    for fact in facts {
        if let Some(after) = fact.subscription_changed() {
            let change = after.lifecycle.changed.as_ref().map(|change| change.id.to_string());
            let noted = notes.get(&after.id).zip(change);
            let note = noted.and_then(|(notes, change)| notes.changes.get(&change));
            if let Some(name) = note.and_then(|note| note.name.as_ref()) {
                current.insert(after.id.clone(), name.clone());
            }
        }
        if let Some(made) = fact.invoice_made()
            && let Some(name) = made.subscription.as_ref().and_then(|id| current.get(id))
        {
            names.entry(made.id.clone()).or_insert_with(|| String::clone(name));
        }
    }
    names
}
