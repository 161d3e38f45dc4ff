//! From a draft to what it becomes, and everything that can come between.

use serde_json::{Value, json};

use super::{Timed, dollars, least, made, path, sent, signed};
use crate::catalog::over;
use crate::harness::client::{column, text};
use crate::harness::{Company, at_once};
use crate::invoices::invoices_of;

both! {
    fn a_draft_is_changed_sent_signed_and_carried_out(company: Company) {
        let draft = made(&company, &json!({ "po_number": "PO-7" }));
        assert_eq!(text(&draft, "status"), "DRAFT");
        assert_eq!(draft["tcv"], dollars(12_000));
        let content = text(&draft, "content");
        assert!(content.contains("# Platform") && content.contains("120.00 USD"), "{content}");
        assert_eq!(draft["signatories"][0]["signature_link"], Value::Null);
        let term = json!({ "count": 2, "frequency": "YEAR" });
        let patch = json!({ "title": "Platform, *two*", "term": term });
        let draft = company.patch(&path(&draft, ""), &patch).expect(200);
        assert_eq!((&draft["tcv"], &draft["acv"]), (&dollars(24_000), &dollars(12_000)));
        signed(&company, &draft).problem(409, "not_sent");
        company.post(&path(&draft, "/start"), &json!({})).problem(409, "not_sent");
        let out = company.post(&path(&draft, "/send"), &json!({})).expect(200);
        assert_eq!(text(&out, "status"), "PENDING_SIGNATURES");
        assert!(text(&out, "content").contains("# Platform, \\*two\\*"));
        assert!(out["finalized_date"].is_string());
        let link = text(&out["signatories"][0], "signature_link");
        assert!(link.contains("/sign/cmp_") && link.len() > 100, "{link}");
        company.patch(&path(&out, ""), &json!({ "title": "x" })).problem(409, "already_sent");
        company.post(&path(&out, "/send"), &json!({})).problem(409, "already_sent");
        let done = signed(&company, &out).expect(200);
        assert_eq!(text(&done, "status"), "EXECUTED");
        assert_eq!(done["signed_offline"], true);
        assert_eq!(done["content"], out["content"]);
        assert_eq!(done["signatories"][0]["signed"], true);
        assert_eq!(done["signatories"][0]["signature_link"], Value::Null);
        let subscription = &done["subscription"];
        assert_eq!(subscription["id"], done["subscription_id"]);
        assert_eq!(subscription["status"], "active");
        let invoices = invoices_of(&company, subscription);
        assert_eq!(invoices.len(), 1);
        assert_eq!(invoices[0]["total"], dollars(1000));
        assert_eq!(company.get(&path(&done, "")).expect(200), done);
        signed(&company, &done).problem(409, "already_executed");
        company.post(&path(&done, "/void"), &json!({})).problem(409, "already_executed");
        let of = |fact: &Value| text(fact, "event_type");
        let told: Vec<String> = company.facts().iter().map(of).collect();
        let told: Vec<&str> =
            told.iter().filter_map(|fact| fact.strip_prefix("contract.")).collect();
        assert_eq!(told, ["created", "updated", "sent", "signed", "executed"]);
    }

    fn what_waits_for_a_start_is_started_once(company: Company) {
        let contract = sent(&company, &json!({ "start_type": "MANUAL_ACTION" }));
        let start = path(&contract, "/start");
        company.post(&start, &json!({})).problem(409, "not_signed");
        let waits = signed(&company, &contract).expect(200);
        assert_eq!((text(&waits, "status").as_str(), &waits["subscription_id"]),
            ("PENDING_START", &Value::Null));
        let client = company.client();
        let answers = at_once(8, |_| client.post(&start, &json!({})).status);
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| [200, 409].contains(status)), "{answers:?}");
        let query = json!({ "query": { "customer_id": contract["customer_id"] } });
        let found = company.post("/subscriptions/find", &query).expect(200);
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
    }

    fn two_who_sign_at_once_make_one(company: Company) {
        let contract = sent(&company, &json!({}));
        let client = company.client();
        let answers = at_once(8, |_| signed(&client, &contract).status);
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        let query = json!({ "query": { "customer_id": contract["customer_id"] } });
        let found = company.post("/subscriptions/find", &query).expect(200);
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
    }

    fn a_void_contract_is_over(company: Company) {
        let contract = sent(&company, &json!({}));
        let void = company.post(&path(&contract, "/void"), &json!({})).expect(200);
        assert_eq!(text(&void, "status"), "VOID");
        assert_eq!(void["signatories"][0]["signature_link"], Value::Null);
        signed(&company, &void).problem(409, "void");
        company.post(&path(&contract, "/void"), &json!({})).problem(409, "void");
    }

    fn it_expires_at_its_instant_under_a_clock_that_jumps(timed: Timed) {
        let company = &timed.0;
        let expires = json!({ "expiration_date": "2026-02-03T04:05:06Z" });
        let open = sent(company, &expires);
        let draft = made(company, &expires);
        let signed_before = signed(company, &sent(company, &expires)).expect(200);
        company.post("/clock", &json!({ "now": "2026-06-01T00:00:00Z" })).expect(200);
        for contract in [&open, &draft] {
            let over = company.get(&path(contract, "")).expect(200);
            assert_eq!(text(&over, "status"), "EXPIRED");
            assert_eq!(text(&over, "updated_at"), "2026-02-03T04:05:06Z");
        }
        assert_eq!(company.get(&path(&signed_before, "")).expect(200)["status"], "EXECUTED");
        signed(company, &open).problem(409, "expired");
        let facts = company.facts();
        let expired: Vec<&Value> =
            facts.iter().filter(|fact| fact["event_type"] == "contract.expired").collect();
        assert_eq!(expired.len(), 2);
        for fact in expired {
            assert_eq!(text(fact, "created_at"), "2026-02-03T04:05:06Z");
        }
    }

    fn each_filter_finds_its_own(company: Company) {
        let ann = company.post("/company_users", &json!({ "email": "ann@x.example" })).expect(200);
        let first = made(&company, &json!({
            "auto_charges": true, "auto_renews": false, "owner_id": ann["id"],
            "title": "Zeppelin hangar",
        }));
        let second = sent(&company, &json!({}));
        let found = |query: Value| {
            column(&company.post("/contracts/find", &json!({ "query": query })).expect(200), "id")
        };
        let (one, two) = (text(&first, "id"), text(&second, "id"));
        for (query, wanted) in [
            (json!({ "auto_charges": true }), vec![&one]),
            (json!({ "auto_charges": false }), vec![&two]),
            (json!({ "auto_renews": false }), vec![&one]),
            (json!({ "auto_renews": true }), vec![&two]),
            (json!({ "customer_id": second["customer_id"] }), vec![&two]),
            (json!({ "owner_id": ann["id"] }), vec![&one]),
            (json!({ "search": "zeppelin" }), vec![&one]),
            (json!({ "search": "ann@acme" }), vec![&two, &one]),
            (json!({ "statuses": ["DRAFT"] }), vec![&one]),
            (json!({ "statuses": ["PENDING_SIGNATURES", "EXECUTED"] }), vec![&two]),
            (json!({ "type": "CONTRACT" }), vec![&two, &one]),
        ] {
            assert_eq!(found(query.clone()).iter().collect::<Vec<_>>(), wanted, "{query}");
        }
    }

    fn a_discount_that_a_patch_drops_is_marked_deleted(company: Company) {
        let draft = made(&company, &json!({ "discounts": [
            { "name": "Launch", "type": "DISCOUNT_PERCENT", "percent": 0.1 },
            { "name": "Once", "type": "DISCOUNT_PERCENT", "percent": 0.2 },
        ] }));
        assert_eq!(draft["tcv"], dollars(8640), "120 less 10 % less 20 %");
        let patch = json!({ "discounts": [
            { "name": "Launch", "type": "DISCOUNT_PERCENT", "percent": 0.1 },
        ] });
        let after = company.patch(&path(&draft, ""), &patch).expect(200);
        assert_eq!(after["discounts"][0]["id"], draft["discounts"][0]["id"]);
        assert_eq!(after["discounts"][0]["proposal_id"], draft["id"]);
        assert_eq!(after["discounts"][0]["deleted_at"], Value::Null);
        assert_eq!(after["discounts"][1]["id"], draft["discounts"][1]["id"]);
        assert!(after["discounts"][1]["deleted_at"].is_string());
        assert_eq!(after["tcv"], dollars(10_800));
        company.post(&path(&draft, "/send"), &json!({})).expect(200);
        let done = signed(&company, &draft).expect(200);
        let kept = done["subscription"]["discounts"].as_array().unwrap();
        assert_eq!(kept.len(), 1);
    }

    fn of_several_plans_the_signed_one_is_carried_out(company: Company) {
        let other = crate::catalog::pricing(&company, &json!({
            "fixed_price": { "price_per_unit": "25" },
        }));
        let contract = sent(&company, &json!({ "quote_plans": [
            { "name": "Large", "product_pricing_ids": [other["id"]],
                "term": { "count": 6, "frequency": "MONTH" } },
        ] }));
        let plan = &contract["quote_plans"][0]["id"];
        let sign = path(&contract, "/sign_offline");
        company.post(&sign, &json!({ "selected_plan_id": "plan_x" }))
            .problem(422, "invalid_request");
        let done = company.post(&sign, &json!({ "selected_plan_id": plan })).expect(200);
        assert_eq!(&done["selected_plan_id"], plan);
        assert_eq!((&done["tcv"], &done["acv"]), (&dollars(15_000), &dollars(30_000)));
        assert_eq!(done["subscription"]["product_pricing_ids"], json!([other["id"]]));
        assert_eq!(done["subscription"]["mrr"], dollars(2500));
    }

    fn one_key_makes_one_contract(company: Company) {
        let body = least(&company);
        let keyed = |body: &Value| {
            let request = company.request("POST", "/contracts").json(body);
            company.send(request.key("k"))
        };
        let first = keyed(&body).expect(200);
        let again = keyed(&body);
        assert!(again.replayed());
        assert_eq!(again.expect(200)["id"], first["id"]);
        assert_eq!(keyed(&over(&body, &json!({ "title": "x" }))).status, 422);
    }
}
