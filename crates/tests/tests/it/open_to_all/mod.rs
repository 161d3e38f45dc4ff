//! What is answered without a token: probes, the document, the reference, and what is no request.

mod probes;
mod shared;
