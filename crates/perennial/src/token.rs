//! `perennial token create`

use std::sync::Arc;

use engine::clock::SystemClock;
use engine::{Engine, Location};
use records::{Access, Area, Level};
use serde_json::json;

use crate::arguments::NewToken;
use crate::exit::Ended;

pub fn create(new: &NewToken) -> Result<(), Ended> {
    let access = access(&new.access)?;
    let location = Location::parse(&new.database.url).map_err(engine::Failure::from)?;
    let engine = Engine::open_known(&location, Arc::new(SystemClock))?;
    let token = engine.create_token(&new.company, access, &new.name)?;
    if new.json {
        println!("{}", json!({ "token_id": token.id, "token": token.token }));
    } else {
        println!("id       {}\ntoken    {}", token.id, token.token);
    }
    engine.stop();
    Ok(())
}

/// `AREA=LEVEL` pairs; none at all means everything.
fn access(pairs: &[String]) -> Result<Access, Ended> {
    if pairs.is_empty() {
        return Ok(Access::everything());
    }
    let mut access = Access::default();
    for pair in pairs {
        let known = pair.split_once('=').and_then(|(area, level)| {
            let level = match level.to_ascii_uppercase().as_str() {
                "NONE" => Level::None,
                "READ" => Level::Read,
                "WRITE" => Level::Write,
                _ => return None,
            };
            Some((Area::find(area)?, level))
        });
        let Some((area, level)) = known else {
            return Err(Ended::Failed(format!("`{pair}` is not AREA=NONE|READ|WRITE")));
        };
        access.set(area, level);
    }
    Ok(access)
}
