//! `cargo run --release -p simulator -- --seeds 10000 --from 1`, and with `--database <url>`
//! through the application; several of them work side by side.

mod progress;

use std::process::ExitCode;

use progress::Progress;
use simulator::{Ground, Held, cores, try_all, try_seed};

const USAGE: &str = "simulator --seeds <count> [--from <seed>] [--database <url>]... [--crashes]";

/// So many failures end a run.
const MOST: usize = 8;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(wanted) = Wanted::read(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let found = if wanted.databases.is_empty() { wanted.core() } else { wanted.stored() };
    match found {
        Ok(found) => {
            println!("{} seeds from {}: nothing found; {found}", wanted.count, wanted.from);
            ExitCode::SUCCESS
        }
        Err(failed) => {
            failed.iter().for_each(|story| println!("{story}"));
            ExitCode::FAILURE
        }
    }
}

#[derive(Default)]
struct Wanted {
    from: u64,
    count: u64,
    databases: Vec<String>,
    crashes: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Option<Wanted> {
        let mut wanted = Wanted { from: 1, ..Wanted::default() };
        let mut words = arguments.iter();
        while let Some(flag) = words.next() {
            match flag.as_str() {
                "--seeds" => wanted.count = words.next()?.parse().ok()?,
                "--from" => wanted.from = words.next()?.parse().ok()?,
                "--database" => wanted.databases.push(words.next()?.clone()),
                "--crashes" => wanted.crashes = true,
                _ => return None,
            }
        }
        Some(wanted).filter(|wanted| wanted.count > 0)
    }

    fn seeds(&self) -> std::ops::Range<u64> {
        self.from..self.from.saturating_add(self.count)
    }

    /// All seeds on the core, on all cores.
    fn core(&self) -> Result<String, Vec<String>> {
        let progress = Progress::of(self.count);
        let check = |(): &(), seed| progress.count(try_seed(seed));
        let all = try_all(self.seeds(), MOST, &cores(), check)?;
        let Held { plain, moved, paid } = all.into_iter().sum();
        Ok(format!(
            "the naive model knew {plain} plain and {moved} changed or cancelled, and {paid} \
             invoices that credits paid"
        ))
    }

    /// All seeds through the application, one at a time on each database.
    fn stored(&self) -> Result<String, Vec<String>> {
        let open = |url: &String| Ground::open(url, self.crashes).map_err(|error| vec![error]);
        let grounds: Vec<Ground> = self.databases.iter().map(open).collect::<Result<_, _>>()?;
        let progress = Progress::of(self.count);
        let check = |ground: &Ground, seed| progress.count(ground.try_seed(seed));
        let all = try_all(self.seeds(), MOST, &grounds, check)?;
        Ok(format!("{} crashes", all.into_iter().sum::<u32>()))
    }
}
