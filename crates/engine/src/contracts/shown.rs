//! Contracts as they are answered, a page at a time: one statement a kind for everything that they
//! refer to.

use std::collections::{BTreeSet, HashMap};

use records::contract::attachment::ContractAttachment;
use records::contract::embedded::{ContractBundle, ContractCompanyUser};
use records::{
    Bundle, CompanyUser, CompanyUserId, Contract, ContractId, CustomerBrief, CustomerId, Object,
    OneTimeCharge, OneTimeId, ProductPricing, SalesUser, SalesUserId, SubscriptionId,
};
use store::catalog::Stored;
use store::contract::ContractRow;

use super::{link, record};
use crate::bill::stored;
use crate::catalog::{bundles, expand};
use crate::team::company_users::with_company;
use crate::{Failure, Session, customers, one_times, sales_users, subscriptions};

/// As JSON, in the order of the rows.
pub(super) fn answers(
    session: &mut Session<'_, '_>,
    rows: &[ContractRow],
) -> Result<Vec<String>, Failure> {
    let mut contracts = Vec::with_capacity(rows.len());
    for row in rows {
        contracts.push(record(row)?);
    }
    let others = Others::of(session, &contracts)?;
    let mut texts = Vec::with_capacity(contracts.len());
    for contract in contracts {
        let shown = others.around(session, contract)?;
        texts.push(stored::written(&shown)?);
    }
    Ok(texts)
}

/// Everything that a page refers to.
struct Others {
    bundles: HashMap<String, Bundle>,
    customers: HashMap<CustomerId, String>,
    people: HashMap<CompanyUserId, CompanyUser>,
    sellers: HashMap<SalesUserId, SalesUser>,
    subscriptions: HashMap<SubscriptionId, String>,
    charges: HashMap<OneTimeId, OneTimeCharge>,
    pricings: HashMap<String, ProductPricing>,
    attachments: HashMap<ContractId, Vec<ContractAttachment>>,
}

impl Others {
    fn of(session: &mut Session<'_, '_>, all: &[Contract]) -> Result<Others, Failure> {
        let company = session.company_id().to_owned();
        let named: BTreeSet<String> =
            all.iter().filter_map(|one| one.bundle_pricing_id.clone()).collect();
        let found = bundles::by_ids(session, named.into_iter().collect())?;
        let customers = all.iter().map(|one| one.customer_id.clone()).collect();
        let customers = customers::briefs(session, customers)?;
        let sellers: BTreeSet<SalesUserId> =
            all.iter().filter_map(|one| one.sales_user_id.clone()).collect();
        let sellers = sales_users::by_ids(session, sellers.into_iter().collect())?;
        let subscriptions: BTreeSet<SubscriptionId> = all
            .iter()
            .flat_map(|one| [&one.subscription_id, &one.previous_subscription_id])
            .filter_map(Clone::clone)
            .collect();
        let charges = all.iter().flat_map(|one| &one.one_time_billables);
        let charges: BTreeSet<OneTimeId> = charges.map(|one| one.id.clone()).collect();
        let charges = store::one_time::by_ids(session.tx, &company, charges.into_iter().collect())?;
        let charges = one_times::shown(session, charges)?;
        Ok(Others {
            bundles: found.into_iter().map(|bundle| (bundle.id.clone(), bundle)).collect(),
            customers,
            people: people(session, all)?,
            sellers: sellers.into_iter().map(|user| (user.id.clone(), user)).collect(),
            subscriptions: subscriptions::by_ids(session, subscriptions)?,
            charges: charges.into_iter().map(|charge| (charge.id.clone(), charge)).collect(),
            pricings: pricings(session, all)?,
            attachments: attachments(session, all)?,
        })
    }

    fn around(
        &self,
        session: &Session<'_, '_>,
        mut contract: Contract,
    ) -> Result<Contract, Failure> {
        let person = |id: &CompanyUserId| self.people.get(id).map(brief);
        let customer = self.customers.get(&contract.customer_id);
        let customer: Option<CustomerBrief> =
            customer.map(|text| stored::read(text)).transpose()?;
        let subscription = |id: &Option<SubscriptionId>| -> Result<Option<Object>, Failure> {
            let text = id.as_ref().and_then(|id| self.subscriptions.get(id));
            Ok(text.map(|text| stored::read(text)).transpose()?)
        };
        let bundle = contract.bundle_pricing_id.as_ref().and_then(|id| self.bundles.get(id));
        contract.bundle_pricing = bundle.cloned().map(short);
        contract.company = Some(session.company().clone());
        contract.company_id = session.company_id().to_owned();
        contract.contract_attachments =
            self.attachments.get(&contract.id).cloned().unwrap_or_default();
        contract.owner = contract.owner_id.as_ref().and_then(person);
        let seller = contract.sales_user_id.as_ref().and_then(|id| self.sellers.get(id));
        contract.sales_user = seller.cloned();
        contract.subscription = subscription(&contract.subscription_id)?;
        contract.previous_subscription = subscription(&contract.previous_subscription_id)?;
        for one in &mut contract.counter_signatories {
            let known = one.company_user.as_ref().and_then(|user| person(&user.id));
            one.email = known.as_ref().and_then(|known| known.user.as_ref()?.email.clone());
            one.company_user = known;
        }
        for charge in &mut contract.one_time_billables {
            self.fill(charge);
        }
        let open = contract.status == records::contract::ContractStatus::PendingSignatures;
        for one in contract.signatories.iter_mut().filter(|_| open) {
            let signature = one.signature_id.as_deref().unwrap_or_default();
            one.signature_link = Some(link::sign(session, &contract.id, signature));
        }
        Ok(Contract { customer, ..contract })
    }

    /// The charge itself once there is one; until then, with the name of its pricing.
    fn fill(&self, charge: &mut OneTimeCharge) {
        if let Some(known) = self.charges.get(&charge.id) {
            *charge = known.clone();
            return;
        }
        let pricing = charge.product_pricing_id.as_ref().and_then(|id| self.pricings.get(id));
        if let Some(pricing) = pricing {
            charge.name.clone_from(&pricing.name);
            charge.product_pricing = Some(pricing.clone());
        }
    }
}

fn people(
    session: &mut Session<'_, '_>,
    all: &[Contract],
) -> Result<HashMap<CompanyUserId, CompanyUser>, Failure> {
    let owners = all.iter().filter_map(|one| one.owner_id.clone());
    let counter = all.iter().flat_map(|one| &one.counter_signatories);
    let counter = counter.filter_map(|one| Some(one.company_user.as_ref()?.id.clone()));
    let ids: BTreeSet<CompanyUserId> = owners.chain(counter).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let company = session.company_id().to_owned();
    let found = store::company_user::by_ids(session.tx, &company, ids.into_iter().collect())?;
    let known = found.into_iter().map(|user| with_company(session, user));
    Ok(known.map(|user| (user.id.clone(), user)).collect())
}

fn pricings(
    session: &mut Session<'_, '_>,
    all: &[Contract],
) -> Result<HashMap<String, ProductPricing>, Failure> {
    let charges = all.iter().flat_map(|one| &one.one_time_billables);
    let ids: BTreeSet<String> = charges.filter_map(|one| one.product_pricing_id.clone()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let company = session.company_id().to_owned();
    let found: Vec<Stored<ProductPricing>> =
        store::catalog::by_ids(session.tx, &company, ids.into_iter().collect())?;
    let found = expand::pricings(session, found.into_iter().map(|one| one.record).collect())?;
    Ok(found.into_iter().map(|pricing| (pricing.id.clone(), pricing)).collect())
}

fn attachments(
    session: &mut Session<'_, '_>,
    all: &[Contract],
) -> Result<HashMap<ContractId, Vec<ContractAttachment>>, Failure> {
    let company = session.company_id().to_owned();
    let ids = all.iter().map(|one| one.id.clone()).collect();
    let mut known: HashMap<ContractId, Vec<ContractAttachment>> = HashMap::new();
    for row in store::contract::attachment::of(session.tx, &company, ids)? {
        known.entry(row.contract_id).or_default().push(ContractAttachment {
            attachment_type: stored::read(&format!("\"{}\"", row.kind))?,
            created_at: row.created_at,
            file_id: row.file_id,
            id: row.id,
            original_filename: row.filename,
            uploaded_at: row.created_at,
        });
    }
    Ok(known)
}

fn brief(user: &CompanyUser) -> ContractCompanyUser {
    ContractCompanyUser {
        created_at: user.created_at,
        id: user.id.clone(),
        image_url: user.image_url.clone(),
        title: user.title.clone(),
        updated_at: user.updated_at,
        user: user.user.clone(),
    }
}

fn short(bundle: Bundle) -> ContractBundle {
    ContractBundle {
        bundle_product_pricings: bundle.bundle_product_pricings,
        company_id: bundle.company_id,
        created_at: bundle.created_at,
        currency: bundle.currency,
        description: bundle.description,
        id: bundle.id,
        is_auto_generated: bundle.is_auto_generated,
        metadata: bundle.metadata,
        name: bundle.name,
        num_subs: bundle.num_subs,
        state: bundle.state,
        term: bundle.term,
        updated_at: bundle.updated_at,
    }
}
