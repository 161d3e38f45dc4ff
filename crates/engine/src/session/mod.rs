//! One use case at work: its transaction, its company, who asks, and what time it is.

use std::sync::Arc;

pub mod idempotency;
pub(crate) mod ids;
pub(crate) mod overlay;

use billing::fact::FactType;
use records::events_log::ActorType;
use records::{Access, Company, CompanyId, CompanyUserId, EventActor, Moment, Object, TokenId};
use serde_json::{Value, json};
use store::Tx;
use store::company::CompanyRow;
use store::fact::NewFact;

use crate::engine::Tools;
use crate::{Failure, Refusal};

/// Who asks.
#[derive(Clone, Debug, Default)]
pub struct Actor {
    pub token_id: TokenId,
    pub company_user_id: Option<CompanyUserId>,
    /// What the token allows, already within its holder's access.
    pub access: Arc<Access>,
    /// Who it is where it is no token.
    pub kind: ActorType,
}

impl Actor {
    /// The service itself, at a job.
    pub(crate) fn of_jobs() -> Actor {
        Actor { kind: ActorType::Job, ..Actor::default() }
    }

    /// Whoever runs a command beside the server.
    pub(crate) fn of_commands() -> Actor {
        Actor { kind: ActorType::Command, ..Actor::default() }
    }

    /// As facts name it.
    pub(crate) fn word(&self) -> String {
        let token = (!self.token_id.is_empty()).then(|| self.token_id.to_string());
        let kind = if token.is_some() { ActorType::Token } else { self.kind };
        let person = self.company_user_id.as_ref().map(ToString::to_string);
        EventActor { company_user_id: person, id: token, kind }.word()
    }
}

pub struct Session<'s, 'c> {
    pub(crate) tx: &'s mut Tx<'c>,
    pub(crate) tools: &'s Tools,
    pub(crate) row: CompanyRow,
    pub actor: Actor,
    now: Moment,
    /// What is done was decided at `now`, whatever the time is.
    fixed: bool,
}

impl<'s, 'c> Session<'s, 'c> {
    /// Opens a session for a company. A write finds out the company's time, a read only shows it.
    pub(crate) fn open(
        tx: &'s mut Tx<'c>,
        tools: &'s Tools,
        company: &CompanyId,
        actor: Actor,
    ) -> Result<Session<'s, 'c>, Failure> {
        let row =
            tools.known.get(tx, company)?.ok_or_else(|| Refusal::not_found("company", company))?;
        let now = match row.clock_now {
            Some(now) => now,
            None => tools.real_time(tx, company)?,
        };
        Ok(Session { tx, tools, row, actor, now, fixed: false })
    }

    /// Company time: what records and facts are stamped with.
    pub fn now(&self) -> Moment {
        self.now
    }

    /// A clock has moved while the session is open.
    pub(crate) fn set_now(&mut self, now: Moment) {
        (self.now, self.fixed) = (now, true);
    }

    /// Something was waited for, and whoever held it has stamped records meanwhile: it is at least
    /// as late as that.
    pub(crate) fn waited(&mut self) -> Result<(), Failure> {
        if self.row.clock_now.is_none() && !self.fixed {
            let company = self.row.company.id.clone();
            self.now = self.now.max(self.tools.real_time(self.tx, &company)?);
        }
        Ok(())
    }

    /// Wall time: what tokens, keys and links go by.
    pub fn wall(&self) -> Moment {
        self.tools.wall.now()
    }

    pub fn company(&self) -> &Company {
        &self.row.company
    }

    pub(crate) fn company_id(&self) -> &CompanyId {
        &self.row.company.id
    }

    /// How many statements this use case has run.
    pub fn statements(&self) -> u64 {
        self.tx.statements()
    }

    pub(crate) fn new_id<T: From<String>>(&self, prefix: &str) -> T {
        self.tools.ids.next(prefix, self.wall()).into()
    }

    /// Writes down what happened, in the transaction in which it happens.
    pub(crate) fn fact(
        &mut self,
        fact: FactType,
        object: &str,
        values: Object,
    ) -> Result<(), Failure> {
        let id: String = self.new_id("evt_");
        let data = json!({ "kind": fact.data_type(), "id": object, "values": values });
        let fact = NewFact {
            company: &self.row.company.id,
            id: &id,
            event_type: fact.event_type(),
            data_type: fact.data_type(),
            object_id: object,
            created_at: self.now,
            data: data.to_string(),
            actor: &self.actor.word(),
        };
        if self.row.clock_now.is_none() {
            self.tools.stamped(fact.company, self.now);
        }
        Ok(store::fact::add(self.tx, fact)?)
    }

    /// Holds a test clock still while something is written; one that is on its way is not passed.
    pub(crate) fn hold_clock(&mut self) -> Result<(), Failure> {
        if self.row.clock_now.is_none() {
            return Ok(());
        }
        let id = self.row.company.id.clone();
        if let Some(row) = self.tools.known.lock(self.tx, &id)? {
            self.now = row.clock_now.unwrap_or(self.now);
            self.row = row;
        }
        match self.row.clock_target {
            Some(_) => Err(Refusal::ClockMoving.into()),
            None => Ok(()),
        }
    }
}

/// The fields of `after` that differ from `before`: what a fact tells of an edit.
pub(crate) fn changed(before: &Value, after: &Value) -> Object {
    let empty = Object::new();
    let old = before.as_object().unwrap_or(&empty);
    let new = after.as_object().unwrap_or(&empty);
    let differs = |name: &str, value: &Value| old.get(name) != Some(value) && name != "updated_at";
    new.iter()
        .filter(|(name, value)| differs(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The fields of a new record that say something.
pub(crate) fn filled(record: &Value) -> Object {
    let silent = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    };
    let fields = record.as_object().into_iter().flatten();
    fields.filter(|(_, v)| !silent(v)).map(|(k, v)| (k.clone(), v.clone())).collect()
}
