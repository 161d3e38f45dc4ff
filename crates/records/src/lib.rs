//! The records of the interface, one file each: shape and schema, no behaviour.
//!
//! A record is defined once. What a caller may send is a projection of the same struct (see
//! [`shape`]), what is stored is its JSON text less the fields that live in columns.

pub mod access;
pub mod address;
pub mod api_token;
pub mod catalog;
pub mod clock;
pub mod company;
pub mod company_user;
pub mod credit;
pub mod customer;
pub mod display_field;
pub mod entitlement;
pub mod events_log;
pub mod invoice;
pub mod one_time;
pub mod sales_user;
pub mod subscription;
pub mod tax;
pub mod usage;
mod wire;

pub use access::{Access, Area, Level};
pub use address::Address;
pub use api_token::{ApiToken, IssuedToken};
pub use calendar::{Frequency, Term};
pub use catalog::bundle::{Bundle, BundleProductPricing};
pub use catalog::entitlement_definition::EntitlementDefinition;
pub use catalog::item::Item;
pub use catalog::item_pricing::ItemPricing;
pub use catalog::metric::Metric;
pub use catalog::product::Product;
pub use catalog::product_pricing::{ProductMetricPricing, ProductPricing};
pub use clock::{ClockMove, ClockReading};
pub use company::Company;
pub use company_user::{CompanyUser, Membership, User};
pub use credit::ledger::CreditLedger;
pub use credit::sent::{CreditConsume, CreditCreate};
pub use credit::{Credit, CreditBalance, CreditLogEntry};
pub use customer::{Customer, CustomerBrief};
pub use display_field::DisplayField;
pub use entitlement::Entitlement;
pub use events_log::EventsLogEntry;
pub use id::{
    CompanyId, CompanyUserId, ComponentId, CreditId, CustomerId, DiscountId, Id, InvoiceId,
    OneTimeId, SalesUserId, SubscriptionId, TokenId,
};
pub use invoice::Invoice;
pub use invoice::line_item::LineItem;
pub use invoice::preview::{InvoicePreview, PreviewRequest};
pub use invoice::statement::{Statement, StatementEntry};
pub use moment::Moment;
pub use money::Amount;
pub use number::Number;
pub use one_time::{OneTimeCharge, OneTimeCreate};
pub use sales_user::SalesUser;
pub use subscription::Subscription;
pub use subscription::config_item::ConfigItem;
pub use subscription::create::SubscriptionCreate;
pub use subscription::discount::Discount;
pub use subscription::parked::Parked;
pub use tax::{Tax, TaxId};
pub use wire::{decimal, id, moment, number, pagination, problem, shape};

/// An amount of a body: nobody has looked yet whether there is such a currency.
pub type SentAmount = Amount<String>;

/// A free JSON object, kept exactly as sent.
pub type Object = serde_json::Map<String, serde_json::Value>;
