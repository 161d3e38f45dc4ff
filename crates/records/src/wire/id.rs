//! Ids that know what they are of: a customer's is no subscription's, and a bare text is neither.
//! Texts become ids where they come in, by name.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    ApiToken, Company, CompanyUser, Contract, Credit, CreditThreshold, Customer, Discount, Email,
    EmailTemplate, Invoice, Job, OneTimeCharge, ProductMetricPricing, SalesUser, Subscription,
    Webhook, WebhookDelivery,
};

pub type CompanyId = Id<Company>;
pub type CustomerId = Id<Customer>;
pub type SubscriptionId = Id<Subscription>;
pub type InvoiceId = Id<Invoice>;
pub type CreditId = Id<Credit>;
pub type CreditThresholdId = Id<CreditThreshold>;
pub type OneTimeId = Id<OneTimeCharge>;
pub type TokenId = Id<ApiToken>;
pub type CompanyUserId = Id<CompanyUser>;
pub type SalesUserId = Id<SalesUser>;
pub type ComponentId = Id<ProductMetricPricing>;
pub type DiscountId = Id<Discount>;
pub type EmailId = Id<Email>;
pub type EmailTemplateId = Id<EmailTemplate>;
pub type JobId = Id<Job>;
pub type WebhookId = Id<Webhook>;
pub type DeliveryId = Id<WebhookDelivery>;
pub type ContractId = Id<Contract>;

/// The id of a record of this kind, unique in its company. It is a text wherever it is shown,
/// stored or sent.
pub struct Id<R> {
    text: String,
    of: PhantomData<fn() -> R>,
}

impl<R> Id<R> {
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<R> From<String> for Id<R> {
    fn from(text: String) -> Id<R> {
        Id { text, of: PhantomData }
    }
}

impl<R> From<&str> for Id<R> {
    fn from(text: &str) -> Id<R> {
        Id::from(text.to_owned())
    }
}

impl<R> From<Id<R>> for String {
    fn from(id: Id<R>) -> String {
        id.text
    }
}

impl<R> Deref for Id<R> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// A map by ids is asked by texts too.
impl<R> Borrow<str> for Id<R> {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl<R> fmt::Display for Id<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(formatter)
    }
}

impl<R> fmt::Debug for Id<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(formatter)
    }
}

// What `derive` would ask of the record is asked of the text alone.

impl<R> Clone for Id<R> {
    fn clone(&self) -> Id<R> {
        Id::from(self.text.clone())
    }
}

impl<R> Default for Id<R> {
    fn default() -> Id<R> {
        Id::from(String::new())
    }
}

impl<R> PartialEq for Id<R> {
    fn eq(&self, other: &Id<R>) -> bool {
        self.text == other.text
    }
}

impl<R> Eq for Id<R> {}

impl<R> PartialOrd for Id<R> {
    fn partial_cmp(&self, other: &Id<R>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R> Ord for Id<R> {
    fn cmp(&self, other: &Id<R>) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl<R> Hash for Id<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl<R> Serialize for Id<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de, R> Deserialize<'de> for Id<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id<R>, D::Error> {
        String::deserialize(deserializer).map(Id::from)
    }
}
