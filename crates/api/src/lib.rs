//! JSON over HTTP: operations, validation, problems and the server.
