//! Programs of the Python world, each with its pinned versions in an environment of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::install::install;
use crate::failure::{Failure, Outcome};
use crate::process;

/// A virtual environment beside the build, made anew when the pinned versions change.
pub fn environment(settings: &Path, name: &str) -> Outcome<PathBuf> {
    let pinned = settings.join("requirements.txt");
    let folder = target()?.join(name);
    let made_from = folder.join("requirements.txt");
    if fs::read(&made_from).ok() == Some(fs::read(&pinned)?) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    create(&folder).or_else(|_| {
        install(&["python3", "python3-venv"])?;
        create(&folder)
    })?;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    process::run(pip.arg(&pinned))?;
    fs::copy(&pinned, &made_from)?;
    Ok(folder)
}

fn create(folder: &Path) -> Outcome<String> {
    process::read(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))
}

/// Where cargo put us, and so everything else it builds.
fn target() -> Outcome<PathBuf> {
    let path_buf = std::env::current_exe()?;
    let target = path_buf.ancestors().nth(2);
    target.map(Path::to_owned).ok_or_else(|| Failure::new("not run from a target folder"))
}
