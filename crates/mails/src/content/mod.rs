//! What a mail is filled with: records as words and figures in one language. These are the
//! variables that templates know; nothing else of a record can get into a mail.

mod cause;
mod invoice;
mod sample;

pub use cause::{BalanceContent, CreditContent, SubscriptionContent, UsageContent, Worth};
pub use invoice::InvoiceContent;
pub use sample::samples;

use calendar::Zone;
use records::{Address, Company, Moment};
use serde::Serialize;

use crate::words::{self, Words};
use crate::{Language, Locale, MailKind};

/// In which words, where and when.
#[derive(Clone, Debug)]
pub struct Place {
    pub locale: Locale,
    pub zone: Zone,
    pub now: Moment,
}

/// Everything that a mail may say.
#[derive(Clone, Debug, Serialize)]
pub struct Content {
    #[serde(skip)]
    pub kind: MailKind,
    #[serde(skip)]
    pub wording: Language,
    pub language: &'static str,
    pub company: CompanyContent,
    pub customer: CustomerContent,
    /// What kind of mail it is, in a word or two.
    pub title: String,
    /// The one figure that a reader looks for, where there is one.
    pub amount: Option<String>,
    /// What is to be known of it: until when, since when.
    pub note: Option<String>,
    /// Where the invoice can be seen, once there is such a page.
    pub link: Option<String>,
    pub labels: LabelContent,
    pub invoice: Option<InvoiceContent>,
    pub subscription: Option<SubscriptionContent>,
    pub credit: Option<CreditContent>,
    pub balance: Option<BalanceContent>,
    pub usage: Option<UsageContent>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CompanyContent {
    pub name: String,
    pub legal_name: String,
    pub address: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// What the company wants at the end of every mail.
    pub footer: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CustomerContent {
    pub name: String,
    pub email: String,
}

/// Short phrases of the language.
#[derive(Clone, Debug, Serialize)]
pub struct LabelContent {
    pub how_to_pay: &'static str,
    pub button: &'static str,
    /// How to get no more of these; only on reminders.
    pub unsubscribe: Option<&'static str>,
}

/// What a mail is about.
#[derive(Clone, Debug)]
pub enum Subject {
    Invoice(Box<InvoiceContent>),
    Subscription(SubscriptionContent),
    Credit(CreditContent),
    Balance(BalanceContent),
    Usage(UsageContent),
}

impl Content {
    pub fn new(
        kind: MailKind,
        place: &Place,
        (company, customer): (CompanyContent, CustomerContent),
        about: Subject,
    ) -> Content {
        let language = place.locale.language;
        let words = words::words(language);
        let (amount, note) = answer(kind, words, &about);
        let title = match &about {
            Subject::Invoice(invoice) if kind == MailKind::Invoice => {
                format!("{} {}", invoice.title, invoice.number)
            }
            Subject::Invoice(invoice) => format!("{} · {}", words.title(kind), invoice.number),
            _ => words.title(kind).to_owned(),
        };
        let mut content = Content {
            kind,
            wording: language,
            language: language.code(),
            company,
            customer,
            title: title.trim_end().to_owned(),
            amount,
            note,
            link: None,
            labels: LabelContent {
                how_to_pay: words.labels.how_to_pay,
                button: words.labels.view_invoice,
                unsubscribe: kind.is_reminder().then_some(words.labels.stop_reminders),
            },
            invoice: None,
            subscription: None,
            credit: None,
            balance: None,
            usage: None,
        };
        match about {
            Subject::Invoice(invoice) => content.invoice = Some(*invoice),
            Subject::Subscription(subscription) => content.subscription = Some(subscription),
            Subject::Credit(credit) => content.credit = Some(credit),
            Subject::Balance(balance) => content.balance = Some(balance),
            Subject::Usage(usage) => content.usage = Some(usage),
        }
        content
    }
}

/// The figure that stands largest, and what is to be known of it.
fn answer(kind: MailKind, words: &Words, about: &Subject) -> (Option<String>, Option<String>) {
    let labels = &words.labels;
    let dated = |phrase, date: &str| Some(words::filled(phrase, "date", date));
    match about {
        Subject::Invoice(invoice) if kind == MailKind::Receipt => {
            let date = invoice.paid_date.as_deref().unwrap_or(&invoice.issue_date);
            (Some(invoice.paid.clone()), dated(labels.paid_on, date))
        }
        Subject::Invoice(invoice) if invoice.is_credit_note => {
            (Some(invoice.credited.clone()), Some(labels.credited.to_owned()))
        }
        Subject::Invoice(invoice) if invoice.is_open => {
            let phrase = match kind {
                MailKind::ReminderAfterDue => labels.was_due_on,
                _ => labels.due_on,
            };
            (Some(invoice.due.clone()), dated(phrase, &invoice.due_date))
        }
        Subject::Invoice(invoice) => {
            let note = match invoice.paid_date.as_deref() {
                Some(date) if invoice.is_paid_by_money => dated(labels.paid_on, date),
                _ => Some(labels.nothing_due.to_owned()),
            };
            (Some(invoice.total.clone()), note)
        }
        Subject::Subscription(subscription) => {
            let note = match kind {
                MailKind::RenewalAhead => dated(labels.renews_on, &subscription.renewal_date),
                _ => dated(labels.ends_on, &subscription.end_date),
            };
            (Some(subscription.name.clone()), note)
        }
        Subject::Credit(credit) => {
            let note = match credit.expiration_date.as_deref() {
                Some(date) => dated(labels.expires_on, date),
                None => Some(labels.no_expiry.to_owned()),
            };
            (Some(credit.amount.clone()), note)
        }
        Subject::Balance(balance) => (Some(balance.left.clone()), Some(labels.left.to_owned())),
        Subject::Usage(usage) => {
            let note = words::filled(labels.of_limit, "limit", &usage.limit);
            (Some(usage.used.clone()), Some(note))
        }
    }
}

impl CompanyContent {
    pub fn of(company: &Company, footer: Option<&str>) -> CompanyContent {
        CompanyContent {
            name: company.name.clone(),
            legal_name: company.legal_name.clone().unwrap_or_else(|| company.name.clone()),
            address: company.address.as_ref().map(one_line).unwrap_or_default(),
            email: company.email.clone(),
            phone: company.phone.clone(),
            footer: footer.map(str::to_owned),
        }
    }
}

fn one_line(address: &Address) -> String {
    let city = [address.zip.as_deref(), address.city.as_deref()];
    let city: Vec<&str> = city.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    let city = city.join(" ");
    let parts = [
        address.address_line_1.as_deref(),
        address.address_line_2.as_deref(),
        Some(city.as_str()),
        address.state.as_deref(),
        address.country.as_deref(),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
