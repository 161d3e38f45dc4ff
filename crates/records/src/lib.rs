//! The records of the interface, one file each: shape and schema, no behaviour.
//!
//! A record is defined once. What a caller may send is a projection of the same struct (see
//! [`shape`]), what is stored is its JSON text less the fields that live in columns.

pub mod access;
pub mod address;
pub mod amount;
pub mod api_token;
pub mod clock;
pub mod company;
pub mod company_user;
pub mod customer;
pub mod display_field;
pub mod entitlement;
pub mod events_log;
pub mod moment;
pub mod number;
pub mod pagination;
pub mod problem;
pub mod sales_user;
pub mod shape;
pub mod tax;
pub mod term;

pub use access::{Access, Area, Level};
pub use address::Address;
pub use amount::Amount;
pub use api_token::{ApiToken, IssuedToken};
pub use clock::ClockReading;
pub use company::Company;
pub use company_user::{CompanyUser, Membership, User};
pub use customer::Customer;
pub use display_field::DisplayField;
pub use entitlement::Entitlement;
pub use events_log::EventsLogEntry;
pub use moment::Moment;
pub use number::Number;
pub use sales_user::SalesUser;
pub use tax::Tax;

/// A free JSON object, kept exactly as sent.
pub type Object = serde_json::Map<String, serde_json::Value>;
