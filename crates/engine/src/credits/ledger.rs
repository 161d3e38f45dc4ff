//! The ledger of a customer or a family: opening, movements and closing of each currency and item
//! between two instants. It is read off the log, so it holds at any date.

use std::collections::{BTreeMap, BTreeSet};

use money::Ratio;
use records::credit::ledger::{LedgerAccount, LedgerMovement};
use records::credit::{CreditAction, CreditType};
use records::{CreditLedger, CustomerId, Moment};
use store::credit::Booked;

use super::shown;
use crate::bill::stored;
use crate::{Failure, Session, customers};

/// So many movements of an account are listed.
const MOST_MOVEMENTS: usize = 1000;
/// Behind every instant.
const NEVER: i64 = i64::MAX;
/// No tree of customers is deeper.
const DEEPEST: usize = 12;

/// What a ledger is asked for.
#[derive(Clone, Debug, Default)]
pub struct LedgerRequest {
    pub customer: String,
    pub from: Option<Moment>,
    pub to: Option<Moment>,
    pub family: bool,
}

pub fn ledger(
    session: &mut Session<'_, '_>,
    request: &LedgerRequest,
) -> Result<CreditLedger, Failure> {
    let customer = customers::named(session, &request.customer)?.id;
    let everyone = match request.family {
        true => family(session, &customer)?,
        false => vec![customer.clone()],
    };
    let company = session.company_id().to_owned();
    let until = request.to.unwrap_or(Moment::from_micros(NEVER));
    let mut accounts: BTreeMap<(bool, String), Account> = BTreeMap::new();
    for booked in store::credit::booked_of(session.tx, &company, everyone, until)? {
        let key = match (&booked.currency, &booked.log.item_id) {
            (Some(currency), _) => (false, currency.clone()),
            (None, item) => (true, item.clone().unwrap_or_default()),
        };
        let within = request.from.is_none_or(|from| booked.log.created_at >= from);
        accounts.entry(key).or_default().book(booked, within)?;
    }
    let told = accounts.into_iter().map(|((is_item, name), account)| account.told(is_item, name));
    Ok(CreditLedger {
        accounts: told.collect::<Result<_, Failure>>()?,
        customer_id: customer,
        family: request.family,
        from: request.from,
        to: request.to,
    })
}

/// A customer and everyone below it.
fn family(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<Vec<CustomerId>, Failure> {
    let company = session.company_id().to_owned();
    let mut all = BTreeSet::from([customer.clone()]);
    let mut level = vec![customer.clone()];
    for _ in 0..DEEPEST {
        level = store::customer::children(session.tx, &company, level)?;
        level.retain(|id| all.insert(id.clone()));
        if level.is_empty() {
            break;
        }
    }
    Ok(all.into_iter().collect())
}

/// One currency or item on its way.
struct Account {
    opening: Ratio,
    balance: Ratio,
    moved: BTreeMap<&'static str, Ratio>,
    movements: Vec<LedgerMovement>,
    count: i64,
}

impl Default for Account {
    fn default() -> Account {
        Account {
            opening: Ratio::ZERO,
            balance: Ratio::ZERO,
            moved: BTreeMap::new(),
            movements: Vec::new(),
            count: 0,
        }
    }
}

impl Account {
    fn book(&mut self, booked: Booked, within: bool) -> Result<(), Failure> {
        let log = booked.log;
        let action = stored::action_of(&log.action)?;
        let value = match &log.units {
            Some(units) => shown::units(units)?,
            None => Ratio::from(log.amount),
        };
        match action.adds() {
            true => self.balance += &value,
            false => self.balance -= &value,
        }
        if !within {
            self.opening = self.balance.clone();
            return Ok(());
        }
        self.count += 1;
        *self.moved.entry(stored::action(action)).or_insert(Ratio::ZERO) += &value;
        if self.movements.len() < MOST_MOVEMENTS {
            let action_type: CreditAction = stored::read(&format!("\"{}\"", log.action))?;
            self.movements.push(LedgerMovement {
                action_type,
                balance: shown::number(&self.balance)?,
                created_at: log.created_at,
                credit_id: log.credit_id,
                customer_id: log.customer_id,
                id: log.id,
                invoice_id: log.invoice_id,
                value: shown::number(&value)?,
            });
        }
        Ok(())
    }

    fn told(self, is_item: bool, name: String) -> Result<LedgerAccount, Failure> {
        let moved = |action: &str| match self.moved.get(action) {
            Some(sum) => shown::number(sum),
            None => shown::number(&Ratio::ZERO),
        };
        Ok(LedgerAccount {
            applied: moved("APPLIED")?,
            closing: shown::number(&self.balance)?,
            consumed: moved("CONSUMED")?,
            currency: (!is_item).then(|| name.clone()),
            expired: moved("EXPIRED")?,
            issued: moved("ISSUED")?,
            item_id: is_item.then_some(name),
            movements_count: self.count,
            opening: shown::number(&self.opening)?,
            restored: moved("RESTORED")?,
            revoked: moved("REVOKED")?,
            kind: if is_item { CreditType::Units } else { CreditType::Amount },
            movements: self.movements,
        })
    }
}
