//! Pricings in stored records. A record is written with the ids of the pricings and components that
//! it is about, and read again with those pricings at hand: never with a copy of them, and never
//! with one missing.
//!
//! For `#[serde(with = "crate::pricing::reference")]`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::pricing::product_pricing::{Component, ProductPricing};

thread_local! {
    /// What the record that is being read may refer to.
    static AT_HAND: RefCell<Pricings> = RefCell::default();
}

/// Product pricings and their components, by their ids.
#[derive(Clone, Debug, Default)]
pub struct Pricings(Arc<Known>);

#[derive(Clone, Debug, Default)]
struct Known {
    pricings: HashMap<Arc<str>, Arc<ProductPricing>>,
    components: HashMap<Arc<str>, Arc<Component>>,
}

impl Pricings {
    pub fn insert(&mut self, pricing: Arc<ProductPricing>) {
        let known = Arc::make_mut(&mut self.0);
        for (place, component) in pricing.components.iter().enumerate() {
            let by_place = Pricings::by_place(&pricing.id, place);
            known.components.insert(by_place.into(), component.clone());
            known.components.insert(component.id.clone(), component.clone());
        }
        known.pricings.insert(pricing.id.clone(), pricing);
    }

    pub fn get(&self, id: &str) -> Option<&Arc<ProductPricing>> {
        self.0.pricings.get(id)
    }

    /// How a component is referred to by its place in a pricing, as the first stored records do.
    pub fn by_place(pricing: &str, place: usize) -> String {
        format!("{pricing}#{place}")
    }

    pub fn len(&self) -> usize {
        self.0.pricings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.pricings.is_empty()
    }

    /// Takes over others.
    pub fn extend(&mut self, others: &Pricings) {
        others.0.pricings.values().cloned().for_each(|pricing| self.insert(pricing));
    }

    /// Reads records that refer to these.
    pub fn read<T>(&self, read: impl FnOnce() -> T) -> T {
        let before = AT_HAND.replace(self.clone());
        let read = read();
        AT_HAND.set(before);
        read
    }
}

/// What a record refers to by its id.
pub(crate) trait Reference: Sized {
    const NOUN: &str;

    fn id(&self) -> &str;

    fn find(pricings: &Pricings, id: &str) -> Option<Self>;
}

impl Reference for Arc<ProductPricing> {
    const NOUN: &str = "pricing";

    fn id(&self) -> &str {
        &self.id
    }

    fn find(pricings: &Pricings, id: &str) -> Option<Self> {
        pricings.0.pricings.get(id).cloned()
    }
}

impl Reference for Arc<Component> {
    const NOUN: &str = "component";

    fn id(&self) -> &str {
        &self.id
    }

    fn find(pricings: &Pricings, id: &str) -> Option<Self> {
        pricings.0.components.get(id).cloned()
    }
}

pub(crate) fn serialize<R: Reference, S: Serializer>(
    record: &R,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(record.id())
}

pub(crate) fn deserialize<'de, R: Reference, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<R, D::Error> {
    let id = String::deserialize(deserializer)?;
    let found = AT_HAND.with_borrow(|pricings| R::find(pricings, &id));
    found.ok_or_else(|| de::Error::custom(format!("the {} {id} is not there", R::NOUN)))
}

/// The same where there may be none; a field of it has a default.
pub(crate) mod optional {
    use serde::{Deserializer, Serializer};

    use super::Reference;

    pub(crate) fn serialize<R: Reference, S: Serializer>(
        record: &Option<R>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match record {
            Some(record) => super::serialize(record, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, R: Reference, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<R>, D::Error> {
        super::deserialize(deserializer).map(Some)
    }
}
