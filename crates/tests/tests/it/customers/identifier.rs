//! The identifier: unique, bounded, never mistaken for an id, and found in a path.

use serde_json::json;

use crate::harness::client::text;
use crate::harness::{Company, at_once};

/// Percent-encodes everything but letters and digits.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric();
    let spell = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(spell).collect()
}

both! {
    fn it_is_unique_in_the_company(company: Company) {
        company.named("a");
        company.named("b");
        company.post("/customers", &json!({ "identifier": "a" })).problem(409, "identifier_taken");
        let taken = company.patch("/customers/b", &json!({ "identifier": "a" }));
        taken.problem(409, "identifier_taken");
        company.patch("/customers/a", &json!({ "identifier": "a" })).expect(200);
        company.named("A");
        let other = Company::new(&company.server);
        other.named("a");
        assert_eq!(company.found(&json!({})), ["A", "a", "b"]);
    }

    fn it_defaults_to_the_email(company: Company) {
        let made = company.customer(&json!({ "email": "a@b.example" }));
        assert_eq!(made["identifier"], "a@b.example");
        let twice = company.post("/customers", &json!({ "email": "a@b.example" }));
        twice.problem(409, "identifier_taken");
        let made = company.customer(&json!({ "email": "c@d.example", "identifier": null }));
        assert_eq!(made["identifier"], "c@d.example");
        company.customer(&json!({ "email": "a@b.example", "identifier": "second" }));
    }

    fn one_of_both_is_needed(company: Company) {
        for body in [json!({}), json!({ "name": "x" }), json!({ "email": null })] {
            let answer = company.post("/customers", &body);
            assert_eq!(answer.faults(), ["/identifier"], "{body}");
        }
    }

    fn it_has_one_to_255_characters(company: Company) {
        for length in [1, 255] {
            let identifier = "ü".repeat(length);
            let made = company.customer(&json!({ "identifier": identifier }));
            assert_eq!(made["identifier"], identifier);
        }
        for length in [0, 256, 1000] {
            let answer = company.post("/customers", &json!({ "identifier": "ü".repeat(length) }));
            assert_eq!(answer.faults(), ["/identifier"], "{length}");
        }
    }

    fn it_is_not_formed_like_an_id(company: Company) {
        let reserved = format!("cus_{}", "a".repeat(27));
        let answer = company.post("/customers", &json!({ "identifier": reserved }));
        assert_eq!(answer.faults(), ["/identifier"]);
        company.named("x");
        let answer = company.patch("/customers/x", &json!({ "identifier": reserved }));
        assert_eq!(answer.faults(), ["/identifier"]);
        let body = "a".repeat(26);
        let near = ["cus_", "cus_a"].map(str::to_owned).into_iter().chain([
            format!("CUS_{body}a"),
            format!("cus_{body}-"),
            format!("cus_{body}"),
            format!("cus_{body}aa"),
        ]);
        for identifier in near {
            company.named(&identifier);
        }
    }

    fn a_path_is_percent_decoded(company: Company) {
        let identifiers = [
            "a/b/c",
            "a b",
            "a+b",
            "50%",
            "%41",
            "ünïcödé/名前",
            "👍🏽",
            "q?x=1&y=2#z",
            "..",
            ".",
            "'\";--",
            "\\",
            "find",
            "a@b.example",
        ];
        for identifier in identifiers {
            let made = company.customer(&json!({ "identifier": identifier }));
            let path = format!("/customers/{}", encoded(identifier));
            // The letters of a word that is also a verb may be encoded, too.
            let path = path.replace("/find", "/%66ind");
            assert_eq!(company.get(&path).expect(200), made, "{identifier}");
            let after = company.patch(&path, &json!({ "title": "t" })).expect(200);
            assert_eq!(after["id"], made["id"], "{identifier}");
            let path = format!("{path}/start_managing");
            company.patch(&path, &json!({})).expect(200);
        }
        company.get("/customers/a%20b").expect(200);
        company.get("/customers/A%2Fb%2Fc").problem(404, "not_found");
    }

    fn a_path_that_is_no_text_finds_nothing(company: Company) {
        company.named("a");
        for path in ["/customers/%FF", "/customers/a%FFb", "/customers/%C3%28"] {
            let answer = company.get(path);
            assert!(matches!(answer.status, 400 | 404), "{path} {}", answer.status);
        }
    }

    fn a_nul_in_a_path_finds_nothing(company: Company) {
        company.named("a");
        for path in ["/customers/%00", "/customers/a%00", "/customers/a%00b"] {
            company.get(path).problem(404, "not_found");
            company.patch(path, &json!({ "name": "x" })).problem(404, "not_found");
        }
    }

    fn two_changes_to_the_same_one_at_once(company: Company) {
        for round in 0..8 {
            let ids = [0, 1].map(|n| company.named(&format!("{round}-{n}")));
            let wanted = json!({ "identifier": format!("wanted-{round}") });
            let answers = at_once(2, |i| {
                let answer = company.patch(&format!("/customers/{}", ids[i]), &wanted);
                let told = if answer.status == 200 { "id" } else { "code" };
                (answer.status, text(&answer.json(), told))
            });
            let mut statuses: Vec<u16> = answers.iter().map(|(status, _)| *status).collect();
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409], "{answers:?}");
            let winner = answers.iter().find(|(status, _)| *status == 200).unwrap();
            let holder = company.get(&format!("/customers/wanted-{round}")).expect(200);
            assert_eq!(text(&holder, "id"), winner.1);
        }
    }

    fn twenty_creates_of_the_same_one_at_once(company: Company) {
        let body = json!({ "identifier": "same" });
        let answers = at_once(20, |_| company.post("/customers", &body).status);
        let made = answers.iter().filter(|status| **status == 201).count();
        assert_eq!(made, 1, "{answers:?}");
        assert!(answers.iter().all(|status| matches!(status, 201 | 409)), "{answers:?}");
    }
}
