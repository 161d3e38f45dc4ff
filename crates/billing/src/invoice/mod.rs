//! Invoices: assembled from lines, made final, paid, voided and issued again, and how what they
//! give back reaches the customer. Which lines there are is a matter of subscriptions.

pub(crate) mod adjust;
pub(crate) mod assemble;
pub(crate) mod create;
pub(crate) mod detail;
pub(crate) mod finalize;
pub(crate) mod line;
pub(crate) mod pay;
pub(crate) mod pay_out;
pub(crate) mod pending_lines;
pub(crate) mod proration_credit;
pub(crate) mod reason;
pub(crate) mod reissue;
pub(crate) mod rollup;
pub(crate) mod sale;
pub(crate) mod state;
pub mod totals;
pub(crate) mod update;
pub(crate) mod used;
pub(crate) mod void;

pub use adjust::value::Adjusts;
pub use detail::{
    CreditDetail, CreditPayment, DiscountDetail, LinePart, Means, Settling, Taken, TaxDetail,
};
pub use line::{
    Collected, Counted, Derivation, Level, Line, OneTimeLine, ProrationCredit, Role, TaxCredit,
};
pub(crate) use pay_out::reach::has_reachable;
pub use pending_lines::state::PendingLines;
pub(crate) use proration_credit::{is_running, measure};
pub use reason::Reason;
pub use state::{Basis, Cause, Credited, Invoice, InvoiceState, Issue, Payment, PaymentKind};
pub use totals::{DiscountScope, Effect, InvoiceError, Totals};
pub use used::{CreditedUnits, Used};
