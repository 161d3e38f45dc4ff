//! JSON, strictly: every fault of form is found here, on any database the same.
//!
//! Numbers keep their digits, a key may stand once, depth and sizes are bounded, and texts hold
//! no NUL, which one of the databases could not keep.

mod text;

use records::problem::Fault;
use serde_json::{Map, Number, Value};

use crate::body::number::plain;

const DEEPEST: usize = 64;
const LONGEST_TEXT: usize = 10_000;
const LONGEST_DOCUMENT: usize = 7_000_000;
const MOST_ENTRIES: usize = 1000;

/// Why a body was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is not JSON.
    Syntax(String),
    /// It is JSON that we do not take.
    Faults(Vec<Fault>),
}

/// The value of a body, or everything that is wrong with its form.
pub fn parse(bytes: &[u8]) -> Result<Value, Refused> {
    parse_within(bytes, LONGEST_TEXT)
}

/// The same where a text may be a file of 5 MiB in base64; schemas bound every other text.
pub fn parse_long(bytes: &[u8]) -> Result<Value, Refused> {
    parse_within(bytes, LONGEST_DOCUMENT)
}

fn parse_within(bytes: &[u8], longest: usize) -> Result<Value, Refused> {
    let not_text = |_| Refused::Syntax("The body is not UTF-8.".to_owned());
    let text = std::str::from_utf8(bytes).map_err(not_text)?;
    let mut parser = Parser { text, at: 0, path: Vec::new(), faults: Vec::new(), longest };
    parser.space();
    let value = parser.value()?;
    parser.space();
    if parser.at < text.len() {
        return Err(parser.syntax("something behind the end"));
    }
    match parser.faults.is_empty() {
        true => Ok(value),
        false => Err(Refused::Faults(parser.faults)),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    path: Vec<String>,
    faults: Vec<Fault>,
    /// So many characters has a text.
    longest: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, expected: u8) -> bool {
        let there = self.peek() == Some(expected);
        self.at += usize::from(there);
        there
    }

    fn syntax(&self, what: &str) -> Refused {
        Refused::Syntax(format!("The body is not JSON: {what} at byte {}.", self.at))
    }

    fn fault(&mut self, code: &str, detail: &str) {
        let pointer = pointer(&self.path);
        self.faults.push(Fault::new(pointer, code, detail));
    }

    fn value(&mut self) -> Result<Value, Refused> {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Value, Refused> {
        let words = [("true", Value::Bool(true)), ("false", Value::Bool(false))];
        for (word, value) in words.into_iter().chain([("null", Value::Null)]) {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.syntax(if self.peek().is_none() { "it ends" } else { "no value" }))
    }

    fn object(&mut self) -> Result<Value, Refused> {
        self.at += 1;
        self.too_deep()?;
        let mut map = Map::new();
        self.space();
        if self.take(b'}') {
            return Ok(Value::Object(map));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.syntax("no key"));
            }
            let key = self.string()?;
            self.space();
            if !self.take(b':') {
                return Err(self.syntax("no colon"));
            }
            self.path.push(key.clone());
            if map.contains_key(&key) {
                self.fault("duplicate_key", "This key stands more than once.");
            }
            self.space();
            let value = self.value()?;
            self.path.pop();
            map.insert(key, value);
            self.space();
            if self.take(b'}') {
                break;
            }
            if !self.take(b',') {
                return Err(self.syntax("no comma"));
            }
        }
        self.too_many(map.len());
        Ok(Value::Object(map))
    }

    fn array(&mut self) -> Result<Value, Refused> {
        self.at += 1;
        self.too_deep()?;
        let mut list = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Value::Array(list));
        }
        loop {
            self.path.push(list.len().to_string());
            self.space();
            list.push(self.value()?);
            self.path.pop();
            self.space();
            if self.take(b']') {
                break;
            }
            if !self.take(b',') {
                return Err(self.syntax("no comma"));
            }
        }
        self.too_many(list.len());
        Ok(Value::Array(list))
    }

    /// Depth ends the parsing: what is below cannot be told apart any more.
    fn too_deep(&self) -> Result<(), Refused> {
        if self.path.len() < DEEPEST {
            return Ok(());
        }
        let detail = format!("A body is nested at most {DEEPEST} deep.");
        Err(Refused::Faults(vec![Fault::new("", "too_deep", detail)]))
    }

    fn too_many(&mut self, entries: usize) {
        if entries > MOST_ENTRIES {
            self.fault("too_many", &format!("At most {MOST_ENTRIES} entries are taken."));
        }
    }

    fn number(&mut self) -> Result<Value, Refused> {
        let start = self.at;
        self.take(b'-');
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits()?,
            _ => return Err(self.syntax("no digit")),
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        let plain = plain(&self.text[start..self.at]).and_then(|text| text.parse::<Number>().ok());
        if plain.is_none() {
            self.fault("number_range", "This number has more digits than can be meant.");
        }
        Ok(plain.map_or(Value::Null, Value::Number))
    }

    fn digits(&mut self) -> Result<(), Refused> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.syntax("no digit")) } else { Ok(()) }
    }
}

/// RFC 6901.
fn pointer(path: &[String]) -> String {
    path.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Refused, parse};

    fn codes(text: &str) -> Vec<String> {
        match parse(text.as_bytes()) {
            Err(Refused::Faults(faults)) => {
                faults.into_iter().map(|f| format!("{} {}", f.pointer, f.code)).collect()
            }
            Err(Refused::Syntax(_)) => vec!["syntax".to_owned()],
            Ok(_) => Vec::new(),
        }
    }

    #[test]
    fn takes_json() {
        for text in [
            "null",
            "[]",
            "{}",
            " {\"a\" : [1, -2.5e1, true, \"\\u00e9\\ud83d\\ude00\\n\"]} ",
            "0",
            "-0.0",
            "\"\"",
        ] {
            assert_eq!(codes(text), Vec::<String>::new(), "{text}");
        }
        let value = parse(b"{\"a\":1e3,\"b\":0.12345678901234567}").unwrap();
        assert_eq!(value.to_string(), "{\"a\":1000,\"b\":0.12345678901234567}");
    }

    #[test]
    fn refuses_what_is_not_json() {
        for text in [
            "",
            " ",
            "{",
            "[1,]",
            "{\"a\"}",
            "{a:1}",
            "01",
            "1.",
            ".5",
            "+1",
            "NaN",
            "Infinity",
            "\"\u{1}\"",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"\\ud800\\u0041\"",
            "nul",
            "{} {}",
            "\"abc",
            "1e",
            "--1",
            "[1 2]",
            "\"\\u12g4\"",
            "\"\\u+123\"",
        ] {
            assert_eq!(codes(text), ["syntax"], "{text}");
        }
        assert!(matches!(parse(b"\"\xff\""), Err(Refused::Syntax(_))));
    }

    #[test]
    fn names_every_fault_of_form() {
        let text = "{\"a\":1,\"a\":2,\"b\":[1e400,\"\\u0000\"],\"x/y\":1e-99}";
        let wanted = ["/a duplicate_key", "/b/0 number_range", "/b/1 nul", "/x~1y number_range"];
        assert_eq!(codes(text), wanted);
        assert_eq!(codes(&"[".repeat(100_000)), [" too_deep"]);
        assert_eq!(codes(&format!("[{}1]", "1,".repeat(1000))), [" too_many"]);
        assert_eq!(codes(&format!("{{\"n\":\"{}\"}}", "x".repeat(10_001))), ["/n too_long"]);
    }
}
