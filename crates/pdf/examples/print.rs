//! Prints the samples, for whoever looks at them and for the check of what is in them:
//! `print FOLDER`. Beside each file lies what it should show, a figure a line.

use std::path::Path;
use std::{env, fs};

#[path = "../tests/print/sample.rs"]
mod sample;

use sample::Sample;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::args().nth(1).ok_or("which folder?")?;
    let folder = Path::new(&folder);
    for name in sample::names()? {
        let sample = Sample::read(&name)?;
        fs::write(folder.join(format!("{name}.pdf")), sample.pdf()?)?;
        fs::write(folder.join(format!("{name}.txt")), sample.figures().join("\n"))?;
        if let Ok(xml) = sample.xml() {
            fs::write(folder.join(format!("{name}.xml")), xml)?;
        }
    }
    Ok(())
}
