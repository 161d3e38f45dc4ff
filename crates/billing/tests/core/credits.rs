//! Credits of units before anything is priced, and credits that are bought.

use std::sync::Arc;

use billing::audit::audit;
use billing::command::{AskCancel, Command, Consume, MarkPaid, Subscribe, Wanted};
use billing::credit::{CreditState, CreditValue};
use billing::id::{Handle, InvoiceHandle, SubscriptionHandle};
use billing::invoice::{Invoice, PaymentKind};
use billing::metering::{Meter, Metered, UsageNotLoaded};
use billing::pricing::{Kind, ProductPricing};
use billing::refusal::Refusal;
use billing::snapshot::Snapshot;
use billing::subscription::{Refund, Timing};
use calendar::{Frequency, Term, Timestamp};
use money::{Amount, Ratio};

use crate::world::{advance, at, customer, grant, plan, run};

/// The same units in every period.
#[derive(Debug)]
struct Always(i64);

impl Meter for Always {
    fn used(&self, _: &Metered) -> Result<Ratio, UsageNotLoaded> {
        Ok(Ratio::from(self.0))
    }
}

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn day(text: &str) -> Timestamp {
    at(&format!("{text}T00:00:00Z"))
}

fn usage(definition: &str) -> Arc<ProductPricing> {
    plan("api", Term::every(Frequency::Month), Kind::Usage, definition)
}

fn pack(price: &str, credit: &str) -> Arc<ProductPricing> {
    let definition = format!(
        r#"{{"pricing_type": "FIXED", "fixed_price": {{"price_per_unit": "{price}"}},
            "credit_price": {credit}}}"#
    );
    plan("pack", Term::every(Frequency::Month), Kind::Licence, &definition)
}

fn units(count: i64) -> CreditValue {
    CreditValue::of_units(&"api".into(), Ratio::from(count))
}

fn granted(value: CreditValue, until: Option<&str>) -> Command {
    grant(value, until.map(day))
}

fn subscribed(snapshot: &mut Snapshot, plans: &[Arc<ProductPricing>], from: &str) {
    let wanted = plans.iter().cloned().map(Wanted::new).collect();
    let wanted = Subscribe { start: Some(day(from)), ..Subscribe::to("acme", wanted) };
    run(snapshot, &Command::Subscribe(Box::new(wanted)), day(from)).unwrap();
}

fn invoice(snapshot: &Snapshot, number: u32) -> Arc<Invoice> {
    snapshot.invoice(&InvoiceHandle::new(number)).unwrap().clone()
}

fn metered(count: i64) -> Snapshot {
    Snapshot { meter: Arc::new(Always(count)), ..customer(None) }
}

fn left(snapshot: &Snapshot, number: u32) -> CreditValue {
    snapshot.credit(&Handle::new(number)).unwrap().balance.clone()
}

const TIERS: &str = r#"{"pricing_type": "GRADIENT", "base_units": 10, "gradient_price": [
    {"end": 20, "price_per_unit": "1.00"},
    {"start": 20, "end": null, "price_per_unit": "0.50"}]}"#;

#[test]
fn units_lower_what_is_charged_beyond_what_is_included_before_tiers() {
    let mut snapshot = metered(70);
    run(&mut snapshot, &granted(units(25), None), day("2026-01-01")).unwrap();
    subscribed(&mut snapshot, &[usage(TIERS)], "2026-01-01");
    advance(&mut snapshot, day("2026-02-01"));
    // 70 used, 10 included, 25 of a credit: 35 are left, 20 at 1.00 and 15 at 0.50.
    assert_eq!(invoice(&snapshot, 1).totals.total, eur(2750));
    assert_eq!(left(&snapshot, 1), units(0));
    let id = InvoiceHandle::new(1);
    run(&mut snapshot, &Command::Void(id.clone()), day("2026-02-02")).unwrap();
    assert_eq!(left(&snapshot, 1), units(25));
    run(&mut snapshot, &Command::Reissue(id), day("2026-02-03")).unwrap();
    assert_eq!(invoice(&snapshot, 2).totals.total, eur(2750));
    assert_eq!(left(&snapshot, 1), units(0));
}

#[test]
fn the_credit_that_ends_first_pays_first_and_no_further_than_there_is_use() {
    let mut snapshot = metered(30);
    let plain = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "1.00"}}"#;
    run(&mut snapshot, &granted(units(100), None), day("2026-01-01")).unwrap();
    run(&mut snapshot, &granted(units(20), Some("2026-02-01")), day("2026-01-01")).unwrap();
    run(&mut snapshot, &granted(units(5), Some("2026-01-31")), day("2026-01-01")).unwrap();
    subscribed(&mut snapshot, &[usage(plain)], "2026-01-01");
    advance(&mut snapshot, day("2026-02-01"));
    assert_eq!(invoice(&snapshot, 1).totals.total, eur(0));
    // The third had lapsed at the end of the period; the second lives just until there.
    assert_eq!([left(&snapshot, 1), left(&snapshot, 2)], [units(90), units(0)]);
    assert_eq!(snapshot.credit(&Handle::new(3)).unwrap().state, CreditState::Expired);
}

#[test]
fn units_that_were_prepaid_come_before_any_credit() {
    let mut snapshot = metered(120);
    let prepaid = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "0.10"},
        "charge_type": "PRE_POST"}"#;
    run(&mut snapshot, &granted(units(15), None), day("2026-01-01")).unwrap();
    let mut wanted = Wanted::new(usage(prepaid));
    wanted.configurations[0].minimum_units = money::Quantity::parse("100").unwrap();
    let wanted =
        Subscribe { start: Some(day("2026-01-01")), ..Subscribe::to("acme", vec![wanted]) };
    run(&mut snapshot, &Command::Subscribe(Box::new(wanted)), day("2026-01-01")).unwrap();
    advance(&mut snapshot, day("2026-02-01"));
    // 100 were paid for, 15 are the credit's: 5 are left at 0.10, beside the next hundred.
    assert_eq!(invoice(&snapshot, 2).totals.total, eur(1050));
    assert_eq!(left(&snapshot, 1), units(0));
}

#[test]
fn a_minimum_asks_for_what_units_did_not_pay() {
    let mut snapshot = metered(30);
    let asking = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "1.00"},
        "minimum_spend": {"currency": "EUR", "value_in_cents": 2000}}"#;
    run(&mut snapshot, &granted(units(25), None), day("2026-01-01")).unwrap();
    subscribed(&mut snapshot, &[usage(asking)], "2026-01-01");
    advance(&mut snapshot, day("2026-02-01"));
    let lines: Vec<i64> =
        invoice(&snapshot, 1).lines.iter().map(|line| line.amount.minor).collect();
    assert_eq!(lines, [500, 1500]);
}

const FOR_A_PERIOD: &str = r#"{"type": "UNITS", "item_id": "api", "units": 40,
    "expiration_policy": "END_OF_PRICING_FREQUENCY"}"#;

#[test]
fn a_pack_of_units_is_had_again_in_every_period() {
    let mut snapshot = metered(50);
    let plain = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "1.00"}}"#;
    let pack = pack("30", FOR_A_PERIOD);
    subscribed(&mut snapshot, &[pack, usage(plain)], "2026-01-01");
    assert_eq!(invoice(&snapshot, 1).totals.total, eur(3000));
    assert_eq!(left(&snapshot, 1), units(40));
    advance(&mut snapshot, day("2026-02-01"));
    // January's pack pays January's use before it lapses, and February has one of its own.
    assert_eq!(invoice(&snapshot, 2).totals.total, eur(4000));
    assert_eq!([left(&snapshot, 1), left(&snapshot, 2)], [units(0), units(40)]);
    let void = run(&mut snapshot, &Command::Void(InvoiceHandle::new(1)), day("2026-02-02"));
    assert_eq!(void.unwrap_err(), Refusal::CreditUsed);
}

const MONEY: &str = r#"{"type": "AMOUNT", "amount": {"currency": "EUR", "value_in_cents": 10000}}"#;

fn cancelled(refund: Refund) -> Command {
    Command::Cancel(Box::new(AskCancel {
        subscription: SubscriptionHandle::new(1),
        timing: Timing::Immediate,
        custom_end: None,
        refund,
        remaining_balance: false,
        pending_invoices: false,
    }))
}

#[test]
fn of_a_bought_credit_only_what_is_left_comes_back_and_is_revoked() {
    let mut snapshot = metered(0);
    subscribed(&mut snapshot, &[pack("90", MONEY)], "2026-01-01");
    let paid = MarkPaid {
        invoice: InvoiceHandle::new(1),
        amount: None,
        kind: PaymentKind::Wire,
        date: None,
        note: None,
    };
    run(&mut snapshot, &Command::MarkPaid(Box::new(paid)), day("2026-01-02")).unwrap();
    let used = Consume {
        customer: "acme".into(),
        value: eur(4000).into(),
        credit: None,
        subscription: None,
        note: Some("by hand".to_owned()),
    };
    run(&mut snapshot, &Command::Consume(Box::new(used.clone())), day("2026-01-03")).unwrap();
    let more = Consume { value: eur(6001).into(), ..used };
    let refused = run(&mut snapshot, &Command::Consume(Box::new(more)), day("2026-01-03"));
    assert!(matches!(refused, Err(Refusal::Invalid(_))), "{refused:?}");
    assert_eq!(left(&snapshot, 1), eur(6000).into());
    run(&mut snapshot, &cancelled(Refund::Prorated), day("2026-01-11")).unwrap();
    // 60 of 100 are left, of what cost 90: 54 come back, whatever days are left.
    let back = invoice(&snapshot, 2);
    assert_eq!(back.lines[0].amount, eur(-5400));
    assert_eq!(invoice(&snapshot, 1).refunded, eur(5400));
    assert_eq!([invoice(&snapshot, 1).totals.revenue, back.totals.revenue], [eur(0), eur(0)]);
    let credit = snapshot.credit(&Handle::new(1)).unwrap();
    assert_eq!((credit.state, &credit.balance), (CreditState::Revoked, &eur(0).into()));
    let again = run(&mut snapshot, &Command::RevokeCredit(Handle::new(1)), day("2026-01-12"));
    assert_eq!(again.unwrap_err(), Refusal::CreditOver);
}

#[test]
fn bought_money_is_no_revenue_before_it_pays_and_buys_no_other() {
    let mut snapshot = metered(10);
    let plain = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "1.00"}}"#;
    subscribed(&mut snapshot, &[pack("90", MONEY), usage(plain)], "2026-01-01");
    assert_eq!(invoice(&snapshot, 1).totals.revenue, eur(0));
    advance(&mut snapshot, day("2026-02-01"));
    let second = invoice(&snapshot, 2);
    // The use of January is paid, the pack of February is not.
    assert_eq!((second.totals.total, second.totals.revenue), (eur(9000), eur(1000)));
    assert_eq!(left(&snapshot, 1), eur(9000).into());
}

/// What an audit says of books that somebody tampered with.
fn found(snapshot: &Snapshot, tamper: impl FnOnce(&mut Snapshot)) -> String {
    let mut books = snapshot.clone();
    tamper(&mut books);
    audit(&books).join("; ")
}

#[test]
fn what_was_sold_and_what_units_paid_is_audited() {
    let mut snapshot = metered(50);
    let plain = r#"{"pricing_type": "FIXED", "fixed_price": {"price_per_unit": "1.00"}}"#;
    subscribed(&mut snapshot, &[pack("30", FOR_A_PERIOD), usage(plain)], "2026-01-01");
    advance(&mut snapshot, day("2026-02-01"));
    let twice = found(&snapshot, |books| {
        let more = books.credits[1].clone();
        Arc::make_mut(&mut books.invoices[1]).granted.push(more.id.clone());
    });
    assert!(twice.contains("C2 was not sold"), "{twice}");
    let lost = found(&snapshot, |books| {
        Arc::make_mut(&mut books.invoices[1]).granted.clear();
    });
    assert!(lost.contains("I2 sold a credit that was not granted"), "{lost}");
    let larger = found(&snapshot, |books| {
        Arc::make_mut(&mut books.credits[1]).issued = units(41);
    });
    assert!(larger.contains("C2 was not sold"), "{larger}");
    let unlogged = found(&snapshot, |books| {
        Arc::make_mut(&mut books.credits[0]).log.retain(|entry| entry.invoice.is_none());
    });
    assert!(unlogged.contains("I2 used units"), "{unlogged}");
}
