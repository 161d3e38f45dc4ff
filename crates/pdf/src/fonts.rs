//! The fonts: one embedded family with tabular figures for Latin, Greek and Cyrillic, and, for what
//! it does not cover, families that the machine has. Those are read when a text first needs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

const REGULAR: &[u8] = include_bytes!("../fonts/Inter-Regular.ttf");
const SEMIBOLD: &[u8] = include_bytes!("../fonts/Inter-SemiBold.ttf");

const ROOTS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];

/// Families by what they are for; of each row the first that is found is taken, whole.
const WANTED: [&[&[&str]]; 2] = [
    &[
        &["NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"],
        &["NotoSansCJKjp-Regular.otf", "NotoSansCJKjp-Bold.otf"],
        &["SourceHanSans-Regular.ttc", "SourceHanSans-Bold.ttc"],
        &["ipaexg.ttf"],
        &["ipag.ttf"],
        &["DroidSansFallbackFull.ttf"],
        &["DroidSansFallback.ttf"],
    ],
    &[&["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]],
];

pub struct Fonts {
    pub book: LazyHash<FontBook>,
    pub all: Vec<Font>,
}

static EMBEDDED: LazyLock<Fonts> = LazyLock::new(|| Fonts::of(embedded()));
static WITH_FOUND: LazyLock<Fonts> = LazyLock::new(|| {
    let mut all = embedded();
    all.extend(found());
    Fonts::of(all)
});

impl Fonts {
    /// Those that a text needs: the embedded ones alone where they suffice.
    pub fn for_text(text: &str) -> &'static Self {
        if text.chars().all(|one| EMBEDDED.cover(one)) { &EMBEDDED } else { &WITH_FOUND }
    }

    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    pub fn cover(&self, one: char) -> bool {
        one.is_ascii_graphic()
            || matches!(one, ' ' | '\n' | '\t')
            || self.all.iter().any(|font| font.info().coverage.contains(one as u32))
    }

    fn of(all: Vec<Font>) -> Self {
        Self { book: LazyHash::new(FontBook::from_fonts(&all)), all }
    }
}

/// Whether this machine can print a text: words of a language that it cannot are better chosen of
/// another.
pub fn can_show(text: &str) -> bool {
    let fonts = Fonts::for_text(text);
    text.chars().all(|one| fonts.cover(one))
}

fn embedded() -> Vec<Font> {
    [REGULAR, SEMIBOLD].into_iter().flat_map(|data| Font::iter(Bytes::new(data))).collect()
}

fn found() -> Vec<Font> {
    let mut files = Vec::new();
    for root in ROOTS {
        walk(Path::new(root), 0, &mut files);
    }
    // What a folder lists first is the file system's whim.
    files.sort();
    WANTED.iter().flat_map(|families| first(families, &files)).collect()
}

fn first(families: &[&[&str]], files: &[PathBuf]) -> Vec<Font> {
    let named = |name: &&str| files.iter().find(|file| file.ends_with(name));
    let Some(family) = families.iter().find(|family| named(&family[0]).is_some()) else {
        return Vec::new();
    };
    let data = family.iter().filter_map(named).filter_map(|file| fs::read(file).ok());
    data.flat_map(|bytes| Font::iter(Bytes::new(bytes))).collect()
}

/// Folders of fonts are shallow; a link that leads in a circle ends here too.
fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && depth < 5 {
            walk(&path, depth + 1, files);
        } else {
            files.push(path);
        }
    }
}
