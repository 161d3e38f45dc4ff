//! Files import one way: no file needs another one that needs it, however far around.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::tidy::imports::Modules;
use crate::tidy::{Finding, tree::Tree};

/// Folders whose files make no circle, each with its crate's source.
const FOLDERS: &[(&str, &str)] = &[
    ("crates/billing/src/", "crates/billing/src/"),
    ("crates/engine/src/", "crates/engine/src/bill/"),
];

/// The files, and for each those that it imports from, with the line.
type Graph<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

pub fn check(tree: &Tree) -> Vec<Finding> {
    FOLDERS.iter().flat_map(|(src, folder)| in_folder(tree, src, folder)).collect()
}

fn in_folder(tree: &Tree, src: &str, folder: &str) -> Vec<Finding> {
    let checked = |path: &str| path.starts_with(folder);
    let mut graph = Modules::read(tree, src).imports();
    graph.retain(|path, _| checked(path));
    graph.values_mut().for_each(|imports| imports.retain(|path, _| checked(path)));
    let found = knots(&graph).into_iter().filter_map(|knot| finding(&graph, &knot, src));
    found.collect()
}

/// The shortest circle stands for all of a knot: once it is open, the next one shows.
fn finding(graph: &Graph<'_>, knot: &BTreeSet<&str>, src: &str) -> Option<Finding> {
    let circles = knot.iter().filter_map(|file| circle(graph, file));
    let circle = circles.min_by_key(Vec::len)?;
    let (first, second) = (circle.first()?, circle.get(1)?);
    let line = *graph.get(first)?.get(second)?;
    let names: Vec<&str> =
        circle.iter().map(|path| path.strip_prefix(src).unwrap_or(path)).collect();
    let more = match knot.len() {
        all if all + 1 > circle.len() => format!(", in a knot of {all} files"),
        _ => String::new(),
    };
    let sentence = format!(
        "files import in a circle: {}{more}: put what both need into a file below them",
        names.join(" -> ")
    );
    Some(Finding::new(first, line, sentence))
}

/// Sets of files each of which reaches every other.
fn knots<'a>(graph: &Graph<'a>) -> Vec<BTreeSet<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|file| (*file, reached(graph, file))).collect();
    let mut found: Vec<BTreeSet<&str>> = Vec::new();
    for (file, there) in reach.iter().filter(|(file, there)| there.contains(*file)) {
        if !found.iter().any(|knot| knot.contains(file)) {
            let back = |other: &&&str| reach.get(**other).is_some_and(|from| from.contains(file));
            found.push(there.iter().filter(back).copied().collect());
        }
    }
    found
}

fn reached<'a>(graph: &Graph<'a>, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut ahead = vec![from];
    while let Some(file) = ahead.pop() {
        let imports = graph.get(file).into_iter().flat_map(BTreeMap::keys);
        ahead.extend(imports.filter(|next| found.insert(**next)));
    }
    found
}

/// The shortest way from a file back to itself, which stands at both ends.
fn circle<'a>(graph: &Graph<'a>, file: &'a str) -> Option<Vec<&'a str>> {
    let mut seen = BTreeSet::new();
    let mut ways = VecDeque::from([vec![file]]);
    while let Some(way) = ways.pop_front() {
        for next in graph.get(way.last()?)?.keys() {
            let longer = [&way[..], &[*next]].concat();
            if *next == file {
                return Some(longer);
            }
            if seen.insert(*next) {
                ways.push_back(longer);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Finding, in_folder};
    use crate::tidy::tree::{File, Tree};

    /// What is said of files below `src/`.
    fn said(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File::new(&format!("src/{path}"), (*text).into());
        let tree = Tree { files: files.iter().map(file).collect() };
        let findings = in_folder(&tree, "src/", "src/");
        let circle = |finding: &Finding| {
            let names = finding.sentence.split(": ").nth(1).unwrap_or_default();
            format!("{}:{} {names}", finding.path, finding.line)
        };
        findings.iter().map(circle).collect()
    }

    #[test]
    fn a_circle_is_named_in_order() {
        let files = [
            ("a.rs", "use std::fmt;\nuse crate::b::B;\npub struct A;\n"),
            ("b.rs", "pub struct B;\nfn f() { super::c::g(); }\n"),
            ("c/mod.rs", "pub fn g() {}\nfn h(_: crate::a::A) {}\n"),
            ("d.rs", "use crate::a::A;\n"),
        ];
        assert_eq!(said(&files), ["src/a.rs:2 a.rs -> b.rs -> c/mod.rs -> a.rs"]);
    }

    #[test]
    fn the_shortest_circle_stands_for_a_knot() {
        let files = [
            ("a.rs", "use crate::b::B;\npub struct A;\n"),
            ("b.rs", "use crate::{a::A, c::C};\npub struct B;\n"),
            ("c.rs", "use crate::a::A;\npub struct C;\n"),
            ("d.rs", "use crate::e::E;\npub struct D;\n"),
            ("e.rs", "use crate::d::D;\npub struct E;\n"),
        ];
        let found = [
            "src/a.rs:1 a.rs -> b.rs -> a.rs, in a knot of 3 files",
            "src/d.rs:1 d.rs -> e.rs -> d.rs",
        ];
        assert_eq!(said(&files), found);
    }

    #[test]
    fn an_import_of_what_is_offered_again_is_of_its_file() {
        let lib = ("lib.rs", "mod a;\npub mod b;\npub use a::A;\n");
        let offered = ("b/mod.rs", "mod c;\nmod d;\npub use c::{C, c};\npub use d::*;\n");
        let c = ("b/c.rs", "use super::D;\npub struct C;\npub fn c() {}\n");
        let d = ("b/d.rs", "use crate::A;\npub struct D;\n");
        assert!(said(&[lib, offered, c, d, ("a.rs", "pub struct A;\n")]).is_empty());
        let back = [
            ("a.rs", "use crate::b::c;\npub struct A;\n"),
            ("a.rs", "use crate::b;\npub struct A;\nfn f() { b::c(); }\n"),
            ("a.rs", "use crate::b::*;\npub struct A;\n"),
        ];
        let circle = "a.rs -> b/c.rs -> b/d.rs -> a.rs";
        assert_eq!(said(&[lib, offered, c, d, back[0]]), [format!("src/a.rs:1 {circle}")]);
        assert_eq!(said(&[lib, offered, c, d, back[1]]), [format!("src/a.rs:3 {circle}")]);
        let knot = "src/a.rs:1 a.rs -> b/d.rs -> a.rs, in a knot of 3 files";
        assert_eq!(said(&[lib, offered, c, d, back[2]]), [knot]);
    }

    #[test]
    fn a_folder_that_defines_is_a_file() {
        let child = ("a/b.rs", "use super::A;\npub struct B;\n");
        let listed = "mod b;\npub use b::B;\npub struct A;\n";
        assert!(said(&[("a/mod.rs", listed), child]).is_empty());
        let needs = format!("{listed}fn f() {{ b::g(); }}\n");
        assert_eq!(
            said(&[("a/mod.rs", &needs), child]),
            ["src/a/b.rs:1 a/b.rs -> a/mod.rs -> a/b.rs"]
        );
    }

    #[test]
    fn imports_of_tests_make_none() {
        let test = "pub struct A;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n";
        assert!(said(&[("a.rs", test), ("b.rs", "use crate::a::A;\npub struct B;\n")]).is_empty());
    }
}
