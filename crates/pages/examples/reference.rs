//! Renders the OpenAPI document on standard input, to look at the page without a server.

use std::io::{Error, Read, Write, stdin, stdout};

fn main() -> Result<(), Error> {
    let mut document = String::new();
    stdin().read_to_string(&mut document)?;
    stdout().write_all(pages::reference(&serde_json::from_str(&document)?).as_bytes())
}
