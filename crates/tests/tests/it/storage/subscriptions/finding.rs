//! Subscriptions by every filter, in every order.

use records::Moment;
use store::find::Comparison::{Eq, Gt, Gte, Lt, Lte};
use store::find::Wanted;
use store::label::Label;
use store::subscription::{Columns, FIND, New, PARKED};

use super::seeded;
use crate::harness::Kind;
use crate::storage::samples::{NOW, at, customer_id, subscription_id};
use crate::storage::searched::{
    Case, Property, Sorted, agree, all, any, case, comparing, labels, text,
};

impl Sorted for New {
    fn id(&self) -> &str {
        &self.columns.id
    }

    fn value(&self, column: &str) -> Option<Moment> {
        match column {
            "created_at" => Some(self.columns.created_at),
            "updated_at" => Some(self.columns.updated_at),
            _ => self.columns.parked.as_ref().map(|parked| parked.at),
        }
    }
}

fn numbers_and_dates() -> Vec<Case<New>> {
    let date = |name, get: fn(&Columns) -> Option<Moment>| {
        [(Gte, 9_950_000), (Lt, 5_000_000), (Eq, 4)].map(|(comparison, value)| {
            case(name, comparing(&[(comparison, value)]), move |new: &New| {
                get(&new.columns).is_some_and(|date| match comparison {
                    Gte => date.micros() >= value,
                    Lt => date.micros() < value,
                    _ => date.micros() == value,
                })
            })
        })
    };
    let mut cases = vec![
        case("mrr", comparing(&[(Gt, 1_590)]), |new: &New| new.columns.mrr > 1_590),
        case("mrr", comparing(&[(Gt, 100)]), |new: &New| new.columns.mrr > 100),
        case("mrr", comparing(&[(Lte, 3)]), |new: &New| new.columns.mrr <= 3),
        case("mrr", comparing(&[(Gte, -399), (Lt, -390)]), |new: &New| {
            (-399..-390).contains(&new.columns.mrr)
        }),
        case("arr", comparing(&[(Eq, 0)]), |new: &New| new.columns.arr == 0),
        case("arr", comparing(&[(Eq, 7)]), |new: &New| new.columns.arr == 7),
        case("arr", comparing(&[]), |_| true),
        case("end_date", comparing(&[]), |_| true),
    ];
    cases.extend(date("end_date", |columns| columns.end_date));
    cases.extend(date("start_date", |columns| Some(columns.start_date)));
    cases.extend(date("renewal_date", |columns| columns.renewal_date));
    cases.extend(date("effective_end_date", |columns| columns.effective_end_date));
    cases.extend(date("next_invoice_date", |columns| columns.next_invoice_date));
    cases
}

fn flags() -> Vec<Case<New>> {
    let mut cases = Vec::new();
    let flags: [Property<New, bool>; 7] = [
        ("auto_charges", |new| new.columns.auto_charges),
        ("auto_renews", |new| new.columns.auto_renews),
        ("trial", |new| new.columns.trial),
        ("parent_billed", |new| new.columns.parent_billed),
        ("exclude_from_metrics", |new| new.copied.exclude_from_metrics),
        ("managed_externally", |new| new.copied.managed_externally),
        ("payment_status", |new| new.columns.past_due_at.is_none_or(|due| due > at(NOW))),
    ];
    for (name, is) in flags {
        for flag in [true, false] {
            cases.push(case(name, Wanted::Flag(flag), move |new: &New| is(new) == flag));
        }
    }
    cases
}

fn texts() -> Vec<Case<New>> {
    let is = |value: Option<&str>, text: &str| value == Some(text);
    let owner = move |new: &New, text: &str| is(new.copied.owner_id.as_deref(), text);
    let seller = move |new: &New, text: &str| is(new.columns.sales_user_id.as_deref(), text);
    vec![
        case("customer_id", text("cus_0200"), |new: &New| {
            new.columns.customer_id == "cus_0200".into()
        }),
        case("customer_id", text("nobody"), |_| false),
        case("group_id", text("g_3"), move |new: &New| is(new.columns.group_id.as_deref(), "g_3")),
        case("payment_method_id", text("pm_1"), |new: &New| {
            new.columns.payment_method_id.is_some()
        }),
        case("bundle_pricing_id", text("bun_2"), move |new: &New| {
            is(new.columns.bundle_pricing_id.as_deref(), "bun_2")
        }),
        case("parent_customer_id", text(&customer_id(2)), move |new: &New| {
            is(new.copied.parent_customer_id.as_deref(), &customer_id(2))
        }),
        case("owner_id", text("usr_1"), move |new: &New| owner(new, "usr_1")),
        case("owner_ids", any(&["usr_1", "usr_2"]), move |new: &New| {
            owner(new, "usr_1") || owner(new, "usr_2")
        }),
        case("owner_ids", any(&["usr_2", "usr_1", "nobody", "usr_2"]), move |new: &New| {
            owner(new, "usr_1") || owner(new, "usr_2")
        }),
        case("owner_ids", all(&["usr_1", "usr_1"]), move |new: &New| owner(new, "usr_1")),
        case("owner_ids", all(&["usr_1", "usr_2"]), |_| false),
        case("owner_ids", Wanted::Nothing, |_| false),
        case("sales_user_id", text("su_3"), move |new: &New| seller(new, "su_3")),
        case("sales_user_ids", any(&["su_3", "su_4", "nobody"]), move |new: &New| {
            seller(new, "su_3") || seller(new, "su_4")
        }),
    ]
}

fn words() -> Vec<Case<New>> {
    let is = |new: &New, words: &[&str]| words.contains(&new.columns.status.as_str());
    let mut cases = vec![
        case("statuses", any(&["UNPAID", "PENDING"]), move |new: &New| {
            is(new, &["UNPAID", "PENDING"])
        }),
        case("statuses", any(&["ENDED", "CANCELLED", "FOO"]), move |new: &New| {
            is(new, &["ENDED", "CANCELLED"])
        }),
        case("statuses", any(&["ACTIVE", "UNPAID"]), move |new: &New| {
            is(new, &["ACTIVE", "UNPAID"])
        }),
        case("statuses", all(&["ACTIVE", "UNPAID"]), |_| false),
        case("status", text("O'Hara ~ ? $1"), |_| false),
    ];
    for word in ["ACTIVE", "UNPAID", "PENDING", "ENDED", "CANCELLED", "FOO"] {
        cases.push(case("status", text(word), move |new: &New| new.columns.status == word));
    }
    cases
}

fn labelled() -> Vec<Case<New>> {
    let has = |new: &New, property: &str, values: &[&str]| {
        values.iter().any(|value| new.labels.contains(&Label::new(property, value)))
    };
    let product = move |new: &New, values: &[&str]| has(new, "product", values);
    let pricing = move |new: &New, values: &[&str]| has(new, "pricing", values);
    let nine = ["prc_1", "prc_2", "prc_3", "prc_4", "prc_5", "prc_6", "prc_7", "prc_8", "prc_9"];
    vec![
        case("tags", labels("tag", &["even"]), move |new: &New| has(new, "tag", &["even"])),
        case("tags", labels("tag", &["hundred"]), move |new: &New| has(new, "tag", &["hundred"])),
        case("product_ids", labels("product", &["prod_1"]), move |new: &New| {
            product(new, &["prod_1"])
        }),
        case("product_ids", labels("product", &["prod_1", "prod_2"]), move |new: &New| {
            product(new, &["prod_1", "prod_2"])
        }),
        case("product_pricing_id", labels("pricing", &["prc_3"]), move |new: &New| {
            pricing(new, &["prc_3"])
        }),
        case("product_pricing_ids", labels("pricing", &nine), move |new: &New| pricing(new, &nine)),
        case("product_tags", any(&["one"]), move |new: &New| product(new, &["prod_1", "prod_2"])),
        case("product_tags", any(&["two"]), move |new: &New| product(new, &["prod_2"])),
        case("product_tags", any(&["none"]), |_| false),
        case("product_tags", all(&["one", "two"]), move |new: &New| product(new, &["prod_2"])),
        case("product_tags", all(&["one", "none"]), |_| false),
        case("product_pricing_tags", any(&["one", "two"]), move |new: &New| {
            pricing(new, &["prc_3", "prc_4"])
        }),
        case("product_pricing_tags", all(&["one", "two"]), move |new: &New| {
            pricing(new, &["prc_3"])
        }),
    ]
}

fn searches() -> Vec<Case<New>> {
    let contains = |query: &'static str| {
        case("search", text(query), move |new: &New| {
            let all = [Some(new.columns.id.as_str()), new.columns.identifier.as_deref()];
            let names = new.names.iter().map(String::as_str);
            let mut names = all.into_iter().flatten().chain(names);
            names.any(|name| name.to_lowercase().contains(&query.to_lowercase()))
        })
    };
    ["CUSTOMER NO. 7", "customer", "key-12", "SUBS_00012", "a31@X", "zzz"].map(contains).into()
}

fn pairs() -> Vec<Case<New>> {
    let query = |query: Vec<(&'static str, Wanted)>, passes: fn(&New) -> bool| Case {
        query,
        passes: Box::new(passes),
    };
    vec![
        query(vec![], |_| true),
        query(vec![("owner_id", text("usr_0")), ("status", text("ENDED"))], |new| {
            new.copied.owner_id.as_deref() == Some("usr_0") && new.columns.status == "ENDED"
        }),
        query(
            vec![
                ("customer_id", text("cus_0100")),
                ("mrr", comparing(&[(Gt, -300)])),
                ("tags", labels("tag", &["even"])),
                ("payment_status", Wanted::Flag(true)),
            ],
            |new| {
                new.columns.customer_id == "cus_0100".into()
                    && new.columns.mrr > -300
                    && new.labels.contains(&Label::new("tag", "even"))
                    && new.columns.past_due_at.is_none_or(|due| due > at(NOW))
            },
        ),
        query(
            vec![
                ("start_date", comparing(&[(Lt, 5_000_000)])),
                ("tags", labels("tag", &["odd"])),
                ("search", text("customer")),
            ],
            |new| {
                new.columns.start_date.micros() < 5_000_000
                    && new.labels.contains(&Label::new("tag", "odd"))
            },
        ),
    ]
}

both! {
    fn every_filter_in_every_order(kind: Kind) {
        let (store, rows) = seeded(kind);
        for cases in [
            numbers_and_dates(), flags(), texts(), words(), labelled(), searches(), pairs(),
        ] {
            agree(&store, FIND, &rows, &cases);
        }
        store.stop();
    }

    fn parked_ones_are_a_list_of_their_own(kind: Kind) {
        let (store, rows) = seeded(kind);
        let is_parked = |new: &New| new.columns.parked.is_some();
        let everything = Case { query: vec![], passes: Box::new(is_parked) };
        agree(&store, PARKED, &rows, &[
            everything,
            case("customer_id", text(&customer_id(100)), move |new: &New| {
                is_parked(new) && new.columns.customer_id == customer_id(100)
            }),
            case("subscription_id", text(&subscription_id(201)), |new: &New| {
                new.columns.id == subscription_id(201)
            }),
            case("subscription_id", text(&subscription_id(200)), |_| false),
        ]);
        store.stop();
    }
}
