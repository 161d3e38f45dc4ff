//! Reads the head of a block, the text between the last statement and its `{`: what item it
//! opens, with which parameters, and whether it is a struct literal.

use super::scan::{has_name, in_name};

pub struct Signature {
    pub name: String,
    /// Patterns with their types, the receiver left out.
    pub parameters: Vec<String>,
    /// Lines of attributes that stand before the keyword.
    pub lines_before: usize,
}

/// The keyword of the item that the head begins, such as `fn`, or its first other word.
pub fn item(head: &str) -> &str {
    let qualifiers = ["pub", "crate", "super", "in", "unsafe", "async", "const", "extern"];
    without_attributes(head)
        .split(|character| !in_name(character))
        .find(|word| !word.is_empty() && !qualifiers.contains(word))
        .unwrap_or_default()
}

pub fn is_test(head: &str) -> bool {
    let attributes = &head[..head.len() - without_attributes(head).len()];
    attributes.split("#[").any(|attribute| {
        let name = attribute.split(']').next().unwrap_or_default();
        has_name(name, "test") && !name.contains("not(test")
    })
}

pub fn signature(head: &str) -> Option<Signature> {
    let before = head.len() - without_attributes(head).len();
    let keyword = before + head[before..].find("fn ")?;
    let rest = &head[keyword + "fn ".len()..];
    let name: String = rest.chars().take_while(|character| in_name(*character)).collect();
    let mut parameters = listed(&rest[name.len()..])?;
    parameters.retain(|one| !has_name(one.split(':').next().unwrap_or_default(), "self"));
    let lines_before = head[..keyword].matches('\n').count();
    (!name.is_empty()).then_some(Signature { name, parameters, lines_before })
}

/// A brace after a path in the place of an expression, as in `= Row {`, or of JSON.
pub fn is_literal(head: &str) -> bool {
    let head = head.trim_end();
    if head.ends_with('(') || head.ends_with("\":") {
        return true;
    }
    let Some(tail) = last_expression(head) else {
        return false;
    };
    let tail = tail.trim();
    let path = tail.strip_prefix("return ").unwrap_or(tail);
    let name = path.rsplit(':').next().unwrap_or_default();
    path.chars().all(|character| in_name(character) || character == ':')
        && name.starts_with(char::is_uppercase)
        && name.contains(char::is_lowercase)
}

/// What follows the last mark that may stand before an expression; none after a comparison.
fn last_expression(head: &str) -> Option<&str> {
    for (at, mark) in head.char_indices().rev() {
        let before = head[..at].chars().next_back().unwrap_or(' ');
        match mark {
            '=' if "=!<>".contains(before) => return None,
            '>' if before != '=' => {}
            '=' | '>' | ',' | '(' | '[' | '|' | '&' => return Some(&head[at + 1..]),
            _ => {}
        }
    }
    Some(head)
}

fn without_attributes(head: &str) -> &str {
    let mut rest = head.trim_start();
    while rest.starts_with("#[") || rest.starts_with("#![") {
        let mut depth = 0;
        let Some(end) = rest.find(|character| {
            depth += i32::from(character == '[') - i32::from(character == ']');
            depth == 0 && character == ']'
        }) else {
            return rest;
        };
        rest = rest[end + 1..].trim_start();
    }
    rest
}

/// What stands between the first parentheses outside of `<…>`, one text for each comma: the
/// parameters of a signature, or the parts of a tuple.
pub fn listed(text: &str) -> Option<Vec<String>> {
    let mut found = vec![String::new()];
    let mut nesting = 0_usize;
    let mut before = ' ';
    let mut inside = false;
    for character in text.chars() {
        match character {
            '(' if nesting == 0 && !inside => {
                inside = true;
                continue;
            }
            ')' if nesting == 0 => {
                let found = found.iter().map(|one| one.trim().to_owned());
                return Some(found.filter(|one| !one.is_empty()).collect());
            }
            ',' if nesting == 0 => {
                found.push(String::new());
                continue;
            }
            '(' | '[' | '<' => nesting += 1,
            '>' if before == '-' => {}
            ')' | ']' | '>' => nesting = nesting.saturating_sub(1),
            _ => {}
        }
        if inside {
            found.last_mut()?.push(character);
        }
        before = character;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_named_by_their_keyword() {
        assert_eq!(item("#[derive(A)]\npub(crate) struct B "), "struct");
        assert_eq!(item("pub const async unsafe fn f() "), "fn");
        assert_eq!(item("impl A for B "), "impl");
    }

    #[test]
    fn tests_are_known_by_their_attribute() {
        assert!(is_test("#[cfg(test)]\nmod tests "));
        assert!(is_test("#[allow(a)] #[tokio::test]\nasync fn f() "));
        assert!(!is_test("#[cfg(not(test))]\nmod live "));
        assert!(!is_test("fn test() "));
    }

    #[test]
    fn receivers_are_no_parameters() {
        let count = |head| signature(head).map(|signature| signature.parameters.len());
        assert_eq!(count("fn f(&'a mut self, a: u8, (b, c): (u8, u8),)"), Some(2));
        assert_eq!(count("fn f(self: Arc<Self>)"), Some(0));
        assert_eq!(count("fn f<A: Fn(u8) -> u8, B>(itself: A, b: fn(A, B) -> B)"), Some(2));
        assert_eq!(count("macro fn $name()"), None);
    }

    #[test]
    fn literals_are_told_from_blocks() {
        for head in ["Row ", "let a = Row ", "f(a, b::Row ", "A => Self ", "json!(", "\"\"\": "] {
            assert!(is_literal(head), "{head}");
        }
        for head in ["if a == Kind::Row ", "impl Row ", "fn f() -> Row ", "match ROW ", "let Row "]
        {
            assert!(!is_literal(head), "{head}");
        }
    }
}
