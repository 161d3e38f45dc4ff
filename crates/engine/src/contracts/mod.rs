//! Contracts: drafted, sent, signed, and then carried out once. The row of a contract is its lock:
//! each verb holds it, looks at where the contract is, and does everything that follows in one
//! transaction.

mod attach;
mod create;
mod execute;
mod expire;
mod find;
mod get;
mod link;
mod send;
mod shown;
mod sign_offline;
mod start;
pub mod templates;
mod terms;
mod update;
mod void;

pub use attach::{attach, file};
pub use create::create;
pub use find::find;
pub use get::get;
pub(crate) use get::values;
pub(crate) use send::hash;
pub use send::send;
pub use sign_offline::sign_offline;
pub use start::start;
pub use store::contract::FIND;
pub(crate) use terms::document;
use terms::{draft, order};
pub use update::update;
pub use void::void;

use billing::contract::{Action, NotAllowed, Status};
use billing::fact::FactType;
use records::{Contract, ContractId, Customer, Moment, Object};
use serde_json::Value;
use store::contract::ContractRow;

use crate::bill::stored;
use crate::engine::found;
use crate::session::changed;
use crate::{Failure, Refusal, Session};

const PREFIX: &str = "prop_";

/// A contract that is held until the transaction ends.
struct Held {
    row: ContractRow,
    contract: Contract,
    status: Status,
    /// It expires now, and nobody has written that down yet.
    lapsed: bool,
}

fn held(session: &mut Session<'_, '_>, id: &ContractId) -> Result<Held, Failure> {
    let company = session.company_id().to_owned();
    let row = found(store::contract::lock(session.tx, &company, id)?, "contract", id)?;
    session.waited()?;
    let contract = record(&row)?;
    let status = status(&row)?;
    let lapsed = row.due_at.is_some_and(|due| due <= session.now());
    Ok(Held { row, contract, status, lapsed })
}

fn status(row: &ContractRow) -> Result<Status, Failure> {
    let unknown = || store::Error::Broken(format!("contract {} is {}", row.id, row.status));
    Ok(Status::parse(&row.status).ok_or_else(unknown)?)
}

/// What is kept of a contract, with what its columns say.
fn record(row: &ContractRow) -> Result<Contract, Failure> {
    let kept: Contract = stored::read(&row.doc)?;
    Ok(Contract {
        auto_charges: row.auto_charges,
        auto_renews: row.auto_renews,
        created_at: row.created_at,
        customer_id: row.customer_id.clone(),
        id: row.id.clone(),
        owner_id: row.owner_id.clone(),
        status: stored::read(&format!("\"{}\"", row.status))?,
        subscription_id: row.subscription_id.clone(),
        updated_at: row.updated_at,
        ..kept
    })
}

impl Held {
    /// What it is after something is done with it, if that can be done.
    fn after(&self, action: Action) -> Result<Status, Failure> {
        let status = match self.lapsed && action != Action::Expire {
            true => Status::Expired,
            false => self.status,
        };
        Ok(status.after(action).map_err(not_allowed)?)
    }

    /// Writes it in another state or with other values, and tells what happened.
    fn write(
        self,
        session: &mut Session<'_, '_>,
        (contract, status): (Contract, Status),
        fact: FactType,
    ) -> Result<ContractRow, Failure> {
        let now = session.now().max(self.row.updated_at);
        let contract = Contract {
            status: stored::read(&format!("\"{}\"", status.as_str()))?,
            updated_at: now,
            ..contract
        };
        let row = row(&contract, (status, &self.row))?;
        let company = session.company_id().to_owned();
        store::contract::update(session.tx, &company, &row, None)?;
        let values = difference(&self.contract, &contract)?;
        session.fact(fact, &row.id, values)?;
        Ok(row)
    }
}

fn not_allowed(refused: NotAllowed) -> Refusal {
    Refusal::conflict(refused.code(), refused.to_string())
}

fn difference(before: &Contract, after: &Contract) -> Result<Object, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let before: Value = serde_json::to_value(before).map_err(broken)?;
    let after: Value = serde_json::to_value(after).map_err(broken)?;
    Ok(changed(&before, &after))
}

/// The row of a contract over what it was.
fn row(
    contract: &Contract,
    (status, before): (Status, &ContractRow),
) -> Result<ContractRow, Failure> {
    let due_at: Option<Moment> = contract.expiration_date.filter(|_| status.can_expire());
    Ok(ContractRow {
        owner_id: contract.owner_id.clone(),
        sales_user_id: contract.sales_user_id.clone(),
        status: status.as_str().to_owned(),
        auto_charges: contract.auto_charges,
        auto_renews: contract.auto_renews,
        previous_subscription_id: contract.previous_subscription_id.clone(),
        subscription_id: contract.subscription_id.clone(),
        due_at,
        updated_at: contract.updated_at,
        doc: store::document::stored(contract, Contract::IN_COLUMNS)?,
        ..before.clone()
    })
}

/// What a search looks at.
fn names<'a>(contract: &'a Contract, customer: &'a Customer) -> Vec<&'a str> {
    let mut names = vec![contract.id.as_str(), contract.title.as_str()];
    names.extend(contract.po_number.as_deref());
    names.extend(contract.description.as_deref().filter(|text| text.len() <= 1000));
    let signers = contract.signatories.iter();
    names.extend(signers.flat_map(|one| [one.name.as_str(), one.email.as_str()]));
    names.extend(store::customer::names(customer));
    names
}
