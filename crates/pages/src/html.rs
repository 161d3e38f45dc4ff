//! HTML put together piece by piece: markup is what this crate wrote, everything else is escaped.
//! It never takes markup from a document.

/// A part of a page.
#[derive(Default)]
pub struct Html(String);

impl Html {
    pub fn new() -> Self {
        Self::default()
    }

    /// Markup known when the program was compiled: no text of a document can pass as such.
    pub fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Text, safe between tags and inside a quoted attribute.
    pub fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
        self
    }

    pub fn add(&mut self, part: &Html) -> &mut Self {
        self.0.push_str(&part.0);
        self
    }

    /// A style that this crate put together; anything that could end it is left out.
    pub fn style(&mut self, style: &str) -> &mut Self {
        self.0.push_str(&style.replace('<', ""));
        self
    }

    pub fn code(&mut self, text: &str) -> &mut Self {
        self.raw("<code>").text(text).raw("</code>")
    }

    /// A name in code that may break where its words meet.
    pub fn name(&mut self, name: &str) -> &mut Self {
        self.raw("<code>");
        for (at, word) in name.split('_').enumerate() {
            self.raw(if at == 0 { "" } else { "_<wbr>" }).text(word);
        }
        self.raw("</code>")
    }

    /// One paragraph's text, in which backticks make code.
    pub fn prose(&mut self, text: &str) -> &mut Self {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('`') {
            let Some((code, beyond)) = after.split_once('`') else { break };
            self.text(before).code(code);
            rest = beyond;
        }
        self.text(rest)
    }

    /// Paragraphs are parted by an empty line.
    pub fn paragraphs(&mut self, text: &str) -> &mut Self {
        for paragraph in text.split("\n\n").map(str::trim).filter(|one| !one.is_empty()) {
            self.raw("<p>").prose(paragraph).raw("</p>");
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    fn made(make: impl Fn(&mut Html) -> &mut Html) -> String {
        let mut html = Html::new();
        make(&mut html);
        html.finish()
    }

    #[test]
    fn text_is_escaped() {
        let text = made(|html| html.text("<a href=\"x\" title='y'>&"));
        assert_eq!(text, "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
    }

    #[test]
    fn backticks_make_code() {
        assert_eq!(made(|html| html.prose("a `<b>` c")), "a <code>&lt;b&gt;</code> c");
        assert_eq!(made(|html| html.prose("a `b` c` d")), "a <code>b</code> c` d");
        assert_eq!(made(|html| html.paragraphs("a\n\n\n`b`\n")), "<p>a</p><p><code>b</code></p>");
    }
}
