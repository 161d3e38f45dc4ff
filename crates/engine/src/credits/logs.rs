//! Searches the log of all credits. An entry is answered with its credit, customer, invoice and
//! item; a page takes one statement for each of these, however many entries it has.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use records::{CreditId, CustomerId, InvoiceId, Item};
use store::credit::Log;
use store::document::Answer;

use super::shown;
use crate::bill::stored;
use crate::find::{FindRequest, FoundPage, walk_texts};
use crate::{Failure, Session, customers, invoices};

pub fn find_logs(
    session: &mut Session<'_, '_>,
    request: &FindRequest,
) -> Result<FoundPage, Failure> {
    walk_texts(session, &store::credit::FIND_LOGS, request, |session, rows| answers(session, &rows))
}

/// Entries as JSON, in the order of the rows.
pub(super) fn answers(session: &mut Session<'_, '_>, rows: &[Log]) -> Result<Vec<String>, Failure> {
    let around = Around::of(session, rows)?;
    rows.iter().map(|row| around.answer(row)).collect()
}

/// Everything that a page refers to, as JSON.
struct Around {
    /// With the currency of each.
    credits: HashMap<CreditId, (String, Option<String>)>,
    customers: HashMap<CustomerId, String>,
    invoices: HashMap<InvoiceId, String>,
    items: BTreeMap<String, String>,
}

impl Around {
    fn of(session: &mut Session<'_, '_>, rows: &[Log]) -> Result<Around, Failure> {
        let company = session.company_id().to_owned();
        let ids: BTreeSet<CreditId> = rows.iter().map(|row| row.credit_id.clone()).collect();
        let known = store::credit::by_ids(session.tx, &company, ids.into_iter().collect())?;
        let mut credits = HashMap::new();
        let mut items: BTreeMap<String, String> = BTreeMap::new();
        for credit in shown::shown(session, known)? {
            if let Some(item) = &credit.item {
                items.insert(item.id.clone(), stored::written::<Item>(item)?);
            }
            let currency = credit.issued_amount.map(|issued| issued.currency.code().to_owned());
            credits.insert(credit.id.clone(), (stored::written(&credit)?, currency));
        }
        let ids = rows.iter().map(|row| row.customer_id.clone()).collect();
        let customers = customers::briefs(session, ids)?;
        let ids = rows.iter().filter_map(|row| row.invoice_id.clone()).collect();
        let invoices = invoices::embedded(session, ids)?;
        Ok(Around { credits, customers, invoices, items })
    }

    fn answer(&self, row: &Log) -> Result<String, Failure> {
        let null = String::from("null");
        let missing = || store::Error::Broken(format!("{} has no credit", row.id));
        let (credit, currency) = self.credits.get(&row.credit_id).ok_or_else(missing)?;
        let invoice = row.invoice_id.as_ref().and_then(|id| self.invoices.get(id));
        let invoice = invoice.unwrap_or(&null);
        let customer = self.customers.get(&row.customer_id).unwrap_or(&null);
        let item = row.item_id.as_ref().and_then(|id| self.items.get(id)).unwrap_or(&null);
        let size = credit.len() + invoice.len() + customer.len() + item.len() + 512;
        let mut answer = Answer::new(size);
        answer.text("action_type", &row.action);
        match currency {
            Some(currency) => answer.amount("amount_applied", currency, row.amount),
            None => answer.json("amount_applied", "null"),
        };
        answer
            .moment("created_at", Some(row.created_at))
            .json("credit", credit)
            .text("credit_id", &row.credit_id)
            .json("customer", customer)
            .text("customer_id", &row.customer_id)
            .text("id", &row.id)
            .json("invoice", invoice)
            .maybe_text("invoice_id", row.invoice_id.as_deref())
            .json("item", item)
            .maybe_text("item_id", row.item_id.as_deref())
            .maybe_text("metric_record_id", row.metric_record_id.as_deref())
            .maybe_text("note", row.note.as_deref())
            .text("type", &row.kind);
        match &row.units {
            Some(units) => {
                let number = shown::number(&shown::units(units)?)?;
                answer.json("units_applied", number.as_str())
            }
            None => answer.json("units_applied", "null"),
        };
        answer.moment("updated_at", Some(row.created_at));
        Ok(answer.over("}"))
    }
}
