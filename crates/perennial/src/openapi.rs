//! `perennial openapi`

use crate::exit::Ended;

pub fn run() -> Result<(), Ended> {
    let text = serde_json::to_string_pretty(&api::document());
    println!("{}", text.map_err(|error| Ended::Failed(error.to_string()))?);
    Ok(())
}
