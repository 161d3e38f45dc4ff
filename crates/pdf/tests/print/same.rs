//! The same invoice, the same bytes.

use std::thread;

use super::sample::{Sample, names};

#[test]
fn the_same_invoice_is_the_same_file() {
    for name in names().unwrap() {
        let sample = Sample::read(&name).unwrap();
        let first = sample.pdf().unwrap();
        let others: Vec<_> = (0..2)
            .map(|_| {
                let name = name.clone();
                thread::spawn(move || Sample::read(&name).unwrap().pdf().unwrap())
            })
            .collect();
        for other in others {
            assert!(other.join().unwrap() == first, "{name}");
        }
    }
}

#[test]
fn an_e_invoice_is_made_where_nothing_lacks() {
    let made = |name| Sample::read(name).unwrap().xml().is_ok();
    assert!(made("twelve_lines_de") && made("credit_note_de") && made("twelve_lines_ja"));
    let missing = Sample::read("odd_names_us").unwrap().xml().unwrap_err();
    let fields: Vec<_> =
        missing.iter().map(|one| format!("{}.{}", one.record, one.field)).collect();
    let expected = ["company.tax_ids", "invoice.line_items.0.taxes", "invoice.line_items.1.taxes"];
    assert_eq!(fields[..3], expected);
}
