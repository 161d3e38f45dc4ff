//! An invoice of one page printed in this process, against WeasyPrint, which lays out as we do, and
//! ReportLab, which is told where each word goes.

mod invoice;

use std::path::PathBuf;
use std::process::Command;

use invoice::Invoice;

use crate::arguments::Plan;
use crate::measure::{Series, quantile};
use crate::outcome::{Outcome, broken};
use crate::report::{Table, verdict};
use crate::{clock, programs};

const PACKAGES: [&str; 2] = ["weasyprint==70.0", "reportlab==5.1.0"];
const BAR: f64 = 10.0;
/// Documents a round.
const OURS: usize = 200;
const PEERS: usize = 20;
/// Documents whose memory is watched; what it grows by after the first tenth is a leak.
const MANY: usize = 10_000;
/// Bytes that memory may grow by and still be called flat.
const FLAT: usize = 32 << 20;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let invoice = Invoice::read()?;
    let python = installed()?;
    let [mut ours, mut weasyprint, mut reportlab] = [const { Series::new() }; 3];
    for _ in 0..plan.rounds {
        ours.add(printed(&invoice)?);
        if let Some(python) = &python {
            weasyprint.add(peer(python, "weasyprint")?);
            reportlab.add(peer(python, "reportlab")?);
        }
    }
    let (before, after) = grown(&invoice)?;
    let shown = |series: &Series| match series.is_empty() {
        true => "–".to_owned(),
        false => series.time(),
    };
    let ratio = weasyprint.over(&ours);
    let flat = after <= before.saturating_add(FLAT);
    let rows = vec![vec![
        ours.time(),
        shown(&weasyprint),
        shown(&reportlab),
        if ratio.is_empty() { "–".to_owned() } else { ratio.ratio() },
        verdict(ratio.is_empty() || ratio.median() >= BAR, "≥ 10 × WeasyPrint"),
        format!("{} → {} MiB", before >> 20, after >> 20),
        verdict(flat, "flat"),
    ]];
    Ok(Table {
        note: format!(
            "One page of ten lines, again and again in one process, from records to the bytes of \
             an archivable, tagged file with its e-invoice; the first is left out of each. \
             WeasyPrint makes PDF/A of HTML; ReportLab, which only draws, is reported. Memory is \
             what the process holds after {} and after {MANY} documents.",
            MANY / 10
        ),
        header: vec![
            "ours",
            "WeasyPrint",
            "ReportLab",
            "WeasyPrint / ours",
            "bar",
            "memory",
            "bar",
        ],
        rows,
    })
}

/// The median of one round.
fn printed(invoice: &Invoice) -> Outcome<f64> {
    invoice.print()?;
    let mut times = Vec::with_capacity(OURS);
    for _ in 0..OURS {
        let (time, made) = clock::timed(|| invoice.print());
        made?;
        times.push(time.as_secs_f64());
    }
    Ok(quantile(&times, 0.5))
}

fn grown(invoice: &Invoice) -> Outcome<(usize, usize)> {
    let mut before = 0;
    for count in 0..MANY {
        if count == MANY / 10 {
            before = held()?;
        }
        invoice.print()?;
    }
    Ok((before, held()?))
}

/// Bytes of memory that this process has.
fn held() -> Outcome<usize> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: usize = kilobytes.ok_or_else(|| broken("no memory is told"))?.trim().parse()?;
    Ok(kilobytes << 10)
}

fn peer(python: &PathBuf, kind: &str) -> Outcome<f64> {
    let script = programs::root().join("crates/bench/src/benches/pdf/peer.py");
    let output = Command::new(python).arg(script).args([kind, &PEERS.to_string()]).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.trim().parse().map_err(|_| broken(String::from_utf8_lossy(&output.stderr)))
}

/// A Python of its own with both peers; without it, or without network, there are none.
fn installed() -> Outcome<Option<PathBuf>> {
    let folder = programs::folder()?.join("../bench/pdf");
    let python = folder.join("bin/python");
    let done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    if !python.exists() && !done(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
        return Ok(None);
    }
    let mut pip = Command::new(&python);
    let made = done(pip.args(["-m", "pip", "install", "--quiet"]).args(PACKAGES));
    if !made {
        eprintln!("  WeasyPrint and ReportLab cannot be installed: no peers");
    }
    Ok(made.then_some(python))
}
