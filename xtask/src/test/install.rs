//! Installs what a bare Debian machine lacks, through its own package manager.

use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::process;

pub fn install(packages: &[&str]) -> Outcome<()> {
    let names = packages.join(" ");
    println!("installing {names}");
    let update = process::read(apt()?.arg("update"));
    let install = ["install", "-y", "--no-install-recommends"];
    update.and_then(|_| process::read(apt()?.args(install).args(packages))).map(drop).map_err(
        |failure| Failure::new(format!("{names} is missing: install it by hand\n{failure}")),
    )
}

/// The number of an account, by its name, or of our own.
pub fn account(flag: &str, name: Option<&str>) -> Outcome<u32> {
    let number = process::read(Command::new("id").arg(flag).args(name))?;
    number.trim().parse().map_err(|_| Failure::new(format!("`id` says {number}")))
}

fn apt() -> Outcome<Command> {
    let mut command = if account("-u", None)? == 0 {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}
