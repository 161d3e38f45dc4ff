//! How a company writes: settings, what is refused of them, and who may see what.

use serde_json::json;

use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn settings_are_replaced_whole(company: Company) {
        let record = company.get("").expect(200);
        let settings = &record["email_settings"];
        assert_eq!(settings["automatic_kinds"], json!([]));
        assert_eq!(settings["reminder_days_after_due"], json!([1, 7, 14]));
        let body = json!({ "email_settings": {
            "automatic_kinds": ["RECEIPT", "INVOICE", "INVOICE"], "sender_email": "a@x.example",
            "sender_name": "Accounts", "reply_to": "b@x.example", "footer": "HRB 1",
            "reminder_days_before_due": [7, 0, 7], "reminder_days_after_due": []
        }});
        let record = company.patch("", &body).expect(200);
        let settings = &record["email_settings"];
        assert_eq!(settings["automatic_kinds"], json!(["INVOICE", "RECEIPT"]));
        assert_eq!(settings["reminder_days_before_due"], json!([0, 7]));
        assert_eq!(settings["reminder_days_after_due"], json!([]));
        assert_eq!(settings["trial_days_ahead"], 3);
        let cleared = company.patch("", &json!({ "email_settings": null })).expect(200);
        assert_eq!(cleared["email_settings"]["automatic_kinds"], json!([]));
        assert_eq!(cleared["email_settings"]["sender_email"], json!(null));
        let told = company.facts().into_iter().filter(|fact| {
            fact["data"]["values"]["email_settings"]["footer"] == "HRB 1"
        });
        assert_eq!(told.count(), 1);
    }

    fn what_cannot_be_is_refused_by_field(company: Company) {
        let refused = |settings: serde_json::Value, pointer: &str| {
            let answer = company.patch("", &json!({ "email_settings": settings }));
            assert_eq!(answer.status, 422, "{pointer}");
            let told = answer.json();
            let pointers: Vec<String> = told["errors"].as_array().unwrap().iter()
                .map(|error| text(error, "pointer")).collect();
            let whole = format!("/email_settings{pointer}");
            assert!(pointers.contains(&whole), "{whole}: {pointers:?}");
        };
        refused(json!({ "automatic_kinds": ["INVOICE"] }), "/sender_email");
        refused(json!({ "automatic_kinds": ["LOW_BALANCE"] }), "/automatic_kinds");
        refused(json!({ "automatic_kinds": ["CANCEL_RECEIPT"] }), "/automatic_kinds");
        refused(json!({ "automatic_kinds": ["WHATEVER"] }), "/automatic_kinds/0");
        refused(json!({ "reminder_days_after_due": [0] }), "/reminder_days_after_due");
        refused(json!({ "reminder_days_before_due": [366] }), "/reminder_days_before_due");
        refused(json!({ "sender_email": "a@x.example\r\nBcc: e@evil.example" }), "/sender_email");
        refused(json!({ "reply_to": "nobody" }), "/reply_to");
        refused(json!({ "sender_name": "A\r\nBcc: e@evil.example" }), "/sender_name");
        let unknown = json!({ "email_settings": { "automatic": true } });
        assert_eq!(company.patch("", &unknown).status, 422);
    }

    fn templates_have_an_area_of_their_own(company: Company) {
        let reader = company.with_access(&json!({ "email_templates": "READ" }));
        reader.get("/email_templates").expect(200);
        reader.get("/email_templates/defaults/INVOICE").expect(200);
        let body = json!({ "kind": "INVOICE", "message": "Hello" });
        reader.post("/email_templates", &body).problem(403, "forbidden");
        let other = company.with_access(&json!({ "invoices": "WRITE" }));
        other.get("/email_templates").problem(403, "forbidden");
        other.post("/emails/find", &json!({})).problem(403, "forbidden");
    }
}
