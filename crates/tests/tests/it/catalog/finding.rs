//! Looking up and finding, alike for every kind.

use serde_json::{Value, json};

use super::{NOUNS, body, ids_found, made, over, path, pricing, product};
use crate::harness::Company;
use crate::harness::client::{column, text};

both! {
    fn by_id_and_by_external_name(company: Company) {
        for noun in NOUNS.iter().filter(|noun| noun.external) {
            let name = json!({ "external_name": "the one" });
            let sent = over(&body(&company, noun, "n"), &name);
            let one = made(&company, noun.path, &sent);
            assert!(text(&one, "id").starts_with(noun.prefix));
            let named = format!("{}/the%20one", noun.path);
            assert_eq!(company.get(&named).expect(200), one);
            company.patch(&named, &json!({ "name": "renamed" })).expect(200);
            let other = made(&company, noun.path, &sent);
            for answer in [company.get(&named), company.patch(&named, &json!({ "name": "x" }))] {
                let told = answer.expect(409).to_string();
                for record in [&one, &other] {
                    assert!(told.contains(&text(record, "id")), "{told}");
                }
            }
            let free = json!({ "external_name": "the other" });
            company.patch(&path(noun.path, &other), &free).expect(200);
            assert_eq!(company.get(&named).expect(200)["id"], one["id"]);
            company.get(&path(noun.path, &other)).expect(200);
        }
    }

    fn what_is_not_there(company: Company) {
        for noun in &NOUNS {
            for id in ["nobody".to_owned(), format!("{}{}", noun.prefix, "0".repeat(27))] {
                let path = format!("{}/{id}", noun.path);
                company.get(&path).problem(404, "not_found");
                company.patch(&path, &json!({})).problem(404, "not_found");
            }
            for odd in ["%00", "a%00b", "%FF"] {
                let status = company.get(&format!("{}/{odd}", noun.path)).status;
                assert!(matches!(status, 400 | 404), "{odd} {status}");
            }
        }
    }

    fn pages_in_every_order(company: Company) {
        for noun in &NOUNS {
            let there = ids_found(&company, noun.path, &json!({})).len();
            let sent: Vec<_> = (0..5).map(|n| body(&company, noun, &n.to_string())).collect();
            let made: Vec<_> =
                sent.iter().map(|sent| text(&made(&company, noun.path, sent), "id")).collect();
            let touched = format!("{}/{}", noun.path, made[0]);
            company.patch(&touched, &json!({ "name": "touched" })).expect(200);
            let all = ids_found(&company, noun.path, &json!({})).len();
            assert!(all >= there + 5);
            for sort in ["", "createdAtDesc", "createdAtAsc", "updatedAtAsc", "updatedAtDesc"] {
                let (mut walked, mut key) = (Vec::new(), Value::Null);
                loop {
                    let request = json!({
                        "sort_key": sort, "include_meta": true,
                        "pagination": { "limit": 2, "from_key": key }
                    });
                    let page = company.post(&format!("{}/find", noun.path), &request).expect(200);
                    assert_eq!(page["pagination"]["total_count"], all);
                    assert_eq!(page["pagination"]["limit"], 2);
                    walked.extend(column(&page, "id"));
                    key = page["pagination"]["from_key"].clone();
                    if key.is_null() {
                        break;
                    }
                }
                assert_eq!(walked.len(), all, "{} {sort}", noun.path);
                let place = |id: &String| walked.iter().position(|seen| seen == id).unwrap();
                let (first, second, last) = (place(&made[0]), place(&made[1]), place(&made[4]));
                match sort {
                    "createdAtAsc" => assert!(first < second && second < last),
                    "updatedAtAsc" => assert!(second < last && last <= first),
                    "updatedAtDesc" => assert!(first < last && last < second),
                    _ => assert!(last < second && second < first),
                }
            }
            let plain = company.post(&format!("{}/find", noun.path), &json!({})).expect(200);
            assert!(plain["pagination"].get("total_count").is_none_or(Value::is_null));
        }
    }

    fn every_filter_of_every_kind(company: Company) {
        for noun in &NOUNS {
            let mut fields = json!({});
            if noun.external {
                fields["external_name"] = json!("the Name");
            }
            let one = made(&company, noun.path, &over(&body(&company, noun, "wanted"), &fields));
            made(&company, noun.path, &body(&company, noun, "unlike"));
            let id = text(&one, "id");
            let mut queries = vec![
                json!({ "search": "want" }),
                json!({ "search": "WANTED" }),
                json!({ "search": id }),
            ];
            if noun.path != "/bundles" {
                queries.push(json!({ "name": "wanted" }));
                queries.push(json!({ "name": "wanted", "search": "ant" }));
            }
            if noun.external {
                queries.push(json!({ "external_name": "the Name" }));
                queries.push(json!({ "search": "the nam" }));
            }
            for query in queries {
                assert_eq!(ids_found(&company, noun.path, &query), [id.as_str()], "{query}");
            }
            let mut nothing = vec![json!({ "search": "want_d" }), json!({ "search": "100%" })];
            if noun.external {
                nothing.push(json!({ "external_name": "the" }));
                nothing.push(json!({ "name": "want" }));
            }
            for query in nothing {
                assert!(ids_found(&company, noun.path, &query).is_empty(), "{query}");
            }
            let find = format!("{}/find", noun.path);
            let odd = json!({ "query": { "nonsense": 1 } });
            assert_eq!(company.post(&find, &odd).faults(), ["/query/nonsense"]);
            for (odd, pointer) in [
                (json!({ "sort_key": "nameAsc" }), "/sort_key"),
                (json!({ "pagination": { "limit": 201 } }), "/pagination/limit"),
                (json!({ "pagination": { "limit": -1 } }), "/pagination/limit"),
            ] {
                assert_eq!(company.post(&find, &odd).faults(), [pointer]);
            }
            let odd = json!({ "pagination": { "from_key": "nonsense" } });
            company.post(&find, &odd).expect(400);
        }
    }

    fn what_only_some_kinds_filter_by(company: Company) {
        let tagged = json!({ "name": "p", "tags": ["a", "b"] });
        let tagged = text(&made(&company, "/products", &tagged), "id");
        made(&company, "/products", &json!({ "name": "q", "tags": ["b"] }));
        for (tags, count) in [
            (json!(["a"]), 1),
            (json!(["a", "b"]), 2),
            (json!({ "condition": "AND", "values": ["a", "b"] }), 1),
            (json!({ "values": [] }), 0),
            (json!(["c"]), 0),
        ] {
            let found = ids_found(&company, "/products", &json!({ "tags": tags }));
            assert_eq!(found.len(), count, "{tags}");
        }
        let fields = json!({ "product_id": tagged, "currency": "JPY", "tags": ["t"] });
        let yen = text(&pricing(&company, &fields), "id");
        let once = json!({ "type": "ONETIME", "billing_frequency": null });
        let once = text(&pricing(&company, &once), "id");
        for (query, id) in [
            (json!({ "currency": "JPY" }), &yen),
            (json!({ "product_id": tagged }), &yen),
            (json!({ "tags": ["t"] }), &yen),
            (json!({ "type": "ONETIME" }), &once),
            (json!({ "type": "RECURRING" }), &yen),
            (json!({ "type": "RECURRING", "currency": "JPY", "state": "ACTIVE" }), &yen),
        ] {
            assert_eq!(ids_found(&company, "/pricing", &query), [id.as_str()], "{query}");
        }
        assert!(ids_found(&company, "/pricing", &json!({ "product_id": "nobody" })).is_empty());
        for kind in ["BOOL", "TEXT"] {
            let body = json!({ "key": kind, "name": "n", "type": kind });
            let id = text(&made(&company, "/entitlements", &body), "id");
            for query in [json!({ "type": kind }), json!({ "key": kind })] {
                assert_eq!(ids_found(&company, "/entitlements", &query), [id.as_str()]);
            }
        }
    }

    fn a_cursor_is_good_for_its_search_only(company: Company) {
        for n in 0..3 {
            product(&company, &n.to_string());
            crate::catalog::item(&company, &n.to_string());
        }
        let first = json!({ "pagination": { "limit": 1 } });
        let page = company.post("/products/find", &first).expect(200);
        let key = &page["pagination"]["from_key"];
        let next = json!({ "pagination": { "limit": 1, "from_key": key } });
        company.post("/products/find", &next).expect(200);
        company.post("/billable_items/find", &next).problem(400, "bad_cursor");
        let other = over(&next, &json!({ "query": { "state": "ACTIVE" } }));
        company.post("/products/find", &other).problem(400, "bad_cursor");
    }
}
