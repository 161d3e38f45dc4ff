//! The OpenAPI document as a snapshot in the repository, so that every change of the interface
//! shows in a diff. It is printed by the server itself and only laid out here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::cargo::server;
use crate::failure::{Failure, Outcome};
use crate::process;

pub fn write(root: &Path) -> Outcome<()> {
    let path = snapshot(root);
    let document = document(root)?;
    fs::create_dir_all(path.with_file_name(""))?;
    Ok(fs::write(path, document)?)
}

pub fn check(root: &Path) -> Outcome<()> {
    let document = document(root)?;
    if fs::read_to_string(snapshot(root)).is_ok_and(|snapshot| snapshot == document) {
        return Ok(());
    }
    Err(Failure::new("docs/openapi.json is not what the server says: run `cargo xtask openapi`"))
}

fn snapshot(root: &Path) -> PathBuf {
    root.join("docs/openapi.json")
}

fn document(root: &Path) -> Outcome<String> {
    let printed = process::read(Command::new(server(root)?).arg("openapi"))?;
    pretty(&printed).map_err(|error| Failure::new(format!("the document is no JSON: {error}")))
}

/// In the order of the server, numbers as it wrote them.
fn pretty(document: &str) -> serde_json::Result<String> {
    let document: Value = serde_json::from_str(document)?;
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn the_layout_is_stable() {
        let once = pretty(r#"{"b":1.50,"a":[18446744073709551616]}"#).unwrap();
        assert_eq!(once, "{\n  \"b\": 1.50,\n  \"a\": [\n    18446744073709551616\n  ]\n}\n");
        assert_eq!(pretty(&once).unwrap(), once);
    }
}
