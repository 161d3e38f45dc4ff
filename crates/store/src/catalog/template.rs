//! Templates of contracts, and every version of their text.

use std::collections::BTreeSet;

use records::{CompanyId, Moment, Template};

use super::table::{CatalogRecord, CatalogTable, Columns, Place, catalog_table, place, texts};
use crate::driver::columns::columns;
use crate::driver::statement::statements;
use crate::find::{Filter, Match};
use crate::label::Label;
use crate::{Result, Tx};

catalog_table!(
    "template",
    &[
        Filter::new("name", Match::Label("name")),
        Filter::new("search", Match::Search),
        Filter::new("standard", Match::LabelFlag("standard")),
        Filter::new("state", Match::Word("state")),
    ]
);

columns! {
    /// A text that a template had.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Version in "template_version t" {
        pub template_id: String,
        pub version: i64,
        pub created_at: Moment,
        pub content: String,
    }
}

pub(crate) mod versions {
    //! The texts that templates had.

    use super::{Version, statements};

    statements! {
        INSERT(Version) = "INSERT INTO template_version (company_id, {names})
            VALUES ($1, {values})";
        GET: Version = "{select} AND t.template_id = $2 AND t.version = $3";
    }
}

/// Keeps a text that a template has from now on.
pub fn keep(tx: &mut Tx<'_>, company: &CompanyId, version: &Version) -> Result<()> {
    tx.put(&versions::INSERT, company, version).map(|_| ())
}

/// A text that a template has or had.
pub fn version(
    tx: &mut Tx<'_>,
    company: &CompanyId,
    template: &str,
    version: i64,
) -> Result<Option<Version>> {
    tx.row(&versions::GET, &[company.into(), template.into(), version.into()])
}

impl CatalogRecord for Template {
    const TABLE: &'static CatalogTable = &TABLE;
    const IN_COLUMNS: &'static [&'static str] = Template::IN_COLUMNS;

    fn place(&self) -> Place<'_> {
        place!(self, None, self.state.as_str())
    }

    fn labels(&self) -> BTreeSet<Label> {
        let standard = self.standard.then_some("true");
        texts([("name", Some(self.name.as_str())), ("standard", standard)])
    }

    fn names(&self) -> Vec<&str> {
        vec![&self.id, &self.name]
    }

    /// A company has one standard template.
    fn marks(&self) -> (&'static str, BTreeSet<Label>) {
        ("standard", self.standard.then(|| Label::new("standard", "true")).into_iter().collect())
    }

    fn with_columns(self, columns: &Columns) -> Template {
        Template { updated_at: columns.updated_at, ..self }
    }
}
