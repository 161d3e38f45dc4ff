//! An invoice that nobody was billed: for a company that wants to see its documents before it has
//! any. It adds up like a true one.

use calendar::Zone;
use documents::Names;
use money::{Amount, Currency};
use records::invoice::InvoiceStatus;
use records::invoice::detail::{DiscountDetail, TaxDetail};
use records::invoice::line_item::{LineType, Period};
use records::{Company, Customer, Invoice, LineItem, Moment, Number};

use super::Shown;
use crate::bill::stored::Unreadable;
use crate::{Failure, Session};

const DAY_MICROS: i64 = 86_400 * 1_000_000;
/// Name, units, price in major units.
const LINES: [(&str, i64, i64); 3] =
    [("Platform, Team", 1, 240), ("Seats", 12, 15), ("Support, Premium", 1, 90)];
const DISCOUNT: i64 = 51;
const TAX: i64 = 19;

pub(super) fn sample(session: &mut Session<'_, '_>, company: &Company) -> Result<Shown, Failure> {
    let currency: Currency = company.preferred_currency.parse().unwrap_or_default();
    let zone: Zone = company.preferred_timezone.parse().map_err(Unreadable::from)?;
    let now = session.now();
    let customer = Customer {
        display_name: "Example Ltd".to_owned(),
        email: Some("accounts@example.com".to_owned()),
        ..Customer::default()
    };
    let invoice = invoice(company, (currency, now), &customer)?;
    let (customer, company) = (customer, company.clone());
    Ok(Shown {
        invoice,
        company,
        customer,
        explanation: None,
        names: Names::default(),
        zone,
        now,
        pdf_link: None,
    })
}

fn invoice(
    company: &Company,
    (currency, now): (Currency, Moment),
    customer: &Customer,
) -> Result<Invoice, Failure> {
    let minor = 10_i64.pow(u32::from(currency.digits()));
    let amount = |major: i64| Amount::new(currency, major.saturating_mul(minor));
    let lines: Vec<LineItem> = (0..).zip(LINES).map(|line| item(line, (currency, now))).collect();
    let sub_total = amount(LINES.iter().map(|(_, units, price)| units * price).sum());
    let net = amount(LINES.iter().map(|(_, units, price)| units * price).sum::<i64>() - DISCOUNT);
    let tax = Amount::new(currency, net.minor.saturating_mul(TAX) / 100);
    let total = net.checked_add(tax).map_err(Unreadable::from)?;
    Ok(Invoice {
        uuid: Some("sample".into()),
        status: InvoiceStatus::Pending,
        number: Some(company.invoice_number_format.replace("{n}", "1").replace("{n:6}", "000001")),
        currency: currency.code().to_owned(),
        billed_customer: Some(customer.clone()),
        billing_date: now,
        invoice_date: Some(now),
        due_date: Some(Moment::from_micros(now.micros().saturating_add(30 * DAY_MICROS))),
        line_items: lines,
        discount_details: vec![DiscountDetail {
            amount: amount(DISCOUNT),
            discount_id: None,
            name: "10%".to_owned(),
        }],
        tax_details: vec![TaxDetail {
            amount: tax,
            base: net,
            name: "VAT".to_owned(),
            rate: Number::exactly("0.19").unwrap_or_default(),
        }],
        invoice_payment_instructions: company.invoice_payment_instructions.clone(),
        sub_total,
        total,
        due: total,
        paid: Amount::zero(currency),
        refunded_amount: Amount::zero(currency),
        ..Invoice::default()
    })
}

fn item(
    (place, (name, units, price)): (usize, (&str, i64, i64)),
    (currency, now): (Currency, Moment),
) -> LineItem {
    let minor = 10_i64.pow(u32::from(currency.digits()));
    let end_date = Moment::from_micros(now.micros().saturating_add(30 * DAY_MICROS));
    LineItem {
        id: format!("sample-{place}"),
        name: name.to_owned(),
        kind: LineType::Advance,
        amount: Amount::new(currency, (units * price).saturating_mul(minor)),
        units: units.to_string(),
        breakdown: vec![records::catalog::estimate::BreakdownRow {
            label: "units".to_owned(),
            units: units.to_string(),
            unit_price: price.to_string(),
            amount: (units * price).to_string(),
        }],
        period: Some(Period { start_date: now, end_date }),
        ..LineItem::default()
    }
}
