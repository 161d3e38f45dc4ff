//! The shape of one source file, read from its braces: which lines are code that counts, which
//! belong to tests, and its functions. It never looks inside expressions.

use super::head;

#[derive(Default)]
pub struct Outline {
    pub lines: Vec<Line>,
    pub functions: Vec<Function>,
}

/// Whether a line is code by the rule of lengths, and whether it belongs to a test.
#[derive(Clone, Default)]
pub struct Line {
    pub counted: bool,
    pub test: bool,
}

pub struct Function {
    pub name: String,
    pub line: usize,
    /// Patterns with their types, the receiver left out.
    pub parameters: Vec<String>,
    pub length: usize,
    pub test: bool,
}

pub fn outline(code: &[String]) -> Outline {
    let mut walk = Walk::default();
    for text in code {
        walk.line(text);
    }
    walk.outline
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Block,
    Function(usize),
    Declaration,
    /// An array, an attribute or a struct literal: rows of data.
    Table,
    Group,
}

impl Kind {
    /// A semicolon inside `[0; 4]` or a signature ends no statement.
    fn keeps_head(self) -> bool {
        matches!(self, Kind::Group | Kind::Table)
    }
}

struct Frame {
    kind: Kind,
    test: bool,
    start: usize,
}

#[derive(Default)]
struct Walk {
    outline: Outline,
    stack: Vec<Frame>,
    /// What was read since the last statement or block ended: the head of the next block.
    head: String,
    head_line: usize,
}

impl Walk {
    fn line(&mut self, text: &str) {
        let within = self.stack.iter().rev().find(|frame| frame.kind != Kind::Group);
        let data = within.is_some_and(|frame| frame.kind == Kind::Table);
        let line = Line { counted: !data && !text.trim().is_empty(), test: false };
        self.outline.lines.push(line);
        for character in text.chars().chain(['\n']) {
            self.character(character);
        }
    }

    fn character(&mut self, character: char) {
        let grouped = self.stack.last().is_some_and(|frame| frame.kind.keeps_head());
        match character {
            '{' => self.open_brace(),
            '(' => self.open(Kind::Group),
            '[' => self.open(Kind::Table),
            '}' | ')' | ']' => self.close(),
            ';' if !grouped => self.end_statement(),
            _ => {}
        }
        match character {
            '{' | '}' => self.head.clear(),
            ';' if !grouped => self.head.clear(),
            _ if self.head.is_empty() && character.is_whitespace() => {}
            _ => {
                if self.head.is_empty() {
                    self.head_line = self.outline.lines.len();
                }
                self.head.push(character);
            }
        }
    }

    fn open(&mut self, kind: Kind) {
        let start = if self.head.is_empty() { self.outline.lines.len() } else { self.head_line };
        let test = self.in_test() || (!matches!(kind, Kind::Group) && head::is_test(&self.head));
        self.stack.push(Frame { kind, test, start });
    }

    fn open_brace(&mut self) {
        let kind = match head::item(&self.head) {
            "struct" | "enum" => Kind::Declaration,
            "fn" => self.function().map_or(Kind::Block, Kind::Function),
            _ if head::is_literal(&self.head) => Kind::Table,
            _ => Kind::Block,
        };
        self.open(kind);
    }

    fn close(&mut self) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let end = self.outline.lines.len();
        let lines = &mut self.outline.lines[frame.start - 1..end];
        if frame.test {
            lines.iter_mut().for_each(|line| line.test = true);
        }
        if frame.kind == Kind::Declaration {
            lines.iter_mut().for_each(|line| line.counted = false);
        }
        if let Kind::Function(index) = frame.kind {
            let function = &mut self.outline.functions[index];
            let body = &self.outline.lines[function.line - 1..end];
            function.length = body.iter().filter(|line| line.counted).count();
            function.test = frame.test;
        }
    }

    /// A declaration without a body: `struct Id(String);`, or a method a trait only names.
    fn end_statement(&mut self) {
        match head::item(&self.head) {
            "struct" => {
                let start = self.head_line - 1;
                self.outline.lines[start..].iter_mut().for_each(|line| line.counted = false);
            }
            "fn" => {
                self.function();
            }
            _ => {}
        }
    }

    fn function(&mut self) -> Option<usize> {
        let signature = head::signature(&self.head)?;
        self.outline.functions.push(Function {
            name: signature.name,
            line: self.head_line + signature.lines_before,
            parameters: signature.parameters,
            length: 0,
            test: self.in_test(),
        });
        Some(self.outline.functions.len() - 1)
    }

    fn in_test(&self) -> bool {
        self.stack.last().is_some_and(|frame| frame.test)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::*;

    fn read(source: &str) -> Outline {
        outline(&scan(source).code)
    }

    #[test]
    fn declarations_comments_and_tables_do_not_count() {
        let source = "//! Doc.\n\n#[derive(\n    Debug,\n)]\npub struct A {\n    b: u8,\n}\n\
                      pub struct C(u8);\nconst T: &[A] = &[\n    A { b: 1 },\n    A { b: 2 },\n];\n";
        assert_eq!(read(source).lines.iter().filter(|line| line.counted).count(), 1);
    }

    #[test]
    fn struct_literals_do_not_count_but_blocks_in_them_do() {
        let source = "fn f() -> Row {\n    Row {\n        b: 1,\n        c: match x {\n            \
                      _ => 2,\n        },\n    }\n}\n";
        let outline = read(source);
        assert_eq!(outline.functions[0].length, 5);
    }

    #[test]
    fn comparisons_open_blocks() {
        let source = "fn f() {\n    if a == Kind::Open {\n        b();\n    }\n}\n";
        assert_eq!(read(source).functions[0].length, 5);
    }

    #[test]
    fn functions_of_tests_are_known() {
        let source = "fn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() {\n    }\n}\nfn h() {}\n";
        let outline = read(source);
        let tests: Vec<_> = outline.functions.iter().map(|function| function.test).collect();
        assert_eq!(tests, [false, true, false]);
    }

    #[test]
    fn functions_know_their_line_and_parameters() {
        let source = "#[doc(hidden)]\npub fn f<T: Fn(u8, u8) -> u8>(\n    &self,\n\
                      a: [u8; 4],\n    b: Map<u8, u8>,\n) -> A\nwhere\n    T: Copy,\n{\n}\n\
                      trait X { fn g(a: u8); }\n";
        let outline = read(source);
        let seen: Vec<_> = outline
            .functions
            .iter()
            .map(|function| (function.name.as_str(), function.line, function.parameters.len()))
            .collect();
        assert_eq!(seen, [("f", 2, 2), ("g", 11, 1)]);
    }
}
