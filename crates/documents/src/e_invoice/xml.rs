//! XML, element by element: text is escaped, what XML cannot hold is left out.

pub struct Xml {
    text: String,
    open: Vec<&'static str>,
}

impl Xml {
    pub fn new() -> Self {
        Self {
            text: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"),
            open: Vec::new(),
        }
    }

    /// An element with others in it.
    pub fn element(&mut self, name: &'static str, inside: impl FnOnce(&mut Self)) {
        self.with(name, &[], inside);
    }

    pub fn with(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        inside: impl FnOnce(&mut Self),
    ) {
        self.start(name, attributes);
        self.text.push('\n');
        self.open.push(name);
        inside(self);
        self.open.pop();
        self.indent();
        self.end(name);
    }

    /// An element with a text.
    pub fn text(&mut self, name: &'static str, value: &str) {
        self.said(name, &[], value);
    }

    /// The same where there is one.
    pub fn maybe(&mut self, name: &'static str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(name, value);
        }
    }

    pub fn said(&mut self, name: &'static str, attributes: &[(&str, &str)], value: &str) {
        self.start(name, attributes);
        escape(value, &mut self.text);
        self.end(name);
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            escape(value, &mut self.text);
            self.text.push('"');
        }
        self.text.push('>');
    }

    fn end(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    fn indent(&mut self) {
        for _ in &self.open {
            self.text.push(' ');
        }
    }
}

fn escape(value: &str, out: &mut String) {
    for one in value.chars() {
        match one {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(one),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if one.is_control() => {}
            _ => out.push(one),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Xml;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let mut xml = Xml::new();
        xml.with("a", &[("b", "\"")], |xml| xml.text("c", "<d>&\u{0}\u{b}e"));
        let text = xml.finish();
        assert!(text.ends_with("<a b=\"&quot;\">\n <c>&lt;d&gt;&amp;e</c>\n</a>\n"), "{text}");
    }
}
