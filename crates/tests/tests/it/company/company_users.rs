//! `GET|POST /company_users`, `PATCH /company_users/{id}`

use serde_json::json;

use crate::harness::Company;
use crate::harness::client::{column, text};

both! {
    fn a_person_is_invited(company: Company) {
        // Accounts are shared by all companies: nobody else has this one.
        let email = format!("Ann.{}@X.example", company.company);
        let body = json!({
            "email": email, "name": "Ann", "title": "CFO", "role": "Finance",
            "image_url": "https://x.example/a.png", "access": { "customers": "WRITE" }
        });
        let made = company.post("/company_users", &body).expect(200);
        for field in ["title", "role", "image_url"] {
            assert_eq!(made[field], body[field], "{field}");
        }
        assert_eq!(made["pending"], true);
        assert_eq!(made["access"]["customers"], "WRITE");
        assert_eq!(made["access"]["settings"], "NONE");
        assert_eq!(made["access"].as_object().unwrap().len(), 37, "every area is answered");
        assert_eq!(made["company"]["id"], company.company.as_str());
        let user = &made["user"];
        assert_eq!(user["name"], "Ann");
        assert_eq!(text(user, "email").to_lowercase(), email.to_lowercase());
        for flag in ["verified", "otp_enabled", "is_super_user"] {
            assert_eq!(user[flag], false, "{flag}");
        }
        assert!(user["vendor_employee_role"].is_null());
        assert_eq!(user["companies"][0]["company_id"], company.company.as_str());
        let listed = company.get("/company_users").expect(200);
        assert_eq!(listed["results"], json!([made]));
        let facts = company.facts();
        assert_eq!(facts.last().unwrap()["event_type"], "company_user.created");
    }

    fn a_person_is_invited_once(company: Company) {
        company.post("/company_users", &json!({ "email": "a@x.example" })).expect(200);
        for email in ["a@x.example", "A@X.EXAMPLE"] {
            company.post("/company_users", &json!({ "email": email })).expect(409);
        }
        let listed = company.get("/company_users").expect(200);
        assert_eq!(listed["results"].as_array().unwrap().len(), 1);
    }

    fn a_person_can_be_in_several_companies(company: Company) {
        let email = format!("multi-{}@x.example", company.company);
        let other = Company::new(&company.server);
        let first = company.post("/company_users", &json!({ "email": email })).expect(200);
        let second = other.post("/company_users", &json!({ "email": email })).expect(200);
        assert_eq!(first["user"]["id"], second["user"]["id"]);
        let seen = |client: &crate::harness::Client, user: &serde_json::Value| {
            let companies = user["user"]["companies"].as_array().unwrap();
            let ids: Vec<_> = companies.iter().map(|place| text(place, "company_id")).collect();
            assert_eq!(ids, [client.company.as_str()], "nobody learns of another company");
        };
        seen(&company, &first);
        seen(&other, &second);
        let listed = company.get("/company_users").expect(200);
        seen(&company, &listed["results"][0]);
        let path = format!("/company_users/{}", text(&first, "id"));
        seen(&company, &company.patch(&path, &json!({ "title": "CFO" })).expect(200));
        let body = json!({ "name": "Ann", "company_user_id": first["id"] });
        let seller = company.post("/sales_users", &body).expect(200);
        assert!(!seller.to_string().contains(other.company.as_str()), "{seller}");
        let body = json!({ "company_user_id": first["id"], "access": { "team": "READ" } });
        let denied = company.post("/api_tokens", &body);
        assert_eq!(denied.status, 403, "a token for a person does not make one that person");
    }

    fn an_invitation_is_checked(company: Company) {
        let wrong = [
            (json!({}), "/email"),
            (json!({ "email": null }), "/email"),
            (json!({ "email": "x" }), "/email"),
            (json!({ "email": "a@x.example\r\nBcc: b@x.example" }), "/email"),
            (json!({ "email": "a@x.example", "manager_id": "nobody" }), "/manager_id"),
            (json!({ "email": "a@x.example", "pending": false }), "/pending"),
            (json!({ "email": "a@x.example", "id": "usr_1" }), "/id"),
            (json!({ "email": "a@x.example", "user": {} }), "/user"),
        ];
        for (body, pointer) in wrong {
            assert_eq!(company.post("/company_users", &body).faults(), [pointer], "{body}");
        }
        assert_eq!(company.get("/company_users").expect(200)["results"], json!([]));
    }

    fn a_person_can_be_changed(company: Company) {
        let ann = company.post("/company_users", &json!({ "email": "a@x.example" })).expect(200);
        let bob = company.post("/company_users", &json!({ "email": "b@x.example" })).expect(200);
        let path = format!("/company_users/{}", text(&ann, "id"));
        let sent = json!({
            "manager_id": bob["id"], "title": "T", "role": "R", "image_url": "i",
            "access": { "customers": "READ" }
        });
        let after = company.patch(&path, &sent).expect(200);
        for field in ["manager_id", "title", "role", "image_url"] {
            assert_eq!(after[field], sent[field], "{field}");
        }
        assert_eq!(after["access"]["customers"], "READ");
        let sent = json!({ "access": { "logs": "READ" }, "title": null });
        let after = company.patch(&path, &sent).expect(200);
        assert_eq!(after["access"]["customers"], "NONE", "the map is replaced whole");
        assert!(after["title"].is_null());
        assert_eq!(after["role"], "R");
        let value = json!({ "manager_id": ann["id"] });
        assert_eq!(company.patch(&path, &value).faults(), ["/manager_id"]);
        for field in ["email", "pending", "user", "company", "id"] {
            let answer = company.patch(&path, &json!({ field: after[field] }));
            assert_eq!(answer.faults(), [format!("/{field}")]);
        }
        company.patch("/company_users/nobody", &json!({})).problem(404, "not_found");
    }

    fn people_are_listed_in_order(company: Company) {
        let emails = ["c@x.example", "a@x.example", "b@x.example"];
        let ids = emails.map(|email| {
            text(&company.post("/company_users", &json!({ "email": email })).expect(200), "id")
        });
        let first = company.get("/company_users?limit=2").expect(200);
        assert_eq!(column(&first, "id"), ids[..2]);
        let key = text(&first["pagination"], "from_key");
        let rest = company.get(&format!("/company_users?limit=2&from_key={key}")).expect(200);
        assert_eq!(column(&rest, "id"), ids[2..]);
        assert!(rest["pagination"]["from_key"].is_null());
    }
}
