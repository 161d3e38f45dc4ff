//! Explanations: every number in them can be computed again, by programs from the terms and by
//! people from the sentences.

use std::sync::Arc;

use billing::command::{Command, Subscribe, Wanted};
use billing::explain::{Explanation, Telling, check, explain};
use billing::id::{InvoiceHandle, Name};
use billing::invoice::{DiscountScope, Effect};
use billing::metering::{Meter, Metered, UsageNotLoaded};
use billing::pricing::{Configuration, Kind};
use billing::snapshot::Snapshot;
use billing::subscription::NewDiscount;
use calendar::{Frequency, Term, Zone};
use money::{Amount, Currency, Quantity, Ratio, Rounding};
use proptest::prelude::*;

use crate::reading::read_aloud;
use crate::world::{advance, at, customer, grant, plan, run};

/// Explains every invoice of a customer, and finds whatever does not add up.
pub fn hold(snapshot: &Snapshot) -> Result<(), String> {
    for invoice in &snapshot.invoices {
        let explanation = explained(snapshot, &invoice.id.to_string());
        let mut wrong = check(invoice, &explanation);
        let steps = explanation.parts().flat_map(|part| &part.steps);
        wrong.extend(steps.filter_map(|step| read_aloud(&step.text, invoice.currency).err()));
        if !wrong.is_empty() {
            return Err(format!("{wrong:?}\n{}", explanation.text()));
        }
    }
    Ok(())
}

fn explained(snapshot: &Snapshot, name: &str) -> Explanation {
    let invoice = snapshot.invoices.iter().find(|invoice| invoice.id.to_string() == name).unwrap();
    let (name, number) = (|id: &Name| id.to_string(), |_: &InvoiceHandle, place: usize| place + 1);
    let customer = |id: &str| id.to_owned();
    let telling =
        Telling { zone: &Zone::UTC, name: &name, customer: &customer, number: &number, lines: &[] };
    explain(invoice, &telling).unwrap()
}

/// Usage that follows from the day on which a period ends.
#[derive(Debug)]
struct ByDay(i64);

impl Meter for ByDay {
    fn used(&self, wanted: &Metered) -> Result<Ratio, UsageNotLoaded> {
        let day = wanted.period.end.as_second() / 86_400;
        Ok(Ratio::new(i128::from((day * self.0).rem_euclid(997)), 4).unwrap())
    }
}

/// Usage of one period after the other.
#[derive(Debug)]
struct Given(Vec<(&'static str, i64)>);

impl Meter for Given {
    fn used(&self, wanted: &Metered) -> Result<Ratio, UsageNotLoaded> {
        let end = wanted.period.end;
        let found = self.0.iter().find(|(until, _)| at(&format!("{until}T00:00:00Z")) == end);
        let units = found.ok_or_else(|| UsageNotLoaded::of(wanted))?.1;
        Ok(Ratio::from(units))
    }
}

const PREPAID: &str = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "0.10"},
    "charge_type": "PRE_POST", "carryover": true}"#;

fn units(licences: i64, minimum_units: i64) -> Configuration {
    let quantity = |units: i64| Quantity::new(Ratio::from(units)).unwrap();
    let (licences, minimum_units) = (quantity(licences), quantity(minimum_units));
    Configuration { licences, minimum_units, ..Configuration::default() }
}

fn subscribed(definition: &str, config: Configuration, meter: Arc<dyn Meter>) -> Snapshot {
    let mut snapshot = customer(None);
    snapshot.meter = meter;
    let plan = plan("calls", Term::every(Frequency::Month), Kind::Usage, definition);
    let wanted = Wanted { configurations: vec![config], ..Wanted::new(plan) };
    let wanted = Subscribe {
        term: Some(Term::every(Frequency::Year)),
        ..Subscribe::to("acme", vec![wanted])
    };
    let now = at("2026-01-01T00:00:00Z");
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), now).unwrap();
    snapshot
}

#[test]
fn carried_units_and_an_excess_are_told() {
    let usage = vec![("2026-02-01", 700), ("2026-03-01", 1_500)];
    let mut snapshot = subscribed(PREPAID, units(1, 1_000), Arc::new(Given(usage)));
    advance(&mut snapshot, at("2026-03-01T00:00:00Z"));
    hold(&snapshot).unwrap();
    let text = explained(&snapshot, "I3").text();
    let wanted = "\
Invoice I3 of 1 Mar 2026
Days are those of UTC.
120.00 EUR, of which 120.00 EUR is due on 31 Mar 2026.

1. calls                                                20.00 EUR
  For 1 Feb – 28 Feb 2026, which is over.
  Used: 1500 units.
  Less those that earlier periods had paid for: 1500 units − 300 units = 1200 units
  Bought beforehand: 1000 units.
  Charged: the larger of 1200 units and 1000 units is 1200 units
  1200 units × 0.10 EUR = 120.00 EUR
  Less what was billed in advance: 120.00 − 100.00 = 20.00

2. calls                                               100.00 EUR
  In advance, for 1 Mar – 31 Mar 2026.
  Bought beforehand: 1000 units.
  1000 units × 0.10 EUR = 100.00 EUR

Total                                                  120.00 EUR
  Lines: 20.00 (line 1) + 100.00 (line 2) = 120.00
  Total: 120.00 (lines)

Due                                                    120.00 EUR
  To pay: 120.00 (total)";
    assert_eq!(text, wanted, "{text}");
}

#[test]
fn a_metered_stub_is_told_by_its_days() {
    let definition = r#"{"pricing_type": "GRADIENT", "base_units": 100,
        "base_price": {"currency": "EUR", "value_in_cents": 1000},
        "gradient_price": [{"end": 50, "price_per_unit": "0.50", "flat_price": "3"},
            {"start": 50, "price_per_unit": "0.25"}]}"#;
    let mut snapshot = customer(None);
    snapshot.meter = Arc::new(Given(vec![("2026-02-01", 150)]));
    let plan = plan("calls", Term::every(Frequency::Month), Kind::Usage, definition);
    let now = at("2026-01-17T00:00:00Z");
    let anchor = Some(at("2026-02-01T00:00:00Z"));
    let wanted = Subscribe { anchor, ..Subscribe::to("acme", vec![Wanted::new(plan)]) };
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), now).unwrap();
    advance(&mut snapshot, at("2026-02-01T00:00:00Z"));
    hold(&snapshot).unwrap();
    let text = explained(&snapshot, "I1").text();
    // 15 of 31 days: 4.8387 and 1.4516 fixed, 48.387 units free, 50 at 0.50 and 51.6129 at 0.25.
    let wanted = "\
1. calls                                                44.19 EUR
  For 17 Jan – 31 Jan 2026, which is over.
  Used: 150 units.
  Included, for 15 of 31 days: 100 units × 15/31 = 48.3870… units
  Less what is included: 150 units − 48.3870… units = 101.6129… units
  Base price, for 15 of 31 days: 10.00 EUR × 15/31 = 4.838709… EUR
  Tier 1, up to 50: 50 units × 0.50 EUR = 25.00 EUR
  Tier 1, flat, up to 50, for 15 of 31 days: 3.00 EUR × 15/31 = 1.451612… EUR
  Tier 2, over 50: 51.6129… units × 0.25 EUR = 12.903225… EUR
  Together: 4.838709… + 25.00 + 1.451612… + 12.903225… = 44.193548…
  44.193548… is rounded to 44.19
";
    assert!(text.contains(wanted), "{text}");
}

/// Every model with everything around it.
const DEFINITIONS: &[(Kind, &str)] = &[
    (Kind::Licence, r#""pricing_type": "FIXED", "fixed_price": {"price_per_unit": "0.0333"}"#),
    (
        Kind::Licence,
        r#""pricing_type": "STEP", "charge_type": "POST_ONLY", "base_units": 2,
           "step_price": {"step_size": 3, "price_per_step": "7.07"},
           "minimum_spend": {"currency": "EUR", "value_in_cents": 3001}"#,
    ),
    (
        Kind::Licence,
        r#""pricing_type": "SCHEDULED", "proration_type": "NONE",
           "scheduled_price": {"price_per_unit_per_period": ["1.01", "2.02", "3.03"]}"#,
    ),
    (
        Kind::Licence,
        r#""pricing_type": "CUSTOM", "custom_price": {"preset_price_per_unit": "4.999"},
           "base_price": {"currency": "EUR", "value_in_cents": -100}"#,
    ),
    (
        Kind::Usage,
        r#""pricing_type": "GRADIENT", "base_units": 10,
           "base_price": {"currency": "EUR", "value_in_cents": 999},
           "gradient_price": [{"end": 50, "price_per_unit": "0.37", "flat_price": "2.22"},
               {"start": 50, "price_per_unit": "0.11"}]"#,
    ),
    (
        Kind::Usage,
        r#""pricing_type": "VOLUME", "charge_type": "PRE_POST", "carryover": true,
           "volume_price": [{"total_units_end": 100, "price_per_unit": "0.5"},
               {"total_units_start": 100, "price_per_unit": "0.3", "flat_price": "1"}]"#,
    ),
];

#[derive(Clone, Debug)]
struct Life {
    prices: Vec<(usize, Frequency)>,
    licences: i64,
    least: i64,
    shift: i64,
    length: i64,
    usage: i64,
    tax: i64,
    off: (i64, i64, i64),
    cap: Option<i64>,
    credits: Vec<i64>,
    minimum: Option<i64>,
}

fn lives() -> impl Strategy<Value = Life> {
    let frequency = prop::sample::select(vec![
        Frequency::Week,
        Frequency::BiMonth,
        Frequency::Month,
        Frequency::Quarter,
    ]);
    let prices = prop::collection::vec((0..DEFINITIONS.len(), frequency), 1..4);
    let off = (0_i64..=100, 0_i64..3_000, 0_i64..300);
    let credits = prop::collection::vec(1_i64..9_000, 0..3);
    let counts = (1_i64..40, 0_i64..150, -40_i64..40, 1_i64..120, 1_i64..500, 0_i64..2_500);
    (prices, counts, off, prop::option::of(1_i64..2_000), credits, prop::option::of(0_i64..9_999))
        .prop_map(|(prices, counts, off, cap, credits, minimum)| {
            let (licences, least, shift, length, usage, tax) = counts;
            Life { prices, licences, least, shift, length, usage, tax, off, cap, credits, minimum }
        })
}

fn live(life: &Life) -> Snapshot {
    let eur = |minor| Amount::new("EUR".parse().unwrap(), minor);
    let mut snapshot = customer(Some(Ratio::new(life.tax.into(), 10_000).unwrap()));
    snapshot.meter = Arc::new(ByDay(life.usage));
    let now = at("2026-01-15T00:00:00Z");
    let day =
        |days: i64| calendar::Timestamp::from_second(now.as_second() + days * 86_400).unwrap();
    for minor in &life.credits {
        run(&mut snapshot, &grant(eur(*minor), None), now).unwrap();
    }
    let plans = life.prices.iter().enumerate().map(|(place, (which, frequency))| {
        let (kind, prices) = DEFINITIONS[*which];
        let definition = format!("{{{prices}}}");
        let plan = plan(&format!("p{place}"), Term::every(*frequency), kind, &definition);
        Wanted { configurations: vec![units(life.licences, life.least)], ..Wanted::new(plan) }
    });
    let discount = |effect| NewDiscount {
        name: "off".to_owned(),
        scope: DiscountScope::Anything,
        effect,
        cap: life.cap.map(eur),
        expires: None,
        details: Default::default(),
    };
    let (percent, amount, unit) = life.off;
    let wanted = Subscribe {
        anchor: Some(day(life.shift)),
        end: Some(day(life.length)),
        minimum: life.minimum.map(eur),
        discounts: vec![
            discount(Effect::Amount { amount: eur(amount), used: eur(0) }),
            discount(Effect::PerUnit(eur(unit))),
            discount(Effect::Percent(Ratio::new(percent.into(), 100).unwrap())),
        ],
        ..Subscribe::to("acme", plans.collect())
    };
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), now).unwrap();
    advance(&mut snapshot, day(life.length + 1));
    snapshot
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn every_explanation_can_be_computed_again(life in lives()) {
        let snapshot = live(&life);
        prop_assert!(!snapshot.invoices.is_empty());
        prop_assert_eq!(hold(&snapshot), Ok(()));
    }
}

#[test]
fn a_wrong_number_is_found() {
    let snapshot = subscribed(PREPAID, units(1, 1_000), Arc::new(Given(Vec::new())));
    let invoice = &snapshot.invoices[0];
    let mut explanation = explained(&snapshot, "I1");
    assert_eq!(check(invoice, &explanation), Vec::<String>::new());
    let euro: Currency = "EUR".parse().unwrap();
    let half = Ratio::new(1, 2).unwrap().to_minor(euro, Rounding::Floor).unwrap();
    explanation.lines[0].amount = half;
    // The line itself, the sum of all lines, and what they and the credits come to.
    assert_eq!(check(invoice, &explanation).len(), 3, "{:?}", check(invoice, &explanation));
    assert!(read_aloud("3 units × 0.10 EUR = 0.31 EUR", euro).is_err());
    assert!(read_aloud("0.3333… is rounded to 0.34", euro).is_err());
    assert!(read_aloud("the smaller of 1.00 and 2.00 is 2.00", euro).is_err());
}
