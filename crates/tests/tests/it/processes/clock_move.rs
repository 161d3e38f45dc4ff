//! A move of a test clock whose client goes away goes on to where it was sent; and a company whose
//! clock is behind is none that is due.

use serde_json::{Value, json};

use crate::harness::database::{behind, fresh};
use crate::harness::process::Process;
use crate::harness::{Client, Kind, Wire, eventually};

/// Gives a company with a clock a subscription that is billed every hour.
fn hourly(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
    let product = client.post("/products", &json!({ "name": "Hours" })).expect(200);
    let pricing = json!({
        "product_id": product["id"], "name": "Hours", "currency": "USD", "pricing_type": "FIXED",
        "fixed_price": { "price_per_unit": "1" },
        "billing_frequency": { "count": 1, "frequency": "HOUR" }
    });
    let pricing = client.post("/pricing", &pricing).expect(200);
    let customer = client.named("a");
    let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing["id"]] });
    client.post("/subscriptions", &body).expect(200);
}

both! {
    fn the_client_goes_away(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        hourly(&client);
        let target = "2026-01-15T00:00:00Z";
        let request = client.request("POST", "/clock").json(&json!({ "now": target }));
        let mut wire = Wire::open(process.address).unwrap();
        wire.write(&request.bytes("a")).unwrap();
        eventually("the clock is on its way", || {
            let seen = client.get("/clock/move").expect(200);
            (seen["target"] == target || seen["now"] == target).then_some(())
        });
        drop(wire);
        let still = json!({ "now": target, "target": Value::Null });
        eventually("the clock has arrived", || {
            (client.get("/clock/move").expect(200) == still).then_some(())
        });
        client.named("b");
    }

    fn a_clock_that_is_behind_is_not_looked_at(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        hourly(&client);
        let found = |real_time: u8| {
            let sql = format!(
                "SELECT customer_id FROM billed_customer
                    WHERE due_at IS NOT NULL AND real_time = {real_time} AND company_id = '{}'",
                client.company
            );
            behind(&url, &sql).len()
        };
        assert_eq!((found(0), found(1)), (1, 0), "it is due by its own clock, years ago");
    }
}
