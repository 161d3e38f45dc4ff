//! Measures ours, the limit and the peer interleaved in one run.
//!
//! `cargo run --release -p bench -- NAME`, or `compare OLD NEW` for two builds of the server.
//! Nothing here asserts a time: a run fails only if the sides that are compared do not produce the
//! same results, since then no ratio means anything.

mod arguments;
mod benches;
mod clock;
mod compare;
mod document;
mod http;
mod machine;
mod measure;
mod outcome;
mod place;
mod programs;
mod raw;
mod report;
mod seed;
mod worker;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Command};
use benches::{BENCHES, Bench, Measure};
use outcome::{Outcome, broken};

/// The server's, since some of what is measured runs in a process of this binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, answers, port_file] = words.as_slice()
        && first == http::BARE
    {
        return http::serve_bare(answers, port_file);
    }
    if let [first, url, now] = words.as_slice()
        && first == worker::BILL
    {
        return worker::run(url, now);
    }
    let arguments = Arguments::parse();
    if let Some(Command::Compare(comparison)) = &arguments.command {
        return compare::run(comparison);
    }
    let wanted = chosen(&arguments.names)?;
    let plan = arguments.plan()?;
    programs::build()?;
    for (bench, name, measure) in wanted {
        eprintln!("{name}: {}", bench.work);
        let table = measure(&plan)?;
        println!("\n{}", table.text());
        if arguments.write_docs {
            document::write(bench.name, name, &table)?;
        }
    }
    Ok(())
}

/// All tables of the benchmarks that are named, and single ones by their own names.
fn chosen(names: &[String]) -> Outcome<Vec<(&'static Bench, &'static str, Measure)>> {
    let all = || {
        let each = |bench: &'static Bench| {
            bench.tables.iter().map(move |(name, measure)| (bench, *name, *measure))
        };
        BENCHES.iter().flat_map(each)
    };
    let mut chosen = Vec::new();
    for wanted in names {
        // A benchmark's first table may have its name.
        let whole = all().filter(|(bench, ..)| wanted == "all" || wanted == bench.name);
        let mut known: Vec<_> = whole.collect();
        if known.is_empty() {
            known = all().filter(|(_, name, _)| wanted == name).collect();
        }
        if known.is_empty() {
            return Err(broken(format!("there is no benchmark `{wanted}`")));
        }
        chosen.extend(known);
    }
    Ok(chosen)
}
