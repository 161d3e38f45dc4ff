//! Which tags a template has. Only conditions and loops over what is there are known: everything
//! that keeps a value for later could double it until no memory is left.

use super::Unrendered;

const KNOWN: &[&str] = &["if", "elif", "else", "endif", "for", "endfor"];

/// Refuses any other tag.
pub(super) fn scan(source: &str) -> Result<(), Unrendered> {
    let mut rest = source;
    while let Some(start) = rest.find("{%") {
        let inside = rest.get(start + 2..).unwrap_or_default();
        let inside_tag = inside.trim_start_matches(['-', '+']).trim_start();
        let end = inside_tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = inside_tag.get(..end.unwrap_or(inside_tag.len())).unwrap_or_default();
        if !KNOWN.contains(&word) {
            let shown: String = word.chars().take(40).collect();
            let detail = format!("`{{% {shown} %}}` is not known here: only `if` and `for` are.");
            return Err(Unrendered { code: "unknown_tag", detail });
        }
        rest = inside;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::scan;

    #[test]
    fn only_conditions_and_loops_pass() {
        for good in ["", "{{ a }}", "{% if a %}x{%- elif b -%}{% else %}{% endif %}", "100 %}"] {
            assert!(scan(good).is_ok(), "{good}");
        }
        for bad in ["{% set x = 1 %}", "{%-set x%}", "{% raw %}", "{%", "{% %}", "{% for%}{%do x%}"]
        {
            assert!(scan(bad).is_err(), "{bad}");
        }
    }
}
