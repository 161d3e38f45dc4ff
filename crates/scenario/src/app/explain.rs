//! Explanations as the API gives them, with the names of the scenario in place of numbers and ids.

use billing::id::Noun;
use serde_json::Value;

use super::AppWorld;
use super::logged::text;
use crate::Happening;
use crate::render::paragraphs;

pub(super) fn explain(world: &mut AppWorld, name: &str) -> Result<Vec<Happening>, String> {
    let id = world.names.id(name)?;
    let explanation = world.look(&format!("/invoices/{id}/explain"))?;
    let lines = paragraphs(&named(world, text(&explanation, "text")?)?);
    Ok(vec![Happening { at: world.now, lines }])
}

/// The longest names are replaced first, so that no number is taken for the beginning of another.
fn named(world: &mut AppWorld, mut text: String) -> Result<String, String> {
    let mut names: Vec<(String, String)> = Vec::new();
    for id in world.names.all(Noun::Invoice) {
        let value = world.look(&format!("/invoices/{id}"))?;
        let name = world.names.name(&id);
        if let Value::String(number) = &value["number"] {
            names.push((number.clone(), name.clone()));
        }
        names.push((id, name));
    }
    names.extend(world.names.credits().into_iter().map(|id| (id.clone(), world.names.name(&id))));
    names.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    for (known, name) in names {
        text = text.replace(&known, &name);
    }
    Ok(text)
}
