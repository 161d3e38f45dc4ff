//! A connection to PostgreSQL, opened when it is needed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio_postgres::types::ToSql;

use crate::driver::dialect::{self, Lists};
use crate::driver::postgres::client::Client;
use crate::driver::postgres::crew::Crew;
use crate::driver::postgres::{Server, Worker};
use crate::{Error, Result};

/// A connection and the statements it has prepared.
pub(crate) struct Connection {
    client: Client,
    prepared: Prepared,
}

/// By their texts as they are written, in both spellings.
#[derive(Default)]
struct Prepared {
    any: HashMap<String, tokio_postgres::Statement>,
    of_one: HashMap<String, tokio_postgres::Statement>,
}

impl Connection {
    /// With what holds for all of its transactions.
    pub(super) fn open(server: &Server, settings: &str) -> Result<Connection, Error> {
        let mut client = server.target.connect(&server.hurry)?;
        client.ask(async |client| client.batch_execute(settings).await)?;
        Ok(Connection { client, prepared: Prepared::default() })
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Statements of this connection may take as long as they take, or no longer than usual.
    pub(crate) fn be_patient(&mut self, without_end: bool) {
        self.client.be_patient(without_end);
    }

    pub(crate) fn prepare(
        &mut self,
        sql: &str,
        lists: Lists,
    ) -> Result<tokio_postgres::Statement, Error> {
        let prepared = match lists {
            Lists::Any => &mut self.prepared.any,
            Lists::OfOne => &mut self.prepared.of_one,
        };
        if let Some(known) = prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = {
            let sql = dialect::postgres(sql, lists);
            self.client.ask(async |client| client.prepare(&sql).await)?
        };
        if prepared.len() >= 1024 {
            prepared.clear();
        }
        prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    pub(crate) fn query<V: ToSql + Sync>(
        &mut self,
        (sql, lists): (&str, Lists),
        values: &[V],
    ) -> Result<Vec<tokio_postgres::Row>, Error> {
        let statement = self.prepare(sql, lists)?;
        let values = parameters(values);
        self.client.ask(async |client| client.query(&statement, &values).await)
    }

    pub(crate) fn execute<V: ToSql + Sync>(
        &mut self,
        (sql, lists): (&str, Lists),
        values: &[V],
    ) -> Result<u64> {
        let statement = self.prepare(sql, lists)?;
        let values = parameters(values);
        self.client.ask(async |client| client.execute(&statement, &values).await)
    }

    pub(crate) fn script(&mut self, sql: &str) -> Result<(), Error> {
        self.client.ask(async |client| client.batch_execute(sql).await)
    }

    /// The one word that a script answers with.
    pub(super) fn say(&mut self, sql: &str) -> Result<String, Error> {
        self.client.say(sql)
    }
}

fn parameters<V: ToSql + Sync>(values: &[V]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// A connection that is opened when needed and again when it broke.
pub(super) struct Line<W> {
    crew: Arc<Crew>,
    held: Option<W>,
}

impl<W: Worker> Line<W> {
    pub(super) fn new(crew: Arc<Crew>) -> Line<W> {
        Line { crew, held: None }
    }

    pub(super) fn get(&mut self) -> Result<&mut W> {
        if self.held.as_ref().is_some_and(Worker::is_closed) {
            self.close();
        }
        match &mut self.held {
            Some(held) => Ok(held),
            empty => {
                let opened = W::open(&self.crew.server)?;
                self.crew.connected.fetch_add(1, Ordering::Relaxed);
                Ok(empty.insert(opened))
            }
        }
    }

    pub(super) fn is_in_a_hurry(&self) -> bool {
        self.crew.server.is_in_a_hurry()
    }

    pub(super) fn settle(&mut self) {
        if self.held.as_mut().is_some_and(|held| held.settle().is_err()) {
            self.close();
        }
    }

    pub(super) fn close(&mut self) {
        if self.held.take().is_some() {
            self.crew.connected.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
