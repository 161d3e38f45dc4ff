//! What the documents of a company say of each other.

use std::collections::{BTreeSet, HashMap};

use records::{CreditId, InvoiceId, Moment};
use serde_json::{Value as Json, json};

use super::Stored;

/// Everything that one record has to know of others.
#[derive(Default)]
pub(super) struct Known {
    /// What was given back of an invoice, by its id, with when that was.
    credited: HashMap<String, Vec<(Moment, Json)>>,
    /// The documents that lowered what was due of an invoice, and by how much.
    lowered: HashMap<String, Vec<(Moment, InvoiceId, i64)>>,
    /// What went back to a credit of what it had paid of an invoice.
    restored: HashMap<(InvoiceId, CreditId), i64>,
    /// The documents that made credits.
    made: HashMap<String, Json>,
    /// Credits that are money.
    money: BTreeSet<String>,
    /// Invoices of a subscription with lines billed in advance, and how far.
    ahead: HashMap<String, Vec<Ahead>>,
}

/// An invoice with lines billed in advance.
pub(super) struct Ahead {
    pub created: Moment,
    pub invoice: InvoiceId,
    pub through: i64,
    /// Whether a line is for a part of a period in which a change put it on.
    pub is_part: bool,
}

impl Known {
    pub(super) fn note(&mut self, stored: &Stored) {
        self.made_by(stored);
        if stored.status == "VOID" {
            return;
        }
        let (mut through, mut is_part) = (None, false);
        for line in list(&stored.derivations) {
            if let Some(back) = line.get("given_back").filter(|back| !back.is_null()) {
                let entry = credited(stored, line, back);
                let of = text(back, "invoice").to_owned();
                self.credited.entry(of).or_default().push((stored.created, entry));
            }
            if matches!(text(line, "role"), "Advance" | "Remainder") {
                let end = line["period"]["end"].as_i64();
                through = through.max(end);
                is_part |= text(line, "role") == "Remainder";
            }
        }
        if let (Some(through), Some(of)) = (through, &stored.subscription) {
            let entry =
                Ahead { created: stored.created, invoice: stored.id.clone(), through, is_part };
            self.ahead.entry(of.clone()).or_default().push(entry);
        }
        for detail in list(&stored.doc["credit_details"]) {
            let (credit, invoice) = (text(detail, "credit_id"), text(detail, "invoice_uuid"));
            let amount = -minor(&detail["amount"]);
            if invoice.is_empty() || detail["refunded"] == true {
                continue;
            }
            match credit.is_empty() {
                true => {
                    let entry = (stored.created, stored.id.clone(), amount);
                    self.lowered.entry(invoice.to_owned()).or_default().push(entry);
                }
                false => {
                    let key = (invoice.into(), credit.into());
                    *self.restored.entry(key).or_default() += amount;
                }
            }
        }
    }

    /// The credit that a document made by giving back.
    fn made_by(&mut self, stored: &Stored) {
        for detail in list(&stored.doc["credit_details"]) {
            let credit = text(detail, "credit_id");
            let made = text(detail, "invoice_uuid").is_empty() && minor(&detail["amount"]) < 0;
            if made && !credit.is_empty() {
                let source = json!({
                    "invoice": stored.id,
                    "subscription": stored.subscription,
                    "net": amount(&stored.currency, -minor(&detail["net"])),
                });
                self.made.insert(credit.to_owned(), source);
            }
        }
    }

    /// In the order in which things happened.
    pub(super) fn sort(&mut self) {
        self.credited.values_mut().for_each(|all| all.sort_by_key(|(at, _)| *at));
        self.lowered.values_mut().for_each(|all| all.sort());
        self.ahead.values_mut().for_each(|all| {
            all.sort_by(|a, b| (a.created, &a.invoice).cmp(&(b.created, &b.invoice)));
        });
    }

    pub(super) fn credited(&self, invoice: &str) -> Vec<Json> {
        let all = self.credited.get(invoice).map_or(&[][..], Vec::as_slice);
        all.iter().map(|(_, entry)| entry.clone()).collect()
    }

    /// The documents that lowered what was due of an invoice, in order.
    pub(super) fn lowered(&self, invoice: &str) -> &[(Moment, InvoiceId, i64)] {
        self.lowered.get(invoice).map_or(&[], Vec::as_slice)
    }

    pub(super) fn restored(&self, invoice: &InvoiceId, credit: &CreditId) -> i64 {
        let key = (invoice.to_owned(), credit.to_owned());
        self.restored.get(&key).copied().unwrap_or(0)
    }

    pub(super) fn made(&self, credit: &str) -> Option<&Json> {
        self.made.get(credit)
    }

    pub(super) fn is_money(&self, credit: &str) -> bool {
        self.money.contains(credit)
    }

    pub(super) fn note_money(&mut self, credit: &str) {
        self.money.insert(credit.to_owned());
    }

    pub(super) fn ahead(&self, subscription: &str) -> &[Ahead] {
        self.ahead.get(subscription).map_or(&[], Vec::as_slice)
    }
}

/// What a line gives back, as the line that it corrects knows it.
fn credited(stored: &Stored, line: &Json, back: &Json) -> Json {
    let minor_of = |line: &Json| line.as_i64().unwrap_or(0);
    let mut entry = json!({
        "line": back["line"],
        "by": stored.id,
        "amount": amount(&stored.currency, -minor_of(&line["amount"])),
    });
    let taxes: Vec<Json> = list(&back["taxes"])
        .map(|tax| {
            let minor = -minor(&tax["amount"]);
            json!({ "name": tax["name"], "rate": tax["rate"],
                "amount": amount(&stored.currency, minor) })
        })
        .collect();
    if !taxes.is_empty() {
        entry["taxes"] = taxes.into();
    }
    entry["from"] = line["period"]["start"].clone();
    entry
}

pub(super) fn list(value: &Json) -> impl Iterator<Item = &Json> {
    value.as_array().into_iter().flatten()
}

pub(super) fn text<'a>(value: &'a Json, name: &str) -> &'a str {
    value.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// Minor units of an amount.
pub(super) fn minor(value: &Json) -> i64 {
    value["value_in_cents"].as_i64().unwrap_or(0)
}

pub(super) fn amount(currency: &str, minor: i64) -> Json {
    json!({ "currency": currency, "value_in_cents": minor })
}
