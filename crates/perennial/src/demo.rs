//! `perennial demo`: serves with a company to try things on, and says how.

use engine::Engine;
use engine::companies::Demo;
use tokio::runtime::Runtime;

use crate::arguments::ServeOptions;
use crate::exit::Ended;
use crate::serve::{Listening, start};

pub fn run(options: &ServeOptions) -> Result<(), Ended> {
    start(options, welcome)
}

fn welcome(runtime: &Runtime, engine: &Engine, listening: &Listening) -> Result<(), Ended> {
    let demo = runtime.block_on(engine.demo_company())?;
    println!("{}", greeting(&demo, &listening.public_url));
    Ok(())
}

fn greeting(demo: &Demo, url: &str) -> String {
    let Demo { company, token, now, invoice, page } = demo;
    let (base, token) = (format!("{url}/api/v1"), &token.token);
    let invoice = match invoice {
        Some(uuid) => format!("invoices/{uuid}"),
        None => "customers/acme".to_owned(),
    };
    let page = page.as_deref().unwrap_or(url);
    format!(
        "
Perennial is running with a demo company: two years of subscriptions, invoices and payments.

  docs      {url}/docs
  base URL  {base}
  company   {company}
  token     {token}
  clock     {now}

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
