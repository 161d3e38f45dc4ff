//! What the customers of a seed look like. Values are rare or common by number, not by share:
//! a rare one has [`GROUP`] customers whatever the size, so that sizes can be compared.

use records::customer::CustomerStatus;
use records::{Address, CompanyId, Customer, CustomerId, Moment, Object};
use serde_json::{Value, json};

/// How many customers share a rare value.
pub const GROUP: usize = 25;
const OWNERS: usize = 200;
/// 2023-01-01, and a customer every ninety seconds.
const START: i64 = 1_672_531_200_000_000;
pub const STEP: i64 = 90_000_000;

const FIRST: &[&str] = &[
    "Anna", "Bilal", "Chen", "Dana", "Emre", "Fatou", "Giulia", "Hiro", "Ines", "Jonas", "Kira",
    "Liam", "Mei", "Noor", "Olga", "Pablo", "Quinn", "Rosa", "Søren", "Tomáš", "Uma", "Viktor",
    "Wanda", "Xavier", "Yara", "Zoë",
];
const SYLLABLES: &[&str] = &[
    "bar", "cel", "dor", "fen", "gal", "hin", "jor", "kan", "lem", "mor", "nax", "pel", "quo",
    "rin", "sol", "tam", "ul", "ver", "wes", "yon", "zet", "ark", "bri", "cro", "del", "eth",
];
const FORMS: &[&str] = &["GmbH", "Ltd", "Inc", "SA", "BV", "Oy"];
const CITIES: &[(&str, &str)] =
    &[("Berlin", "DE"), ("Lyon", "FR"), ("Austin", "US"), ("Osaka", "JP"), ("Porto", "PT")];

/// The values of the customer at one place of a seed of a given size.
#[derive(Clone, Copy)]
pub struct Sample {
    pub at: usize,
    pub rows: usize,
}

impl Sample {
    /// How many different rare values there are.
    fn groups(&self) -> usize {
        (self.rows / GROUP).max(1)
    }

    pub fn created_at(&self) -> Moment {
        let at = i64::try_from(self.at).unwrap_or(0);
        Moment::from_micros(START + at * STEP + at * 7919 % 1000)
    }

    pub fn identifier(&self) -> String {
        format!("acct-{:07}", self.at)
    }

    pub fn name(&self) -> String {
        let person = self.at % self.groups();
        format!("{} {}", FIRST[person % FIRST.len()], word(person / FIRST.len() + 17))
    }

    pub fn org_name(&self) -> String {
        let org = self.at * 7919 % self.groups();
        format!("{} {} {}", word(org * 31 + 7), word(org), FORMS[org % FORMS.len()])
    }

    pub fn email(&self) -> String {
        let [name, org] = [self.name(), self.org_name()].map(|text| slug(&text));
        format!("{name}.{}@{org}.example", self.at)
    }

    pub fn phone(&self) -> String {
        format!("+49 30 {:08}", self.at)
    }

    pub fn cohort(&self) -> String {
        format!("cohort-{}", self.at % self.groups())
    }

    pub fn owner(&self) -> Option<String> {
        (self.at % 5 < 3).then(|| format!("usr_{:027}", self.at * 31 % OWNERS))
    }

    pub fn crm_id(&self) -> String {
        format!("crm-{}", self.at)
    }

    /// Every 600th has children, thirty each.
    pub fn parent(&self) -> Option<usize> {
        (self.at % 20 == 7).then(|| self.at - self.at % 600)
    }

    fn tags(&self) -> Vec<String> {
        let common = [(self.at % 5 < 2, "smb"), (self.at.is_multiple_of(10), "enterprise")];
        let common = common.iter().filter(|(has, _)| *has).map(|(_, tag)| (*tag).to_owned());
        common.chain([self.cohort()]).collect()
    }

    fn address(&self) -> Option<Address> {
        let (city, country) = CITIES[self.at % CITIES.len()];
        (self.at % 10 < 7).then(|| Address {
            address_line_1: Some(format!("{} {}", word(self.at % 977), self.at % 90 + 1)),
            city: Some(city.to_owned()),
            country: Some(country.to_owned()),
            zip: Some(format!("{:05}", self.at * 37 % 99_999)),
            ..Address::default()
        })
    }

    fn metadata(&self) -> Object {
        let plan = ["basic", "pro", "scale"][self.at % 3];
        let values = [("crm_id", json!(self.crm_id())), ("plan", json!(plan))];
        values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// What a client sends to create this customer.
    pub fn body(&self) -> Value {
        let mut body = json!({
            "identifier": self.identifier(), "email": self.email(), "name": self.name(),
            "org_name": self.org_name(), "phone": self.phone(), "tags": self.tags(),
            "metadata": self.metadata(),
        });
        if let Some(address) = self.address() {
            body["address"] = json!({
                "address_line_1": address.address_line_1, "city": address.city,
                "country": address.country, "zip": address.zip,
            });
        }
        body
    }

    /// The record, in a company, with ids given.
    pub fn record(
        &self,
        company: &CompanyId,
        id: CustomerId,
        parent: Option<CustomerId>,
    ) -> Customer {
        let created_at = self.created_at();
        let later = i64::try_from(self.at * 7919 % self.rows.max(1)).unwrap_or(0) * STEP;
        Customer {
            address: self.address(),
            company_id: company.to_owned(),
            created_at,
            display_name: self.org_name(),
            email: Some(self.email()),
            exclude_from_metrics: self.at % 100 == 11,
            id,
            identifier: self.identifier(),
            managed_externally: self.at % 33 == 5,
            metadata: self.metadata(),
            name: Some(self.name()),
            org_name: Some(self.org_name()),
            owner_id: self.owner().map(Into::into),
            parent_customer_id: parent,
            phone: Some(self.phone()),
            status: match self.at % 20 {
                3 => CustomerStatus::Archived,
                _ => CustomerStatus::Active,
            },
            tags: self.tags(),
            updated_at: Moment::from_micros(created_at.micros() + later),
            ..Customer::default()
        }
    }
}

/// A word of three syllables, another for every number below 17,576.
fn word(number: usize) -> String {
    let base = SYLLABLES.len();
    let parts = [number % base, number / base % base, number / base / base % base];
    let text: String = parts.iter().map(|at| SYLLABLES[*at]).collect();
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

fn slug(text: &str) -> String {
    let plain = text.chars().filter(|c| c.is_ascii_alphanumeric());
    plain.map(|c| c.to_ascii_lowercase()).collect()
}
