//! What holds of every write: its key, its fact, its access, its import.

use serde_json::json;

use super::{NOUNS, body, ids_found, made, monthly, over, path, product};
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn a_key_makes_one(company: Company) {
        for noun in &NOUNS {
            let sent = body(&company, noun, "once");
            let key = format!("k-{}", noun.fact);
            let request = || company.request("POST", noun.path).key(&key).json(&sent);
            let first = company.send(request());
            assert!(matches!(first.status, 200 | 201), "{}", first.text());
            let facts = company.facts();
            let again = company.send(request());
            assert!(again.replayed());
            assert_eq!((again.status, again.text()), (first.status, first.text()));
            assert_eq!(company.facts(), facts);
            let found = ids_found(&company, noun.path, &json!({ "search": "once" }));
            assert_eq!(found.len(), 1, "{}", noun.path);
            let other = over(&sent, &json!({ "name": "other" }));
            let request = company.request("POST", noun.path).key(&key).json(&other);
            company.send(request).expect(422);
        }
    }

    fn every_change_has_its_fact(company: Company) {
        for noun in &NOUNS {
            let sent = body(&company, noun, "n");
            let before = company.facts().len();
            let record = made(&company, noun.path, &sent);
            let tail = path(noun.path, &record);
            company.patch(&tail, &json!({ "name": "changed" })).expect(200);
            company.patch(&tail, &json!({ "name": "changed" })).expect(200);
            let mut wanted = vec!["created", "updated"];
            if noun.archived {
                company.patch(&tail, &json!({ "state": "ARCHIVED" })).expect(200);
                company.patch(&tail, &json!({ "state": "ACTIVE" })).expect(200);
                wanted.extend(["archived", "updated"]);
            }
            let facts = company.facts();
            let told: Vec<_> =
                facts[before..].iter().map(|fact| text(fact, "event_type")).collect();
            let wanted: Vec<_> =
                wanted.iter().map(|verb| format!("{}.{verb}", noun.fact)).collect();
            assert_eq!(told, wanted);
            for fact in &facts[before..] {
                assert_eq!(fact["object_id"], record["id"]);
                assert_eq!(fact["data_type"], noun.fact);
            }
            let created = &facts[before]["data"]["values"];
            assert_eq!(created["name"], record["name"]);
            let values = &facts[before + 1]["data"]["values"];
            assert_eq!(values["name"], "changed");
            let kept = if noun.path == "/entitlements" { "key" } else { "created_at" };
            assert!(values.get(kept).is_none(), "only what changed: {values}");
        }
    }

    fn changes_at_once_are_all_kept(company: Company) {
        let tail = path("/products", &made(&company, "/products", &json!({ "name": "p" })));
        let fields = ["description", "external_name", "gl_code", "image_url"];
        crate::harness::at_once(fields.len(), |n| {
            company.patch(&tail, &json!({ fields[n]: "sent" })).expect(200);
        });
        let after = company.get(&tail).expect(200);
        for name in fields {
            assert_eq!(after[name], "sent", "{name}");
        }
    }

    fn a_new_company_has_facts_of_its_standard_item(company: Company) {
        let told: Vec<_> =
            company.facts().iter().map(|fact| text(fact, "event_type")).collect();
        assert_eq!(told.iter().filter(|event| *event == "item.created").count(), 1);
        assert_eq!(told.iter().filter(|event| *event == "metric.created").count(), 2);
    }

    fn access_by_area(company: Company) {
        for noun in &NOUNS {
            let sent = body(&company, noun, "first");
            let record = made(&company, noun.path, &sent);
            let (text, foreign) = match noun.path {
                "/entitlements" => ("entitlement", "pricing"),
                _ => ("pricing", "entitlement"),
            };
            let tail = path(noun.path, &record);
            let find = format!("{}/find", noun.path);
            let reader = company.with_access(&json!({ text: "READ" }));
            let writer = company.with_access(&json!({ text: "WRITE" }));
            let stranger = company.with_access(&json!({ foreign: "WRITE", "customers": "WRITE" }));
            let fresh = over(&sent, &json!({ "name": "second" }));
            let fresh = match noun.path {
                "/entitlements" => over(&fresh, &json!({ "key": "second" })),
                _ => fresh,
            };
            reader.get(&tail).expect(200);
            reader.post(&find, &json!({})).expect(200);
            reader.post(noun.path, &fresh).problem(403, "forbidden");
            reader.patch(&tail, &json!({ "name": "x" })).problem(403, "forbidden");
            stranger.get(&tail).problem(403, "forbidden");
            stranger.post(&find, &json!({})).problem(403, "forbidden");
            stranger.post(noun.path, &fresh).problem(403, "forbidden");
            stranger.patch(&tail, &json!({ "name": "x" })).problem(403, "forbidden");
            writer.patch(&tail, &json!({ "name": "x" })).expect(200);
            made(&writer, noun.path, &fresh);
            if noun.path == "/pricing" {
                let tail = format!("{tail}/estimate");
                reader.post(&tail, &json!({ "units": 1 })).expect(200);
                stranger.post(&tail, &json!({ "units": 1 })).problem(403, "forbidden");
            }
        }
    }

    fn an_import_that_runs_twice_makes_nothing_new(company: Company) {
        let mark = json!({
            "imported_from": "OLD", "import_ref": "42",
            "import_created_at_ref": "2019-05-01T10:00:00+02:00"
        });
        let sold = product(&company, "p");
        let product = over(&json!({ "name": "imported" }), &mark);
        let pricing = over(&monthly(&sold), &mark);
        for (path, sent) in [("/products", &product), ("/pricing", &pricing)] {
            let record = made(&company, path, sent);
            assert_eq!(record["imported_from"], "OLD");
            assert_eq!(record["import_ref"], "42");
            assert_eq!(record["import_created_at_ref"], "2019-05-01T08:00:00Z");
            let facts = company.facts();
            company.post(path, sent).expect(409);
            assert_eq!(company.facts(), facts);
            for other in [json!({ "import_ref": "43" }), json!({ "imported_from": "NEW" })] {
                let other = made(&company, path, &over(sent, &other));
                let back = json!({ "imported_from": "OLD", "import_ref": "42" });
                company.patch(&crate::catalog::path(path, &other), &back).expect(409);
            }
            let free = json!({ "import_ref": null, "imported_from": null });
            company.patch(&crate::catalog::path(path, &record), &free).expect(200);
            made(&company, path, sent);
        }
        let elsewhere = Company::new(&company.server);
        made(&elsewhere, "/products", &product);
    }

    fn an_import_goes_once_however_many_ask(company: Company) {
        let sent = json!({ "name": "imported", "imported_from": "OLD", "import_ref": "1" });
        let answers =
            crate::harness::at_once(8, |_| company.post("/products", &sent).status);
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        assert_eq!(ids_found(&company, "/products", &json!({})).len(), 1);
    }
}
