//! What would be billed, without billing it.

use std::collections::BTreeSet;

use billing::command::Command;
use billing::decide::Preview;
use billing::id::Handle;
use money::Currency;
use records::invoice::next::NextInvoice;
use records::{CustomerId, Object, SubscriptionId};
use store::invoice::InvoiceRow;
use store::subscription::SubscriptionRow;

use super::answer::{Lines, answers};
use crate::bill::{self, RequestDetails};
use crate::customers::collector;
use crate::ids::{self, is_id};
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session, customers, subscriptions};

/// The coming invoice of a subscription or a customer, or what a change or a cancel would make.
pub fn next(session: &mut Session<'_, '_>, sent: &Object) -> Result<String, Failure> {
    let body: NextInvoice = subscriptions::parsed(sent.clone())?;
    let mut faults = Faults::default();
    let wanted = Wanted::read(session, body, &mut faults)?;
    faults.refuse_any()?;
    let mut rows = wanted.foreseen(session)?;
    rows.sort_by_key(|row| row.columns.billing_date);
    let Some(first) = rows.first() else {
        let detail = "There is nothing to bill.";
        return Err(Refusal::conflict("nothing_to_bill", detail).into());
    };
    let mut all = answers(session, std::slice::from_ref(first), Lines::All)?;
    Ok(all.pop().unwrap_or_default())
}

/// What is looked at.
#[derive(Default)]
struct Wanted {
    customer: CustomerId,
    currency: Option<Currency>,
    subscription: Option<(SubscriptionId, Asked)>,
}

/// What is asked of a subscription.
#[derive(Default)]
struct Asked {
    command: Option<Command>,
    noted: RequestDetails,
}

impl Wanted {
    fn read(
        session: &mut Session<'_, '_>,
        body: NextInvoice,
        faults: &mut Faults,
    ) -> Result<Wanted, Failure> {
        let currency = currency(body.currency.as_deref(), faults);
        let asks = body.change_config.is_some() || body.cancel_config.is_some();
        let company = session.company_id().to_owned();
        if let Some(id) = &body.customer_id
            && (!is_id(customers::PREFIX, id)
                || store::customer::by_id(session.tx, &company, id)?.is_none())
        {
            faults.add("/customer_id", "unknown", "There is no such customer.");
        }
        let Some(id) = body.subscription_id.clone() else {
            if asks || body.customer_id.is_none() {
                let detail = "Name a subscription, or a customer for its coming invoice.";
                faults.add("/subscription_id", "required", detail);
            }
            let customer = body.customer_id.unwrap_or_default();
            return Ok(Wanted { customer, currency, subscription: None });
        };
        let row = match is_id(ids::SUBSCRIPTION, &id) {
            true => store::subscription::by_id(session.tx, &company, &id)?,
            false => None,
        };
        let Some(row) = row else {
            faults.add("/subscription_id", "unknown", "There is no such subscription.");
            return Ok(Wanted::default());
        };
        if body.customer_id.as_ref().is_some_and(|customer| *customer != row.columns.customer_id) {
            faults.add("/customer_id", "mismatch", "It is not the customer of the subscription.");
        }
        if currency.is_some_and(|currency| currency.code() != row.columns.currency) {
            let detail = format!("The subscription is in {}.", row.columns.currency);
            faults.add("/currency", "currency_mismatch", detail);
        }
        let asked = Asked::read(session, &row, body, faults)?;
        let customer = row.columns.billed_customer_id;
        Ok(Wanted { customer, currency, subscription: Some((id, asked)) })
    }

    /// The rows that would be made first, by each subscription.
    fn foreseen(self, session: &mut Session<'_, '_>) -> Result<Vec<InvoiceRow>, Failure> {
        if let Some((id, Asked { command, noted })) = self.subscription {
            let subscription = Handle::known(&id);
            let wanted = Preview { subscription, command };
            let rows = bill::preview(session, &self.customer, &wanted, noted)?;
            return Ok(rows.into_iter().take(1).collect());
        }
        if let Some(rows) = bill::preview_rollup(session, &self.customer, self.currency)? {
            return Ok(rows);
        }
        let mut rows = Vec::new();
        let mut collected = BTreeSet::new();
        for (id, payer, currency) in self.subscriptions(session)? {
            if self.currency.is_some_and(|wanted| wanted.code() != currency) {
                continue;
            }
            // One invoice has all that somebody collects.
            let elsewhere =
                payer != self.customer && collector(session, &payer)? == Some(payer.clone());
            if elsewhere && !collected.insert((payer.clone(), currency)) {
                continue;
            }
            let wanted = Preview { subscription: Handle::known(&id), command: None };
            let first = bill::preview(session, &payer, &wanted, RequestDetails::default())?;
            rows.extend(first.into_iter().take(1));
        }
        let orders = bill::preview_orders(session, &self.customer, self.currency)?;
        rows.extend(orders.into_iter().take(1));
        Ok(rows)
    }

    /// What the customer pays for, and what others pay for it, each with who pays and in which
    /// currency.
    fn subscriptions(
        &self,
        session: &mut Session<'_, '_>,
    ) -> Result<Vec<(SubscriptionId, CustomerId, String)>, Failure> {
        let company = session.company_id().to_owned();
        let all = vec![self.customer.clone()];
        let paid = store::subscription::of_customers(session.tx, &company, all)?;
        let mut all: Vec<_> = paid
            .into_iter()
            .map(|row| (row.columns.id, row.columns.billed_customer_id, row.columns.currency))
            .collect();
        for paid in store::subscription::paid(session.tx, &company, &self.customer)? {
            if paid.billed_customer_id != self.customer {
                all.push((paid.id, paid.billed_customer_id, paid.currency));
            }
        }
        Ok(all)
    }
}

impl Asked {
    fn read(
        session: &mut Session<'_, '_>,
        row: &SubscriptionRow,
        body: NextInvoice,
        faults: &mut Faults,
    ) -> Result<Asked, Failure> {
        let mut inner = Faults::default();
        match (body.change_config, body.cancel_config) {
            (None, None) => Ok(Asked::default()),
            (Some(_), Some(_)) => {
                let detail = "Send `change_config` or `cancel_config`, not both.";
                faults.add("/cancel_config", "ambiguous", detail);
                Ok(Asked::default())
            }
            (Some(change), None) => {
                let changed = subscriptions::read_change(session, row, change, &mut inner)?;
                if !inner.is_empty() {
                    faults.within("/change_config", inner);
                    return Ok(Asked::default());
                }
                let command = changed.command(session, &row.columns.id)?;
                let command = Some(Command::Change(Box::new(command)));
                let note = subscriptions::glance(session, &changed)?;
                let noted = RequestDetails { changes: vec![note], ..RequestDetails::default() };
                Ok(Asked { command, noted })
            }
            (None, Some(cancel)) => {
                let cancelled = subscriptions::read_cancel(session, row, cancel, &mut inner);
                faults.within("/cancel_config", inner);
                let command = Command::Cancel(Box::new(cancelled.command(&row.columns.id)));
                Ok(Asked { command: Some(command), noted: RequestDetails::default() })
            }
        }
    }
}

fn currency(sent: Option<&str>, faults: &mut Faults) -> Option<Currency> {
    let read = sent?.to_uppercase().parse();
    read.map_err(|unknown| faults.add("/currency", "unknown", format!("{unknown}"))).ok()
}
