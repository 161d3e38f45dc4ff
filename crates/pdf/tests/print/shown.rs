//! What a reader finds on the paper.

use lopdf::Document;

use super::sample::{Sample, names};

/// The text of each page, without what only parts words.
pub fn pages(bytes: &[u8]) -> Vec<String> {
    let document = Document::load_mem(bytes).unwrap();
    let count = u32::try_from(document.get_pages().len()).unwrap();
    (1..=count).map(|page| bare(&document.extract_text(&[page]).unwrap())).collect()
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
