//! Every record as the API answers it and as the core has it.

use super::AppWorld;
use crate::World;
use crate::action::Action;
use crate::pure::PureWorld;

/// Holds all subscriptions, invoices and credits of two worlds against each other.
pub(super) fn agree(app: &mut AppWorld, core: &mut PureWorld) -> Result<(), String> {
    for kind in ["S", "I", "C"] {
        for number in 1.. {
            let name = format!("{kind}{number}");
            let Ok(wanted) = shown(core, &name) else { break };
            let found = shown(app, &name)?;
            if wanted != found {
                return Err(format!("the core has\n{wanted}\nthe API answers\n{found}"));
            }
        }
    }
    let names: Vec<String> =
        core.customers().iter().map(|known| known.payer.id.to_string()).collect();
    for (place, name) in names.iter().enumerate() {
        let (wanted, found) = (core.may_use(name), app.may_use(place)?);
        if wanted != found {
            return Err(format!("the core has\n{wanted}\nthe API answers\n{found}"));
        }
    }
    Ok(())
}

/// A record, less what the interface does not tell: whose minimum it is, and when a draft ends.
fn shown(world: &mut dyn World, name: &str) -> Result<String, String> {
    let lines = world
        .act(&Action::Show(name.to_owned()))?
        .into_iter()
        .flat_map(|happening| happening.lines);
    let words = |line: String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = lines.map(words).map(|line| match line.split_once(" draft until ") {
        Some((head, rest)) => {
            let (_, rest) = rest
                .split_once(',')
                .map_or(("", String::new()), |(date, rest)| (date, format!(",{rest}")));
            format!("{head} draft{rest}")
        }
        None => line
            .replace(" pricing minimum", " minimum")
            .replace(" subscription minimum", " minimum"),
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
