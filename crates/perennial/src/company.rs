//! `perennial company create`

use std::sync::Arc;

use engine::clock::SystemClock;
use engine::{Engine, Location};
use serde_json::json;

use crate::arguments::NewCompany;
use crate::exit::Ended;

pub fn create(new: &NewCompany) -> Result<(), Ended> {
    let engine = open(&new.database.url)?;
    let company = engine::companies::NewCompany {
        name: new.name.clone(),
        currency: new.currency.clone(),
        timezone: new.timezone.clone(),
        dev: new.dev,
        demo: false,
    };
    let (company, token) = engine.create_company(company)?;
    if new.json {
        println!("{}", json!({ "company_id": company.id, "token": token.token }));
    } else {
        println!("company  {}\ntoken    {}", company.id, token.token);
    }
    engine.stop();
    Ok(())
}

/// Opens a database beside a server that may be using it, or makes one.
fn open(url: &str) -> Result<Engine, Ended> {
    let location = Location::parse(url).map_err(engine::Failure::from)?;
    Ok(Engine::open(&location, Arc::new(SystemClock))?)
}
