//! Tax is rounded once for all lines of a rate, however many there are.

use serde_json::{Value, json};

use crate::catalog::product;
use crate::harness::Company;
use crate::harness::client::text;
use crate::invoices::invoices_of;

const PRICINGS: usize = 2;
const COMPONENTS: usize = 1000;

both! {
    fn tax_on_two_thousand_lines_of_a_cent(company: Company) {
        let tax = json!([{ "name": "VAT", "rate": 0.19 }]);
        company.patch("", &json!({ "taxes": tax })).expect(200);
        let product = product(&company, "Parts");
        let cent = json!({
            "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "0.01" },
            "billing_frequency": { "count": 1, "frequency": "MONTH" },
        });
        let components: Vec<&Value> = vec![&cent; COMPONENTS];
        let mut pricings = Vec::new();
        for n in 0..PRICINGS {
            let body = json!({
                "product_id": product, "name": format!("Cents {n}"), "currency": "USD",
                "components": components,
            });
            pricings.push(text(&company.post("/pricing", &body).expect(200), "id"));
        }
        let customer = company.named("many");
        let body = json!({ "customer_id": customer, "product_pricing_ids": pricings });
        let subscription = company.post("/subscriptions", &body).expect(200);
        let found = invoices_of(&company, &subscription).remove(0);
        assert_eq!(found["line_items"].as_array().unwrap().len(), 100, "a search gives the first");
        let invoice = company.get(&format!("/invoices/{}", text(&found, "uuid"))).expect(200);
        let lines = invoice["line_items"].as_array().unwrap();
        assert_eq!((lines.len(), &invoice["line_count"]), (2000, &json!(2000)));
        let cents = |value: &Value| value["value_in_cents"].as_i64().unwrap();
        assert_eq!(cents(&invoice["sub_total"]), 2000);
        assert_eq!(cents(&invoice["tax_details"][0]["amount"]), 380, "3.80, not nothing");
        assert_eq!(cents(&invoice["total"]), 2380);
        assert_eq!(lines.iter().map(|line| cents(&line["tax"])).sum::<i64>(), 380);
    }
}
