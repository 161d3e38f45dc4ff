//! A customer as it lies in the table, and as it is answered.

use std::fmt::Write as _;

use records::{Customer, CustomerId, Moment};

use crate::driver::columns::columns;
use crate::{Result, document};

columns! {
    #[derive(Clone, Debug)]
    pub struct CustomerRow in "customer t" {
        pub id: CustomerId,
        doc: String,
        updated_at: Moment,
        mrr: i64,
        arr: i64,
        revenue_currency: Option<String>,
        /// `mrr_by_currency` as JSON.
        revenue_doc: Option<String>,
        /// `computed_entitlements` and `override_entitlements` as JSON, where there are any.
        pub entitlements_doc: Option<String>,
        pub overrides_doc: Option<String>,
        /// The version of the company's catalog that they were computed by.
        pub entitlements_version: i64,
        pub version: i64,
        /// Subscriptions that are active or unpaid.
        pub live_subscriptions: i64,
    }

    /// What a customer may use, as it is kept.
    #[derive(Clone, Debug)]
    pub struct EntitlementsRow {
        pub customer_id: CustomerId => "t.id",
        pub entitlements_doc: Option<String>,
        pub overrides_doc: Option<String>,
        pub entitlements_version: i64,
        /// Where this counts as a change of the customer.
        pub updated_at: Option<Moment>,
    }

    /// What a customer is worth by its subscriptions.
    #[derive(Clone, Debug)]
    pub struct Revenue {
        pub customer_id: CustomerId => "t.id",
        pub mrr: i64,
        pub arr: i64,
        /// The currency of both; the company's where there is none.
        pub currency: Option<String> => "t.revenue_currency",
        /// `mrr_by_currency` as JSON.
        pub by_currency: Option<String> => "t.revenue_doc",
        /// Subscriptions that are active or unpaid.
        pub live: i64 => "t.live_subscriptions",
        /// Where this counts as a change of the customer.
        pub updated_at: Option<Moment>,
    }
}

impl CustomerRow {
    /// The answer: the kept document with what lives in columns, no parsing in between.
    pub fn answer(&self, company_currency: &str) -> String {
        let currency = self.revenue_currency.as_deref().unwrap_or(company_currency);
        let entitlements = self.entitlements_doc.as_deref().unwrap_or("[]");
        let overrides = self.overrides_doc.as_deref().unwrap_or("[]");
        let by_currency = self.revenue_doc.as_deref().unwrap_or("[]");
        let size = 256 + entitlements.len() + overrides.len() + by_currency.len();
        let mut columns = String::with_capacity(size);
        columns.push_str(r#""arr":"#);
        put_money(&mut columns, currency, self.arr);
        for piece in [r#","computed_entitlements":"#, entitlements, r#","mrr":"#] {
            columns.push_str(piece);
        }
        put_money(&mut columns, currency, self.mrr);
        for piece in [r#","mrr_by_currency":"#, by_currency, r#","override_entitlements":"#] {
            columns.push_str(piece);
        }
        for piece in [overrides, r#","updated_at":""#] {
            columns.push_str(piece);
        }
        // Writing to a text does not fail.
        let _ = write!(columns, "{}\"", self.updated_at);
        document::spliced(&columns, &self.doc)
    }

    pub fn updated_at(&self) -> Moment {
        self.updated_at
    }

    /// What its columns say that it is worth.
    pub fn revenue(&self, id: &CustomerId) -> Revenue {
        Revenue {
            customer_id: id.to_owned(),
            mrr: self.mrr,
            arr: self.arr,
            currency: self.revenue_currency.clone(),
            by_currency: self.revenue_doc.clone(),
            live: self.live_subscriptions,
            updated_at: Some(self.updated_at),
        }
    }

    pub fn record(&self, company_currency: &str) -> Result<Customer> {
        document::parsed(&self.answer(company_currency))
    }
}

fn put_money(text: &mut String, currency: &str, cents: i64) {
    for piece in [r#"{"currency":""#, currency, r#"","value_in_cents":"#] {
        text.push_str(piece);
    }
    document::push_number(text, cents);
    text.push('}');
}
