//! A world and what happens in it, in the words of a scenario: what is played is what is printed.

use scenario::{Scenario, parse};

/// Lines before the first date, and dated lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    pub setup: Vec<String>,
    pub steps: Vec<Step>,
}

/// One dated line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub date: String,
    pub words: String,
}

impl Story {
    /// The file that tells it.
    pub fn text(&self, title: &str) -> String {
        let mut text = format!("# {title}\n\n```timeline\n");
        for line in &self.setup {
            text.push_str(line);
            text.push('\n');
        }
        for step in &self.steps {
            text.push_str(&format!("{} {}\n", step.date, step.words));
        }
        text.push_str("```\n");
        text
    }

    pub fn scenario(&self) -> Result<Scenario, String> {
        parse(&self.text("A story"))
    }
}
