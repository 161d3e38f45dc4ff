//! `perennial demo`: serves with a company to try things on, and says how.

use engine::Engine;

use crate::arguments::ServeOptions;
use crate::exit::Ended;
use crate::serve::{Listening, start};

pub fn run(options: &ServeOptions) -> Result<(), Ended> {
    start(options, welcome)
}

fn welcome(engine: &Engine, listening: &Listening) -> Result<(), Ended> {
    let (company, token) = engine.demo_company()?;
    let base = format!("{}/api/v1", listening.public_url);
    let token = token.token;
    println!(
        "
Perennial is running with a demo company.

  docs      {docs}
  base URL  {base}
  company   {company}
  token     {token}

Try it:

  curl --json '{{\"pagination\":{{\"limit\":1}}}}' \\
    -H 'Authorization: Bearer {token}' \\
    {base}/companies/{company}/customers/find
",
        docs = format_args!("{}/docs", listening.public_url),
    );
    Ok(())
}
