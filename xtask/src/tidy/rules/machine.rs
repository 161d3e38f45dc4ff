//! No tracked text names a folder of one machine or the host of a package registry.

use crate::tidy::{
    Finding,
    tree::{File, Tree},
};

/// Put together here, as the hosts below, so that the list does not find itself.
const FOLDERS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Code may make a temporary file; a document that names one was written on one machine.
const TEMPORARY: &str = concat!("/t", "mp/");

const HOSTS: &[&str] = &[
    concat!("index.crates", ".io"),
    concat!("static.crates", ".io"),
    concat!("pypi", ".org"),
    concat!("pythonhosted", ".org"),
    concat!("deb.debian", ".org"),
    concat!("registry.npmjs", ".org"),
];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        for (number, line) in (1..).zip(file.text.lines()) {
            if let Some(name) = find(file, line) {
                let sentence =
                    format!("`{name}` belongs to one machine: say it in a way true everywhere");
                findings.push(Finding::new(&file.path, number, sentence));
            }
        }
    }
    findings
}

fn find(file: &File, line: &str) -> Option<&'static str> {
    let temporary = file.path.ends_with(".md").then_some(TEMPORARY);
    let mut folders = FOLDERS.iter().copied().chain(temporary);
    let host = HOSTS.iter().copied().find(|host| line.contains(host));
    folders.find(|folder| begins_path(line, folder)).or(host)
}

/// Not in the middle of a longer path or address.
fn begins_path(line: &str, folder: &str) -> bool {
    let middle = |character: char| character.is_alphanumeric() || "_-.})".contains(character);
    line.match_indices(folder).any(|(at, _)| !line[..at].ends_with(middle))
}

#[cfg(test)]
mod tests {
    use super::{FOLDERS, HOSTS, TEMPORARY, check};
    use crate::tidy::rules::complaints;

    #[test]
    fn machines_are_found() {
        let folder = format!("a\nsee `{}b`\n", FOLDERS[0]);
        let inner = format!("see example.com{}b\n", FOLDERS[0]);
        let temporary = format!("{TEMPORARY}b\n");
        assert!(complaints(check, &[("a.md", &inner), ("a.rs", &temporary)]).is_empty());
        let samples = [("a.json", folder.as_str()), ("b.md", &temporary), ("c.lock", HOSTS[0])];
        assert_eq!(complaints(check, &samples), ["a.json:2", "b.md:1", "c.lock:1"]);
    }
}
