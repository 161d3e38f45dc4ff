//! One invoice for whoever pays it: words and rows in the order in which people look for them.

mod answer;
mod details;
mod ending;
mod groups;
mod line;
mod party;
mod standing;
mod totals;
mod vat;
mod view;
mod why;

use std::collections::BTreeMap;

use calendar::Zone;
use records::invoice::explanation::InvoiceExplanation;
use records::{Company, Customer, Invoice, Moment};

pub(crate) use ending::paragraphs;
pub use standing::Standing;
pub use vat::{European, european};
pub use view::{
    Answer, Figure, Group, Headings, Line, LineKind, Pair, Party, Share, Total, TotalKind, View,
    Why,
};

use crate::locale::Locale;

/// What an invoice mentions by id, and what that is called.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub credits: BTreeMap<String, String>,
    pub customers: BTreeMap<String, String>,
    /// The numbers of other invoices.
    pub invoices: BTreeMap<String, String>,
    pub subscriptions: BTreeMap<String, String>,
}

/// The records that a document is made of.
pub struct Source<'a> {
    pub invoice: &'a Invoice,
    /// Who sells, as it was when the invoice was issued.
    pub company: &'a Company,
    /// Who pays, as it was then.
    pub customer: &'a Customer,
    /// Why each line has its amount; a document without it shows no sums.
    pub explanation: Option<&'a InvoiceExplanation>,
    pub names: &'a Names,
    /// Whose days are shown.
    pub zone: &'a Zone,
    /// Company time, for what is overdue.
    pub now: Moment,
}

impl Source<'_> {
    pub fn locale(&self) -> Locale {
        reader(self.company, self.customer)
    }
}

/// The customer's language, where the customer or else the company is.
fn reader(company: &Company, customer: &Customer) -> Locale {
    let country = |address: &Option<records::Address>| address.as_ref()?.country.clone();
    let place = country(&customer.address).or_else(|| country(&company.address));
    Locale::of(customer.locale.as_deref(), place.as_deref())
}

/// How both sides are addressed, and in which language.
pub(crate) fn parties(company: &Company, customer: &Customer) -> (Locale, (Party, Party)) {
    let locale = reader(company, customer);
    (locale, (party::seller(company, locale), party::buyer(customer, locale)))
}

/// The document as words.
pub fn view(source: &Source) -> View {
    let locale = source.locale();
    let words = locale.phrases();
    let standing = Standing::of(source);
    let is_credit_note = standing::is_credit_note(source.invoice);
    let title = if is_credit_note { words.credit_note } else { words.invoice };
    View {
        locale,
        standing,
        title: title.to_owned(),
        status: standing.word(words).to_owned(),
        band: answer::band(source, locale, standing),
        is_credit_note,
        number: source.invoice.number.clone(),
        currency: source.invoice.currency.clone(),
        answer: answer::answer(source, locale, standing),
        from: party::seller(source.company, locale),
        to: party::buyer(source.customer, locale),
        details: details::details(source, locale),
        headings: view::headings(words, &source.invoice.currency),
        groups: groups::groups(source, locale),
        totals: totals::totals(source, locale),
        remarks: ending::remarks(source, locale),
        how_to_pay: ending::how_to_pay(source, locale),
        notes: ending::notes(source, locale),
        footer: ending::paragraphs(source.company.footer.as_deref()),
        questions: ending::questions(source, locale),
        brand: source.company.name.clone(),
        logo: source.company.logo.clone(),
        accent: source.company.accent_color.clone(),
    }
}
