//! What must hold of the terms of a contract by themselves, before anybody looks at prices.

use std::collections::BTreeSet;

use records::contract::StartType;
use records::contract::create::DiscountRequest;
use records::contract::options::{CompletionAction, ProposalOptionsRequest};
use records::contract::signatory::Signatory;
use records::subscription::change::{ChangeProration, ChangeTiming};
use records::subscription::discount::DiscountState;
use records::{CompanyUserId, ContractCreate, ContractId, Template};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::order::OrderKind;
use crate::catalog::record;
use crate::refusal::Faults;
use crate::subscriptions::body::{NO_PROVIDER, NO_PROVIDER_DETAIL};
use crate::templates::variables;
use crate::{Failure, Session};

/// The template that it is made from, where everything else about that is right, too.
pub(crate) fn check(
    session: &mut Session<'_, '_>,
    (terms, id): (&ContractCreate, &ContractId),
    faults: &mut Faults,
) -> Result<Option<Template>, Failure> {
    if terms.title.trim().is_empty() {
        faults.add("/title", "required", "A contract needs a title.");
    }
    what(terms, faults);
    when(session, terms, faults);
    kind(terms, faults);
    signatories(&terms.signatories, faults);
    options(terms.options.as_ref(), faults);
    for (place, sent) in terms.discounts.iter().flatten().enumerate() {
        discount(sent, id, &format!("/discounts/{place}"), faults);
    }
    custom_variables(terms, faults);
    not_yet(terms, faults);
    people(session, terms, faults)?;
    template(session, terms, faults)
}

fn what(terms: &ContractCreate, faults: &mut Faults) {
    let pricings = terms.product_pricing_ids.as_ref().is_some_and(|ids| !ids.is_empty());
    let items = terms.onetime_items.as_ref().is_some_and(|items| !items.is_empty());
    if !pricings && !items && terms.bundle_pricing_id.is_none() {
        let detail = "At least one of `bundle_pricing_id`, `product_pricing_ids` and \
            `onetime_items` is needed.";
        for pointer in ["/bundle_pricing_id", "/product_pricing_ids", "/onetime_items"] {
            faults.add(pointer, "required", detail);
        }
    }
}

fn when(session: &Session<'_, '_>, terms: &ContractCreate, faults: &mut Faults) {
    if terms.start_type == StartType::SpecificDate && terms.start_date.is_none() {
        faults.add("/start_date", "required", "SPECIFIC_DATE needs the date.");
    }
    if terms.expiration_date.is_some_and(|at| at <= session.now()) {
        let detail = "`expiration_date` must lie in the future.";
        faults.add("/expiration_date", "in_the_past", detail);
    }
}

/// Fields that mean nothing to what the contract becomes are refused, not ignored.
fn kind(terms: &ContractCreate, faults: &mut Faults) {
    let kind = OrderKind::of(terms);
    let of_change = [
        ("change_custom_date", terms.change_custom_date.is_some()),
        ("change_proration_type", terms.change_proration_type.is_some()),
        ("change_reset_billing_anchor", terms.change_reset_billing_anchor == Some(true)),
        ("change_timing", terms.change_timing.is_some()),
    ];
    let of_new = [
        ("billing_anchor_date", terms.billing_anchor_date.is_some()),
        ("invoice_event_grace_period", terms.invoice_event_grace_period.is_some()),
        ("parent_billed", terms.parent_billed == Some(true)),
        ("scheduled_changes", terms.scheduled_changes.as_ref().is_some_and(|all| !all.is_empty())),
    ];
    let of_invoices = [
        ("invoice_due_date_from_creation", terms.invoice_due_date_from_creation.is_some()),
        ("invoice_payment_instructions", terms.invoice_payment_instructions.is_some()),
    ];
    let recurring = [
        ("config_items", !terms.config_items.is_empty()),
        ("minimum_spend", terms.minimum_spend.is_some()),
        ("trial", terms.trial == Some(true)),
        ("quote_plans", terms.quote_plans.as_ref().is_some_and(|plans| !plans.is_empty())),
    ];
    let mut refuse = |fields: &[(&str, bool)], code: &str, detail: &str| {
        for (name, _) in fields.iter().filter(|(_, sent)| *sent) {
            faults.add(&format!("/{name}"), code, detail);
        }
    };
    if kind != OrderKind::Change {
        let detail = "Only a contract with a `previous_subscription_id` changes something.";
        refuse(&of_change, "mismatch", detail);
    } else {
        let detail = "A change keeps what the previous subscription has of this.";
        refuse(&of_new, "mismatch", detail);
        refuse(&of_invoices, "mismatch", detail);
        let both = terms.change_timing.is_some() && terms.start_date.is_some();
        let detail = "`change_timing` says when: send one of both.";
        refuse(&[("change_timing", both)], "ambiguous", detail);
    }
    if kind == OrderKind::Once {
        let detail = "Nothing of this contract recurs.";
        refuse(&recurring, "nothing_recurs", detail);
        refuse(&of_new, "nothing_recurs", detail);
    }
    let untaxed = terms.options.as_ref().is_some_and(|all| all.collect_taxes == Some(false));
    if untaxed && kind != OrderKind::Subscribe {
        let detail = "Only a new subscription can be untaxed.";
        faults.add("/options/collect_taxes", "mismatch", detail);
    }
    word::<ChangeTiming>(&terms.change_timing, "/change_timing", faults);
    word::<ChangeProration>(&terms.change_proration_type, "/change_proration_type", faults);
}

/// One of the words that a field can have.
fn word<T: DeserializeOwned>(sent: &Option<String>, pointer: &str, faults: &mut Faults) {
    let Some(sent) = sent else { return };
    if serde_json::from_value::<T>(Value::from(sent.as_str())).is_err() {
        faults.add(pointer, "unknown", "This is none of the values that it can have.");
    }
}

fn signatories(all: &[Signatory], faults: &mut Faults) {
    if all.is_empty() {
        faults.add("/signatories", "required", "Somebody has to sign.");
    }
    for (place, one) in all.iter().enumerate() {
        let pointer = format!("/signatories/{place}");
        if one.name.trim().is_empty() {
            faults.add(&format!("{pointer}/name"), "required", "A signatory needs a name.");
        }
        if one.name.chars().chain(one.email.chars()).any(char::is_control) {
            let detail = "Names and addresses have no control characters.";
            faults.add(&pointer, "control_character", detail);
        }
        let set = [
            ("signed", one.signed),
            ("declined", one.declined),
            ("signed_date", one.signed_date.is_some()),
            ("view_timestamps", !one.view_timestamps.is_empty()),
            ("view_customer_input_timestamps", !one.view_customer_input_timestamps.is_empty()),
        ];
        for (name, _) in set.iter().filter(|(_, set)| *set) {
            let detail = "Nobody has signed or seen it yet.";
            faults.add(&format!("{pointer}/{name}"), "mismatch", detail);
        }
    }
}

fn options(sent: Option<&ProposalOptionsRequest>, faults: &mut Faults) {
    let Some(options) = sent else { return };
    let redirects = options.completion_action == Some(CompletionAction::Redirect);
    match &options.redirect_url {
        None if redirects => {
            faults.add("/options/redirect_url", "required", "REDIRECT needs an address.");
        }
        Some(_) if !redirects => {
            let detail = "Only the action REDIRECT has an address.";
            faults.add("/options/redirect_url", "mismatch", detail);
        }
        Some(url) if !is_web_address(url) => {
            let detail = "It must be an address that begins with https:// or http://.";
            faults.add("/options/redirect_url", "no_address", detail);
        }
        _ => {}
    }
    let confirms = options.completion_action == Some(CompletionAction::ConfirmationPage);
    if options.confirmation_message.is_some() && !confirms {
        let detail = "Only the action CONFIRMATION_PAGE has a message.";
        faults.add("/options/confirmation_message", "mismatch", detail);
    }
}

/// An absolute address of the web with a host, and nothing that could be anything else.
fn is_web_address(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    host.is_some_and(|host| !host.is_empty() && !host.contains('@'))
        && url.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '`'))
}

fn discount(sent: &DiscountRequest, id: &ContractId, pointer: &str, faults: &mut Faults) {
    if sent.coupon_id.is_some() {
        faults.add(&format!("{pointer}/coupon_id"), "unknown", "There is no such coupon.");
    }
    if sent.proposal_id.as_ref().is_some_and(|sent| **sent != **id) {
        let detail = "The discount is of this contract.";
        faults.add(&format!("{pointer}/proposal_id"), "mismatch", detail);
    }
    if !matches!(sent.state, None | Some(DiscountState::Active | DiscountState::Pending)) {
        let detail = "It begins ACTIVE, or PENDING before the start.";
        faults.add(&format!("{pointer}/state"), "mismatch", detail);
    }
}

fn custom_variables(terms: &ContractCreate, faults: &mut Faults) {
    let given = terms.custom_variables.iter().flatten();
    let given = given.map(|(name, _)| (format!("/custom_variables/{name}"), name));
    let configs = terms.variable_configs.iter().flatten().enumerate();
    let configs =
        configs.map(|(place, one)| (format!("/variable_configs/{place}/name"), &one.name));
    let mut seen = BTreeSet::new();
    for (pointer, name) in given.chain(configs) {
        if !variables::is_name(name) {
            let detail = "A variable is named by letters, digits, underscores and dots.";
            faults.add(&pointer, "no_variable", detail);
        } else if variables::is_taken(name) {
            faults.add(&pointer, "reserved", "The document fills this variable in by itself.");
        }
        if !seen.insert(pointer.clone()) {
            faults.add(&pointer, "duplicate", "This variable stands twice.");
        }
    }
}

/// What this version cannot do is refused by name.
fn not_yet(terms: &ContractCreate, faults: &mut Faults) {
    if terms.require_payment_method == Some(true) {
        faults.add("/require_payment_method", NO_PROVIDER, NO_PROVIDER_DETAIL);
    }
    if terms.follow_up == Some(true) {
        let detail = "There are no campaigns yet, so that nobody is reminded.";
        faults.add("/follow_up", "no_campaigns", detail);
    }
}

/// Who looks after it, who sold it, who signs for the company.
fn people(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let counter = terms.counter_signatories.iter().flatten().enumerate();
    let counter = counter.map(|(place, one)| {
        (format!("/counter_signatories/{place}/company_user_id"), one.company_user_id.clone())
    });
    let owner = terms.owner_id.clone().map(|id| ("/owner_id".to_owned(), id));
    let wanted: Vec<(String, CompanyUserId)> = owner.into_iter().chain(counter).collect();
    let ids = wanted.iter().map(|(_, id)| id.clone()).collect();
    let known = store::company_user::by_ids(session.tx, &company, ids)?;
    for (pointer, _) in wanted.iter().filter(|(_, id)| !known.iter().any(|user| user.id == *id)) {
        faults.add(pointer, "unknown", "There is no such company user.");
    }
    // Of a new subscription, whoever makes it looks.
    if OrderKind::of(terms) != OrderKind::Subscribe
        && let Some(id) = &terms.sales_user_id
    {
        match store::sales_user::get(session.tx, &company, id)? {
            None => faults.add("/sales_user_id", "unknown", "There is no such sales user."),
            Some(user) if user.archived_date.is_some() => {
                faults.add("/sales_user_id", "archived", "This sales user is archived.");
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn template(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    faults: &mut Faults,
) -> Result<Option<Template>, Failure> {
    if terms.template_id.is_empty() {
        faults.add("/template_id", "required", "`template_id` is required.");
        return Ok(None);
    }
    match record::usable::<Template>(session, &terms.template_id)? {
        Ok(template) => Ok(Some(template)),
        Err((code, detail)) => {
            faults.add("/template_id", code, detail);
            Ok(None)
        }
    }
}
