//! The modules of one crate, and which of them defines what a path in another one names.

use std::collections::BTreeMap;

use super::source::{Path, Source, source};
use crate::tidy::tree::Tree;

/// A re-export of a re-export is followed; one that leads back to itself ends here.
const MOST_HOPS: usize = 16;

pub struct Modules<'a> {
    /// By their names from the root of the crate, which is nameless.
    modules: BTreeMap<Vec<&'a str>, Module<'a>>,
}

struct Module<'a> {
    path: &'a str,
    source: Source<'a>,
}

impl<'a> Modules<'a> {
    /// All files below a crate's `src/`, but for those that only tests are in.
    pub fn read(tree: &'a Tree, src: &str) -> Self {
        let modules = tree.rust().filter(|(file, _)| !file.is_test()).filter_map(|(file, rust)| {
            let name = file.path.strip_prefix(src)?.strip_suffix(".rs")?;
            let mut names: Vec<&str> = name.split('/').collect();
            if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(last)) {
                names.pop();
            }
            Some((names, Module { path: &file.path, source: source(rust) }))
        });
        Self { modules: modules.collect() }
    }

    /// Every file, with the files that it imports from and the first line that does.
    pub fn imports(&self) -> BTreeMap<&'a str, BTreeMap<&'a str, usize>> {
        let each = self.modules.iter().map(|(name, module)| (module.path, self.of(name, module)));
        each.collect()
    }

    /// A `pub use` offers an item and needs nothing of it, so it is no import.
    fn of(&self, name: &[&'a str], module: &Module<'a>) -> BTreeMap<&'a str, usize> {
        let source = &module.source;
        let mut found = BTreeMap::new();
        let mut add = |path: &'a str, line: usize| {
            if path != module.path {
                let first = found.entry(path).or_insert(line);
                *first = line.min(*first);
            }
        };
        let used = source.imports.iter().filter(|import| !import.reexport);
        for Path { line, names } in used.clone().map(|import| &import.path).chain(&source.paths) {
            if let Some(target) = self.definer(name, names, MOST_HOPS) {
                add(target.path, *line);
            }
        }
        for import in used.filter(|import| import.name.is_none()) {
            let offered = self.offered(name, &import.path.names);
            offered.into_iter().for_each(|path| add(path, import.path.line));
        }
        found
    }

    /// The files behind `use path::*`: the module, and whatever it offers of others.
    fn offered(&self, from: &[&'a str], path: &[&'a str]) -> Vec<&'a str> {
        let Some((name, module)) = self.module(from, path) else {
            return Vec::new();
        };
        let others = module.source.imports.iter().filter(|import| import.reexport);
        let others = others.filter_map(|import| match import.name {
            Some(_) => self.definer(&name, &import.path.names, MOST_HOPS),
            None => Some(self.module(&name, &import.path.names)?.1),
        });
        others.map(|other| other.path).chain([module.path]).collect()
    }

    /// The module that defines what the path names; none for a module and for another crate's.
    fn definer(&self, from: &[&'a str], path: &[&'a str], hops: usize) -> Option<&Module<'a>> {
        let (mut current, mut rest) = self.start(from, path)?;
        while let Some((first, after)) = rest.split_first() {
            let inner = [&current[..], &[*first]].concat();
            if !self.modules.contains_key(&inner) {
                return self.item(&current, rest, hops);
            }
            // A module and a function may share a name; then the function is meant.
            if after.is_empty() {
                let named = self.modules.get(&current).is_some_and(|module| module.knows(first));
                return if named { self.item(&current, rest, hops) } else { None };
            }
            (current, rest) = (inner, after);
        }
        None
    }

    /// Where a path begins, and what of it is to be found there.
    fn start<'p>(
        &self,
        from: &[&'a str],
        path: &'p [&'a str],
    ) -> Option<(Vec<&'a str>, &'p [&'a str])> {
        let mut current = from.to_vec();
        let mut rest = path;
        match path.first()? {
            &"crate" => return Some((Vec::new(), &path[1..])),
            &"self" | &"super" => {}
            first => {
                let inner = [from, &[*first]].concat();
                let known = self.modules.contains_key(&inner)
                    || self.modules.get(from).is_some_and(|module| module.knows(first));
                return known.then_some((current, rest));
            }
        }
        while let Some(word @ (&"self" | &"super")) = rest.first() {
            if *word == "super" {
                current.pop()?;
            }
            rest = &rest[1..];
        }
        Some((current, rest))
    }

    /// The definer of an item of a module, or of what the module has imported by that name.
    fn item(&self, at: &[&'a str], rest: &[&'a str], hops: usize) -> Option<&Module<'a>> {
        let (name, after) = rest.split_first()?;
        let module = self.modules.get(at)?;
        if hops == 0 || module.source.defines.contains(name) {
            return Some(module).filter(|_| hops > 0);
        }
        if let Some(import) = module.source.imports.iter().find(|one| one.name == Some(*name)) {
            return self.definer(at, &[&import.path.names[..], after].concat(), hops - 1);
        }
        for import in module.source.imports.iter().filter(|import| import.name.is_none()) {
            let all = self.module(at, &import.path.names);
            if all.is_some_and(|(_, all)| all.knows(name)) {
                return self.definer(at, &[&import.path.names[..], rest].concat(), hops - 1);
            }
        }
        // What nobody defines in so many words is made by a macro in the module.
        Some(module)
    }

    /// The module that a path names, if it names one.
    fn module(&self, from: &[&'a str], path: &[&'a str]) -> Option<(Vec<&'a str>, &Module<'a>)> {
        let (current, rest) = self.start(from, path)?;
        let name = [&current[..], rest].concat();
        self.modules.get(&name).map(|module| (name, module))
    }
}

impl Module<'_> {
    fn knows(&self, name: &str) -> bool {
        let Source { defines, imports, .. } = &self.source;
        defines.contains(name) || imports.iter().any(|import| import.name == Some(name))
    }
}
