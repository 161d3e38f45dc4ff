//! On what machine the figures were measured.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::programs;

pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let lines = [
        format!("{cores} cores, {}", field("/proc/cpuinfo", "model name")),
        format!("{} memory", memory()),
        format!("Linux {}, {} file system", kernel(), file_system()),
        format!("SQLite {}, {}", rusqlite::version(), first_line("postgres", "--version")),
        first_line("rustc", "--version"),
        format!("measured at {}", first_line("date", "+%Y-%m-%d")),
    ];
    lines.map(|line| format!("- {line}\n")).concat()
}

fn field(path: &str, name: &str) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line.split_once(':').map_or("unknown", |(_, value)| value.trim()).to_owned()
}

fn memory() -> String {
    let kib = field("/proc/meminfo", "MemTotal");
    let kib: u64 = kib.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    format!("{} GiB", (kib + (1 << 19)) >> 20)
}

fn kernel() -> String {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    release.trim().to_owned()
}

/// The type of the mount that is deepest above the databases.
fn file_system() -> String {
    let Ok(folder) = programs::folder() else { return "unknown".to_owned() };
    let mounts = fs::read_to_string("/proc/mounts").unwrap_or_default();
    let parts = mounts.lines().filter_map(|line| {
        let mut parts = line.split(' ').skip(1);
        Some((parts.next()?, parts.next()?))
    });
    let above = parts.filter(|(point, _)| folder.starts_with(Path::new(point)));
    above.max_by_key(|(point, _)| point.len()).map_or("unknown", |(_, kind)| kind).to_owned()
}

fn first_line(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_else(|_| format!("no {program}"));
    text.lines().next().unwrap_or_default().to_owned()
}
