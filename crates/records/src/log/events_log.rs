//! One fact as the events log shows it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Moment, Object};

/// Positions rise by one and never change once read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EventsLogEntry {
    /// Who caused it; nothing where nobody wrote it down yet.
    pub actor: Option<EventActor>,
    pub position: i64,
    pub id: String,
    #[schema(example = "customer.created")]
    pub event_type: String,
    pub created_at: Moment,
    #[schema(example = "customer")]
    pub data_type: String,
    pub object_id: String,
    /// What was changed and to which values.
    #[schema(value_type = Object)]
    pub data: Object,
}

/// Who caused a fact: a token, the service by itself, or the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EventActor {
    /// The person to whom the token was issued.
    pub company_user_id: Option<String>,
    /// Of the token, or of the customer.
    pub id: Option<String>,
    #[serde(rename = "type")]
    pub kind: ActorType,
}

/// `CYCLE` is what falls due by itself; `JOB` what came of a call to the outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ActorType {
    Token,
    Customer,
    #[default]
    Cycle,
    Job,
    Command,
}

impl EventActor {
    /// As one text, for a column.
    pub fn word(&self) -> String {
        let word = match self.kind {
            ActorType::Token => "TOKEN",
            ActorType::Customer => "CUSTOMER",
            ActorType::Cycle => "CYCLE",
            ActorType::Job => "JOB",
            ActorType::Command => "COMMAND",
        };
        let parts = [Some(word), self.id.as_deref(), self.company_user_id.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    pub fn read(text: &str) -> EventActor {
        let mut parts = text.split(' ');
        let kind = match parts.next() {
            Some("TOKEN") => ActorType::Token,
            Some("CUSTOMER") => ActorType::Customer,
            Some("JOB") => ActorType::Job,
            Some("COMMAND") => ActorType::Command,
            _ => ActorType::Cycle,
        };
        let (id, company_user_id) =
            (parts.next().map(str::to_owned), parts.next().map(str::to_owned));
        EventActor { company_user_id, id, kind }
    }

    /// Whether somebody means this one: by its type, or by the id of the token or of the person.
    pub fn is(&self, asked: &str) -> bool {
        let ids = [self.id.as_deref(), self.company_user_id.as_deref()];
        self.word().split(' ').next() == Some(asked) || ids.contains(&Some(asked))
    }
}
