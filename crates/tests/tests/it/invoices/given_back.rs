//! Why something came back: the words and numbers of a cancel and of a change, to the last digit.

use std::sync::Arc;

use serde_json::{Value, json};

use super::explaining::said;
use super::{dollars, invoices_of, path};
use crate::harness::client::text;
use crate::harness::{Company, Server};
use crate::lives::{begun, go, on, plan, verb};

/// A company that taxes, on the first of January.
fn taxing(server: &Arc<Server>) -> Company {
    let company = begun(server);
    let taxes = json!([{ "name": "VAT", "rate": 0.19 }]);
    company.patch("", &json!({ "taxes": taxes })).expect(200);
    company
}

/// The explanation of the invoice in this place of a subscription, and the invoice.
fn explained(company: &Company, subscription: &Value, place: usize) -> (Value, Value) {
    let invoice = invoices_of(company, subscription).remove(place);
    (company.get(&path(&invoice, "/explain")).expect(200), invoice)
}

/// Exact and rounded, of a part.
fn numbers(part: &Value) -> (String, i64) {
    (text(part, "exact"), part["amount"]["value_in_cents"].as_i64().unwrap())
}

both! {
    fn of_a_cancel(server: Arc<Server>) {
        let company = taxing(&server);
        go(&company, "2026-04-01");
        let value = on(&company, &plan(&company, "100"), &json!({
            "discounts": [{ "name": "Launch", "percent": 0.125 }],
        }));
        let first = invoices_of(&company, &value).remove(0);
        company.post(&path(&first, "/mark_paid"), &json!({})).expect(200);
        go(&company, "2026-04-21");
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" });
        verb(&company, &value, "cancel", &body).expect(200);
        let (told, invoice) = explained(&company, &value, 1);
        assert_eq!(told["about"][0], "Credit note CN-000001 of 21 Apr 2026");
        let line = &told["lines"][0];
        assert_eq!(numbers(line), ("-175/6".to_owned(), -2917));
        assert_eq!(line["period"], json!({
            "start_date": "2026-04-21T00:00:00Z", "end_date": "2026-05-01T00:00:00Z",
        }));
        assert_eq!(line["id"], invoice["line_items"][0]["id"]);
        assert_eq!(said(line), [
            "What was billed and is not used, for 21 Apr – 30 Apr 2026.",
            "It corrects line 1 of INV-000001: 87.50 after discounts.",
            "Not used, 10 of 30 days: 87.50 × 10/30 = 29.166666…",
            "29.166666… is rounded to 29.17",
            "Given back: 0.00 − 29.17 = -29.17",
            "Tax that comes back with it: VAT 19%, -5.54.",
        ]);
        assert_eq!(line["steps"][2], json!({
            "operation": "PRODUCT", "terms": ["87.5", "1/3"], "result": "175/6",
            "text": "Not used, 10 of 30 days: 87.50 × 10/30 = 29.166666…",
        }));
        assert_eq!(line["steps"][3], json!({
            "operation": "ROUNDED", "terms": ["175/6"], "result": "29.17",
            "text": "29.166666… is rounded to 29.17",
        }));
        assert_eq!(told["discounts"], json!([]));
        let tax = &told["taxes"][0];
        assert_eq!(numbers(tax), ("-5.5423".to_owned(), -554));
        assert_eq!(said(tax), ["-29.17 × 19% = -5.5423", "-5.5423 is rounded to -5.54"]);
        let refunded = &told["credits"][0];
        assert_eq!(refunded["title"], "Refund of payments of INV-000001");
        assert_eq!(numbers(refunded), ("-34.71".to_owned(), -3471));
        assert_eq!(numbers(&told["total"]), ("0".to_owned(), 0));
        assert_eq!(said(&told["total"]),
            ["Total: -29.17 (lines) − 5.54 (tax) + 34.71 (given back) = 0.00"]);
        let (corrected, _) = explained(&company, &value, 0);
        assert_eq!(said(&corrected["due"]), [
            "To pay: 104.13 (total) − 104.13 (payment of 1 Apr 2026) = 0.00",
            "Refunded: 34.71 USD.",
        ]);
    }

    fn of_a_change_with_a_discount_a_tax_and_a_credit(server: Arc<Server>) {
        let company = taxing(&server);
        go(&company, "2026-02-01");
        let (basic, pro) = (plan(&company, "30"), plan(&company, "60"));
        let value = on(&company, &basic, &json!({
            "discounts": [{ "name": "Launch", "percent": 0.2 }],
        }));
        let first = invoices_of(&company, &value).remove(0);
        assert_eq!(first["total"], dollars(2856));
        // What is paid above it is a credit.
        company.post(&path(&first, "/mark_paid"), &json!({ "amount": dollars(3856) })).expect(200);
        go(&company, "2026-02-15");
        let body = json!({ "product_pricing_ids": [pro], "proration_type": "IMMEDIATE" });
        verb(&company, &value, "change", &body).expect(200);
        let (told, invoice) = explained(&company, &value, 1);
        assert_eq!(invoice["total"], dollars(428));
        let (back, charged) = (&told["lines"][0], &told["lines"][1]);
        assert_eq!(numbers(back), ("-12".to_owned(), -1200));
        assert_eq!(said(back), [
            "What was billed and is not used, for 15 Feb – 28 Feb 2026.",
            "It corrects line 1 of INV-000001: 24.00 after discounts.",
            "Not used, 14 of 28 days: 24.00 × 14/28 = 12.00",
            "Given back: 0.00 − 12.00 = -12.00",
            "Tax that comes back with it: VAT 19%, -2.28.",
        ]);
        assert_eq!(numbers(charged), ("30".to_owned(), 3000));
        assert_eq!(said(charged), [
            "For the rest of a period after a change, 15 Feb – 28 Feb 2026.",
            "1 licence × 60.00 USD = 60.00 USD",
            "14 of 28 days: 60.00 × 14/28 = 30.00",
        ]);
        let discount = &told["discounts"][0];
        assert_eq!(numbers(discount), ("6".to_owned(), 600));
        assert_eq!(said(discount), ["30.00 × 20% = 6.00"]);
        assert_eq!(discount["spread"],
            json!([{ "line_id": charged["id"], "amount": dollars(600) }]));
        let tax = &told["taxes"][0];
        assert_eq!(numbers(tax), ("2.28".to_owned(), 228));
        let credit = &told["credits"][0];
        assert_eq!(numbers(credit), ("10".to_owned(), 1000));
        assert_eq!(said(credit), [
            "0.00 are left of it afterwards.",
            "Left of what it may pay: 24.00 (net) + 4.56 (tax) = 28.56",
            "It pays: the smaller of 10.00 (the credit had) and 28.56 (it may pay) is 10.00",
            "Of net: 10.00 × 24.00/28.56 = 8.403361…",
            "8.403361… is rounded to 8.40",
            "Of tax: 10.00 − 8.40 = 1.60",
            "Together: 8.40 (net) + 1.60 (tax) = 10.00",
        ]);
        assert_eq!(said(&told["total"]), [
            "Lines: -12.00 (line 1) + 30.00 (line 2) = 18.00",
            "Total: 18.00 (lines) − 6.00 (discounts) + 2.28 (tax) − 10.00 (credits) = 4.28",
        ]);
        assert_eq!(numbers(&told["due"]), ("4.28".to_owned(), 428));
    }
}
