//! Schemas that more than one record needs.

use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{KnownFormat, SchemaFormat};

/// An e-mail address or null.
pub fn email() -> ObjectBuilder {
    required_email().schema_type(SchemaType::from_iter([Type::String, Type::Null]))
}

/// An e-mail address.
pub fn required_email() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)))
        .max_length(Some(254))
        .examples(["billing@acme.example"])
}

/// A list of e-mail addresses.
pub fn emails() -> ArrayBuilder {
    ArrayBuilder::new().items(required_email()).max_items(Some(20))
}
