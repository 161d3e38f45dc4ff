//! The files that git knows or is about to know, read once and handed to every rule.

use std::path::Path;
use std::process::Command;

use super::outline::{Outline, outline};
use super::scan::{Scan, scan};
use crate::failure::{Failure, Outcome};

pub struct Tree {
    pub files: Vec<File>,
}

pub struct File {
    /// From the root, with `/` between its parts.
    pub path: String,
    /// Empty for what is not UTF-8 text.
    pub text: String,
    pub rust: Option<Rust>,
}

/// What the rules for Rust source look at.
pub struct Rust {
    pub scan: Scan,
    pub outline: Outline,
}

impl Tree {
    /// New files count before they are added, so that a fault shows before its commit.
    pub fn read(root: &Path) -> Outcome<Self> {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()?;
        if !listed.status.success() {
            return Err(Failure::new(String::from_utf8_lossy(&listed.stderr)));
        }
        let paths = String::from_utf8_lossy(&listed.stdout);
        let present = paths.split('\0').filter(|path| root.join(path).is_file());
        let files = present.map(|path| {
            let text = String::from_utf8(std::fs::read(root.join(path))?).unwrap_or_default();
            Ok(File::new(path, text))
        });
        Ok(Self { files: files.collect::<Outcome<_>>()? })
    }

    pub fn rust(&self) -> impl Iterator<Item = (&File, &Rust)> {
        self.files.iter().filter_map(|file| Some((file, file.rust.as_ref()?)))
    }
}

impl File {
    pub fn new(path: &str, text: String) -> Self {
        let rust = path.ends_with(".rs").then(|| {
            let scan = scan(&text);
            Rust { outline: outline(&scan.code), scan }
        });
        Self { path: path.to_owned(), text, rust }
    }

    /// The names of its folders and its own, without extension.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let path = self.path.rsplit_once('.').map_or(self.path.as_str(), |(path, _)| path);
        path.split('/')
    }

    /// Code that only tests and measurements run.
    pub fn is_test(&self) -> bool {
        self.names().any(|name| ["tests", "bench", "benches"].contains(&name))
    }
}

impl Rust {
    /// The lines of code with their numbers, tests left out.
    pub fn live_code(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = (1..).zip(&self.scan.code);
        numbered
            .zip(&self.outline.lines)
            .filter_map(|((number, code), line)| (!line.test).then_some((number, code.as_str())))
    }

    pub fn is_test_line(&self, number: usize) -> bool {
        self.outline.lines.get(number - 1).is_some_and(|line| line.test)
    }
}
