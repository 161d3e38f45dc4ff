//! What clocks may do: go in any steps, stand still for months, step back and jump ahead.

use std::collections::BTreeSet;

use jiff::Timestamp;
use scenario::{AppWorld, Crashes, Mode, World as _, parse, play};
use serde_json::Value;

use super::{Grounds, same};
use crate::harness::Kind;
use crate::harness::client::text;

/// A year of a company that has something of everything.
const YEAR: &str = "
company EUR Europe/Berlin, due 14 days
tax VAT 19% in DE
pricing seats 10.00 EUR per month in advance, tiers 10@10.00 *@8.00
pricing support 1200.00 EUR per year in advance
pricing ramp 0.00 EUR per month in advance, schedule 10.00 20.00 30.00
pricing calls 0.02 EUR per month metered, base 5.00
pricing weekly 7.00 EUR per 2 weeks in arrears, minimum 9.00
pricing quarter 90.00 EUR per quarter in arrears, total minimum 400.00
customer acme, country DE
customer bolt
customer cask, country DE, tax VAT 7%
2026-01-31 grant acme 100.00 EUR, until 2026-06-15
2026-01-31 subscribe acme to seats x25 + support as S1, anchor 2026-02-10, 5.00 off launch until 2026-08-01
2026-01-31 subscribe acme to ramp x2 as S2, not renewing, term 6 months
2026-01-31 subscribe bolt to calls as S3, grace 3 days, minimum 20.00
2026-01-31 subscribe bolt to weekly as S4, until 2026-10-05
2026-01-31 subscribe cask to quarter + seats x3 as S5, from 2026-03-31, charged automatically
";

const MONTHS: [&str; 12] = [
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
    "2026-06-30",
    "2026-07-31",
    "2026-08-31",
    "2026-09-30",
    "2026-10-31",
    "2026-11-30",
    "2026-12-31",
    "2027-01-31",
];

/// The story of a year with these stops.
fn year(stops: &[&str]) -> String {
    let stops: Vec<String> = stops.iter().map(|stop| format!("{stop} advance\n")).collect();
    format!("```timeline{YEAR}{}```", stops.concat())
}

const LATE: &str = "```timeline
company EUR UTC
pricing basic 30.00 EUR per month in advance
customer acme
customer bolt
2026-01-31T12:00 subscribe acme to basic as S1
2026-02-10T12:00 subscribe bolt to basic as S2
```";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// All final invoices by their numbers.
fn invoices(world: &mut AppWorld) -> Vec<Value> {
    let mut all = world.records("invoices").unwrap();
    all.retain(|value| value["status"] != "DRAFT");
    all.sort_by_key(|value| text(value, "number"));
    all
}

/// Each number stands once and none is missing; no boundary of a subscription is billed twice.
fn each_once(invoices: &[Value]) {
    let numbers: Vec<String> = invoices.iter().map(|value| text(value, "number")).collect();
    let wanted: Vec<String> = (1..=invoices.len()).map(|n| format!("INV-{n:06}")).collect();
    assert_eq!(numbers, wanted);
    let key = |value: &Value| (text(value, "subscription_id"), text(value, "billing_date"));
    let billed: BTreeSet<(String, String)> = invoices.iter().map(key).collect();
    assert_eq!(billed.len(), invoices.len(), "a period was billed twice");
}

both! {
    fn a_year_in_one_step_month_by_month_and_day_by_day(kind: Kind) {
        let grounds = Grounds::shared(kind);
        let live = |stops: &[&str], mode: Mode| {
            let mut world = grounds.world(Crashes::Never);
            play(&parse(&year(stops)).unwrap(), &mut world, mode).unwrap();
            let invoices = invoices(&mut world);
            assert_eq!(invoices.len(), 13 + 6 + 11 + 18 + 11, "of each subscription");
            each_once(&invoices);
            world.books().unwrap()
        };
        let once = live(&MONTHS[11..], Mode::OneStep);
        same(&once, &live(&MONTHS, Mode::OneStep)).unwrap();
        same(&once, &live(&MONTHS[11..], Mode::Daily)).unwrap();
    }

    fn three_months_late(kind: Kind) {
        let grounds = Grounds::held(kind);
        let mut world = grounds.world(Crashes::Never);
        play(&parse(LATE).unwrap(), &mut world, Mode::OneStep).unwrap();
        world.catch_up(at("2026-05-20T08:00:00Z")).unwrap();
        let all = invoices(&mut world);
        each_once(&all);
        let told: Vec<String> = all
            .iter()
            .map(|value| {
                let period = &value["line_items"][0]["period"];
                let day = |value: &Value, name: &str| text(value, name)[..10].to_owned();
                let (start, end) = (day(period, "start_date"), day(period, "end_date"));
                let (billed, issued) = (day(value, "billing_date"), day(value, "invoice_date"));
                assert_eq!(value["created_at"], value["invoice_date"]);
                format!("{} for {billed} on {issued}: {start} {end}", text(value, "number"))
            })
            .collect();
        assert_eq!(told, [
            "INV-000001 for 2026-01-31 on 2026-01-31: 2026-01-31 2026-02-28",
            "INV-000002 for 2026-02-10 on 2026-02-10: 2026-02-10 2026-03-10",
            "INV-000003 for 2026-02-28 on 2026-05-20: 2026-02-28 2026-03-31",
            "INV-000004 for 2026-03-10 on 2026-05-20: 2026-03-10 2026-04-10",
            "INV-000005 for 2026-03-31 on 2026-05-20: 2026-03-31 2026-04-30",
            "INV-000006 for 2026-04-10 on 2026-05-20: 2026-04-10 2026-05-10",
            "INV-000007 for 2026-04-30 on 2026-05-20: 2026-04-30 2026-05-31",
            "INV-000008 for 2026-05-10 on 2026-05-20: 2026-05-10 2026-06-10",
        ]);
        assert!(world.catch_up(at("2026-05-20T08:00:00Z")).unwrap().is_empty(), "once is enough");
    }

    fn back_an_hour_and_ahead_a_day(kind: Kind) {
        let grounds = Grounds::held(kind);
        let mut world = grounds.world(Crashes::Never);
        play(&parse(LATE).unwrap(), &mut world, Mode::OneStep).unwrap();
        // Where the clock goes, and how many invoices there are then.
        let walk = [
            ("2026-02-28T11:59:59Z", 2),
            ("2026-02-28T12:00:00Z", 3),
            ("2026-02-28T11:00:00Z", 3),
            ("2026-02-28T12:30:00Z", 3),
            ("2026-03-01T12:30:00Z", 3),
            ("2026-03-10T11:30:00Z", 3),
            ("2026-03-11T11:30:00Z", 4),
            ("2026-03-10T11:30:00Z", 4),
            ("2026-03-11T12:30:00Z", 4),
            ("2026-04-01T12:00:00Z", 5),
            ("2026-03-31T11:00:00Z", 5),
            ("2026-04-01T12:00:00Z", 5),
            ("2026-04-10T12:00:00Z", 6),
        ];
        let mut latest = at("2026-02-10T12:00:00Z");
        for (now, count) in walk {
            for again in [false, true] {
                if again {
                    world.restart().unwrap();
                }
                world.catch_up(at(now)).unwrap();
                let all = invoices(&mut world);
                each_once(&all);
                assert_eq!(all.len(), count, "at {now}");
                let issued: Vec<String> = all.iter().map(|one| text(one, "invoice_date")).collect();
                assert!(issued.is_sorted(), "numbers are given in the order of days: {issued:?}");
                latest = latest.max(at(issued.last().unwrap()));
            }
        }
        assert_eq!(latest, at("2026-04-10T12:00:00Z"));
    }
}
