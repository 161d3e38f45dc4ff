//! What a run of the cycle did, counted.

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub customers: u64,
    pub invoices: u64,
    pub parked: u64,
    /// Customers that somebody else had decided meanwhile.
    pub beaten: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.customers += other.customers;
        self.invoices += other.invoices;
        self.parked += other.parked;
        self.beaten += other.beaten;
    }
}
