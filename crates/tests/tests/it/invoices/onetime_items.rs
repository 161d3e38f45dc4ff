//! What is bought once with a subscription or with a change: answered, found, foreseen, refused.

use serde_json::{Value, json};

use crate::catalog::{made, monthly, over, product};
use crate::harness::client::{column, text};
use crate::harness::{Client, Company};
use crate::invoices::invoices_of;
use crate::subscriptions::{least, sent, told};

fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}

/// A pricing that is bought once, at ten dollars.
fn setup(client: &Client) -> Value {
    let body = json!({
        "product_id": product(client, "Setup"), "name": "Setup", "currency": "USD",
        "type": "ONETIME", "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "10" },
    });
    made(client, "/pricing", &body)
}

/// Two of these, with everything that an item may have.
fn two(pricing: &Value) -> Value {
    json!({
        "aggregate": 2, "product_pricing_id": pricing["id"], "sort_order": 1,
        "quantity_config": { "min_quantity": 1, "max_quantity": 5 },
    })
}

/// Holds items as they are answered against what was sent: the same, and nothing besides.
#[track_caller]
fn same(found: &Value, sent: &Value) {
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 1);
    for name in ["aggregate", "product_pricing_id", "sort_order"] {
        assert_eq!(found[0][name], sent[name], "{name}");
    }
    assert_eq!(found[0]["custom_price"], Value::Null);
    let bounds = json!({ "allow_custom_quantity": null, "min_quantity": 1, "max_quantity": 5 });
    assert_eq!(found[0]["quantity_config"], bounds);
}

fn charges(client: &Client) -> Value {
    let body = json!({ "pagination": {}, "sort_key": "createdAtAsc" });
    client.post("/one_times/find", &body).expect(200)
}

both! {
    fn with_a_new_subscription(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let custom = json!({ "aggregate": 1, "custom_price": {
            "amount": { "currency": "usd", "value_in_cents": 300 }, "description": "Help" } });
        let items = json!({ "onetime_items": [two(&pricing), custom] });
        let made = sent(&company, &body, &items).expect(200);
        same(&json!([made["onetime_items"][0]]), &two(&pricing));
        let price = &made["onetime_items"][1]["custom_price"];
        assert_eq!(price["amount"], dollars(300));
        assert_eq!(made["mrr"], dollars(1000));
        let invoices = invoices_of(&company, &made);
        assert_eq!(invoices.len(), 1);
        assert_eq!(invoices[0]["total"], dollars(3300));
        let lines = invoices[0]["line_items"].as_array().unwrap();
        let once: Vec<&Value> = lines.iter().filter(|line| line["type"] == "ONE_TIME").collect();
        assert_eq!(once.len(), 2);
        let found = charges(&company);
        assert_eq!(column(&found, "state"), ["INVOICED", "INVOICED"]);
        assert_eq!(column(&found, "name"), ["Setup", "Help"]);
        let first = &found["results"][0];
        assert_eq!(first["customer_id"], made["customer_id"]);
        assert_eq!(first["quantity_config"]["max_quantity"], 5);
        assert_eq!((&first["aggregate"], &first["sort_order"]), (&json!(2), &json!(1)));
        let path = format!("/pricing/{}", text(&pricing, "id"));
        let dearer = json!({ "fixed_price": { "price_per_unit": "11" } });
        company.patch(&path, &dearer).expect(409);
        let told = company.get(&format!("/invoices/{}/explain", text(&invoices[0], "uuid")));
        assert!(told.expect(200).to_string().contains("Bought once, with the subscription."));
    }

    fn a_discount_of_its_pricing_is_consumed(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let items = json!({
            "onetime_items": [two(&pricing)],
            "discounts": [
                { "name": "Launch", "percent": 0.5, "product_pricing_id": pricing["id"] },
                { "name": "Loyal", "percent": 0.1 },
            ],
        });
        let made = sent(&company, &body, &items).expect(200);
        assert_eq!(invoices_of(&company, &made)[0]["total"], dollars(1900));
        let charge = &charges(&company)["results"][0];
        let discounts = made["discounts"].as_array().unwrap();
        let [launch, loyal] = [&discounts[0], &discounts[1]];
        assert_eq!((&launch["state"], &loyal["state"]), (&json!("CONSUMED"), &json!("ACTIVE")));
        assert_eq!(launch["onetime_billable_id"], charge["id"]);
        assert_eq!(launch["onetime_billable"], *charge);
        assert_eq!(loyal["onetime_billable"], Value::Null);
        let invoice = text(&invoices_of(&company, &made)[0], "uuid");
        company.post(&format!("/invoices/{invoice}/void"), &json!({})).expect(200);
        let after = company.get(&format!("/subscriptions/{}", text(&made, "id"))).expect(200);
        let launch = &after["discounts"][0];
        assert_eq!((&launch["state"], &launch["onetime_billable_id"]),
            (&json!("ACTIVE"), &Value::Null));
        assert!(text(launch, "updated_at") > text(launch, "created_at"));
        assert_eq!(after["discounts"][1]["updated_at"], loyal["created_at"]);
    }

    fn with_one_that_starts_later(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let later = json!({ "start_date": "2126-01-01T00:00:00Z",
            "onetime_items": [two(&pricing), two(&pricing)] });
        let made = sent(&company, &body, &later).expect(200);
        let found = charges(&company);
        assert_eq!(column(&found, "state"), ["PENDING", "PENDING"]);
        assert_eq!(column(&found, "type"), ["IMMEDIATE", "IMMEDIATE"]);
        let foreseen = json!({ "subscription_id": made["id"] });
        let foreseen = company.post("/invoices/next", &foreseen).expect(200);
        assert_eq!(foreseen["total"], dollars(5000));
        let dropped = format!("/one_times/{}", text(&found["results"][0], "id"));
        assert_eq!(company.delete(&dropped).expect(200)["state"], "CANCELLED");
        let path = format!("/subscriptions/{}/cancel", text(&made, "id"));
        company.post(&path, &json!({ "timing": "IMMEDIATE" })).expect(200);
        assert_eq!(column(&charges(&company), "state"), ["CANCELLED", "CANCELLED"]);
    }

    fn in_a_trial_at_its_start(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let trial = json!({ "trial": true, "trial_term": { "count": 14, "frequency": "DAY" },
            "onetime_items": [two(&pricing)] });
        let made = sent(&company, &body, &trial).expect(200);
        let invoices = invoices_of(&company, &made);
        assert_eq!(invoices.len(), 1);
        assert_eq!(invoices[0]["reason"], "ONE_TIME");
        assert_eq!(invoices[0]["subscription_id"], made["id"]);
        assert_eq!(invoices[0]["total"], dollars(2000));
        assert_eq!(made["mrr"], dollars(0));
    }

    fn with_a_change(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let made = sent(&company, &body, &json!({})).expect(200);
        let items = json!({ "onetime_items": [two(&pricing)], "proration_type": "IMMEDIATE" });
        let asked = json!({ "subscription_id": made["id"], "change_config": items });
        let foreseen = company.post("/invoices/next", &asked).expect(200);
        assert_eq!((&foreseen["total"], &foreseen["reason"]), (&dollars(2000), &json!("CHANGE")));
        let path = format!("/subscriptions/{}/change", text(&made, "id"));
        let changed = company.post(&path, &items).expect(200);
        same(&changed["change_config"]["onetime_items"], &two(&pricing));
        assert_eq!(invoices_of(&company, &made)[1]["total"], dollars(2000));
        let next = over(&items, &json!({ "proration_type": "NEXT" }));
        company.post(&path, &next).expect(200);
        let found = charges(&company);
        assert_eq!(column(&found, "state"), ["INVOICED", "PENDING"]);
        assert_eq!(column(&found, "type"), ["IMMEDIATE", "NEXT"]);
        assert_eq!(found["results"][1]["quantity_config"]["min_quantity"], 1);
        let foreseen = json!({ "subscription_id": made["id"] });
        let foreseen = company.post("/invoices/next", &foreseen).expect(200);
        assert_eq!(foreseen["total"], dollars(3000));
        let waits = over(&items, &json!({ "timing": "PERIOD_END" }));
        company.post(&path, &waits).expect(200);
        assert_eq!(charges(&company)["results"].as_array().unwrap().len(), 2);
    }

    fn with_changes_that_are_agreed_beforehand(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let changes = json!({ "scheduled_changes": [
            { "custom_change_date": "2126-01-15T00:00:00Z", "onetime_items": [two(&pricing)] },
        ] });
        let made = sent(&company, &body, &changes).expect(200);
        same(&made["scheduled_changes"][0]["onetime_items"], &two(&pricing));
        assert!(charges(&company)["results"].as_array().unwrap().is_empty());
        let path = format!("/pricing/{}", text(&pricing, "id"));
        let dearer = json!({ "fixed_price": { "price_per_unit": "11" } });
        company.patch(&path, &dearer).expect(409);
    }

    fn every_fault_is_named(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let other = made(&company, "/pricing", &monthly(&product(&company, "Monthly")));
        let euros = json!({ "amount": { "currency": "EUR", "value_in_cents": 1 } });
        let items = json!({ "onetime_items": [
            { "aggregate": 1, "product_pricing_id": other["id"] },
            { "aggregate": 1, "product_pricing_id": "price_nobody" },
            { "aggregate": 1 },
            over(&two(&pricing), &json!({ "aggregate": 9 })),
            { "aggregate": 1, "custom_price": euros },
        ] });
        let faults = [
            "/onetime_items/0/product_pricing_id recurring",
            "/onetime_items/1/product_pricing_id unknown",
            "/onetime_items/2 pricing_or_price",
            "/onetime_items/3/aggregate quantity",
        ];
        let answer = told(&sent(&company, &body, &items));
        assert_eq!(answer[..4], faults);
        assert_eq!(answer[4], "/onetime_items/4 currency_mismatch");
        let within = json!({ "scheduled_changes": [
            over(&items, &json!({ "custom_change_date": "2126-01-15T00:00:00Z" })) ] });
        let answer = told(&sent(&company, &body, &within));
        assert_eq!(answer[0], "/scheduled_changes/0/onetime_items/0/product_pricing_id recurring");
        assert_eq!(answer.len(), 5);
        let made = sent(&company, &body, &json!({})).expect(200);
        let change = company.post(&format!("/subscriptions/{}/change", text(&made, "id")), &items);
        assert_eq!(told(&change)[..4], faults);
        let dear = json!({ "onetime_items": [{ "aggregate": 2,
            "custom_price": { "amount": dollars(i64::MAX) } }] });
        assert_eq!(told(&sent(&company, &body, &dear)),
            ["/onetime_items/0/aggregate not_computable"]);
        assert!(charges(&company)["results"].as_array().unwrap().is_empty());
    }

    fn who_is_managed_elsewhere_buys_nothing_here(company: Company) {
        let (pricing, body) = (setup(&company), least(&company));
        let elsewhere = json!({ "identifier": "elsewhere", "managed_externally": true });
        let elsewhere = text(&company.customer(&elsewhere), "id");
        let body = over(&body, &json!({ "customer_id": elsewhere }));
        let items = json!({ "onetime_items": [two(&pricing)] });
        assert_eq!(told(&sent(&company, &body, &items)), ["/onetime_items managed_externally"]);
    }

    fn what_is_billed_by_itself_later_is_foreseen(company: Company) {
        let acme = company.named("acme");
        let asked = json!({ "customer_id": acme });
        company.post("/invoices/next", &asked).problem(409, "nothing_to_bill");
        for (cents, date) in [(700, "2126-02-01"), (500, "2126-01-01")] {
            let item = json!({ "aggregate": 1, "custom_price": { "amount": dollars(cents) } });
            let body = json!({ "customer_id": acme, "onetime_items": [item],
                "invoice_date": format!("{date}T00:00:00Z") });
            company.post("/one_times", &body).expect(200);
        }
        let next = company.post("/invoices/next", &asked).expect(200);
        assert_eq!((&next["total"], &next["reason"]), (&dollars(500), &json!("ONE_TIME")));
        assert_eq!(next["billing_date"], "2126-01-01T00:00:00Z");
        let euros = over(&asked, &json!({ "currency": "EUR" }));
        company.post("/invoices/next", &euros).problem(409, "nothing_to_bill");
    }
}
