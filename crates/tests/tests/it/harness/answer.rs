//! An answer, and what holds of every answer.

use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("an answer is UTF-8")
    }

    pub fn json(&self) -> Value {
        let text = self.text();
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e} in {} {text:?}", self.status))
    }

    pub fn replayed(&self) -> bool {
        self.header("idempotent-replayed") == Some("true")
    }

    /// The body of an answer with this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// The pointers of all faults of a 422.
    #[track_caller]
    pub fn faults(&self) -> Vec<String> {
        pointers(&self.expect(422))
    }

    /// A problem with this status and code.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        body
    }

    /// What holds of every answer of the API: never a fault of ours, and problems in one shape.
    #[track_caller]
    pub fn checked(self) -> Answer {
        let text = String::from_utf8_lossy(&self.body);
        assert_ne!(self.status, 500, "{text}");
        let id = self.header("x-request-id").unwrap_or_else(|| panic!("no request id: {text}"));
        if self.status < 400 {
            return self;
        }
        let kind = self.header("content-type");
        assert_eq!(kind, Some("application/problem+json"), "{} {text:?}", self.status);
        let body = self.json();
        for name in ["type", "title", "detail", "code", "request_id"] {
            assert!(body[name].as_str().is_some_and(|t| !t.is_empty()), "no {name}: {body}");
        }
        let code = body["code"].as_str().unwrap_or_default();
        assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{code}");
        assert_eq!(body["request_id"], id, "{body}");
        assert_eq!(body["status"], self.status, "{body}");
        let errors = body["errors"].as_array().unwrap_or_else(|| panic!("no errors: {body}"));
        for fault in errors {
            for name in ["pointer", "code", "detail"] {
                assert!(fault[name].is_string(), "no {name}: {body}");
            }
        }
        if matches!(self.status, 429 | 503) {
            assert!(self.header("retry-after").is_some(), "no retry-after: {body}");
        }
        self
    }
}

/// The pointers of all faults of a problem, sorted, each once.
pub fn pointers(problem: &Value) -> Vec<String> {
    let errors = problem["errors"].as_array().into_iter().flatten();
    let mut all: Vec<_> =
        errors.map(|e| e["pointer"].as_str().unwrap_or_default().to_owned()).collect();
    all.sort();
    all.dedup();
    all
}
