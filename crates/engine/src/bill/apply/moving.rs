//! A subscription that goes on, as its row was and as it will be.

use store::subscription::Columns;

use super::changed::Rewritten;

/// A subscription that goes on, as its row was and as it will be.
pub(crate) struct Moving {
    pub(crate) before: Columns,
    pub(crate) after: Columns,
    pub(crate) progress: String,
    /// What was agreed anew, and discounts as they are answered, where these changed.
    pub(crate) terms: Option<String>,
    pub(crate) discounts: Option<String>,
    /// What is ahead of it, where that changed.
    pub(crate) life: Option<Option<String>>,
    pub(crate) rewritten: Option<Rewritten>,
}

impl Moving {
    /// Whether it begins or ceases to be live, or is live and has other pricings, quantities or
    /// entitlements of its own.
    pub(super) fn grants_anew(&self) -> bool {
        let (had, has) = (self.before.is_live(), self.after.is_live());
        had != has || (has && self.rewritten.is_some())
    }

    /// What is written besides dates and states.
    pub(super) fn rewriting(&self) -> Option<store::subscription::Rewritten<'_>> {
        let rewritten = self.rewritten.as_ref();
        let rest = self.terms.is_some() || self.discounts.is_some() || self.life.is_some();
        (rest || rewritten.is_some()).then(|| store::subscription::Rewritten {
            id: &self.after.id,
            terms: self.terms.as_deref(),
            discounts: self.discounts.as_deref(),
            doc: rewritten.map(|rewritten| rewritten.doc.as_str()),
            life: self.life.as_ref().map(|text| text.as_deref()),
            labels: rewritten.map(|rewritten| (&rewritten.labels.0, &rewritten.labels.1)),
        })
    }
}
