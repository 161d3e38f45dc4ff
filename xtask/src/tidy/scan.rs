//! Splits Rust source into code, comments and string literals, keeping every line and column
//! where it was. It knows the lexical grammar only: no types, no macros, no items.

/// One source text in three readings of the same shape.
pub struct Scan {
    /// The lines with comments blanked and each visible character of a literal put as `"`.
    pub code: Vec<String>,
    /// The lines with everything but comments blanked.
    pub comments: Vec<String>,
    pub literals: Vec<Literal>,
}

/// A string literal: what stands between its quotes, as written.
pub struct Literal {
    pub line: usize,
    pub text: String,
}

pub fn scan(source: &str) -> Scan {
    let mut scanner = Scanner {
        source: source.chars().collect(),
        at: 0,
        line: 1,
        code: String::new(),
        comments: String::new(),
        literals: Vec::new(),
    };
    scanner.run();
    Scan {
        code: scanner.code.lines().map(String::from).collect(),
        comments: scanner.comments.lines().map(String::from).collect(),
        literals: scanner.literals,
    }
}

/// Whether a character may stand inside a Rust name.
pub fn in_name(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// Whether `code` holds `needle` where no longer name begins or ends.
pub fn has_name(code: &str, needle: &str) -> bool {
    code.match_indices(needle).any(|(at, _)| {
        !code[..at].ends_with(in_name) && !code[at + needle.len()..].starts_with(in_name)
    })
}

#[derive(Clone, Copy)]
enum Reading {
    Code,
    Comment,
    Literal,
}

struct Scanner {
    source: Vec<char>,
    at: usize,
    line: usize,
    code: String,
    comments: String,
    literals: Vec<Literal>,
}

impl Scanner {
    fn run(&mut self) {
        while let Some(character) = self.peek(0) {
            match (character, self.peek(1)) {
                ('/', Some('/')) => {
                    self.take_while(Reading::Comment, |character| character != '\n')
                }
                ('/', Some('*')) => self.block_comment(),
                ('\'', _) => self.quote(),
                ('"', _) => self.string(0),
                _ if in_name(character) => self.name(),
                _ => self.take(1, Reading::Code),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.source.get(self.at + ahead).copied()
    }

    /// Moves over `count` characters, giving each to the reading it belongs to.
    fn take(&mut self, count: usize, reading: Reading) {
        for _ in 0..count {
            let Some(character) = self.peek(0) else {
                return;
            };
            let (code, comment) = match reading {
                _ if character.is_whitespace() => (character, character),
                Reading::Code => (character, ' '),
                Reading::Comment => (' ', character),
                Reading::Literal => ('"', ' '),
            };
            self.code.push(code);
            self.comments.push(comment);
            self.line += usize::from(character == '\n');
            self.at += 1;
        }
    }

    fn take_while(&mut self, reading: Reading, wanted: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&wanted) {
            self.take(1, reading);
        }
    }

    /// Block comments nest in Rust.
    fn block_comment(&mut self) {
        let mut depth = 0;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('*')) => depth += 1,
                (Some('*'), Some('/')) => depth -= 1,
                (None, _) => return,
                _ => {
                    self.take(1, Reading::Comment);
                    continue;
                }
            }
            self.take(2, Reading::Comment);
            if depth == 0 {
                return;
            }
        }
    }

    /// A character literal closes after one character or an escape; anything else is a lifetime.
    fn quote(&mut self) {
        if self.peek(1) == Some('\\') {
            self.take(3, Reading::Literal);
            self.take_while(Reading::Literal, |character| character != '\'');
            self.take(1, Reading::Literal);
        } else if self.peek(2) == Some('\'') {
            self.take(3, Reading::Literal);
        } else {
            self.take(1, Reading::Code);
            self.take_while(Reading::Code, in_name);
        }
    }

    /// A name, a number, or the prefix of a literal such as `br##"…"##`.
    fn name(&mut self) {
        let length = self.source[self.at..].iter().take_while(|next| in_name(**next)).count();
        let prefix: String = self.source[self.at..self.at + length].iter().collect();
        let hashes =
            self.source[self.at + length..].iter().take_while(|next| **next == '#').count();
        match (prefix.as_str(), self.peek(length + hashes)) {
            ("r" | "br" | "cr", Some('"')) => self.raw_string(length + hashes, hashes),
            ("b" | "c", Some('"')) if hashes == 0 => self.string(length),
            ("b", Some('\'')) if hashes == 0 => {
                self.take(length, Reading::Literal);
                self.quote();
            }
            _ => self.take(length, Reading::Code),
        }
    }

    fn string(&mut self, prefix: usize) {
        let line = self.line;
        self.take(prefix + 1, Reading::Literal);
        let start = self.at;
        while let Some(character) = self.peek(0).filter(|character| *character != '"') {
            self.take(if character == '\\' { 2 } else { 1 }, Reading::Literal);
        }
        self.keep_literal(line, start);
        self.take(1, Reading::Literal);
    }

    fn raw_string(&mut self, prefix: usize, hashes: usize) {
        let line = self.line;
        self.take(prefix + 1, Reading::Literal);
        let start = self.at;
        while self.at < self.source.len() && !self.closes_raw(hashes) {
            self.take(1, Reading::Literal);
        }
        self.keep_literal(line, start);
        self.take(1 + hashes, Reading::Literal);
    }

    fn closes_raw(&self, hashes: usize) -> bool {
        self.peek(0) == Some('"') && (1..=hashes).all(|ahead| self.peek(ahead) == Some('#'))
    }

    fn keep_literal(&mut self, line: usize, start: usize) {
        let text = self.source[start..self.at].iter().collect();
        self.literals.push(Literal { line, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(source: &str) -> String {
        scan(source).code.join("\n")
    }

    #[test]
    fn comments_leave_the_code() {
        assert_eq!(code("a // b\nc /* d /* e */ f */ g"), "a     \nc                   g");
        assert_eq!(scan("a // b").comments, ["  // b"]);
    }

    #[test]
    fn literals_are_masked_and_kept() {
        let scan = scan("x(\"a // \\\" b\", r#\"c\"d\"#, b\"e\")");
        let texts: Vec<_> = scan.literals.iter().map(|literal| literal.text.as_str()).collect();
        assert_eq!(texts, ["a // \\\" b", "c\"d", "e"]);
        assert_eq!(scan.code[0].matches(in_name).count(), 1);
    }

    #[test]
    fn lifetimes_are_no_characters() {
        assert_eq!(code("fn f<'a>(x: &'a str)"), "fn f<'a>(x: &'a str)");
        assert_eq!(
            code("['{', '\\'', '\\u{7d}', b'}']"),
            "[\"\"\", \"\"\"\", \"\"\"\"\"\"\"\", \"\"\"\"]"
        );
    }

    #[test]
    fn raw_names_are_no_raw_strings() {
        assert_eq!(code("r#match + r"), "r#match + r");
    }

    #[test]
    fn a_literal_knows_its_first_line() {
        let scan = scan("a\n\"b\nc\" \"d\"");
        let lines: Vec<_> = scan.literals.iter().map(|literal| literal.line).collect();
        assert_eq!(lines, [2, 3]);
    }

    #[test]
    fn names_are_matched_whole() {
        assert!(has_name("a = Clock::now()", "Clock::now"));
        assert!(!has_name("MyClock::now() Clock::nowhere()", "Clock::now"));
    }
}
