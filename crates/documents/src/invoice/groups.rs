//! Lines by who uses the service, then by subscription, in the order of the invoice.

use money::Amount;
use records::LineItem;

use super::view::{Figure, Group, Total, TotalKind};
use super::{Source, line};
use crate::format;
use crate::locale::{Locale, filled};

/// Longer names are not said twice.
const LONG: usize = 40;

/// Who and which subscription.
type Key<'a> = (&'a str, Option<&'a str>);

pub(super) fn groups(source: &Source, locale: Locale) -> Vec<Group> {
    let mut parts: Vec<(Key, Vec<&LineItem>)> = Vec::new();
    for item in &source.invoice.line_items {
        let key = (item.customer_id.as_str(), item.subscription_id.as_deref());
        match parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, items)) => items.push(item),
            None => parts.push((key, vec![item])),
        }
    }
    let order = customers(&parts);
    parts.sort_by_key(|((customer, _), _)| order.iter().position(|known| known == customer));
    let (several, family) = (parts.len() > 1, order.len() > 1);
    let explained = line::Explained::new(source);
    let mut before = None;
    let mut groups = Vec::with_capacity(parts.len());
    for (key, items) in parts {
        let is_new = before.replace(key.0) != Some(key.0);
        let title = title(source, locale, key);
        let customer = || named(source, key.0);
        groups.push(Group {
            subtotal: several.then(|| subtotal(source, locale, &title, &items)).flatten(),
            customer: (family && is_new).then(customer),
            title: several.then_some(title),
            lines: items.into_iter().map(|item| explained.line(locale, item)).collect(),
        });
    }
    groups
}

/// In the order in which they are first met.
fn customers<'a>(parts: &[(Key<'a>, Vec<&LineItem>)]) -> Vec<&'a str> {
    let mut order: Vec<&str> = Vec::new();
    for ((customer, _), _) in parts {
        if !order.contains(customer) {
            order.push(customer);
        }
    }
    order
}

fn named(source: &Source, customer: &str) -> String {
    let record = [source.invoice.customer.as_ref(), source.invoice.billed_customer.as_ref()];
    let known = record.into_iter().flatten().find(|known| &*known.id == customer);
    let known = known.map(|known| known.display_name.clone());
    known.or_else(|| source.names.customers.get(customer).cloned()).unwrap_or_default()
}

fn title(source: &Source, locale: Locale, (_, subscription): Key) -> String {
    let words = locale.phrases();
    match subscription {
        None => words.one_time.to_owned(),
        Some(id) => {
            let name = source.names.subscriptions.get(id).filter(|name| !name.is_empty());
            name.cloned().unwrap_or_else(|| words.subscription.to_owned())
        }
    }
}

fn subtotal(source: &Source, locale: Locale, title: &str, items: &[&LineItem]) -> Option<Total> {
    let currency = source.invoice.sub_total.currency;
    let amount = Amount::sum(currency, items.iter().map(|item| item.amount)).ok()?;
    let words = locale.phrases();
    // A long name stands above the group already.
    let label = match title.chars().count() > LONG {
        true => words.subtotal.to_owned(),
        false => filled(words.group_subtotal, &[("name", title)]),
    };
    let figure = Figure { amount, text: format::digits(locale, amount) };
    Some(Total { kind: TotalKind::Subtotal, label, figure })
}
