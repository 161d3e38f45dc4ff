//! Made-up records, one of each sort that a template may meet: what it is tried with before it is
//! kept. Whatever a template names must be in one of these.

use calendar::Zone;
use documents::Names;
use money::Amount;
use records::catalog::estimate::BreakdownRow;
use records::invoice::detail::{CreditDetail, DiscountDetail, TaxDetail};
use records::invoice::line_item::Period;
use records::invoice::payment::Payment;
use records::invoice::{InvoiceStatus, NumberSeries};
use records::{Company, Customer, DisplayField, Invoice, LineItem, Moment, Number};

use super::{
    BalanceContent, CompanyContent, Content, CreditContent, CustomerContent, InvoiceContent, Place,
    Subject, SubscriptionContent, UsageContent, Worth,
};
use crate::{Language, Locale, MailKind};

/// Everything that a mail of this kind may say, in several ways.
pub fn samples(kind: MailKind, language: Language) -> Vec<Content> {
    let locale = Locale::of(Some(language.code()), None);
    let place = Place { locale, zone: Zone::UTC, now: at(1_767_225_600) };
    let (company, customer) = (Company::default(), Customer::default());
    let about: Vec<Subject> = match kind {
        MailKind::Invoice
        | MailKind::Receipt
        | MailKind::ReminderBeforeDue
        | MailKind::ReminderAfterDue => [open(), paid(), credit_note(), Invoice::default()]
            .iter()
            .map(|invoice| {
                let (parties, names) = ((&company, &customer), Names::default());
                InvoiceContent::of(invoice, parties, &names, &place)
            })
            .map(|invoice| Subject::Invoice(Box::new(invoice)))
            .collect(),
        MailKind::TrialEnding | MailKind::RenewalAhead | MailKind::CancelReceipt => {
            let dates = (Some(at(1_769_904_000)), Some(at(1_769_904_000)));
            let made = |amount| SubscriptionContent::new(&place, "Platform", dates, amount);
            vec![Subject::Subscription(made(Some(usd(12_000)))), Subject::Subscription(made(None))]
        }
        MailKind::CreditGranted => {
            let money = Worth::Money(usd(5000));
            let units = Worth::Units { count: "1000", of: "calls" };
            let expires = Some(at(1_769_904_000));
            vec![
                Subject::Credit(CreditContent::new(&place, "Welcome", &money, expires)),
                Subject::Credit(CreditContent::new(&place, "Welcome", &units, None)),
            ]
        }
        MailKind::LowBalance => {
            let (left, limit) = (Worth::Money(usd(900)), Worth::Money(usd(1000)));
            vec![Subject::Balance(BalanceContent::new(&place, &left, &limit))]
        }
        MailKind::UsageThreshold => {
            vec![Subject::Usage(UsageContent::new(&place, "API calls", ("9000", "8000")))]
        }
    };
    let full = about.into_iter().enumerate().map(|(number, about)| {
        let mut content = Content::new(kind, &place, parties(number == 0), about);
        let has_page = number == 0 && content.invoice.is_some();
        content.link = has_page.then(|| "https://billing.example/i/1".to_owned());
        content
    });
    full.collect()
}

fn parties(full: bool) -> (CompanyContent, CustomerContent) {
    let company = CompanyContent {
        name: "Perennial Demo".to_owned(),
        legal_name: "Perennial Demo GmbH".to_owned(),
        address: "Lindenstr. 5, 10969 Berlin, DE".to_owned(),
        email: full.then(|| "billing@demo.example".to_owned()),
        phone: full.then(|| "+49 30 1234567".to_owned()),
        footer: full.then(|| "Amtsgericht Berlin, HRB 12345".to_owned()),
    };
    let email = "ap@acme.example".to_owned();
    (company, CustomerContent { name: "Acme GmbH".to_owned(), email })
}

fn at(seconds: i64) -> Moment {
    Moment::from_micros(seconds * 1_000_000)
}

fn usd(minor: i64) -> Amount {
    let currency = "USD".parse().unwrap_or_default();
    Amount::new(currency, minor)
}

fn open() -> Invoice {
    let period = Period { start_date: at(1_767_225_600), end_date: at(1_769_904_000) };
    let row = BreakdownRow {
        label: "units".to_owned(),
        units: "25".to_owned(),
        unit_price: "4".to_owned(),
        amount: "100".to_owned(),
    };
    let rate = Number::exactly("0.0609").unwrap_or_default();
    Invoice {
        uuid: Some("01985f2e-7c1a-7000-8000-5a1f0c2d3e4f".into()),
        number: Some("INV-000345".to_owned()),
        name: Some("Platform".to_owned()),
        status: InvoiceStatus::Pending,
        line_items: vec![
            LineItem {
                name: "Platform seats".to_owned(),
                units: "25".to_owned(),
                period: Some(period),
                breakdown: vec![row],
                amount: usd(10_000),
                ..LineItem::default()
            },
            LineItem {
                name: "Priority support".to_owned(),
                units: "1".to_owned(),
                period: Some(period),
                amount: usd(1000),
                ..LineItem::default()
            },
        ],
        discount_details: vec![DiscountDetail {
            name: "Launch".to_owned(),
            amount: usd(1000),
            ..Default::default()
        }],
        tax_details: vec![TaxDetail {
            name: "VAT".to_owned(),
            rate,
            amount: usd(609),
            base: usd(10_000),
        }],
        sub_total: usd(11_000),
        total: usd(10_609),
        due: usd(10_609),
        invoice_date: Some(at(1_767_225_600)),
        due_date: Some(at(1_769_817_600)),
        invoice_payment_instructions: Some("IBAN DE02 1203 0000 0000 2020 51".to_owned()),
        notes: Some("Thank you.".to_owned()),
        invoice_additional_display_fields: vec![DisplayField {
            name: Some("PO number".to_owned()),
            value: Some("4711".to_owned()),
        }],
        ..Invoice::default()
    }
}

fn paid() -> Invoice {
    let payment =
        Payment { amount: usd(10_609), paid_date: at(1_767_830_400), ..Payment::default() };
    Invoice {
        status: InvoiceStatus::Paid,
        due: usd(0),
        paid: usd(10_609),
        paid_date: Some(at(1_767_830_400)),
        payments: vec![payment],
        ..open()
    }
}

fn credit_note() -> Invoice {
    let given = CreditDetail { amount: usd(-5000), net: usd(-5000), ..CreditDetail::default() };
    Invoice {
        number: Some("CN-000007".to_owned()),
        number_series: NumberSeries::CreditNote,
        status: InvoiceStatus::Paid,
        sub_total: usd(-5000),
        total: usd(0),
        due: usd(0),
        credit_details: vec![given],
        discount_details: Vec::new(),
        tax_details: Vec::new(),
        ..open()
    }
}
