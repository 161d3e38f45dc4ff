//! What the service can do: its operations with the validators of their bodies, and the document.
//! All of it follows from the list of operations and is made once a process, each part when it is
//! first needed: a process that starts has an answer to give before anybody asks for all of them.

use std::sync::{LazyLock, OnceLock};

use crate::body::{Validator, compile};
use crate::openapi::{self, Schemas};
use crate::operation::Operation;
use crate::routes;

const BASE: &str = "/api/v1/companies/{company_id}";

pub(crate) struct Interface {
    pub(crate) operations: Vec<Ready>,
    schemas: OnceLock<Schemas>,
    document: OnceLock<String>,
}

/// An operation with the validator of its body.
pub(crate) struct Ready {
    pub(crate) operation: Operation,
    /// The whole path with its parameters' names, as it is routed and counted.
    pub(crate) route: String,
    /// The names of the parameters, in order.
    pub(crate) names: Vec<&'static str>,
    place: usize,
    validator: OnceLock<Option<Validator>>,
}

static INTERFACE: LazyLock<Interface> = LazyLock::new(Interface::make);

/// Begins to make what the first request with a body needs, beside whatever else a start does.
pub fn prepare() {
    std::thread::spawn(|| {
        Interface::get().schemas();
    });
}

impl Interface {
    pub(crate) fn get() -> &'static Interface {
        &INTERFACE
    }

    fn make() -> Interface {
        let ready = |(place, operation): (usize, Operation)| Ready {
            route: format!("{BASE}{}", operation.path),
            names: names(BASE).chain(names(operation.path)).collect(),
            operation,
            place,
            validator: OnceLock::new(),
        };
        Interface {
            operations: routes::operations().into_iter().enumerate().map(ready).collect(),
            schemas: OnceLock::new(),
            document: OnceLock::new(),
        }
    }

    fn described(&self) -> Vec<&Operation> {
        self.operations.iter().map(|ready| &ready.operation).collect()
    }

    fn schemas(&self) -> &Schemas {
        self.schemas.get_or_init(|| openapi::schemas(&self.described()))
    }

    /// The document as it is served.
    pub(crate) fn document(&self) -> &str {
        self.document
            .get_or_init(|| openapi::assembled(&self.described(), self.schemas()).to_string())
    }

    /// The validator of an operation's body; none where it takes none.
    pub(crate) fn validator<'a>(&self, ready: &'a Ready) -> Option<&'a Validator> {
        let made = ready.validator.get_or_init(|| {
            let schemas = self.schemas();
            let body = schemas.bodies.get(ready.place)?.as_ref()?;
            Some(compile(&schemas.named, body).unwrap_or_else(|why| {
                tracing::error!(why, "a schema of ours cannot be used");
                Validator::nothing()
            }))
        });
        made.as_ref()
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
        let schemas = openapi::schemas(&operations.iter().collect::<Vec<_>>());
        for (operation, body) in operations.iter().zip(&schemas.bodies) {
            let Some(schema) = body else { continue };
            let made = compile(&schemas.named, schema);
            assert!(made.is_ok(), "{}: {:?}", operation.id, made.err());
        }
    }
}
