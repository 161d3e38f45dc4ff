//! The list of the dearest requests.

use super::{Case, crowds, pasts, prices};

pub const CASES: &[Case] = &[
    Case {
        name: "create a pricing",
        bound: "1,000 components, 1,000 tiers",
        prepare: prices::pricing,
    },
    Case {
        name: "create a bundle",
        bound: "100 pricings, 2,000 components",
        prepare: prices::bundle,
    },
    Case {
        name: "create a subscription",
        bound: "100 pricings, 2,000 components, 1,000 tiers, 50 discounts",
        prepare: prices::wide,
    },
    Case {
        name: "create with prices of its own",
        bound: "the same; 1,000 config items, with prices of all tiers",
        prepare: prices::configured,
    },
    Case {
        name: "create with changes ahead",
        bound: "the same; 50 changes, which have 2,000 components together",
        prepare: prices::scheduled,
    },
    Case { name: "change all pricings at once", bound: "the same", prepare: prices::change },
    Case {
        name: "preview of such a change",
        bound: "the same; it only reads",
        prepare: prices::preview,
    },
    Case { name: "void such an invoice", bound: "lines of an invoice", prepare: prices::void },
    Case {
        name: "issue such an invoice again",
        bound: "lines of an invoice",
        prepare: prices::reissue,
    },
    Case {
        name: "create with past invoices",
        bound: "500 invoices",
        prepare: pasts::many_invoices,
    },
    Case {
        name: "create with past lines",
        bound: "4,000 lines: two dates of 2,000 components",
        prepare: pasts::many_lines,
    },
    Case { name: "cancel, billing what remains", bound: "1,200 lines", prepare: pasts::remaining },
    Case {
        name: "cancel, voiding what is open",
        bound: "none; measured with 400 open invoices",
        prepare: pasts::voiding,
    },
    Case {
        name: "pay more than an invoice",
        bound: "none; measured with 2,000 open invoices of a customer",
        prepare: pasts::paying,
    },
    Case {
        name: "rename a customer",
        bound: "10,000 characters, 20 e-mail addresses, 200 live subscriptions, 10,000 components",
        prepare: crowds::rename,
    },
    Case {
        name: "give a customer to somebody else",
        bound: "none; measured with 10,000 invoices of a customer",
        prepare: crowds::give,
    },
    Case {
        name: "subscribe a customer once more",
        bound: "200 live subscriptions of a customer, 10,000 components",
        prepare: crowds::once_more,
    },
    Case {
        name: "preview all that is coming to a customer",
        bound: "200 live subscriptions of a customer, one component each; it only reads",
        prepare: crowds::coming,
    },
    Case {
        name: "move the clock by a month",
        bound: "500 customers, 100 lines each; it yields between parts",
        prepare: crowds::month,
    },
    Case {
        name: "move the clock for one customer",
        bound: "10,000 components of a customer, who is never cut into parts",
        prepare: crowds::one_customer,
    },
];
