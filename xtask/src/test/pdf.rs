//! Prints sample invoices and looks into them with other people's programs: `xtask/pdf/check.py`.

use std::path::Path;
use std::process::Command;

use super::install::install;
use super::python::environment;
use crate::cargo::cargo;
use crate::failure::Outcome;
use crate::process;
use crate::scratch::Scratch;

/// What takes the text out of a file, for the tests of printing, too.
pub fn reader() -> Outcome<()> {
    match process::read(Command::new("pdftotext").arg("-v")) {
        Ok(_) => Ok(()),
        Err(_) => install(&["poppler-utils"]),
    }
}

pub fn check(root: &Path) -> Outcome<()> {
    reader()?;
    let settings = root.join("xtask/pdf");
    let python = environment(&settings, "pdf")?.join("bin/python");
    let scratch = Scratch::new()?;
    let mut print = cargo(root, &["run", "--quiet", "-p", "pdf", "--example", "print", "--"]);
    process::run(print.arg(scratch.path()))?;
    process::run(Command::new(python).arg(settings.join("check.py")).arg(scratch.path()))
}
