//! Which events a metric counts: a tree of comparisons over their properties. Numbers compare
//! exactly, also where one side was sent as text; what is missing equals nothing.

use std::cmp::Ordering;

use crate::definition::Faults;
use crate::definition::Field;
use crate::definition::{NULL, Value};

/// Deeper trees are refused, so that no definition can exhaust the stack.
const MAX_DEPTH: usize = 64;

/// A condition on the properties of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    All(Vec<Rule>),
    Any(Vec<Rule>),
    Compare { comparison: Comparison, left: Item, right: Item },
}

/// How two items are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    /// The left item is an entry of the list on the right.
    In,
    /// The left list has the right item, or the left text contains the right one.
    Contains,
    /// The left item is there.
    Exists,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Property(String),
    Value(Value),
}

#[derive(Clone, Copy)]
enum Named {
    All,
    Any,
    Leaf(Comparison),
}

const NAMES: [(&str, Named); 11] = [
    ("AND", Named::All),
    ("OR", Named::Any),
    ("EQ", Named::Leaf(Comparison::Equal)),
    ("NE", Named::Leaf(Comparison::NotEqual)),
    ("GT", Named::Leaf(Comparison::Greater)),
    ("GTE", Named::Leaf(Comparison::GreaterOrEqual)),
    ("LT", Named::Leaf(Comparison::Less)),
    ("LTE", Named::Leaf(Comparison::LessOrEqual)),
    ("IN", Named::Leaf(Comparison::In)),
    ("CONTAINS", Named::Leaf(Comparison::Contains)),
    ("EXISTS", Named::Leaf(Comparison::Exists)),
];

impl Rule {
    pub(crate) fn define(field: &Field, faults: &mut Faults) -> Option<Rule> {
        read(field, faults, 0)
    }

    /// Whether the properties of an event satisfy the rule.
    pub fn holds(&self, properties: &Value) -> bool {
        match self {
            Rule::All(rules) => rules.iter().all(|rule| rule.holds(properties)),
            Rule::Any(rules) => rules.iter().any(|rule| rule.holds(properties)),
            Rule::Compare { comparison, left, right } => {
                comparison.holds(left.value(properties), right.value(properties))
            }
        }
    }
}

impl Item {
    fn value<'a>(&'a self, properties: &'a Value) -> &'a Value {
        match self {
            Item::Property(name) => properties.at_path(name),
            Item::Value(value) => value,
        }
    }
}

impl Comparison {
    fn holds(self, left: &Value, right: &Value) -> bool {
        match self {
            Comparison::Equal => equal(left, right),
            Comparison::NotEqual => !equal(left, right),
            Comparison::Greater => order(left, right).is_some_and(Ordering::is_gt),
            Comparison::GreaterOrEqual => order(left, right).is_some_and(Ordering::is_ge),
            Comparison::Less => order(left, right).is_some_and(Ordering::is_lt),
            Comparison::LessOrEqual => order(left, right).is_some_and(Ordering::is_le),
            Comparison::In => contains(right, left),
            Comparison::Contains => contains(left, right),
            Comparison::Exists => !left.is_null(),
        }
    }
}

fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(number), Value::Text(_)) => right.as_number().as_ref() == Some(number),
        (Value::Text(_), Value::Number(number)) => left.as_number().as_ref() == Some(number),
        _ => left == right,
    }
}

fn order(left: &Value, right: &Value) -> Option<Ordering> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        return Some(left.cmp(&right));
    }
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::List(items), _) => items.iter().any(|item| equal(item, part)),
        (Value::Text(whole), Value::Text(part)) => whole.contains(part.as_str()),
        _ => false,
    }
}

fn read(field: &Field, faults: &mut Faults, depth: usize) -> Option<Rule> {
    if depth > MAX_DEPTH {
        field.fault(faults, "too_deep", "the rule is nested too deeply");
        return None;
    }
    let node = field.get("comparator");
    let name = node.get("type");
    if name.is_null() {
        name.fault(faults, "required", "is required");
    }
    match name.choice(&NAMES, faults)? {
        Named::All => Some(Rule::All(branches(&node, faults, depth))),
        Named::Any => Some(Rule::Any(branches(&node, faults, depth))),
        Named::Leaf(comparison) => {
            let left = item(&node.get("left_item"), faults);
            let right = match comparison {
                Comparison::Exists => Some(Item::Value(NULL.clone())),
                _ => item(&node.get("right_item"), faults),
            };
            Some(Rule::Compare { comparison, left: left?, right: right? })
        }
    }
}

fn branches(node: &Field, faults: &mut Faults, depth: usize) -> Vec<Rule> {
    let items = node.get("items").items(faults);
    items.iter().filter_map(|item| read(item, faults, depth + 1)).collect()
}

fn item(field: &Field, faults: &mut Faults) -> Option<Item> {
    let kind = field.get("item_type");
    if kind.is_null() {
        kind.fault(faults, "required", "is required");
    }
    match kind.choice(&[("PROPERTY", true), ("VALUE", false)], faults)? {
        true => field.get("property").text(faults).map(|name| Item::Property(name.to_owned())),
        false => Some(Item::Value(field.get("value").value().clone())),
    }
}
