//! `GET|POST|PATCH /sales_users`

use serde_json::json;

use crate::harness::Company;
use crate::harness::client::{column, text};

both! {
    fn an_external_one_has_a_name(company: Company) {
        let body = json!({ "name": "Sam", "email": "sam@x.example" });
        let made = company.post("/sales_users", &body).expect(200);
        assert_eq!(made["type"], "EXTERNAL");
        assert_eq!(made["display_name"], "Sam");
        assert_eq!(made["display_email"], "sam@x.example");
        for field in ["archived_date", "company_user", "company_user_id"] {
            assert!(made[field].is_null(), "{field}");
        }
        assert_eq!(made["company"]["id"], company.company.as_str());
        assert_eq!(company.get("/sales_users").expect(200)["results"], json!([made]));
        let nameless = company.post("/sales_users", &json!({}));
        nameless.expect(422);
    }

    fn an_internal_one_falls_back_to_the_company_user(company: Company) {
        let invited = json!({ "email": "ann@x.example", "name": "Ann" });
        let user = text(&company.post("/company_users", &invited).expect(200), "id");
        let made = company.post("/sales_users", &json!({ "company_user_id": user })).expect(200);
        assert_eq!(made["type"], "INTERNAL");
        assert_eq!(made["display_name"], "Ann");
        assert_eq!(made["display_email"], "ann@x.example");
        assert_eq!(made["company_user"]["id"], user);
        assert!(made["name"].is_null());
        let path = format!("/sales_users/{}", text(&made, "id"));
        let after = company.patch(&path, &json!({ "name": "Annie" })).expect(200);
        assert_eq!(after["display_name"], "Annie");
        assert_eq!(after["display_email"], "ann@x.example");
        let sent = json!({ "company_user_id": null });
        let after = company.patch(&path, &sent).expect(200);
        assert_eq!(after["type"], "EXTERNAL");
        company.patch(&path, &json!({ "name": null })).expect(422);
        let unknown = json!({ "company_user_id": "nobody" });
        assert_eq!(company.patch(&path, &unknown).faults(), ["/company_user_id"]);
    }

    fn archiving_sets_the_date(company: Company) {
        let made = company.post("/sales_users", &json!({ "name": "Sam" })).expect(200);
        let path = format!("/sales_users/{}", text(&made, "id"));
        let after = company.patch(&path, &json!({ "archived": true })).expect(200);
        let date = text(&after, "archived_date");
        let again = company.patch(&path, &json!({ "archived": true, "name": "S" })).expect(200);
        assert_eq!(again["archived_date"], date);
        let back = company.patch(&path, &json!({ "archived": false })).expect(200);
        assert!(back["archived_date"].is_null());
        let events: Vec<_> = company.facts().into_iter().map(|f| f["event_type"].clone()).collect();
        assert!(events.contains(&json!("sales_user.archived")), "{events:?}");
        company.patch("/sales_users/nobody", &json!({})).problem(404, "not_found");
    }

    fn a_body_is_checked(company: Company) {
        let wrong = [
            (json!({ "name": "a", "email": "x" }), "/email"),
            (json!({ "name": 1 }), "/name"),
            (json!({ "name": "a", "type": "INTERNAL" }), "/type"),
            (json!({ "name": "a", "archived_date": "2026-01-01T00:00:00Z" }), "/archived_date"),
            (json!({ "name": "a", "display_name": "b" }), "/display_name"),
            (json!({ "name": "a", "archived": true }), "/archived"),
        ];
        for (body, pointer) in wrong {
            assert_eq!(company.post("/sales_users", &body).faults(), [pointer], "{body}");
        }
        assert_eq!(company.get("/sales_users").expect(200)["results"], json!([]));
    }

    fn archived_ones_stay_in_the_list(company: Company) {
        for name in ["a", "b", "c"] {
            company.post("/sales_users", &json!({ "name": name })).expect(200);
        }
        let list = company.get("/sales_users").expect(200);
        let path = format!("/sales_users/{}", text(&list["results"][1], "id"));
        company.patch(&path, &json!({ "archived": true })).expect(200);
        let list = company.get("/sales_users").expect(200);
        assert_eq!(column(&list, "name"), ["a", "b", "c"]);
    }
}
