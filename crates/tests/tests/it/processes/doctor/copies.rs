//! Copies of a company with all its rows, made behind the back of the service.

use std::collections::BTreeMap;

use records::CompanyId;

use crate::harness::database::behind;

/// Every table and column, with the type.
const COLUMNS: [&str; 2] = [
    "SELECT m.name || ' ' || p.name || ' ' || lower(p.type)
        FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'",
    "SELECT table_name || ' ' || column_name || ' ' || data_type
        FROM information_schema.columns WHERE table_schema = 'public'",
];

/// Companies that differ from this one in nothing but their ids.
pub(super) fn copies(url: &str, company: &CompanyId, count: usize) -> Vec<CompanyId> {
    let [sqlite, postgres] = COLUMNS;
    let columns = behind(url, if url.starts_with("sqlite:") { sqlite } else { postgres });
    let mut tables: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for line in &columns {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap();
        tables.entry(word()).or_default().push((word(), word()));
    }
    tables.retain(|_, columns| columns.iter().any(|(name, _)| *name == "company_id"));
    // No id ends like these, so none of them is the company itself.
    let name = |number: usize| format!("{}-{number:02}", company.split_at(company.len() - 3).0);
    let copies: Vec<CompanyId> = (0..count).map(|number| name(number).into()).collect();
    for copy in &copies {
        let script = tables.iter().map(|(table, columns)| copied(table, columns, company, copy));
        let script = script.collect::<Vec<_>>().join(";\n");
        behind(url, &format!("BEGIN;\n{script};\nCOMMIT"));
    }
    copies
}

/// What copies the rows of a table; the company's id stands in documents too.
fn copied(table: &str, columns: &[(&str, &str)], company: &CompanyId, copy: &CompanyId) -> String {
    // Given by the database itself.
    let columns = columns.iter().filter(|(name, _)| *name != "row_number");
    let value = |(name, kind): &(&str, &str)| match (*name, *kind) {
        ("slug", _) => format!("'{}'", copy.to_lowercase()),
        (name, "text") => format!("replace({name}, '{company}', '{copy}')"),
        (name, _) => name.to_owned(),
    };
    let names: Vec<&str> = columns.clone().map(|(name, _)| *name).collect();
    let values: Vec<String> = columns.map(value).collect();
    let (names, values) = (names.join(", "), values.join(", "));
    format!(
        "INSERT INTO {table} ({names}) SELECT {values} FROM {table} WHERE company_id = '{company}'"
    )
}
