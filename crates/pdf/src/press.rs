//! Prints what the engine shows of an invoice: its words, and the same for machines where the
//! records suffice. It prints few at once, so that a thousand readers take time and not memory.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use documents::locale::Language;
use documents::{Source, View, view};
use engine::documents::{Printer, Shown};
use records::Moment;

use super::fonts::can_show;
use super::invoice::{About, invoice};
use super::paper::{Attachment, Made};

/// How many are printed at the same time.
const PLACES: usize = 2;
/// One of so many lines needs the memory of hundreds, and is printed alone.
const LONG: usize = 1000;

/// Who waits longer is told to come again.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Press {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Default for Press {
    fn default() -> Self {
        Self { free: Mutex::new(PLACES), freed: Condvar::new() }
    }
}

impl Printer for Press {
    fn pdf(&self, shown: &Shown) -> Result<Vec<u8>, String> {
        let place = self.place(shown.invoice.line_items.len());
        let _place = place.ok_or("too many documents are being printed")?;
        print(shown).map_err(|fault| fault.to_string())
    }
}

/// Taken while something is printed.
struct Place<'a> {
    press: &'a Press,
    count: usize,
}

impl Press {
    fn place(&self, lines: usize) -> Option<Place<'_>> {
        let count = if lines > LONG { PLACES } else { 1 };
        let waiting = self.freed.wait_timeout_while(self.lock(), PATIENCE, |free| *free < count);
        let (mut free, waited) = waiting.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return None;
        }
        *free -= count;
        drop(free);
        Some(Place { press: self, count })
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.press.lock() += self.count;
        self.press.freed.notify_all();
    }
}

fn print(shown: &Shown) -> Result<Vec<u8>, super::Fault> {
    let attachment = shown.e_invoice().ok().map(|xml| Attachment { xml: xml.into_bytes() });
    let issued = shown.invoice.invoice_date;
    invoice(
        &printed(shown),
        &About {
            identity: shown.invoice.uuid.as_deref().unwrap_or_default(),
            made: issued.or(Some(shown.invoice.created_at)).and_then(made),
            attachment: attachment.as_ref(),
        },
    )
}

/// The document as on the day of its issue: paper cannot know when it is overdue. Where the machine
/// has no letters for its language, the words are English.
fn printed(shown: &Shown) -> View {
    let now = shown.invoice.invoice_date.unwrap_or(shown.now);
    let words = view(&Source { now, ..shown.source() });
    if words.locale.language != Language::Japanese || can_show(&words.title) {
        return words;
    }
    let mut customer = shown.customer.clone();
    customer.locale = Some(Language::English.code().to_owned());
    view(&Source { now, customer: &customer, ..shown.source() })
}

fn made(moment: Moment) -> Option<Made> {
    let text = moment.to_string();
    let part = |from: usize, to: usize| text.get(from..to)?.parse().ok();
    Some(Made {
        year: text.get(..4)?.parse().ok()?,
        month: part(5, 7)?,
        day: part(8, 10)?,
        hour: part(11, 13)?,
        minute: part(14, 16)?,
        second: part(17, 19)?,
    })
}
