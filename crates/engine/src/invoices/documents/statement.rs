//! The statement of a customer: every issued invoice that it pays, what came for it and what went
//! back, as movements of what it owes. It is read off the invoices, so it holds at any date.

use calendar::Zone;
use documents::{StatementSource, StatementView};
use money::Amount;
use records::invoice::NumberSeries;
use records::invoice::detail::CreditDetail;
use records::invoice::payment::{Payment, PaymentType};
use records::invoice::statement::StatementType;
use records::{Company, Customer, CustomerId, InvoiceId, Moment, Statement, StatementEntry};
use serde::Deserialize;
use store::invoice::{Stated, Whose};

use super::link;
use crate::bill::stored::{self, Unreadable};
use crate::{Failure, Refusal, Session, customers};

/// So many movements are listed.
const MOST_ENTRIES: usize = 1000;
/// So many invoices are read at a time.
const BATCH: i64 = 500;

/// What a statement is asked for.
#[derive(Clone, Debug, Default)]
pub struct StatementRequest {
    pub customer: String,
    /// The company's where absent.
    pub currency: Option<String>,
    pub from: Option<Moment>,
    pub to: Option<Moment>,
}

/// What the document of an invoice tells.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    credit_details: Vec<CreditDetail>,
    credit_note_date: Option<Moment>,
    number_series: NumberSeries,
    payments: Vec<Payment>,
}

/// One change of what is owed.
struct Movement {
    date: Moment,
    kind: StatementType,
    minor: i64,
    number: Option<String>,
    invoice: InvoiceId,
}

pub fn statement(
    session: &mut Session<'_, '_>,
    request: &StatementRequest,
) -> Result<Statement, Failure> {
    let customer = customers::named(session, &request.customer)?.id;
    let preferred = session.company().preferred_currency.clone();
    let code = request.currency.clone().unwrap_or(preferred);
    let currency = code
        .parse::<money::Currency>()
        .map_err(|unknown| Refusal::invalid("/currency", "unknown", unknown.to_string()))?;
    if let (Some(from), Some(to)) = (request.from, request.to)
        && to <= from
    {
        return Err(Refusal::invalid("/to", "before_from", "It must be after `from`.").into());
    }
    let mut movements = Vec::new();
    for whose in [Whose::Own, Whose::Others] {
        walk(session, &customer, (whose, currency.code()), &mut movements)?;
    }
    movements.sort_by(|one, other| {
        (one.date, one.kind, &one.number).cmp(&(other.date, other.kind, &other.number))
    });
    let mut statement = told(movements, request, currency)?;
    statement.hosted_link = link::statement_link(session, &customer, (currency.code(), request));
    statement.customer_id = customer;
    Ok(statement)
}

/// A statement with both parties, for whoever lays it out.
pub struct ShownStatement {
    pub statement: Statement,
    pub company: Company,
    pub customer: Customer,
    pub zone: Zone,
}

impl ShownStatement {
    pub fn view(&self) -> StatementView {
        documents::statement_view(&StatementSource {
            statement: &self.statement,
            company: &self.company,
            customer: &self.customer,
            zone: &self.zone,
        })
    }
}

pub fn shown_statement(
    session: &mut Session<'_, '_>,
    request: &StatementRequest,
) -> Result<ShownStatement, Failure> {
    let statement = statement(session, request)?;
    let company = session.company().clone();
    let customer = customers::named(session, &request.customer)?;
    let customer = customer.record(&company.preferred_currency)?;
    let zone = company.preferred_timezone.parse().map_err(Unreadable::from)?;
    Ok(ShownStatement { statement, company, customer, zone })
}

fn walk(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
    (whose, currency): (Whose, &str),
    movements: &mut Vec<Movement>,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let mut after = (Moment::from_micros(i64::MIN), InvoiceId::default());
    loop {
        let place = (whose, (after.0, &after.1));
        let rows = store::invoice::stated(session.tx, &company, customer, place, BATCH)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = (last.columns.created_at, last.columns.id.clone());
        for row in rows.iter().filter(|row| row.columns.currency == currency) {
            moved(row, movements)?;
        }
    }
}

/// What one invoice moved.
fn moved(row: &Stated, movements: &mut Vec<Movement>) -> Result<(), Failure> {
    let columns = &row.columns;
    let Some(issued) = columns.invoice_date else { return Ok(()) };
    let told: Told = stored::read(&row.doc)?;
    let mut add = |date: Moment, kind: StatementType, minor: i64| {
        let (number, invoice) = (columns.number.clone(), columns.id.clone());
        if minor != 0 {
            movements.push(Movement { date, kind, minor, number, invoice });
        }
    };
    let over = || Unreadable::Amount(money::AmountError::Overflow);
    // What a document gives back is in its total already: told apart here.
    let backs = told.credit_details.iter().filter(|detail| detail.amount.is_negative());
    let given = backs.clone().try_fold(0_i64, |sum, detail| sum.checked_sub(detail.amount.minor));
    let gross = columns.total.checked_sub(given.ok_or_else(over)?).ok_or_else(over)?;
    let kind = match told.number_series {
        NumberSeries::CreditNote => StatementType::CreditNote,
        NumberSeries::Invoice => StatementType::Invoice,
    };
    add(issued, kind, gross);
    // What lowers what is due of another invoice has done so by the credit note itself.
    for back in backs.filter(|back| back.credit_id.is_some() || back.refunded) {
        add(issued, StatementType::Refund, back.amount.minor.checked_neg().ok_or_else(over)?);
    }
    let mut paid = 0_i64;
    for payment in &told.payments {
        if payment.payment_type == PaymentType::Credit && payment.invoice_uuid.is_some() {
            paid = paid.checked_add(payment.amount.minor).ok_or_else(over)?;
            continue;
        }
        let kind = match payment.payment_type {
            PaymentType::Credit => StatementType::Credit,
            _ => StatementType::Payment,
        };
        paid = paid.checked_add(payment.amount.minor).ok_or_else(over)?;
        add(payment.paid_date, kind, payment.amount.minor.checked_neg().ok_or_else(over)?);
    }
    if columns.status == "VOID" {
        let date = told.credit_note_date.unwrap_or(columns.updated_at);
        add(date, StatementType::Void, paid.checked_sub(columns.total).ok_or_else(over)?);
    }
    Ok(())
}

fn told(
    movements: Vec<Movement>,
    request: &StatementRequest,
    currency: money::Currency,
) -> Result<Statement, Failure> {
    let amount = |minor: i64| Amount::new(currency, minor);
    let over = || Unreadable::Amount(money::AmountError::Overflow);
    let mut statement = Statement {
        currency: currency.code().to_owned(),
        from: request.from,
        to: request.to,
        ..Statement::default()
    };
    let (mut balance, mut opening) = (0_i64, 0_i64);
    let [mut charged, mut credited, mut paid, mut refunded] = [0_i64; 4];
    for each in movements {
        if request.to.is_some_and(|to| each.date >= to) {
            break;
        }
        balance = balance.checked_add(each.minor).ok_or_else(over)?;
        if request.from.is_some_and(|from| each.date < from) {
            opening = balance;
            continue;
        }
        let (sum, minor) = match each.kind {
            StatementType::Invoice => (&mut charged, each.minor),
            StatementType::Payment => (&mut paid, each.minor.saturating_neg()),
            StatementType::Refund => (&mut refunded, each.minor),
            StatementType::CreditNote | StatementType::Credit | StatementType::Void => {
                (&mut credited, each.minor.saturating_neg())
            }
        };
        *sum = sum.checked_add(minor).ok_or_else(over)?;
        statement.entries_count += 1;
        if statement.entries.len() < MOST_ENTRIES {
            statement.entries.push(StatementEntry {
                amount: amount(each.minor),
                balance: amount(balance),
                date: each.date,
                invoice_uuid: each.invoice,
                number: each.number,
                kind: each.kind,
            });
        }
    }
    statement.opening = amount(opening);
    statement.closing = amount(balance);
    statement.charged = amount(charged);
    statement.credited = amount(credited);
    statement.paid = amount(paid);
    statement.refunded = amount(refunded);
    Ok(statement)
}
