//! House rules as tests, and the OpenAPI snapshot.
