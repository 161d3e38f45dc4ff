//! Rows made by hand: of every value some that are rare and some that are common.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use records::{CompanyId, CustomerId, InvoiceId, Moment, SubscriptionId};
use store::label::Label;
use store::subscription::{Copied, Parked};
use store::{invoice, subscription};

pub static COMPANY: LazyLock<CompanyId> = LazyLock::new(|| "com_1".into());
/// More than the search sorts without looking at them one by one.
pub const COUNT: i64 = 1_300;
/// The time of the requests.
pub const NOW: i64 = 5_000_000;

pub fn at(micros: i64) -> Moment {
    Moment::from_micros(micros)
}

/// A number that looks like chance and is the same in every run.
pub fn chance(n: i64, salt: i64, below: i64) -> i64 {
    let mixed = (n * 7_919 + salt * 104_729 + 12_345).wrapping_mul(6_364_136_223_846_793_005);
    (mixed >> 33).rem_euclid(below)
}

pub fn subscription_id(n: i64) -> SubscriptionId {
    format!("subs_{n:05}").into()
}

pub fn customer_id(n: i64) -> CustomerId {
    format!("cus_{n:04}").into()
}

/// One that has nothing but what it must have.
pub fn plain_subscription(n: i64) -> subscription::Columns {
    subscription::Columns {
        id: subscription_id(n),
        customer_id: customer_id(n),
        billed_customer_id: customer_id(n),
        identifier: None,
        status: "ACTIVE".to_owned(),
        currency: "USD".to_owned(),
        mrr: 0,
        arr: 0,
        start_date: at(n),
        end_date: None,
        renewal_date: None,
        effective_end_date: None,
        next_invoice_date: None,
        auto_charges: false,
        auto_renews: true,
        trial: false,
        parent_billed: false,
        bundle_pricing_id: None,
        group_id: None,
        payment_method_id: None,
        sales_user_id: None,
        past_due_at: None,
        parked: None,
        waits: false,
        version: 1,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub fn new_subscription(columns: subscription::Columns) -> subscription::New {
    subscription::New {
        columns,
        copied: Copied::default(),
        doc: "{}".to_owned(),
        terms: "terms".to_owned(),
        progress: "progress".to_owned(),
        discounts: "[]".to_owned(),
        life: None,
        labels: BTreeSet::new(),
        names: Vec::new(),
    }
}

/// The subscription at one place of the sample.
pub fn subscription(n: i64) -> subscription::New {
    let status = match n % 50 {
        7 => "UNPAID",
        8 => "PENDING",
        9..=11 => "ENDED",
        12..=30 => "CANCELLED",
        _ => "ACTIVE",
    };
    let some = |every: i64, value: String| (n % every == 0).then_some(value);
    let date = |salt: i64, every: i64| (n % every == 0).then(|| at(chance(n, salt, 10_000_000)));
    let parked = |id: i64| Parked { id: format!("prk_{id}"), at: at(id), reason: "why".to_owned() };
    let columns = subscription::Columns {
        customer_id: customer_id(n / 2),
        billed_customer_id: customer_id(n / 4),
        identifier: some(3, format!("Key-{n}")),
        status: status.to_owned(),
        mrr: chance(n, 1, 2_000) - 400,
        arr: if n % 4 == 0 { 0 } else { chance(n, 2, 50) },
        start_date: at(chance(n, 3, 10_000_000)),
        end_date: date(4, 3),
        renewal_date: date(5, 1),
        effective_end_date: date(6, 2),
        next_invoice_date: date(7, 1),
        auto_charges: n % 2 == 0,
        auto_renews: n % 40 != 0,
        trial: n % 90 == 0,
        parent_billed: n % 2 == 1,
        bundle_pricing_id: some(2, format!("bun_{}", n % 3)),
        group_id: some(5, format!("g_{}", n / 100)),
        payment_method_id: some(4, "pm_1".to_owned()),
        sales_user_id: some(3, format!("su_{}", n % 5)).map(Into::into),
        past_due_at: date(8, 2),
        parked: (n % 200 == 1).then(|| parked(COUNT - n)),
        // Several were made in the same instant.
        created_at: at(n / 3 * 10),
        updated_at: at(chance(n, 9, 500)),
        ..plain_subscription(n)
    };
    let mut labels = BTreeSet::from([
        Label::new("product", &format!("prod_{}", n % 3)),
        Label::new("pricing", &format!("prc_{}", n % 20)),
        Label::new("tag", if n % 2 == 0 { "even" } else { "odd" }),
    ]);
    labels.extend((n % 100 == 0).then(|| Label::new("tag", "hundred")));
    subscription::New {
        copied: Copied {
            owner_id: some(2, format!("usr_{}", n % 3)).map(Into::into),
            parent_customer_id: some(6, customer_id(n % 5).into()).map(Into::into),
            exclude_from_metrics: n % 70 == 0,
            managed_externally: n % 2 == 1,
        },
        labels,
        names: vec![format!("Customer No. {}", n / 2), format!("a{}@x.example", n / 2)],
        ..new_subscription(columns)
    }
}

pub fn invoice_id(n: i64) -> InvoiceId {
    format!("{:08x}-0000-4000-8000-{n:012x}", chance(n, 40, 1 << 31)).into()
}

/// One that has nothing but what it must have.
pub fn plain_invoice(n: i64) -> invoice::Columns {
    invoice::Columns {
        id: invoice_id(n),
        customer_id: customer_id(n),
        billed_customer_id: customer_id(n),
        subscription_id: None,
        number: None,
        credit_note_number: None,
        cause_kind: "period".to_owned(),
        cause_id: n.to_string(),
        status: "DRAFT".to_owned(),
        currency: "USD".to_owned(),
        total: 0,
        due: 0,
        paid: 0,
        auto_charges: false,
        billing_date: at(n),
        invoice_date: None,
        due_date: None,
        past_due_at: None,
        paid_date: None,
        draft_until: None,
        version: 1,
        created_at: at(n),
        updated_at: at(n),
    }
}

pub fn new_invoice(columns: invoice::Columns) -> invoice::New {
    invoice::New {
        columns,
        owner_id: None,
        managed_externally: false,
        doc: "{}".to_owned(),
        lines: "[]".to_owned(),
        derivations: "[]".to_owned(),
        draft: None,
        pricings: Vec::new(),
        labels: Vec::new(),
    }
}

/// The invoice at one place of the sample.
pub fn invoice(n: i64) -> invoice::New {
    let status = match n % 40 {
        0 => "DRAFT",
        1 => "VOID",
        2..=21 => "PENDING",
        _ => "PAID",
    };
    let total = if n % 6 == 0 { 0 } else { chance(n, 41, 3_000) };
    let issued = status != "DRAFT";
    let paid = status == "PAID";
    let columns = invoice::Columns {
        customer_id: customer_id(n / 4),
        billed_customer_id: customer_id(if n % 25 == 0 { n % 3 } else { n / 4 }),
        subscription_id: (n % 2 == 0).then(|| subscription_id(n / 8)),
        number: issued.then(|| format!("INV-{n:06}")),
        status: status.to_owned(),
        currency: if n % 60 == 0 { "CHF" } else { "USD" }.to_owned(),
        total,
        due: if status == "PENDING" { total } else { 0 },
        paid: if paid { total } else { 0 },
        auto_charges: n % 3 == 0,
        invoice_date: issued.then(|| at(n * 5)),
        due_date: issued.then(|| at(chance(n, 42, 400) * 20_000)),
        past_due_at: issued.then(|| at(chance(n, 42, 400) * 20_000 + 10)),
        paid_date: paid.then(|| at(chance(n, 43, 100_000))),
        created_at: at(n / 3 * 10),
        updated_at: at(chance(n, 44, 500)),
        ..plain_invoice(n)
    };
    let paid_by =
        paid.then(|| Label::new("payment_method", if n % 7 == 0 { "WIRE" } else { "ACH" }));
    let sent = (n % 9 == 0).then(|| Label::new("invoice_sent", "true"));
    invoice::New {
        owner_id: (n % 2 == 0).then(|| format!("usr_{}", n % 3).into()),
        managed_externally: n % 80 == 0,
        pricings: vec![format!("prc_{}", n % 20)],
        labels: paid_by.into_iter().chain(sent).collect(),
        ..new_invoice(columns)
    }
}
