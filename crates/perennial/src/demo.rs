//! `perennial demo`: serves with a company to try things on, and says how.

use engine::Engine;
use engine::companies::Demo;
use tokio::runtime::Runtime;

use crate::arguments::ServeOptions;
use crate::exit::Ended;
use crate::serve::{Listening, start};

pub fn run(options: &ServeOptions) -> Result<(), Ended> {
    let mut options = ServeOptions { demo: true, ..options.clone() };
    let url = options.outside.smtp_url.take();
    options.outside.smtp_url = url.or_else(|| folder(&options.database.url));
    let mails = options.outside.smtp_url.clone();
    start(&options, move |runtime, engine, listening| {
        welcome(runtime, engine, listening, mails.as_deref())
    })
}

/// Mails of the demo lie beside its database, to be looked at.
fn folder(database: &str) -> Option<String> {
    let path = database.strip_prefix("sqlite:").filter(|path| !path.contains(":memory:"))?;
    let path = path.split('?').next().unwrap_or(path);
    Some(format!("file:{}-mails", path.strip_suffix(".db").unwrap_or(path)))
}

fn welcome(
    runtime: &Runtime,
    engine: &Engine,
    listening: &Listening,
    mails: Option<&str>,
) -> Result<(), Ended> {
    let demo = runtime.block_on(engine.demo_company())?;
    let endpoint = format!("{}{}", listening.public_url, pages::ARRIVALS);
    // An address that this server may not call is no reason not to serve.
    if let Err(failure) = runtime.block_on(engine.demo_endpoint(&demo.company, &endpoint)) {
        tracing::warn!(?failure, "the demo has no page of events");
    }
    println!("{}", greeting(&demo, &listening.public_url, mails));
    Ok(())
}

fn greeting(demo: &Demo, url: &str, mails: Option<&str>) -> String {
    let Demo { company, token, now, invoice, page } = demo;
    let (base, token) = (format!("{url}/api/v1"), &token.token);
    let mails = match mails.and_then(|mails| mails.strip_prefix("file:")) {
        Some(folder) => format!("  mails     {folder}\n"),
        None => String::new(),
    };
    let invoice = match invoice {
        Some(uuid) => format!("invoices/{uuid}"),
        None => "customers/acme".to_owned(),
    };
    let page = page.as_deref().unwrap_or(url);
    format!(
        "
Perennial is running with a demo company: two years of subscriptions, invoices and payments.

  docs      {url}/docs
  events    {url}/demo/events
  base URL  {base}
  company   {company}
  token     {token}
  clock     {now}
{mails}
An invoice as its customer sees it, by a link that is good for a day:

  {page}

The same, with its lines and how each of them came about:

  curl -H 'Authorization: Bearer {token}' \\
    {base}/companies/{company}/{invoice}

Those that were not paid in time:

  curl --json '{{\"query\":{{\"status\":\"OVERDUE\"}}}}' \\
    -H 'Authorization: Bearer {token}' \\
    {base}/companies/{company}/invoices/find
"
    )
}
