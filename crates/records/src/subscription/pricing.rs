//! Pricings as a subscription shows them: the catalog's, whose components also say how many units
//! this subscription has of them.
//!
//! The record is [`ProductPricing`] itself, so that nothing is written out twice; only the schema
//! is another.

use std::borrow::Cow;

use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{ProductMetricPricing, ProductPricing};

/// The schema of a [`ProductPricing`] in a subscription.
pub struct SubscriptionProductPricing;

/// The schema of a [`ProductMetricPricing`] in a subscription.
pub struct SubscriptionMetricPricing;

impl PartialSchema for SubscriptionProductPricing {
    fn schema() -> RefOr<Schema> {
        let mut schema = ProductPricing::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            let item = Ref::from_schema_name(SubscriptionMetricPricing::name());
            let parts = ArrayBuilder::new().items(item);
            object.properties.insert("product_metric_pricings".to_owned(), parts.into());
        }
        schema
    }
}

impl ToSchema for SubscriptionProductPricing {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("SubscriptionProductPricing")
    }

    fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
        ProductPricing::schemas(all);
        let part = SubscriptionMetricPricing::name().into_owned();
        all.push((part, SubscriptionMetricPricing::schema()));
    }
}

impl PartialSchema for SubscriptionMetricPricing {
    fn schema() -> RefOr<Schema> {
        let mut schema = ProductMetricPricing::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            for name in ["minimum_units", "num_licenses"] {
                let units = ObjectBuilder::new()
                    .schema_type(SchemaType::from_iter([Type::Number, Type::Null]))
                    .minimum(Some(0_f64))
                    .description(Some("Of this subscription, from its config items."));
                object.properties.insert(name.to_owned(), units.into());
            }
        }
        schema
    }
}

impl ToSchema for SubscriptionMetricPricing {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("SubscriptionMetricPricing")
    }
}
