//! A contract made of its terms: checked, valued, and written as it is answered. A PATCH does the
//! same over what was there.

use std::collections::BTreeMap;

use records::contract::create::{QuotePlan, QuotePlanRequest};
use records::contract::options::{ProposalOptions, ProposalOptionsRequest};
use records::contract::signatory::{CounterSignatory, Signatory};
use records::{Contract, ContractCreate, Customer, Object, OneTimeCharge, Template};
use serde_json::Value;

use super::discounts::{discounts, known};
use super::order::{self, Order, OrderKind};
use super::worth::{Worth, worth};
use super::{check, document, plans};
use crate::overlay::take_unknown;
use crate::refusal::Faults;
use crate::subscriptions::body::paying;
use crate::templates::variables;
use crate::{Failure, Refusal, Session};

/// A contract as it is kept, and what its document can say.
pub(crate) struct Drafted {
    pub(crate) contract: Contract,
    pub(crate) customer: Customer,
    pub(crate) values: BTreeMap<String, String>,
}

/// Reads terms that the schema has accepted; `before` has what stays as it is.
pub(crate) fn drafted(
    session: &mut Session<'_, '_>,
    sent: &Object,
    before: &Contract,
) -> Result<Drafted, Failure> {
    let mut fields = sent.clone();
    fields.remove("status");
    let mut faults = Faults::default();
    if let Some(amount) = take_unknown(&mut fields, "minimum_spend") {
        let detail = format!("`{}` is no currency.", amount.currency);
        faults.add("/minimum_spend/currency", "unknown", detail);
    }
    let terms: ContractCreate = crate::subscriptions::parsed(fields)?;
    let template = check::check(session, (&terms, &before.id), &mut faults)?;
    let customer = customer(session, &terms, &mut faults)?;
    let order = order::read(session, &terms, &mut faults)?;
    plans::check(session, &terms, &mut faults)?;
    faults.unique().refuse_any()?;
    let (Some(order), Some(template)) = (order, template) else {
        return Err(Refusal::invalid("", "invalid", "This is no contract.").into());
    };
    let worth = worth(session, &order)?;
    let contract = contract(session, (&terms, before), (&order, &worth), &template)?;
    let values = document::values(session.company(), &customer, (&contract, &worth.quote));
    let (content, _) = variables::filled(&template.content, &values);
    let contract = Contract { content: Some(content), ..contract };
    Ok(Drafted { contract, customer, values })
}

fn customer(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    faults: &mut Faults,
) -> Result<Customer, Failure> {
    paying(session, &terms.customer_id, faults)
}

fn contract(
    session: &mut Session<'_, '_>,
    (terms, before): (&ContractCreate, &Contract),
    (order, worth): (&Order, &Worth),
    template: &Template,
) -> Result<Contract, Failure> {
    let sent = terms.clone();
    let options = options(sent.options.as_ref());
    let listed = sent.discounts.unwrap_or_default();
    let discounts = discounts(session, &listed, (&before.discounts, before))?;
    let minimum_spend = sent.minimum_spend.as_ref().map(known).transpose()?;
    Ok(Contract {
        acv: Some(worth.value.acv),
        auto_charges: sent.auto_charges.unwrap_or(false),
        auto_renews: sent.auto_renews.unwrap_or(OrderKind::of(terms) != OrderKind::Once),
        billing_anchor_date: sent.billing_anchor_date,
        bundle_pricing_id: worth.bundle.clone().or(sent.bundle_pricing_id),
        change_custom_date: sent.change_custom_date,
        change_proration_type: sent.change_proration_type,
        change_reset_billing_anchor: sent.change_reset_billing_anchor.unwrap_or(false),
        change_timing: sent.change_timing,
        config_items: sent.config_items,
        content_template: Some(template.content.clone()),
        counter_signatories: counter_signatories(session, terms, before),
        currency: worth.currency.code().to_owned(),
        custom_variables: sent.custom_variables.unwrap_or_default(),
        customer_id: sent.customer_id,
        description: sent.description,
        discounts,
        expiration_date: sent.expiration_date,
        follow_up: false,
        invoice_due_date_from_creation: sent.invoice_due_date_from_creation,
        invoice_event_grace_period: sent.invoice_event_grace_period,
        invoice_payment_instructions: sent.invoice_payment_instructions,
        metadata: sent.metadata.unwrap_or_default(),
        minimum_spend,
        one_time_billables: one_times(session, terms, before)?,
        owner_id: sent.owner_id,
        parent_billed: sent.parent_billed.unwrap_or(false),
        po_number: sent.po_number,
        previous_arr: worth.previous_arr,
        previous_sub_change: plans::previous_change(order),
        previous_subscription_id: sent.previous_subscription_id,
        quote_plans: quote_plans(session, sent.quote_plans.unwrap_or_default(), before)?,
        require_payment_method: false,
        requires_customer_confirmation: options.requires_customer_confirmation,
        options,
        sales_user_id: sent.sales_user_id,
        scheduled_changes: sent.scheduled_changes.unwrap_or_default(),
        signatories: signatories(session, terms, before),
        start_date: sent.start_date,
        start_type: sent.start_type,
        tcv: Some(worth.value.tcv),
        template_id: template.id.clone(),
        template_variables: variables::names(&template.content),
        term: sent.term,
        title: sent.title,
        trial: sent.trial.unwrap_or(false),
        trial_term: sent.trial_term,
        variable_configs: sent.variable_configs.unwrap_or_default(),
        ..before.clone()
    })
}

fn options(sent: Option<&ProposalOptionsRequest>) -> ProposalOptions {
    let sent = sent.cloned().unwrap_or_default();
    ProposalOptions {
        allow_promo_code: sent.allow_promo_code.unwrap_or(false),
        collect_taxes: sent.collect_taxes.unwrap_or(true),
        completion_action: sent.completion_action,
        confirmation_message: sent.confirmation_message,
        redirect_url: sent.redirect_url,
        requires_customer_address: sent.requires_customer_address.unwrap_or(false),
        requires_customer_confirmation: sent.requires_customer_confirmation.unwrap_or(false),
        requires_customer_phone: sent.requires_customer_phone.unwrap_or(false),
        requires_email_verification: sent.requires_email_verification.unwrap_or(false),
        save_card_on_checkout: sent.save_card_on_checkout.unwrap_or(false),
    }
}

/// Whoever was there before keeps the signature.
fn signatories(
    session: &Session<'_, '_>,
    terms: &ContractCreate,
    before: &Contract,
) -> Vec<Signatory> {
    let mut left: Vec<&Signatory> = before.signatories.iter().collect();
    let one = |sent: &Signatory| {
        let same = left.iter().position(|known| known.email == sent.email);
        let known =
            same.map(|place| left.remove(place)).and_then(|known| known.signature_id.clone());
        Signatory {
            signature_id: Some(known.unwrap_or_else(|| session.new_id("sig_"))),
            signature_link: None,
            ..sent.clone()
        }
    };
    terms.signatories.iter().map(one).collect()
}

/// The people are filled in when it is read; until then there are their ids.
fn counter_signatories(
    session: &Session<'_, '_>,
    terms: &ContractCreate,
    before: &Contract,
) -> Vec<CounterSignatory> {
    let wanted = terms.counter_signatories.iter().flatten();
    let one = |sent: &records::contract::signatory::CounterSignatoryRequest| {
        let user = records::contract::embedded::ContractCompanyUser {
            id: sent.company_user_id.clone(),
            ..Default::default()
        };
        let same = before.counter_signatories.iter().find(|known| {
            known.company_user.as_ref().is_some_and(|known| known.id == sent.company_user_id)
        });
        let fresh = || CounterSignatory {
            id: session.new_id("csig_"),
            signature_id: session.new_id("sig_"),
            ..CounterSignatory::default()
        };
        let known = same.cloned().unwrap_or_else(fresh);
        CounterSignatory { company_user: Some(user), position: sent.position, ..known }
    };
    wanted.map(one).collect()
}

fn one_times(
    session: &Session<'_, '_>,
    terms: &ContractCreate,
    before: &Contract,
) -> Result<Vec<OneTimeCharge>, Failure> {
    let mut all = Vec::new();
    for (place, item) in terms.onetime_items.iter().flatten().enumerate() {
        let amount = item.custom_price.as_ref().and_then(|price| price.amount.as_ref());
        let amount = amount.map(known).transpose()?;
        let custom = item.custom_price.as_ref().map(|price| records::one_time::OneTimePrice {
            amount,
            description: price.description.clone(),
            product_id: price.product_id.clone(),
        });
        let described = item.custom_price.as_ref().and_then(|price| price.description.clone());
        let kept = before.one_time_billables.get(place);
        all.push(OneTimeCharge {
            aggregate: item.aggregate.clone(),
            company_id: session.company_id().to_owned(),
            created_at: kept.map_or(session.now(), |kept| kept.created_at),
            custom_price: custom,
            customer_id: terms.customer_id.clone(),
            id: kept.map_or_else(|| session.new_id("otb_"), |kept| kept.id.clone()),
            name: described.unwrap_or_default(),
            product_pricing_id: item.product_pricing_id.clone(),
            quantity_config: item.quantity_config.clone(),
            sort_order: item.sort_order.clone(),
            updated_at: session.now(),
            ..OneTimeCharge::default()
        });
    }
    Ok(all)
}

fn quote_plans(
    session: &Session<'_, '_>,
    sent: Vec<QuotePlanRequest>,
    before: &Contract,
) -> Result<Vec<QuotePlan>, Failure> {
    let mut all = Vec::with_capacity(sent.len());
    for plan in sent {
        let had = before.quote_plans.iter();
        let had = had
            .clone()
            .find(|known| plan.id.as_ref() == Some(&known.id))
            .or_else(|| had.clone().find(|known| plan.id.is_none() && known.name == plan.name));
        let known = had.map(|known| known.discounts.as_slice()).unwrap_or_default();
        let listed = plan.discounts.unwrap_or_default();
        let fresh = || had.map_or_else(|| session.new_id("plan_"), |known| known.id.clone());
        all.push(QuotePlan {
            config_items: plan.config_items.unwrap_or_default(),
            discounts: discounts(session, &listed, (known, before))?,
            id: plan.id.unwrap_or_else(fresh),
            name: plan.name,
            product_pricing_ids: plan.product_pricing_ids,
            term: plan.term,
        });
    }
    Ok(all)
}

/// The terms with one of its alternatives in place of what it offers otherwise.
pub(crate) fn with_plan(terms: &Object, plan: &QuotePlanRequest) -> Result<Object, Failure> {
    let mut terms = terms.clone();
    let chosen = order::fields(plan)?;
    terms.remove("bundle_pricing_id");
    for name in ["product_pricing_ids", "config_items", "term", "discounts"] {
        match chosen.get(name) {
            Some(value) => terms.insert(name.to_owned(), value.clone()),
            None if name == "config_items" => {
                terms.insert(name.to_owned(), Value::Array(Vec::new()))
            }
            None if name == "term" => None,
            None => terms.remove(name),
        };
    }
    Ok(terms)
}
