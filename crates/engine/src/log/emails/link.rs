//! Where a customer sees an invoice: the link of the record, which is null until there is such a
//! page. A mail has a button only where it has a link.

use records::Invoice;

pub(super) fn of_invoice(invoice: &Invoice) -> Option<String> {
    invoice.hosted_link.clone()
}
