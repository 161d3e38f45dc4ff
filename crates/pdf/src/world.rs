//! What a template may see: the embedded templates, one view, one logo, one attachment, the fonts.
//! It has no clock, no packages and no files.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use super::fonts::Fonts;

/// Every template, as it is compiled in.
const TEMPLATES: [(&str, &str); 6] = [
    ("invoice.typ", include_str!("../templates/invoice.typ")),
    ("head.typ", include_str!("../templates/head.typ")),
    ("lines.typ", include_str!("../templates/lines.typ")),
    ("totals.typ", include_str!("../templates/totals.typ")),
    ("foot.typ", include_str!("../templates/foot.typ")),
    ("tokens.typ", include_str!("../templates/tokens.typ")),
];

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));
static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    TEMPLATES.iter().map(|(name, text)| Source::new(id(name), (*text).to_owned())).collect()
});

pub struct Papers {
    pub main: &'static str,
    pub fonts: &'static Fonts,
    /// What a template reads beside the other templates, by name.
    pub files: Vec<(&'static str, Bytes)>,
}

impl World for Papers {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.fonts.book
    }

    fn main(&self) -> FileId {
        id(self.main)
    }

    fn source(&self, wanted: FileId) -> FileResult<Source> {
        let found = SOURCES.iter().find(|source| source.id() == wanted);
        found.cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, wanted: FileId) -> FileResult<Bytes> {
        let found = self.files.iter().find(|(name, _)| id(name) == wanted);
        found.map(|(_, bytes)| bytes.clone()).ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.all.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn id(name: &str) -> FileId {
    // The names are this crate's: each is a plain file in the root.
    let path = VirtualPath::new(name).unwrap_or_else(|_| unreachable!("a name of a file"));
    FileId::new(RootedPath::new(VirtualRoot::Project, path))
}
