//! What a request may ask for at once has bounds, each named by its field.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{least, told};
use crate::catalog::{made, monthly, over, product};
use crate::harness::client::text;
use crate::harness::{Client, Company, Server};

/// A pricing of so many components with so many tiers each.
fn wide(client: &Client, product: &str, components: usize, tiers: usize) -> String {
    let tier = |place: usize| {
        let end = if place + 1 == tiers { Value::Null } else { json!(place + 1) };
        json!({ "start": place, "end": end, "price_per_unit": "1" })
    };
    let mut component = json!({
        "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "1" },
        "billing_frequency": { "count": 1, "frequency": "DAY" },
    });
    if tiers > 0 {
        let tiers: Vec<Value> = (0..tiers).map(tier).collect();
        component = json!({
            "pricing_type": "GRADIENT", "gradient_price": tiers,
            "billing_frequency": { "count": 1, "frequency": "DAY" },
        });
    }
    let body = json!({
        "product_id": product, "name": "Wide", "currency": "USD",
        "components": vec![component; components],
    });
    text(&made(client, "/pricing", &body), "id")
}

fn subscribed(client: &Client, customer: &str, fields: Value) -> crate::harness::Answer {
    client.post("/subscriptions", &over(&json!({ "customer_id": customer }), &fields))
}

both! {
    fn components_of_a_pricing(company: Company) {
        let component = json!({
            "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "1" },
            "billing_frequency": { "count": 1, "frequency": "DAY" },
        });
        let body = json!({
            "product_id": product(&company, "Wide"), "name": "Wide", "currency": "USD",
            "components": vec![component; 1001],
        });
        assert_eq!(told(&company.post("/pricing", &body)), ["/components too_many"]);
        let facts = company.facts();
        let path = format!("/pricing/{}", wide(&company, &text(&body, "product_id"), 1000, 0));
        let again = json!({ "components": body["components"] });
        assert_eq!(told(&company.patch(&path, &again)), ["/components too_many"]);
        assert_eq!(company.facts().len(), facts.len() + 1, "one of a thousand was made");
    }

    fn discounts_of_all_the_time(server: Arc<Server>) {
        let company = Company::dev(&server);
        let day = |day: usize| format!("2026-01-{:02}T00:00:00Z", day + 1);
        company.post("/clock", &json!({ "now": day(0) })).expect(200);
        let made = company.post("/subscriptions", &least(&company)).expect(200);
        let path = format!("/subscriptions/{}/change", text(&made, "id"));
        let fifty = |until: usize| {
            let one = json!({ "name": "d", "percent": 0.01, "expiration_date": day(until) });
            json!({ "discounts": vec![one; 50] })
        };
        for n in 0..20 {
            company.post(&path, &fifty(n + 1)).expect(200);
            company.post("/clock", &json!({ "now": day(n + 1) })).expect(200);
        }
        let after = company.get(&format!("/subscriptions/{}", text(&made, "id"))).expect(200);
        let states = after["discounts"].as_array().unwrap().iter().map(|one| &one["state"]);
        assert_eq!(states.filter(|state| **state == "EXPIRED").count(), 1000);
        let one = json!({ "discounts": [{ "name": "d", "percent": 0.01 }] });
        assert_eq!(told(&company.post(&path, &one)), ["/discounts too_many"]);
    }

    fn components_and_tiers_of_a_subscription(company: Company) {
        let (product, customer) = (product(&company, "Wide"), company.named("a"));
        let three: Vec<String> = (0..3).map(|_| wide(&company, &product, 1000, 0)).collect();
        let answer = subscribed(&company, &customer, json!({ "product_pricing_ids": three }));
        assert_eq!(told(&answer), ["/product_pricing_ids too_many_components"]);
        let most = json!({ "product_pricing_ids": three[..2] });
        let id = text(&subscribed(&company, &customer, most).expect(200), "id");
        let change = company.post(&format!("/subscriptions/{id}/change"), &json!({
            "product_pricing_ids": three,
        }));
        assert_eq!(told(&change), ["/product_pricing_ids too_many_components"]);
        let tiers: Vec<String> = (0..2).map(|_| wide(&company, &product, 1, 1000)).collect();
        let answer = subscribed(&company, &customer, json!({ "product_pricing_ids": tiers }));
        assert_eq!(told(&answer), ["/product_pricing_ids too_many_tiers"]);
    }

    fn changes_that_are_agreed_beforehand(company: Company) {
        let (product, customer) = (product(&company, "Wide"), company.named("a"));
        let ids: Vec<String> = (0..2).map(|_| wide(&company, &product, 40, 0)).collect();
        let changes = |count: usize| {
            let change = |place: usize| json!({
                "custom_change_date": format!("{}-01-01T00:00:00Z", 2100 + place),
                "product_pricing_ids": [ids[place % 2]],
            });
            let all: Vec<Value> = (0..count).map(change).collect();
            json!({ "product_pricing_ids": [ids[1]], "scheduled_changes": all })
        };
        let answer = subscribed(&company, &customer, changes(51));
        assert_eq!(told(&answer), ["/scheduled_changes max_items"]);
        let wider = wide(&company, &product, 1, 0);
        let mut body = changes(50);
        body["scheduled_changes"][0]["product_pricing_ids"] = json!([ids[0], wider]);
        let answer = subscribed(&company, &customer, body);
        assert_eq!(told(&answer), ["/scheduled_changes too_many_components"]);
        subscribed(&company, &customer, changes(50)).expect(200);
    }

    fn lines_that_are_billed_at_once(company: Company) {
        let (product, customer) = (product(&company, "Wide"), company.named("a"));
        let id = wide(&company, &product, 10, 0);
        let days_ago = |days: i64| {
            let now = text(&company.get("/clock").expect(200), "now");
            let now = records::Moment::parse(&now).unwrap();
            records::Moment::from_micros(now.micros() - days * 86_400_000_000).to_string()
        };
        let past = |days: i64| json!({
            "product_pricing_ids": [id], "start_date": days_ago(days),
            "generate_past_invoice": true,
        });
        let answer = subscribed(&company, &customer, past(130));
        assert_eq!(told(&answer), ["/start_date too_many_lines"]);
        subscribed(&company, &customer, past(20)).expect(200);
        let year = json!({
            "product_pricing_ids": [id], "term": { "count": 1, "frequency": "YEAR" },
        });
        let year = text(&subscribed(&company, &customer, year).expect(200), "id");
        let body = json!({ "timing": "IMMEDIATE", "charge_remaining_balance": true });
        let answer = company.post(&format!("/subscriptions/{year}/cancel"), &body);
        assert_eq!(told(&answer), ["/charge_remaining_balance too_many_lines"]);
    }

    fn subscriptions_of_a_customer(company: Company) {
        let product = product(&company, "Plan");
        let id = text(&made(&company, "/pricing", &monthly(&product)), "id");
        let customer = company.named("a");
        let one = || subscribed(&company, &customer, json!({ "product_pricing_ids": [id] }));
        let first = text(&one().expect(200), "id");
        for _ in 1..200 {
            one().expect(200);
        }
        assert_eq!(told(&one()), ["/customer_id too_many_subscriptions"]);
        company.post(&format!("/subscriptions/{first}/cancel"), &json!({ "timing": "IMMEDIATE" }))
            .expect(200);
        one().expect(200);
    }
}
