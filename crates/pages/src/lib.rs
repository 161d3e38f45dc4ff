//! Pages for people: the reference of the API.
