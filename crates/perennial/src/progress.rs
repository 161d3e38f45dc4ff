//! Shows how far long work has come: a bar on a terminal, elsewhere a line now and then.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::Progress;
use engine::clock::Stopwatch;

/// How often a bar is drawn.
const DRAWN: Duration = Duration::from_millis(100);
/// How often a line is written.
const TOLD: Duration = Duration::from_secs(10);
/// How wide a bar is.
const WIDTH: u64 = 30;

/// Progress on standard error, until this is dropped.
pub struct Shown {
    screen: Arc<Screen>,
}

struct Screen {
    terminal: bool,
    watch: Stopwatch,
    /// When something was shown last.
    last: Mutex<Option<Duration>>,
}

impl Shown {
    pub fn start() -> Shown {
        let terminal = std::io::stderr().is_terminal();
        let screen = Screen { terminal, watch: Stopwatch::start(), last: Mutex::new(None) };
        Shown { screen: Arc::new(screen) }
    }

    pub fn progress(&self) -> Progress {
        let screen = Arc::clone(&self.screen);
        Progress::new(move |what, done, of| screen.show(what, done, of))
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let last = self.screen.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.screen.terminal && last.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

impl Screen {
    fn show(&self, what: &str, done: u64, of: u64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.watch.elapsed();
        // What is done is shown, however quickly it was.
        let done_at_once = self.terminal && done >= of;
        if !done_at_once && !is_time(self.terminal, *last, now) {
            return;
        }
        *last = Some(now);
        let mut output = std::io::stderr().lock();
        // Nobody is worse off when it cannot be shown.
        let _ = match self.terminal {
            true => write!(output, "\r\x1b[K{}", bar(what, done, of)),
            false => writeln!(output, "{what}: {done} of {of}, after {} s", now.as_secs()),
        };
        let _ = output.flush();
    }
}

/// A bar is drawn at once; a line only about what takes long.
fn is_time(terminal: bool, last: Option<Duration>, now: Duration) -> bool {
    match (terminal, last) {
        (true, None) => true,
        (true, Some(last)) => now.saturating_sub(last) >= DRAWN,
        (false, last) => now.saturating_sub(last.unwrap_or_default()) >= TOLD,
    }
}

fn bar(what: &str, done: u64, of: u64) -> String {
    let done = done.min(of);
    let share = |whole: u64| u128::from(whole) * u128::from(done) / u128::from(of.max(1));
    let (full, percent) = (usize::try_from(share(WIDTH)).unwrap_or(0), share(100));
    let rest = usize::try_from(WIDTH).unwrap_or(0).saturating_sub(full);
    format!("[{}{}] {percent:>3} % {what}", "#".repeat(full), " ".repeat(rest))
}

#[cfg(test)]
mod tests {
    use super::{bar, is_time};
    use std::time::Duration;

    #[test]
    fn a_bar_grows_to_its_width() {
        assert_eq!(bar("a", 0, 4), format!("[{}]   0 % a", " ".repeat(30)));
        assert_eq!(bar("a", 2, 4), format!("[{}{}]  50 % a", "#".repeat(15), " ".repeat(15)));
        assert_eq!(bar("a", 9, 4), format!("[{}] 100 % a", "#".repeat(30)));
        assert!(bar("a", 0, 0).contains("  0 %"));
    }

    #[test]
    fn a_log_hears_of_what_takes_long() {
        let at = Duration::from_secs;
        assert!(is_time(true, None, at(0)) && !is_time(true, Some(at(0)), at(0)));
        let times: Vec<u64> = (0..30).filter(|now| is_time(false, None, at(*now))).collect();
        assert_eq!(times.first(), Some(&10));
        assert!(!is_time(false, Some(at(10)), at(19)) && is_time(false, Some(at(10)), at(20)));
    }
}
