//! A row of an answer, the same on both engines.

use records::Moment;

use crate::Error;

#[derive(Clone, Copy)]
pub struct Row<'a> {
    source: Source<'a>,
    offset: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

impl<'a> Row<'a> {
    pub(crate) fn new(source: Source<'a>) -> Row<'a> {
        Row { source, offset: 0 }
    }

    /// The same row, counting columns from behind the first `columns`.
    pub(crate) fn skip(self, columns: usize) -> Row<'a> {
        Row { source: self.source, offset: self.offset + columns }
    }
}

impl Row<'_> {
    pub fn int(&self, column: usize) -> Result<i64, Error> {
        match self.source {
            Source::Sqlite(row) => Ok(row.get(self.offset + column)?),
            Source::Postgres(row) => Ok(row.try_get(self.offset + column)?),
        }
    }

    pub fn maybe_int(&self, column: usize) -> Result<Option<i64>, Error> {
        match self.source {
            Source::Sqlite(row) => Ok(row.get(self.offset + column)?),
            Source::Postgres(row) => Ok(row.try_get(self.offset + column)?),
        }
    }

    pub fn text(&self, column: usize) -> Result<String, Error> {
        match self.source {
            Source::Sqlite(row) => Ok(row.get(self.offset + column)?),
            Source::Postgres(row) => Ok(row.try_get(self.offset + column)?),
        }
    }

    pub fn maybe_text(&self, column: usize) -> Result<Option<String>, Error> {
        match self.source {
            Source::Sqlite(row) => Ok(row.get(self.offset + column)?),
            Source::Postgres(row) => Ok(row.try_get(self.offset + column)?),
        }
    }

    pub fn flag(&self, column: usize) -> Result<bool, Error> {
        Ok(self.int(column)? != 0)
    }

    pub fn moment(&self, column: usize) -> Result<Moment, Error> {
        Ok(Moment::from_micros(self.int(column)?))
    }

    pub fn maybe_moment(&self, column: usize) -> Result<Option<Moment>, Error> {
        Ok(self.maybe_int(column)?.map(Moment::from_micros))
    }
}
