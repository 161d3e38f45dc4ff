//! Prints a view to a file, for whoever looks at the template: `print VIEW.json OUT.pdf`.

use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let (view, out) = (arguments.next().ok_or("VIEW")?, arguments.next().ok_or("OUT")?);
    let view: serde_json::Value = serde_json::from_slice(&fs::read(view)?)?;
    let paper = pdf::Paper {
        template: pdf::Template::Invoice,
        language: view["language"].as_str().unwrap_or("en"),
        title: "Invoice",
        author: "Company",
        identity: "sample",
        made: Some(pdf::Made { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 }),
        logo: None,
        attachment: None,
        view: &view,
    };
    let started = std::time::Instant::now();
    fs::write(out, pdf::render(&paper)?)?;
    eprintln!("{:?}", started.elapsed());
    Ok(())
}
