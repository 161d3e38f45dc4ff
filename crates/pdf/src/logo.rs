//! A company's mark, out of the data URL that records keep.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::paper::Logo;

impl Logo {
    /// None where it is no picture that can be printed: a document is not worth failing for it.
    pub fn of_data_url(url: &str) -> Option<Self> {
        let (kind, data) = url.strip_prefix("data:image/")?.split_once(";base64,")?;
        let format = match kind {
            "png" => "png",
            "svg+xml" => "svg",
            _ => return None,
        };
        let bytes = STANDARD.decode(data.trim()).ok()?;
        Some(Self { format: format.to_owned(), bytes })
    }
}
