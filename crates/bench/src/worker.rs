//! A billing run in a process of its own, so that its memory is its own, too.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use engine::clock::HeldClock;
use engine::{Engine, Location};
use records::Moment;
use serde_json::{Value, json};

use crate::clock;
use crate::outcome::{Outcome, broken, failed};

/// The word that makes our own binary bill.
pub const BILL: &str = "bill-what-is-due";

/// What a run took.
pub struct Billed {
    pub seconds: f64,
    pub customers: usize,
    /// At most so much memory at once that no file is behind, in KiB.
    pub peak: u64,
}

/// Bills everything that is due at an instant, in another process.
pub fn bill(url: &str, now: Moment) -> Outcome<Billed> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([BILL, url, &now.micros().to_string()]).stdin(Stdio::null());
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(broken(format!("the run over {url} failed")));
    }
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let number = |name: &str| report[name].as_u64().ok_or_else(|| broken("the run says nothing"));
    Ok(Billed {
        seconds: report["seconds"].as_f64().unwrap_or(f64::NAN),
        customers: usize::try_from(number("customers")?)?,
        peak: number("peak")?,
    })
}

/// That other process.
pub fn run(url: &str, now: &str) -> Outcome<()> {
    let location = Location::parse(url)?;
    let now = Moment::from_micros(now.parse()?);
    let engine = Engine::open_alone(&location, Arc::new(HeldClock::at(now))).map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (peak, done) = (AtomicU64::new(anonymous()), AtomicBool::new(false));
    let (time, tally) = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                peak.fetch_max(anonymous(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let timed = clock::timed(|| runtime.block_on(engine.bill_due()));
        done.store(true, Ordering::Relaxed);
        timed
    });
    let tally = tally.map_err(failed)?;
    if tally.parked > 0 {
        return Err(broken(format!("{} could not be billed", tally.parked)));
    }
    let report = json!({
        "seconds": time.as_secs_f64(), "customers": tally.customers,
        "peak": peak.load(Ordering::Relaxed),
    });
    println!("{report}");
    engine.stop();
    Ok(())
}

/// What this process holds in memory that is no copy of a file, in KiB.
fn anonymous() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kib = line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok());
    kib.unwrap_or(0)
}
