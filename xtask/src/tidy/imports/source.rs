//! What one file defines, imports and names by a path, read from its tokens.

use std::collections::BTreeSet;

use super::tokens::{Token, tokens};
use crate::tidy::tree::Rust;

/// Words that a definition follows.
const DEFINES: &[&str] =
    &["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules"];

#[derive(Default)]
pub struct Source<'a> {
    /// The items of the file itself, those inside of blocks left out.
    pub defines: BTreeSet<&'a str>,
    pub imports: Vec<Import<'a>>,
    /// Paths in the code, such as `crate::money::round`.
    pub paths: Vec<Path<'a>>,
}

pub struct Import<'a> {
    pub path: Path<'a>,
    /// What the item is called here; none where all items of the path are meant.
    pub name: Option<&'a str>,
    /// `pub use`, in whatever width.
    pub reexport: bool,
}

#[derive(Clone)]
pub struct Path<'a> {
    pub line: usize,
    pub names: Vec<&'a str>,
}

pub fn source(rust: &Rust) -> Source<'_> {
    let mut reader = Reader { tokens: tokens(rust), ..Reader::default() };
    while reader.at < reader.tokens.len() {
        reader.step();
    }
    reader.source
}

#[derive(Default)]
struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    /// How deep the modules begin that are written out in the file.
    inline: Vec<usize>,
    source: Source<'a>,
}

impl<'a> Reader<'a> {
    fn text(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn before(&self) -> &'a str {
        self.at.checked_sub(1).map_or("", |at| self.tokens[at].text)
    }

    fn step(&mut self) {
        match self.text(0) {
            "{" => self.depth += 1,
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                self.inline.retain(|begin| *begin < self.depth);
            }
            "use" if self.text(1) != "<" => return self.import(),
            "mod" if self.text(2) == "{" => self.inline.push(self.depth),
            word if DEFINES.contains(&word) && self.depth == 0 => {
                let name = self.text(if self.text(1) == "!" { 2 } else { 1 });
                self.source.defines.insert(name);
            }
            _ if self.begins_path() => return self.path(),
            _ => {}
        }
        self.at += 1;
    }

    fn begins_path(&self) -> bool {
        self.tokens[self.at].is_name() && self.text(1) == "::" && self.before() != "::"
    }

    fn path(&mut self) {
        let line = self.tokens[self.at].line;
        let mut names = vec![self.text(0)];
        while self.text(1) == "::" && self.tokens.get(self.at + 2).is_some_and(Token::is_name) {
            self.at += 2;
            names.push(self.text(0));
        }
        self.at += 1;
        let names = self.out_of_inline(names);
        self.source.paths.push(Path { line, names });
    }

    fn import(&mut self) {
        let reexport = ["pub", ")"].contains(&self.before());
        self.at += 1;
        self.branch(Vec::new(), reexport);
    }

    /// One path of a `use`, or all of a group, each behind `prefix`.
    fn branch(&mut self, prefix: Vec<&'a str>, reexport: bool) {
        let mut names = prefix;
        let mut alias = None;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "{" => return self.group(&names, reexport),
                "," | "}" | ";" => break,
                "::" => {}
                "as" => alias = Some(self.text(1)),
                _ if alias.is_some() => {}
                name => names.push(name),
            }
            self.at += 1;
        }
        let all = names.last() == Some(&"*");
        if all || names.last() == Some(&"self") {
            names.pop();
        }
        let name = alias.or(names.last().copied()).filter(|_| !all);
        let line = self.tokens[self.at.min(self.tokens.len() - 1)].line;
        let path = Path { line, names: self.out_of_inline(names) };
        self.source.imports.push(Import { path, name, reexport });
    }

    fn group(&mut self, prefix: &[&'a str], reexport: bool) {
        while self.at < self.tokens.len() && self.text(0) != "}" {
            self.at += 1;
            if self.text(0) != "}" {
                self.branch(prefix.to_vec(), reexport);
            }
        }
        self.at += 1;
    }

    /// `super` in a module that is written out in the file is the file.
    fn out_of_inline(&self, names: Vec<&'a str>) -> Vec<&'a str> {
        let above = names.iter().take_while(|name| **name == "super").count();
        match above.min(self.inline.len()) {
            0 => names,
            inner => ["self"].into_iter().chain(names.into_iter().skip(inner)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::File;

    fn read(text: &str, show: impl Fn(&Source<'_>) -> Vec<String>) -> Vec<String> {
        let file = File::new("a.rs", text.to_owned());
        show(&source(file.rust.as_ref().unwrap()))
    }

    #[test]
    fn groups_and_other_names_are_followed() {
        let text = "use a::{self, b::{C, D as E}, f};\npub(crate) use g::*;\nuse h::\n    I;\n";
        let found = read(text, |source| {
            let show = |import: &Import<'_>| {
                let Import { path, name, reexport } = import;
                format!("{} {} {name:?} {reexport}", path.line, path.names.join("::"))
            };
            source.imports.iter().map(show).collect()
        });
        let expected = [
            "1 a Some(\"a\") false",
            "1 a::b::C Some(\"C\") false",
            "1 a::b::D Some(\"E\") false",
            "1 a::f Some(\"f\") false",
            "2 g None true",
            "4 h::I Some(\"I\") false",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn paths_end_where_types_begin() {
        let text = "fn f() {\n    a::b::<C>::d(super::e);\n    x.y();\n}\n";
        let paths =
            |source: &Source<'_>| source.paths.iter().map(|path| path.names.join("::")).collect();
        assert_eq!(read(text, paths), ["a::b", "super::e"]);
        let inline = "mod a {\n    fn b() { super::c::d(); super::super::e::f(); }\n}\nfn g() \
                      { super::h::i(); }\n";
        assert_eq!(read(inline, paths), ["self::c::d", "self::super::e::f", "super::h::i"]);
    }

    #[test]
    fn items_in_blocks_are_not_the_files() {
        let text =
            "pub const fn a() {}\nstruct B;\nimpl B {\n    fn c() {}\n}\nmacro_rules! d {}\n";
        let defines = |source: &Source<'_>| {
            source.defines.iter().map(ToString::to_string).filter(|name| name != "fn").collect()
        };
        assert_eq!(read(text, defines), ["B", "a", "d"]);
    }
}
