//! Texts of a body, with their escapes.

use super::{Parser, Refused};

const LONGEST_TEXT: usize = 10_000;
/// A picture as a data URL; its schema has the same bound.
const LONGEST_LOGO: usize = 200_000;

impl Parser<'_> {
    pub(super) fn string(&mut self) -> Result<String, Refused> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(stop) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') else {
                return Err(self.syntax("a text without end"));
            };
            text.push_str(&rest[..stop]);
            self.at += stop;
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => text.push(self.escape()?),
                _ => return Err(self.syntax("a control character")),
            }
        }
        self.at += 1;
        if text.contains('\0') {
            self.fault("nul", "A text must not contain NUL.");
        }
        let longest = match self.path.as_slice() {
            [field] if field == "logo" => LONGEST_LOGO,
            _ => LONGEST_TEXT,
        };
        if text.chars().count() > longest {
            let detail = format!("A text has at most {longest} characters.");
            self.fault("too_long", &detail);
        }
        Ok(text)
    }

    fn escape(&mut self) -> Result<char, Refused> {
        self.at += 1;
        let letter = self.peek();
        self.at += 1;
        Ok(match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(self.syntax("an unknown escape")),
        })
    }

    fn unicode(&mut self) -> Result<char, Refused> {
        let first = self.hex()?;
        let code = match first {
            0xd800..=0xdbff => {
                if !(self.take(b'\\') && self.take(b'u')) {
                    return Err(self.syntax("half of a surrogate pair"));
                }
                let second = self.hex()?;
                if !(0xdc00..=0xdfff).contains(&second) {
                    return Err(self.syntax("half of a surrogate pair"));
                }
                0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
            }
            other => other,
        };
        char::from_u32(code).ok_or_else(|| self.syntax("half of a surrogate pair"))
    }

    fn hex(&mut self) -> Result<u32, Refused> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        self.at += 4;
        code.ok_or_else(|| self.syntax("an unknown escape"))
    }
}
