//! Templates: a standard one in every company, versions, and what a document says.

use serde_json::json;

use super::{least, made, path, standard};
use crate::catalog::over;
use crate::harness::Company;
use crate::harness::client::text;
use crate::subscriptions::told;

both! {
    fn another_text_is_another_version(company: Company) {
        let body = json!({ "name": "Short", "content": "For {{customer.name}}: {{note}}" });
        let template = company.post("/templates", &body).expect(200);
        assert_eq!(template["template_variables"], json!(["customer.name", "note"]));
        assert_eq!((&template["version"], &template["standard"]), (&json!(1), &json!(false)));
        let at = format!("/templates/{}", text(&template, "id"));
        let named = company.patch(&at, &json!({ "name": "Shorter" })).expect(200);
        assert_eq!(named["version"], 1);
        let changed = company.patch(&at, &json!({ "content": "New {{x}}" })).expect(200);
        assert_eq!((&changed["version"], &changed["template_variables"]),
            (&json!(2), &json!(["x"])));
        let first = company.get(&format!("{at}/versions/1")).expect(200);
        assert_eq!(first["content"], body["content"]);
        company.get(&format!("{at}/versions/3")).expect(404);
        company.get(&format!("{at}/versions/x")).expect(404);
        let archived = company.patch(&at, &json!({ "state": "ARCHIVED" })).expect(200);
        assert_eq!(archived["state"], "ARCHIVED");
        let refused = over(&least(&company), &json!({ "template_id": template["id"] }));
        assert_eq!(told(&company.post("/contracts", &refused)), ["/template_id archived"]);
        let query = json!({ "query": { "search": "standard" } });
        let found = company.post("/templates/find", &query).expect(200);
        assert_eq!(found["results"][0]["id"], standard(&company).as_str());
    }

    fn what_a_contract_does_not_say_is_missed_by_name(company: Company) {
        let body = json!({ "name": "x", "content": "{{note}} {{customer.email}} {{fee}}" });
        let template = company.post("/templates", &body).expect(200);
        let contract = made(&company, &json!({
            "template_id": template["id"],
            "variable_configs": [{ "name": "fee", "label": "Fee", "type": "TEXT",
                "default": "none" }],
        }));
        assert_eq!(contract["content"], "{{note}} {{customer.email}} none");
        let refused = company.post(&path(&contract, "/send"), &json!({}));
        assert_eq!(told(&refused), [
            "/custom_variables/customer.email missing_variable",
            "/custom_variables/note missing_variable",
        ]);
        let customer = format!("/customers/{}", text(&contract, "customer_id"));
        company.patch(&customer, &json!({ "email": "a_b@x.example" })).expect(200);
        let patch = json!({ "custom_variables": { "note": "<b>{{fee}}</b>\n# no" } });
        company.patch(&path(&contract, ""), &patch).expect(200);
        let sent = company.post(&path(&contract, "/send"), &json!({})).expect(200);
        assert_eq!(sent["content"],
            "\\<b\\>\\{\\{fee\\}\\}\\</b\\> \\# no a\\_b@x.example none");
        let at = format!("/templates/{}/preview", text(&template, "id"));
        let preview = company.post(&at, &json!({ "contract_id": sent["id"] })).expect(200);
        assert_eq!((&preview["content"], &preview["missing_variables"]),
            (&sent["content"], &json!([])));
        let bare = company.post(&at, &json!({ "customer_id": sent["customer_id"] })).expect(200);
        assert_eq!(bare["missing_variables"], json!(["fee", "note"]));
    }

    fn a_template_has_text_and_variables_and_nothing_else(company: Company) {
        for (content, code) in [
            ("{% for x in y %}{{x}}{% endfor %}", "/content no_variable"),
            ("{{#each lines}}", "/content no_variable"),
            ("{{7*7}}", "/content no_variable"),
            ("{{customer.password}}", "/content unknown_variable"),
        ] {
            let body = json!({ "name": "x", "content": content });
            assert_eq!(told(&company.post("/templates", &body)), [code], "{content}");
        }
        let long = |size: usize| json!({ "name": "x", "content": "x".repeat(size) });
        company.post("/templates", &long(500_000)).expect(200);
        assert_eq!(company.post("/templates", &long(500_001)).status, 422);
        let name = json!({ "name": "x".repeat(20_000), "content": "x" });
        assert_eq!(company.post("/templates", &name).status, 422);
    }
}
