//! Carries out what was signed, once: a subscription, a change of one, or charges that are bought
//! once, each by the decision that makes it otherwise. The contract is held, so that nobody else
//! does it; whatever is refused leaves everything as it was.

use billing::contract::{Action, Status};
use billing::fact::FactType;
use records::subscription::discount::DiscountState;
use records::{Contract, ContractCreate, Object, OneTimeId, SubscriptionId};

use super::Held;
use super::order::{self, OrderKind};
use crate::bill::stored;
use crate::subscriptions::Agreed;
use crate::{Failure, Refusal, Session, one_times, subscriptions};

/// What it became.
struct Made {
    subscription: Option<SubscriptionId>,
    one_times: Vec<OneTimeId>,
}

/// Nothing is left to do for it afterwards.
pub(super) fn execute(session: &mut Session<'_, '_>, mut held: Held) -> Result<(), Failure> {
    let status = held.after(Action::Start)?;
    let began = session.now();
    let mut terms: Object = stored::read(&held.row.terms)?;
    terms.remove("status");
    let terms: ContractCreate = crate::subscriptions::parsed(terms)?;
    let made = session.honouring(|session| make(session, &terms, &held.contract));
    let made = made.map_err(refused)?;
    let now = session.now();
    let mut contract = Contract {
        completed_date: Some(now),
        processing_date: Some(began),
        subscription_id: made.subscription,
        ..held.contract.clone()
    };
    let starts_later = contract.start_date.is_some_and(|start| start > now);
    for discount in &mut contract.discounts {
        if discount.deleted_at.is_none() && !starts_later {
            discount.state = DiscountState::Active;
        }
        discount.subscription_id.clone_from(&contract.subscription_id);
    }
    if made.one_times.len() == contract.one_time_billables.len() {
        for (charge, id) in contract.one_time_billables.iter_mut().zip(made.one_times) {
            charge.id = id;
        }
    }
    held.row.order_id = match OrderKind::of(&terms) {
        OrderKind::Once => contract.one_time_billables.first().map(|one| one.id.to_string()),
        OrderKind::Subscribe | OrderKind::Change => None,
    };
    debug_assert_eq!(status, Status::Executed);
    held.write(session, (contract, status), FactType::ContractExecuted).map(|_| ())
}

fn make(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    contract: &Contract,
) -> Result<Made, Failure> {
    let now = session.now();
    match OrderKind::of(terms) {
        OrderKind::Subscribe => {
            let sent = order::fields(&order::subscription(terms, now))?;
            let agreed = Agreed { untaxed: !contract.options.collect_taxes };
            let (id, one_times) = subscriptions::agreed(session, &sent, agreed)?;
            Ok(Made { subscription: Some(id), one_times })
        }
        OrderKind::Change => {
            let id = terms.previous_subscription_id.clone().unwrap_or_default();
            let sent = order::fields(&order::change(terms, now))?;
            let one_times = subscriptions::changed(session, &id, &sent)?;
            Ok(Made { subscription: Some(id), one_times })
        }
        OrderKind::Once => {
            let sent = order::fields(&order::once(terms))?;
            let charges = one_times::create(session, &sent)?;
            let one_times = charges.into_iter().map(|charge| charge.id).collect();
            Ok(Made { subscription: None, one_times })
        }
    }
}

/// The body was right when it was sent: what is wrong now is the state of something else.
fn refused(failure: Failure) -> Failure {
    match failure {
        Failure::Refused(Refusal::Invalid(faults)) => {
            let said = faults.iter().map(|fault| {
                let field = fault.pointer.trim_start_matches('/');
                format!("{field}: {}", fault.detail)
            });
            let said: Vec<String> = said.collect();
            let detail = format!("It cannot be executed as things are. {}", said.join(" "));
            Refusal::conflict("not_executable", detail).into()
        }
        other => other,
    }
}
