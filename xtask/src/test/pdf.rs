//! Prints sample invoices and looks into them with other people's programs: `xtask/pdf/check.py`.

use std::path::Path;
use std::process::Command;

use super::install::install;
use super::python::environment;
use crate::cargo::cargo;
use crate::failure::Outcome;
use crate::process;
use crate::scratch::Scratch;

pub fn check(root: &Path) -> Outcome<()> {
    if process::read(Command::new("pdftotext").arg("-v")).is_err() {
        install(&["poppler-utils"])?;
    }
    let settings = root.join("xtask/pdf");
    let python = environment(&settings, "pdf")?.join("bin/python");
    let scratch = Scratch::new()?;
    let mut print = cargo(root, &["run", "--quiet", "-p", "pdf", "--example", "print", "--"]);
    process::run(print.arg(scratch.path()))?;
    process::run(Command::new(python).arg(settings.join("check.py")).arg(scratch.path()))
}
