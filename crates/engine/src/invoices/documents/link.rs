//! Links to an invoice: signed, bound to one company, one invoice and one purpose, and good for a
//! day of wall time. They open nothing else, and nobody can make one.

use records::{CompanyId, CustomerId, InvoiceId, Moment};

use super::StatementRequest;
use crate::{Engine, Session};

/// What a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Page,
    Pdf,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Purpose::Page => "invoice page",
            Purpose::Pdf => "invoice pdf",
        }
    }
}

/// The invoice that a link names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub company: CompanyId,
    pub invoice: InvoiceId,
}

/// Why a link opens nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Altered, or made for something else.
    Unknown,
    /// It was good once.
    Expired(Opened),
}

const HOUR_MICROS: i64 = 3_600 * 1_000_000;
const DAY_MICROS: i64 = 24 * HOUR_MICROS;

/// The links of one invoice; none where nobody could open them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    pub page: Option<String>,
    pub pdf: Option<String>,
}

/// Links that are good from now on. They end with the hour in which the day is over, so that what
/// is asked twice is answered alike.
pub(crate) fn links(session: &Session<'_, '_>, invoice: &InvoiceId) -> Links {
    let outlet = &session.tools.outlet;
    let Some(base) = outlet.public_url().filter(|_| !invoice.is_empty()) else {
        return Links::default();
    };
    let ends = ends(session);
    let payload = format!("{ends} {} {invoice}", session.company_id());
    let token = |purpose: Purpose| session.tools.signer.sealed(purpose.name(), &payload);
    Links {
        page: token(Purpose::Page).map(|token| format!("{base}/invoices/{token}")),
        pdf: token(Purpose::Pdf)
            .filter(|_| outlet.printer().is_some())
            .map(|token| format!("{base}/invoices/{token}/pdf")),
    }
}

/// The end of the hour in which a day from now is over.
fn ends(session: &Session<'_, '_>) -> i64 {
    let hours = session.wall().micros().div_euclid(HOUR_MICROS).saturating_add(1);
    hours.saturating_mul(HOUR_MICROS).saturating_add(DAY_MICROS)
}

const STATEMENT: &str = "statement page";

/// A statement that a link names.
#[derive(Clone, Debug)]
pub struct OpenedStatement {
    pub company: CompanyId,
    pub request: StatementRequest,
}

/// A link to the statement of one customer, one currency and one stretch of time.
pub(super) fn statement_link(
    session: &Session<'_, '_>,
    customer: &CustomerId,
    (currency, request): (&str, &StatementRequest),
) -> Option<String> {
    let base = session.tools.outlet.public_url()?;
    let instant = |at: Option<Moment>| at.map_or(String::new(), |at| at.micros().to_string());
    let (from, to) = (instant(request.from), instant(request.to));
    let (ends, company) = (ends(session), session.company_id());
    let payload = format!("{ends} {company} {customer} {currency} {from} {to}");
    let token = session.tools.signer.sealed(STATEMENT, &payload)?;
    Some(format!("{base}/statements/{token}"))
}

impl Engine {
    /// The statement that a link opens now; none where it is not ours, or too old.
    pub fn open_statement(&self, token: &str) -> Option<OpenedStatement> {
        let payload = self.tools.signer.unsealed(STATEMENT, token)?;
        let parts: Vec<&str> = payload.split(' ').collect();
        let [ends, company, customer, currency, from, to] = parts.as_slice() else { return None };
        let instant = |text: &str| text.parse().ok().map(Moment::from_micros);
        if instant(ends).is_none_or(|ends| self.tools.wall.now() >= ends) {
            return None;
        }
        let request = StatementRequest {
            customer: (*customer).to_owned(),
            currency: Some((*currency).to_owned()),
            from: instant(from),
            to: instant(to),
        };
        Some(OpenedStatement { company: (*company).into(), request })
    }

    /// What a link opens now.
    pub fn open_link(&self, token: &str, purpose: Purpose) -> Result<Opened, Closed> {
        let payload = self.tools.signer.unsealed(purpose.name(), token).ok_or(Closed::Unknown)?;
        let mut parts = payload.split(' ');
        let (Some(ends), Some(company), Some(invoice), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(Closed::Unknown);
        };
        let ends = ends.parse().map(Moment::from_micros).map_err(|_| Closed::Unknown)?;
        let opened = Opened { company: company.into(), invoice: invoice.into() };
        if self.tools.wall.now() >= ends { Err(Closed::Expired(opened)) } else { Ok(opened) }
    }
}
