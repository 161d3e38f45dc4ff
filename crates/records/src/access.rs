//! Who may do what: one level per area, nothing where nothing is said.

use std::collections::BTreeMap;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Type};
use utoipa::{PartialSchema, ToSchema, openapi};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    #[default]
    None,
    Read,
    Write,
}

/// The areas of the interface, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area(&'static str);

macro_rules! areas {
    ($($name:ident = $key:literal)*) => {
        impl Area {
            $(pub const $name: Area = Area($key);)*
            pub const ALL: &[Area] = &[$(Area::$name),*];
        }
    };
}

areas! {
    API_TOKENS = "api_tokens"
    APPROVALS = "approvals"
    CAMPAIGN = "campaign"
    COMMISSION_PLANS = "commission_plans"
    COMMISSION_REPORTS = "commission_reports"
    COMPANIES = "companies"
    CREDIT_NOTES = "credit_notes"
    CREDITS = "credits"
    CUSTOMER_PORTAL = "customer_portal"
    CUSTOMERS = "customers"
    DEVELOPERS = "developers"
    DISPUTES = "disputes"
    EMAIL_TEMPLATES = "email_templates"
    ENTITLEMENT = "entitlement"
    EVENTS = "events"
    EXPIRED_CARD = "expired_card"
    FILES = "files"
    IMPORT = "import"
    INTEGRATION_BANK_ACCOUNTS = "integration_bank_accounts"
    INTEGRATION_TRANSACTIONS = "integration_transactions"
    INTEGRATIONS = "integrations"
    INVOICES = "invoices"
    JOURNAL_ACCOUNTS = "journal_accounts"
    JOURNAL_ENTRIES = "journal_entries"
    LOGS = "logs"
    OBJECTS = "objects"
    ONE_TIME = "one_time"
    PAYMENTS = "payments"
    PRICING = "pricing"
    PROMOTIONS = "promotions"
    PROPOSAL = "proposal"
    REPORTS = "reports"
    SALES_USERS = "sales_users"
    SETTINGS = "settings"
    SUBSCRIPTIONS = "subscriptions"
    TEAM = "team"
    WEBHOOKS = "webhooks"
}

impl Area {
    pub fn key(self) -> &'static str {
        self.0
    }

    pub fn find(key: &str) -> Option<Area> {
        Area::ALL.iter().copied().find(|area| area.0 == key)
    }
}

/// A level per area; an area that is absent has [`Level::None`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access(BTreeMap<Area, Level>);

impl Access {
    pub fn everything() -> Access {
        Access(Area::ALL.iter().map(|area| (*area, Level::Write)).collect())
    }

    pub fn level(&self, area: Area) -> Level {
        self.0.get(&area).copied().unwrap_or_default()
    }

    pub fn set(&mut self, area: Area, level: Level) {
        self.0.insert(area, level);
    }

    /// The areas in which `self` would hold more than `other`.
    pub fn beyond(&self, other: &Access) -> Vec<Area> {
        Area::ALL.iter().copied().filter(|a| self.level(*a) > other.level(*a)).collect()
    }

    /// The lower of both levels in every area.
    pub fn within(&self, other: &Access) -> Access {
        let lower = |area: &Area| (*area, self.level(*area).min(other.level(*area)));
        Access(Area::ALL.iter().map(lower).collect())
    }
}

impl Serialize for Access {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(Area::ALL.iter().map(|area| (area.key(), self.level(*area))))
    }
}

impl<'de> Deserialize<'de> for Access {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Access, D::Error> {
        let mut access = Access::default();
        for (key, level) in BTreeMap::<String, Option<Level>>::deserialize(from)? {
            let area =
                Area::find(&key).ok_or_else(|| de::Error::custom(format!("no area `{key}`")))?;
            access.set(area, level.unwrap_or_default());
        }
        Ok(access)
    }
}

impl PartialSchema for Access {
    fn schema() -> openapi::RefOr<openapi::Schema> {
        let level = || {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .enum_values(Some(["NONE", "READ", "WRITE"]))
        };
        let mut map = ObjectBuilder::new()
            .description(Some("A level per area; an absent area is NONE."))
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        for area in Area::ALL {
            map = map.property(area.key(), level());
        }
        map.into()
    }
}

impl ToSchema for Access {}
