//! A request as it goes over the wire.

use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Option<Vec<u8>>,
}

impl Request {
    pub fn new(method: &str, path: &str) -> Request {
        let (method, path) = (method.to_owned(), path.to_owned());
        Request { method, path, headers: Vec::new(), body: None }
    }

    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Request {
        self.headers.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    /// Takes a header away again.
    pub fn without(mut self, name: &str) -> Request {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    pub fn key(self, key: &str) -> Request {
        self.header("idempotency-key", key)
    }

    /// Any bytes, said to be JSON.
    pub fn text(mut self, body: impl Into<Vec<u8>>) -> Request {
        self.body = Some(body.into());
        self.header("content-type", "application/json")
    }

    pub fn json(self, body: &Value) -> Request {
        self.text(body.to_string())
    }

    /// The bytes of it all; `length` tells whether a body is announced with its length.
    pub fn bytes(&self, host: &str) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\nhost: {host}\r\n", self.method, self.path);
        let length = self.body.as_ref().map(Vec::len);
        if let Some(length) = length.or((self.method != "GET").then_some(0)) {
            bytes.push_str(&format!("content-length: {length}\r\n"));
        }
        let mut bytes = bytes.into_bytes();
        for (name, value) in &self.headers {
            bytes.extend_from_slice(name.as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(self.body.as_deref().unwrap_or_default());
        bytes
    }
}
