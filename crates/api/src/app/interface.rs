//! What the service can do: its operations with the validators of their bodies, and the document.
//! All of it follows from the list of operations and is made once a process.

use std::sync::{LazyLock, OnceLock};

use serde_json::Value;

use crate::body::{Validator, compile};
use crate::operation::Operation;
use crate::{openapi, routes};

const BASE: &str = "/api/v1/companies/{company_id}";

pub(crate) struct Interface {
    pub(crate) operations: Vec<Ready>,
    /// The document as it is served.
    pub(crate) document: String,
    schemas: Value,
}

/// An operation with the validator of its body, which is made when it is first needed: a process
/// that starts has an answer to give before it has seen every kind of body.
pub(crate) struct Ready {
    pub(crate) operation: Operation,
    /// The whole path with its parameters' names, as it is routed and counted.
    pub(crate) route: String,
    /// The names of the parameters, in order.
    pub(crate) names: Vec<&'static str>,
    body: Option<Value>,
    validator: OnceLock<Validator>,
}

static INTERFACE: LazyLock<Result<Interface, String>> = LazyLock::new(Interface::make);

impl Interface {
    pub(crate) fn get() -> Result<&'static Interface, String> {
        INTERFACE.as_ref().map_err(Clone::clone)
    }

    fn make() -> Result<Interface, String> {
        let operations = routes::operations();
        let parts = openapi::parts(&operations);
        let ready = operations.into_iter().zip(parts.bodies).map(|(operation, body)| Ready {
            route: format!("{BASE}{}", operation.path),
            names: names(BASE).chain(names(operation.path)).collect(),
            operation,
            body,
            validator: OnceLock::new(),
        });
        Ok(Interface {
            operations: ready.collect(),
            schemas: parts.document["components"]["schemas"].clone(),
            document: serde_json::to_string(&parts.document).map_err(|e| e.to_string())?,
        })
    }

    /// The validator of an operation's body; none where it takes none.
    pub(crate) fn validator<'a>(&self, ready: &'a Ready) -> Option<&'a Validator> {
        let schema = ready.body.as_ref()?;
        Some(ready.validator.get_or_init(|| {
            compile(&self.schemas, schema).unwrap_or_else(|why| {
                tracing::error!(why, "a schema of ours cannot be used");
                Validator::nothing()
            })
        }))
    }
}

/// The names between braces in a path.
fn names(path: &'static str) -> impl Iterator<Item = &'static str> {
    path.split('{').skip(1).filter_map(|rest| rest.split('}').next())
}

#[cfg(test)]
mod tests {
    use crate::body::compile;
    use crate::{openapi, routes};

    #[test]
    fn every_body_has_a_validator() {
        let operations = routes::operations();
        let parts = openapi::parts(&operations);
        for (operation, body) in operations.iter().zip(parts.bodies.iter()) {
            let Some(schema) = body else { continue };
            let made = compile(&parts.document["components"]["schemas"], schema);
            assert!(made.is_ok(), "{}: {:?}", operation.id, made.err());
        }
    }
}
