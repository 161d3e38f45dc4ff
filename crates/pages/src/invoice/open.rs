//! Opens a link: the page of an invoice, or its PDF from whoever prints.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use documents::Locale;
use engine::documents::{Closed, Opened, Purpose, Shown, shown};
use engine::{Actor, Failure, Refusal};
use records::Company;

use super::closed;
use super::page::page;
use crate::problem::{problem, unknown_page};
use crate::routes::Pages;

/// `GET /invoices/{token}`
pub async fn open(State(pages): State<Arc<Pages>>, Path(token): Path<String>) -> Response<Body> {
    match found(&pages, &token, Purpose::Page).await {
        Ok(shown) => page(&shown.view(), shown.pdf_link.as_deref().and_then(beside).as_deref()),
        Err(response) => *response,
    }
}

/// A link as the page of the same invoice says it: wherever that is, it stays there.
fn beside(link: &str) -> Option<String> {
    link.rsplit_once("/invoices/").map(|(_, tail)| format!("./{tail}"))
}

/// `GET /invoices/{token}/pdf`
pub async fn pdf(State(pages): State<Arc<Pages>>, Path(token): Path<String>) -> Response<Body> {
    let Some(printer) = pages.engine.printer() else { return unknown_page().await };
    let shown = match found(&pages, &token, Purpose::Pdf).await {
        Ok(shown) => shown,
        Err(response) => return *response,
    };
    let name = file_name(&shown);
    let printed = tokio::task::spawn_blocking(move || printer.pdf(&shown)).await;
    match printed {
        Ok(Ok(bytes)) => document(bytes, &name),
        Ok(Err(reason)) => {
            tracing::error!(reason, "an invoice could not be printed");
            problem(StatusCode::SERVICE_UNAVAILABLE, "This document cannot be made right now.")
        }
        Err(error) => {
            tracing::error!(%error, "printing an invoice ended early");
            problem(StatusCode::SERVICE_UNAVAILABLE, "This document cannot be made right now.")
        }
    }
}

/// Letters, digits and hyphens of the number alone: it ends in a header.
fn file_name(shown: &Shown) -> String {
    let number = shown.invoice.number.as_deref().unwrap_or("draft");
    let plain = number.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    plain.take(60).collect()
}

fn document(bytes: Vec<u8>, name: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    let disposition = format!("inline; filename=\"{name}.pdf\"");
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// The invoice of a link, or the page to answer in its place.
async fn found(pages: &Pages, token: &str, purpose: Purpose) -> Result<Shown, Box<Response<Body>>> {
    let opened = match pages.engine.open_link(token, purpose) {
        Ok(opened) => opened,
        Err(Closed::Unknown) => return Err(Box::new(unknown_page().await)),
        Err(Closed::Expired(opened)) => return Err(Box::new(expired(pages, opened).await)),
    };
    let invoice = opened.invoice.clone();
    let work = pages
        .engine
        .look(&opened.company, Actor::default(), move |session| shown(session, &invoice));
    work.await.map_err(|failure| Box::new(refused(failure)))
}

/// Says whom to ask, in the language of who was meant to read it.
async fn expired(pages: &Pages, opened: Opened) -> Response<Body> {
    let invoice = opened.invoice.clone();
    let work = pages.engine.look(&opened.company, Actor::default(), move |session| {
        let locale = engine::documents::reader(session, &invoice)?;
        Ok((session.company().clone(), locale))
    });
    let work: Result<(Company, Locale), Failure> = work.await;
    match work {
        Ok((company, locale)) => closed::expired(&company, locale),
        Err(failure) => refused(failure),
    }
}

pub(crate) fn refused(failure: Failure) -> Response<Body> {
    match failure {
        Failure::Refused(Refusal::NotFound(_)) => {
            problem(StatusCode::NOT_FOUND, "There is no such page.")
        }
        other => {
            tracing::error!(?other, "a page could not be made");
            problem(StatusCode::SERVICE_UNAVAILABLE, "This page cannot be shown right now.")
        }
    }
}
