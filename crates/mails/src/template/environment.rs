//! What a template runs in: strict about names, with bounded work and output, and without
//! functions. Names that end in `.html` are escaped.

use std::io;

use minijinja::{AutoEscape, Environment, ErrorKind, UndefinedBehavior, Value, filters, tests};

use super::{LARGEST_TEMPLATE, Unrendered};

/// Steps that a template may take; ours takes some thousand for an invoice of sixty lines.
const FUEL: u64 = 200_000;
/// So many bytes may come of it.
const LARGEST_OUTPUT: usize = 2 << 20;

/// The variables and elements that a template names, `invoice.number`.
pub(super) fn named(name: &str, source: &str) -> Result<Vec<String>, Unrendered> {
    let environment = environment();
    let template = environment.template_from_named_str(name, source).map_err(|e| told(&e))?;
    let mut names: Vec<String> = template.undeclared_variables(true).into_iter().collect();
    names.sort_unstable();
    Ok(names)
}

pub(crate) fn render(name: &str, source: &str, values: &Value) -> Result<String, Unrendered> {
    if source.chars().count() > LARGEST_TEMPLATE {
        let detail = format!("A template has {LARGEST_TEMPLATE} characters at most.");
        return Err(Unrendered { code: "too_large", detail });
    }
    super::scan::scan(source)?;
    let environment = environment();
    let template = environment.template_from_named_str(name, source).map_err(|e| told(&e))?;
    let mut output = Output::default();
    let ended = template.render_captured_to(values, &mut output).map(|_| ());
    if output.is_full {
        let detail = format!("What comes of it is larger than {LARGEST_OUTPUT} bytes.");
        return Err(Unrendered { code: "too_large", detail });
    }
    ended.map_err(|e| told(&e))?;
    String::from_utf8(output.bytes)
        .map_err(|e| Unrendered { code: "not_text", detail: e.to_string() })
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    environment.set_recursion_limit(50);
    environment.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::None,
    });
    // What is not there is nothing, and not the word `none`.
    environment.set_formatter(|output, state, value| match value.is_none() {
        true => Ok(()),
        false => minijinja::escape_formatter(output, state, value),
    });
    environment.add_filter("upper", filters::upper);
    environment.add_filter("lower", filters::lower);
    environment.add_filter("capitalize", filters::capitalize);
    environment.add_filter("title", filters::title);
    environment.add_filter("trim", filters::trim);
    environment.add_filter("length", filters::length);
    environment.add_filter("first", filters::first);
    environment.add_filter("last", filters::last);
    environment.add_filter("default", filters::default);
    environment.add_test("none", tests::is_none);
    environment.add_test("defined", tests::is_defined);
    environment
}

/// What went wrong, in words of the template's author.
fn told(error: &minijinja::Error) -> Unrendered {
    let code = match error.kind() {
        ErrorKind::OutOfFuel => "endless",
        ErrorKind::UndefinedError => "unknown_variable",
        ErrorKind::UnknownFilter => "unknown_filter",
        ErrorKind::UnknownFunction | ErrorKind::UnknownMethod => "unknown_function",
        ErrorKind::UnknownTest => "unknown_test",
        _ => "invalid_template",
    };
    let line = error.line().map(|line| format!(" (line {line})")).unwrap_or_default();
    let detail = match code {
        "endless" => format!("It does not come to an end in {FUEL} steps{line}."),
        _ => {
            let said: String = error.to_string().chars().take(300).collect();
            format!("{said}{line}")
        }
    };
    Unrendered { code, detail }
}

/// Where a template writes to, up to a bound.
#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    is_full: bool,
}

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > LARGEST_OUTPUT {
            self.is_full = true;
            return Err(io::Error::other("too large"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
