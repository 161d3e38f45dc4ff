//! Deciding in memory: what is decided is projected, audited, held against previews and printed.

use billing::audit::audit;
use billing::command::Command;
use billing::decide::decide;
use billing::fact::Fact;
use billing::project::project;
use billing::snapshot::Snapshot;

use super::PureWorld;
use super::family::is_family;
use super::load::same;
use crate::Happening;

impl PureWorld {
    /// How many invoices were held against their previews.
    pub fn foreseen(&self) -> usize {
        self.foresight.as_ref().map_or(0, |foresight| foresight.held)
    }

    /// Everything that was decided, in the order in which it happened.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Decides, projects, audits and prints.
    pub(super) fn run(
        &mut self,
        place: usize,
        command: &Command,
    ) -> Result<Vec<Happening>, String> {
        let now = self.now;
        let mut snapshot = self.gather(place)?;
        self.join(&mut snapshot, command)?;
        snapshot.minted = self.minted;
        self.meter(&mut snapshot, Some(command));
        let snapshot = &mut snapshot;
        let before = self.foresight.is_some().then(|| snapshot.clone());
        let decided = decide(snapshot, command, now);
        if let Some(load) = self.load {
            same(&decided, &decide(&load(snapshot, command, now), command, now))?;
        }
        let facts: Vec<Fact> = match decided {
            Ok(facts) => facts,
            Err(refusal) if matches!(command, Command::RunDue) => {
                return Err(format!("what is due is refused: {refusal}"));
            }
            Err(refusal) => {
                let lines = vec![format!("refused: {refusal}")];
                return Ok(vec![Happening { at: now, lines }]);
            }
        };
        let projected = facts.iter().try_for_each(|fact| project(snapshot, fact));
        projected.map_err(|error| error.to_string())?;
        let findings = audit(snapshot);
        if !findings.is_empty() {
            return Err(format!("the audits found: {}", findings.join("; ")));
        }
        self.minted = snapshot.minted;
        self.adjusted(&facts);
        self.scatter(place, snapshot.clone())?;
        self.foresee(place, command, before)?;
        let printer = self.printer();
        let happened =
            facts.iter().map(|fact| Happening { at: now, lines: printer.fact(fact) }).collect();
        self.facts.extend(facts);
        Ok(happened)
    }

    fn foresee(
        &mut self,
        place: usize,
        command: &Command,
        before: Option<Snapshot>,
    ) -> Result<(), String> {
        let Some(before) = before else { return Ok(()) };
        let after = self.gather(place)?;
        // What a customer uses of its credits its parent foresaw otherwise, and the reverse.
        let families = self.customers.iter().any(is_family);
        let others = (0..self.customers.len()).filter(|other| families && *other != place);
        let beside: Vec<Snapshot> =
            others.map(|other| self.gather(other)).collect::<Result<_, _>>()?;
        let Some(foresight) = &mut self.foresight else { return Ok(()) };
        match command {
            Command::RunDue => foresight.hold(&before, &after)?,
            command => foresight.hold_command((&before, &after), command, self.now)?,
        }
        beside.iter().chain([&after]).try_for_each(|known| foresight.look(known, self.now))
    }
}
