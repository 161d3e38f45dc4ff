//! Functions hold at most 70 lines of code and take at most 5 parameters besides `self`; the
//! length of a test is its own affair.

use crate::tidy::{Finding, outline::Function, tree::Tree};

const MOST_LINES: usize = 70;
const MOST_PARAMETERS: usize = 5;

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, rust) in tree.rust() {
        for function in &rust.outline.functions {
            let exempt = function.test || file.is_test();
            let sentences = [lines(function).filter(|_| !exempt), parameters(function)];
            let found = sentences.into_iter().flatten();
            findings.extend(found.map(|one| Finding::new(&file.path, function.line, one)));
        }
    }
    findings
}

fn lines(function: &Function) -> Option<String> {
    let Function { name, length, .. } = function;
    (*length > MOST_LINES).then(|| {
        format!(
            "a function holds at most {MOST_LINES} lines of code, `{name}` {length}: \
             give its parts names of their own"
        )
    })
}

fn parameters(function: &Function) -> Option<String> {
    let (name, parameters) = (&function.name, function.parameters.len());
    (parameters > MOST_PARAMETERS).then(|| {
        format!(
            "a function takes at most {MOST_PARAMETERS} parameters, `{name}` {parameters}: \
             put those that belong together in a struct"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::rules::complaints;

    #[test]
    fn long_functions_are_found() {
        let function = |lines: usize| format!("\nfn f() {{\n{}}}\n", "    a();\n".repeat(lines));
        let test = format!("#[test]{}", function(100));
        assert!(complaints(check, &[("a.rs", &function(68)), ("b.rs", &test)]).is_empty());
        assert_eq!(complaints(check, &[("a.rs", &function(69))]), ["a.rs:2"]);
    }

    #[test]
    fn many_parameters_are_found() {
        let five = "fn f(&self, a: A, b: B, c: C, d: D, e: (E, E)) {}\n";
        let six = "trait T {\n    fn f(a: A, b: B, c: C, d: D, e: E, f: F);\n}\n";
        assert!(complaints(check, &[("a.rs", five)]).is_empty());
        assert_eq!(complaints(check, &[("a.rs", six)]), ["a.rs:2"]);
    }
}
