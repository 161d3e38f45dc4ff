//! From a paper to the bytes of its file.

use serde_json::{Map, Value, json};
use typst::diag::SourceDiagnostic;
use typst::foundations::Bytes;

use super::fonts::Fonts;
use super::paper::Paper;
use super::plain::{letters, plain, printable};
use super::world::Papers;
use super::{attach, export};

/// A file that cannot be made. Which letters a name has is never a reason.
#[derive(Debug, thiserror::Error)]
#[error("the document cannot be printed: {0}")]
pub struct Fault(pub String);

/// The file. Call it where it may take its time, and not many at once: it computes.
pub fn render(paper: &Paper) -> Result<Vec<u8>, Fault> {
    let fonts = Fonts::for_text(&letters(paper.view));
    let first = compose(paper, fonts);
    let bytes = match first {
        // Some sequences of letters have no shape that a font admits until it is tried.
        Err(fault) if !std::ptr::eq(fonts, Fonts::embedded()) => {
            tracing::warn!(%fault, "printed again with the embedded fonts alone");
            compose(paper, Fonts::embedded())
        }
        other => other,
    }?;
    match paper.attachment {
        Some(_) => attach::declare(&bytes),
        None => Ok(bytes),
    }
}

fn compose(paper: &Paper, fonts: &'static Fonts) -> Result<Vec<u8>, Fault> {
    let shown = plain(paper.view, fonts);
    let mut about = Map::new();
    about.insert("language".to_owned(), json!(paper.language));
    about.insert("title".to_owned(), json!(printable(paper.title, fonts)));
    about.insert("author".to_owned(), json!(printable(paper.author, fonts)));
    about.insert("boxed".to_owned(), json!(shown.boxed));
    about.insert("logo".to_owned(), json!(paper.logo.map(|logo| &logo.format)));
    about.insert("attachment".to_owned(), json!(paper.attachment.is_some()));
    let mut files = vec![
        ("view.json", Bytes::from_string(shown.view.to_string())),
        ("about.json", Bytes::from_string(Value::Object(about).to_string())),
    ];
    if let Some(logo) = paper.logo {
        files.push(("logo", Bytes::new(logo.bytes.clone())));
    }
    if let Some(attachment) = paper.attachment {
        files.push(("factur-x.xml", Bytes::new(attachment.xml.clone())));
    }
    let world = Papers { main: paper.template.file(), fonts, files };
    export::export(&world, paper)
}

/// What typst says of what went wrong, in a line.
pub fn said(all: &[SourceDiagnostic]) -> Fault {
    let all: Vec<String> = all.iter().map(|one| one.message.to_string()).collect();
    Fault(all.join("; "))
}
