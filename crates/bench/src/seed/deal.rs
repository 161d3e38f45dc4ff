//! What is sold in a billing run: the mix of pricings, and what the subscription at each place has.

use records::{Moment, Object};
use serde_json::{Value, json};

/// 2026-03-01: everything begins, and the first month is billed.
pub fn start() -> Moment {
    Moment::from_micros(1_772_323_200_000_000)
}

/// 2026-03-11: some are changed or paused.
pub fn later() -> Moment {
    Moment::from_micros(1_773_187_200_000_000)
}

/// 2026-04-01: everything is due.
pub fn due() -> Moment {
    Moment::from_micros(1_775_001_600_000_000)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    Fixed,
    Volume,
    Gradient,
    Step,
    Scheduled,
    /// A fixed price with everything around it: a minimum, a discount, tax and a credit.
    Laden,
}

pub const MODELS: [Model; 6] =
    [Model::Fixed, Model::Volume, Model::Gradient, Model::Step, Model::Scheduled, Model::Laden];

/// So many customers have one parent, in families.
pub const FAMILY: usize = 100;

/// In cents.
pub const MINIMUM: i64 = 20_000;
pub const CREDIT: i64 = 2_500;

impl Model {
    pub fn place(self) -> usize {
        MODELS.iter().position(|model| *model == self).unwrap_or(0)
    }

    /// The prices, as the catalog takes them.
    fn prices(self) -> Value {
        match self {
            Model::Fixed => fixed("12.50"),
            Model::Volume => json!({ "pricing_type": "VOLUME", "volume_price": [
                { "total_units_end": 10, "price_per_unit": "9.00" },
                { "total_units_start": 10, "total_units_end": 40, "price_per_unit": "8.00" },
                { "total_units_start": 40, "price_per_unit": "6.50", "flat_price": "15.00" },
            ] }),
            Model::Gradient => json!({ "pricing_type": "GRADIENT", "gradient_price": [
                { "start": 0, "end": 5, "price_per_unit": "10.00", "flat_price": "5.00" },
                { "start": 5, "end": 25, "price_per_unit": "8.00" },
                { "start": 25, "end": null, "price_per_unit": "6.00" },
            ] }),
            Model::Step => json!({
                "pricing_type": "STEP",
                "step_price": { "step_size": 10, "price_per_step": "75.00" },
            }),
            Model::Scheduled => json!({
                "pricing_type": "SCHEDULED",
                "scheduled_price": { "price_per_unit_per_period": ["10.00", "11.00", "12.00"] },
            }),
            Model::Laden => fixed("30.00"),
        }
    }

    pub fn pricing(self, product: &str) -> Object {
        let mut body = self.prices();
        body["product_id"] = json!(product);
        body["name"] = json!(format!("{self:?}"));
        body["currency"] = json!("EUR");
        body["billing_frequency"] = json!({ "count": 1, "frequency": "MONTH" });
        object(body)
    }
}

fn fixed(price: &str) -> Value {
    json!({ "pricing_type": "FIXED", "fixed_price": { "price_per_unit": price } })
}

/// The subscription at a place.
#[derive(Clone, Copy)]
pub struct Deal {
    pub at: usize,
}

impl Deal {
    pub fn model(self) -> Model {
        match self.at % 20 {
            0..=6 => Model::Fixed,
            7..=10 => Model::Volume,
            11..=14 => Model::Gradient,
            15..=16 => Model::Step,
            17 => Model::Scheduled,
            _ => Model::Laden,
        }
    }

    pub fn units(self) -> usize {
        self.at * 7919 % 60 + 1
    }

    /// A fifth, of four models.
    pub fn is_changed(self) -> bool {
        matches!(self.at % 20, 1 | 8 | 12 | 16)
    }

    /// A twentieth.
    pub fn is_paused(self) -> bool {
        self.at % 20 == 3
    }

    /// Five licences more, at once.
    pub fn change(self, pricing: &str) -> Object {
        let config = json!({ "product_pricing_id": pricing, "num_licenses": self.units() + 5 });
        object(json!({ "config_items": [config], "proration_type": "IMMEDIATE" }))
    }

    pub fn identifier(self) -> String {
        format!("sub-{:07}", self.at)
    }

    /// The identifier of the parent of its customer, in families, and whether nobody was there
    /// before it.
    pub fn group(self) -> (String, bool) {
        (format!("group-{:05}", self.at / FAMILY), self.at.is_multiple_of(FAMILY))
    }

    pub fn customer(self) -> Object {
        let at = self.at;
        let mut body = json!({
            "identifier": format!("acct-{at:07}"), "org_name": format!("Customer {at:07} GmbH"),
            "email": format!("billing@customer-{at:07}.example"),
            "address": { "city": "Berlin", "country": "DE" },
        });
        if self.model() == Model::Laden {
            body["override_taxes"] = json!([{ "name": "VAT", "rate": 0.19 }]);
        }
        object(body)
    }

    pub fn subscription(self, customer: &str, pricing: &str) -> Object {
        let config = json!({ "product_pricing_id": pricing, "num_licenses": self.units() });
        let mut body = json!({
            "customer_id": customer, "identifier": self.identifier(),
            "product_pricing_ids": [pricing], "config_items": [config],
        });
        if self.model() == Model::Laden {
            body["minimum_spend"] = json!({ "currency": "EUR", "value_in_cents": MINIMUM });
            body["discounts"] = json!([{ "name": "Partner", "percent": 0.1 }]);
        }
        object(body)
    }
}

pub fn object(value: Value) -> Object {
    value.as_object().cloned().unwrap_or_default()
}
