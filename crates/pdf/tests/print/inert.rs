//! Names that would be something else than names.

use super::sample::Sample;
use super::shown::pages;

#[test]
fn markup_in_a_name_is_a_name() {
    let mut sample = Sample::read("twelve_lines_de").unwrap();
    let odd = "#panic()*b*$x$`raw`<script>alert(1)</script>{{7*7}})/JS(\\u{7}";
    sample.invoice.line_items[0].name = odd.to_owned();
    let text = pages(&sample.pdf().unwrap()).concat();
    let shown: String = odd.chars().filter(|one| !one.is_whitespace()).collect();
    assert!(text.contains(&shown), "{text}");
}

#[test]
fn what_no_font_has_is_a_box_and_said() {
    let mut sample = Sample::read("twelve_lines_de").unwrap();
    sample.customer.display_name = "A\u{e000}B\u{e123}C\u{0}\u{feff}D".to_owned();
    let text = pages(&sample.pdf().unwrap()).concat();
    assert!(text.contains("A□B□CD") && text.contains("keineSchrift"), "{text}");
}

#[test]
fn any_letters_are_printed() {
    let mut sample = Sample::read("twelve_lines_de").unwrap();
    // One of every block, those with no shape and those that only join others among them.
    let every: String = (0..0x11_0000_u32).step_by(29).filter_map(char::from_u32).collect();
    for (item, part) in
        sample.invoice.line_items.iter_mut().zip(every.chars().collect::<Vec<_>>().chunks(3500))
    {
        item.name = part.iter().collect();
    }
    sample.pdf().unwrap();
}
