//! A connection to PostgreSQL, opened when it is needed.

use std::collections::HashMap;
use std::time::Duration;

use postgres::{Client, NoTls, SimpleQueryMessage, types::ToSql};

use crate::driver::dialect::{self, Lists};
use crate::driver::postgres::Worker;
use crate::{Error, Result};

/// A connection and the statements it has prepared.
pub(crate) struct Connection {
    client: Client,
    prepared: Prepared,
}

/// By their texts as they are written, in both spellings.
#[derive(Default)]
struct Prepared {
    any: HashMap<String, postgres::Statement>,
    of_one: HashMap<String, postgres::Statement>,
}

impl Connection {
    /// With what holds for all of its transactions.
    pub(super) fn open(url: &str, settings: &str) -> Result<Connection> {
        let mut config: postgres::Config = url
            .parse()
            .map_err(|e| Error::Refused(format!("the database URL cannot be read: {e}")))?;
        config
            .connect_timeout(Duration::from_secs(2))
            .tcp_user_timeout(Duration::from_secs(10))
            .keepalives_idle(Duration::from_secs(15))
            .application_name("perennial");
        let mut client = config.connect(NoTls)?;
        client.batch_execute(settings)?;
        Ok(Connection { client, prepared: Prepared::default() })
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    pub(crate) fn prepare(&mut self, sql: &str, lists: Lists) -> Result<postgres::Statement> {
        let prepared = match lists {
            Lists::Any => &mut self.prepared.any,
            Lists::OfOne => &mut self.prepared.of_one,
        };
        if let Some(known) = prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(&dialect::postgres(sql, lists))?;
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
    ) -> Result<Vec<postgres::Row>> {
        let statement = self.prepare(sql, lists)?;
        Ok(self.client.query(&statement, &parameters(values))?)
    }

    pub(crate) fn execute<V: ToSql + Sync>(
        &mut self,
        (sql, lists): (&str, Lists),
        values: &[V],
    ) -> Result<u64> {
        let statement = self.prepare(sql, lists)?;
        Ok(self.client.execute(&statement, &parameters(values))?)
    }

    pub(crate) fn script(&mut self, sql: &str) -> Result<()> {
        Ok(self.client.batch_execute(sql)?)
    }

    /// The one word that a script answers with.
    pub(super) fn say(&mut self, sql: &str) -> Result<String> {
        let mut words =
            self.client.simple_query(sql)?.into_iter().filter_map(|message| match message {
                SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            });
        words.next().ok_or_else(|| Error::Broken(format!("no answer to {sql}")))
    }
}

fn parameters<V: ToSql + Sync>(values: &[V]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// A connection that is opened when needed and again when it broke.
pub(super) struct Line<W> {
    url: String,
    held: Option<W>,
}

impl<W: Worker> Line<W> {
    pub(super) fn new(url: String) -> Line<W> {
        Line { url, held: None }
    }

    pub(super) fn get(&mut self) -> Result<&mut W> {
        if self.held.as_ref().is_some_and(Worker::is_closed) {
            self.close();
        }
        match &mut self.held {
            Some(held) => Ok(held),
            empty => Ok(empty.insert(W::open(&self.url)?)),
        }
    }

    pub(super) fn settle(&mut self) {
        if self.held.as_mut().is_some_and(|held| held.settle().is_err()) {
            self.close();
        }
    }

    pub(super) fn close(&mut self) {
        self.held = None;
    }
}
