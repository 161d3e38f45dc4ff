//! A benchmark's table, for the terminal and for the document.

pub struct Table {
    /// What was done, under which conditions.
    pub note: String,
    pub header: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Aligned with spaces; Markdown reads it just as well.
    pub fn text(&self) -> String {
        let header: Vec<String> = self.header.iter().map(ToString::to_string).collect();
        let widths: Vec<usize> = (0..header.len())
            .map(|column| {
                let cells = self.rows.iter().chain([&header]);
                cells.filter_map(|row| row.get(column)).map(|c| c.chars().count()).max()
            })
            .map(Option::unwrap_or_default)
            .collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths);
            let cells: Vec<String> = cells.map(|(cell, width)| format!("{cell:width$}")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        let rows: String = self.rows.iter().map(line).collect();
        format!("{}\n\n{}{}{rows}", self.note, line(&header), line(&rule))
    }
}

/// Whether a bar is met, as one word beside the bar.
pub fn verdict(met: bool, bar: &str) -> String {
    format!("{bar}: {}", if met { "met" } else { "**missed**" })
}
