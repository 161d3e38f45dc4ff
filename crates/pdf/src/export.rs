//! From a world to the bytes of a file: what it says of itself, and which standards it keeps.

use typst::comemo;
use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use super::paper::{Made, Paper};
use super::render::{Fault, said};
use super::world::Papers;

/// How many documents what was computed for one is kept for: the templates come again, a customer
/// does not, and memory must not grow with either.
const KEPT: usize = 2;

pub fn export(world: &Papers, paper: &Paper) -> Result<Vec<u8>, Fault> {
    let bytes = typeset(world, paper);
    comemo::evict(KEPT);
    bytes
}

fn typeset(world: &Papers, paper: &Paper) -> Result<Vec<u8>, Fault> {
    let document = typst::compile::<PagedDocument>(world).output.map_err(|all| said(&all))?;
    let standards = PdfStandards::new(&[PdfStandard::A_3a, PdfStandard::Ua_1])
        .map_err(|fault| Fault(fault.message().to_string()))?;
    let options = PdfOptions {
        ident: Smart::Custom(paper.identity.to_owned()),
        creator: Smart::Custom(None),
        timestamp: paper.made.and_then(timestamp),
        standards,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&document, &options).map_err(|all| said(&all))
}

fn timestamp(made: Made) -> Option<Timestamp> {
    let Made { year, month, day, hour, minute, second } = made;
    let moment = Datetime::from_ymd_hms(year, month, day, hour, minute, second)?;
    Some(Timestamp::new_utc(moment))
}
