//! A logo: a PNG or a plain SVG as a data URL. What could run, load or grow is refused, and what is
//! kept is put together anew, so that nothing passes that was not looked at.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Wider or higher than that is no logo, and may be a small file that unpacks to gigabytes.
const MOST_PIXELS: u32 = 4096;
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The data URL to keep, or why there is none.
pub(super) fn checked(url: &str) -> Result<String, &'static str> {
    let wanted = "A logo is a data URL: data:image/png;base64,… or data:image/svg+xml;base64,….";
    let (media, data) =
        url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,")).ok_or(wanted)?;
    let bytes = STANDARD.decode(data).map_err(|_| "The logo is no base64.")?;
    match media {
        "image/png" => png(&bytes)?,
        "image/svg+xml" => svg(&bytes)?,
        _ => return Err(wanted),
    }
    Ok(format!("data:{media};base64,{}", STANDARD.encode(bytes)))
}

/// Its first block says how large it is.
fn png(bytes: &[u8]) -> Result<(), &'static str> {
    let broken = "The logo is no PNG.";
    let rest = bytes.strip_prefix(PNG).ok_or(broken)?;
    let header = rest.get(..16).filter(|header| header.get(4..8) == Some(b"IHDR")).ok_or(broken)?;
    let number = |place: usize| {
        let four = header.get(place..place + 4)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let (width, height) = (number(8).ok_or(broken)?, number(12).ok_or(broken)?);
    if !bytes.windows(4).any(|part| part == b"IEND") {
        return Err(broken);
    }
    match (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) {
        true => Ok(()),
        false => Err("A logo has 1 to 4096 pixels each way."),
    }
}

/// What a drawing may be made of; anything else could run, load, or repeat itself without end.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "title",
    "desc",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
];

/// Plain shapes alone.
fn svg(bytes: &[u8]) -> Result<(), &'static str> {
    let unsafe_part = "An SVG has plain shapes alone: no scripts, styles, texts, links, images, \
                       entities or references to elsewhere.";
    let text = std::str::from_utf8(bytes).map_err(|_| "The logo is no SVG in UTF-8.")?;
    let lower = text.to_ascii_lowercase();
    let banned =
        ["<!", "&", "javascript:", "http:", "https:", "//", "data:", "@import", "expression"];
    let namespaces = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"];
    let mut rest = lower.clone();
    for namespace in namespaces {
        rest = rest.replace(namespace, "");
    }
    if banned.iter().any(|part| rest.contains(part)) {
        return Err(unsafe_part);
    }
    let body = text.trim_start_matches('\u{feff}').trim();
    let body = match body.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        Some((_, body)) => body.trim(),
        None => body,
    };
    if !body.starts_with("<svg") || !body.ends_with('>') || body.contains("<?") {
        return Err("The logo is no SVG.");
    }
    for tag in body.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        let name = inside.trim_start_matches('/');
        let name = name.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        if !ELEMENTS.contains(&name) || !attributes(inside) {
            return Err(unsafe_part);
        }
    }
    Ok(())
}

/// No handlers, no references but into the drawing itself, no styles.
fn attributes(tag: &str) -> bool {
    let lower = tag.to_ascii_lowercase();
    let handler = lower.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '/'));
    let is_handler = |word: &str| {
        let name = word.split('=').next().unwrap_or_default();
        let local = name.rsplit(':').next().unwrap_or_default();
        local.starts_with("on") || matches!(local, "href" | "style" | "src" | "base")
    };
    let is_url = lower.replace("url(#", "").contains("url(");
    !handler.into_iter().any(is_handler) && !is_url
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::checked;

    fn drawing(text: &str) -> Result<String, &'static str> {
        checked(&format!("data:image/svg+xml;base64,{}", STANDARD.encode(text)))
    }

    #[test]
    fn plain_drawings_and_pictures_pass() {
        let shape = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\
                     <path fill=\"url(#a)\" d=\"M0 0h9v9z\"/></svg>";
        assert!(drawing(shape).is_ok());
        assert!(drawing(&format!("<?xml version=\"1.0\"?>\n{shape}\n")).is_ok());
        let mut png =
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x10\x00\x00\x00\x10".to_vec();
        png.extend_from_slice(b"....IEND");
        assert!(checked(&format!("data:image/png;base64,{}", STANDARD.encode(&png))).is_ok());
        png[16..20].copy_from_slice(&[0, 1, 0, 0]);
        let bomb = format!("data:image/png;base64,{}", STANDARD.encode(&png));
        assert!(checked(&bomb).unwrap_err().contains("pixels"));
    }

    #[test]
    fn what_could_run_or_load_is_refused() {
        for inside in [
            "<script>alert(1)</script>",
            "<g onload=\"alert(1)\"/>",
            "<g\nONLOAD='x'/>",
            "<g/onload=alert(1)>",
            "<image href=\"x.png\"/>",
            "<use xlink:href=\"#a\"/>",
            "<foreignObject/>",
            "<style>*{}</style>",
            "<path style=\"fill:red\"/>",
            "<path fill=\"url(other.svg#a)\"/>",
            "<animate attributeName=\"x\"/>",
            "&lol;",
            "<!-- comment -->",
        ] {
            let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>");
            assert!(drawing(&text).is_err(), "{inside}");
        }
        let entity = "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>";
        assert!(drawing(entity).is_err());
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for url in [
            "",
            "https://a.example/logo.png",
            "data:image/gif;base64,AAAA",
            "data:image/png;base64,****",
            "data:image/png;base64,AAAA",
            "data:text/html;base64,",
        ] {
            assert!(checked(url).is_err(), "{url}");
        }
    }
}
