//! Text made printable: what no font covers becomes a box, what has no shape goes. A name is never
//! refused for its letters, and never lets an archivable file fail.

use serde_json::Value;

use super::fonts::Fonts;

/// Stands for a character without a font; the embedded family has it.
const BOX: char = '□';

/// More letters than any amount has.
const LONGEST: usize = 32;
const MAY_BREAK: char = '\u{200b}';
const NO_BREAK: char = '\u{a0}';

pub struct Plain {
    pub view: Value,
    /// Whether a box stands for something, which the document says.
    pub boxed: bool,
}

/// A view whose every text can be printed by these fonts.
pub fn plain(view: &Value, fonts: &Fonts) -> Plain {
    let mut boxed = false;
    let view = through(view, &mut |text| {
        breakable(text.chars().filter_map(|one| shown(one, fonts, &mut boxed)))
    });
    Plain { view, boxed }
}

/// Every text of a view, for whoever wants to know which letters there are.
pub fn letters(view: &Value) -> String {
    let mut all = String::new();
    through(view, &mut |text| {
        all.push_str(text);
        String::new()
    });
    all
}

/// One text, as in a title.
pub fn printable(text: &str, fonts: &Fonts) -> String {
    text.chars().filter_map(|one| shown(one, fonts, &mut false)).collect()
}

fn through(value: &Value, change: &mut impl FnMut(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(text)),
        Value::Array(all) => all.iter().map(|one| through(one, change)).collect(),
        Value::Object(fields) => Value::Object(
            fields.iter().map(|(name, value)| (name.clone(), through(value, change))).collect(),
        ),
        other => other.clone(),
    }
}

/// What no line could hold may be broken, without a sign of it.
fn breakable(all: impl Iterator<Item = char>) -> String {
    let mut run = 0;
    let mut text = String::new();
    for one in all {
        run = if one.is_whitespace() && one != NO_BREAK { 0 } else { run + 1 };
        if run > LONGEST {
            text.push(MAY_BREAK);
            run = 1;
        }
        text.push(one);
    }
    text
}

fn shown(one: char, fonts: &Fonts, boxed: &mut bool) -> Option<char> {
    match one {
        '\n' => return Some('\n'),
        '\t' | '\u{2028}' | '\u{2029}' => return Some(' '),
        _ if one.is_control() || has_no_shape(one) => return None,
        _ => {}
    }
    if !is_private(one) && fonts.cover(one) {
        return Some(one);
    }
    *boxed = true;
    Some(BOX)
}

/// Joiners, selectors, marks of direction, byte order marks: they only change their neighbours.
fn has_no_shape(one: char) -> bool {
    matches!(one, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// What an archivable file may not hold, whatever a font draws for it.
fn is_private(one: char) -> bool {
    matches!(one, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffc}'..='\u{ffff}')
}
