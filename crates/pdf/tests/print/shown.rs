//! What a reader finds on the paper.

use std::io::Write;
use std::process::{Command, Stdio};

use super::sample::{Sample, names};

/// The text of each page as another program reads it, without what only parts words.
pub fn pages(bytes: &[u8]) -> Vec<String> {
    let mut command = Command::new("pdftotext");
    command.args(["-raw", "-", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut reader = command.spawn().expect("pdftotext, of poppler-utils");
    // It reads all of the file before it writes.
    reader.stdin.take().unwrap().write_all(bytes).unwrap();
    let text = String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap();
    text.trim_end_matches('\u{c}').split('\u{c}').map(bare).collect()
}

pub fn bare(text: &str) -> String {
    text.chars().filter(|one| !one.is_whitespace() && *one != '\u{200b}').collect()
}

#[test]
fn every_figure_of_the_view_is_on_the_paper() {
    for name in names().unwrap() {
        let sample = Sample::read(&name).unwrap();
        let text = pages(&sample.pdf().unwrap()).concat();
        for figure in sample.figures() {
            assert!(text.contains(&bare(&figure)), "{name}: {figure} in {text}");
        }
    }
}

#[test]
fn sums_stay_with_the_last_line_wherever_the_page_ends() {
    let mut sample = Sample::read("hundred_lines_de").unwrap();
    let all = sample.invoice.line_items.clone();
    for count in 14..40 {
        sample.invoice.line_items = all[..count].to_vec();
        let pages = pages(&sample.pdf().unwrap());
        let view = sample.view();
        let last = bare(&view.groups[0].lines[count - 1].name);
        let page = pages.iter().find(|page| page.contains(&last)).unwrap();
        for total in &view.totals {
            assert!(page.contains(&bare(&total.label)), "{count}: {} in {page}", total.label);
        }
        let of = format!("Seite1von{}", pages.len());
        assert!(pages[0].contains(&of), "{of}");
    }
}
