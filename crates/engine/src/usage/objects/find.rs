//! Searches the objects that are there.

use serde_json::Value;
use store::usage::object::{FIND, ObjectRow};

use super::shown::shown;
use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Session};

/// An identifier of a customer stands for its id; one that nobody has finds nothing.
pub fn find(session: &mut Session<'_, '_>, body: &Value) -> Result<FoundPage, Failure> {
    let mut body = body.clone();
    let company = session.company_id().to_owned();
    if let Some(Value::String(identifier)) = body.pointer_mut("/query/customer_identifier") {
        let known = vec![identifier.clone()];
        let found = store::customer::by_identifiers(session.tx, &company, known)?.pop();
        *identifier = found.map(|(_, id)| id.to_string()).unwrap_or_default();
    }
    let request = FindRequest::parse(&FIND, &body)?;
    walk_all(session, &FIND, &request, |session, rows: Vec<ObjectRow>| shown(session, rows))
}
