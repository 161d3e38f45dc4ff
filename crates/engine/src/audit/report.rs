//! What was found, within bounds: where everything is wrong a hundred examples say enough.

use records::CompanyId;

use super::Finding;

/// So many findings of one audit are told one by one.
const MOST: usize = 100;

pub(super) struct Report {
    company: CompanyId,
    findings: Vec<Finding>,
    /// How many each audit has found.
    counts: Vec<(&'static str, usize)>,
}

impl Report {
    pub(super) fn new(company: &CompanyId) -> Report {
        Report { company: company.to_owned(), findings: Vec::new(), counts: Vec::new() }
    }

    pub(super) fn add(&mut self, audit: &'static str, details: Vec<String>) {
        if details.is_empty() {
            return;
        }
        let known = self.counts.iter().position(|(name, _)| *name == audit);
        let place = known.unwrap_or(self.counts.len());
        if known.is_none() {
            self.counts.push((audit, 0));
        }
        for detail in details {
            let Some((_, count)) = self.counts.get_mut(place) else { return };
            *count += 1;
            if *count <= MOST {
                let company = self.company.clone();
                self.findings.push(Finding { audit, company, detail });
            }
        }
    }

    pub(super) fn findings(self) -> Vec<Finding> {
        let Report { company, mut findings, counts } = self;
        for (audit, count) in counts {
            if count > MOST {
                let detail = format!("{} more records are wrong in this way", count - MOST);
                findings.push(Finding { audit, company: company.clone(), detail });
            }
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Report};

    #[test]
    fn many_findings_are_counted_instead_of_told() {
        let mut report = Report::new(&"cmp_1".into());
        report.add("a", vec!["x".to_owned(); MOST - 1]);
        report.add("b", vec!["y".to_owned()]);
        report.add("a", vec!["x".to_owned(); 4]);
        let findings = report.findings();
        assert_eq!(findings.len(), MOST + 2);
        let last = findings.last().map(|finding| (finding.audit, finding.detail.as_str()));
        assert_eq!(last, Some(("a", "3 more records are wrong in this way")));
    }
}
