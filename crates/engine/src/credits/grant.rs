//! Gives a customer a credit of money.

use billing::command::{AppliesTo, Command, Grant};
use billing::credit::Origin;
use billing::fact::Fact;
use billing::id::Handle;
use money::Amount;
use records::{Credit, CustomerId, Moment, SubscriptionId};

use super::get::get;
use crate::bill::load::LoadScope;
use crate::bill::{self, Asked, stored};
use crate::{Failure, Refusal, Session};

/// A credit to be given.
#[derive(Clone, Debug)]
pub struct NewCredit {
    pub customer_id: CustomerId,
    pub name: String,
    pub amount: Amount,
    pub expires_at: Option<Moment>,
    /// Pays only this subscription.
    pub subscription_id: Option<SubscriptionId>,
}

pub fn grant(session: &mut Session<'_, '_>, wanted: &NewCredit) -> Result<Credit, Failure> {
    let too_far = |_| {
        let detail = "This date lies too far away.";
        Refusal::invalid("/expiration_date", "out_of_range", detail)
    };
    let of = wanted.subscription_id.clone();
    let given = Grant {
        customer: wanted.customer_id.as_str().into(),
        name: wanted.name.clone(),
        value: wanted.amount.into(),
        origin: Origin::Grant,
        expires: stored::maybe_instant(wanted.expires_at).map_err(too_far)?,
        subscription: of.as_deref().map(Handle::known),
        products: Vec::new(),
        applies_to: AppliesTo::Nothing,
    };
    let named = LoadScope { subscriptions: of.into_iter().collect(), ..LoadScope::default() };
    let asked = Asked { named, ..Asked::new(Command::Grant(Box::new(given))) };
    let facts = bill::act(session, &wanted.customer_id, asked)?;
    let issued = facts.iter().rev().find_map(Fact::credit_issued).map(|made| made.id.to_string());
    get(session, &issued.unwrap_or_default().into())
}
