//! `search`: a substring, literally, in any letter case.

use serde_json::json;

use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn over_names_addresses_identifiers_and_ids(company: Company) {
        let body = json!({
            "identifier": "key-4711", "name": "Ada Lovelace", "org_name": "Acme Holding",
            "email": "billing@analytical.example", "title": "Countess", "phone": "555-1234"
        });
        let made = company.customer(&body);
        company.named("other");
        let id = text(&made, "id");
        let found = [
            "4711", "key-47", "ada love", "LOVELACE", "velac", "acme", "e hold", "analytical.ex",
            &id, &id[8..20], "ada", "Ada Lovelace",
        ];
        for search in found {
            assert_eq!(company.found(&json!({ "search": search })), ["key-4711"], "{search}");
        }
        for search in ["countess", "555-1234", "lovelacex", "adalovelace", "acme ada"] {
            assert!(company.found(&json!({ "search": search })).is_empty(), "{search}");
        }
    }

    fn wildcards_are_literal(company: Company) {
        let names = [
            "100% wool", "100 wool", "a_b_c", "axbxc", r"back\slash", "quo'te", r#"dou"ble"#,
            "semi;--colon", "star*fish", "que?st", "(paren) [br] {x}", "NEAR(a b)", "a OR b",
            "😀 smile", "ＦＵＬＬ", "naïve", "Straße", "日本語のテスト",
        ];
        for name in names {
            company.customer(&json!({ "identifier": name, "name": "same" }));
        }
        let cases = [
            ("0%", vec![]),
            ("00%", vec!["100% wool"]),
            ("100%", vec!["100% wool"]),
            ("a_b", vec!["a_b_c"]),
            ("_b_", vec!["a_b_c"]),
            (r"k\s", vec![r"back\slash"]),
            ("o't", vec!["quo'te"]),
            (r#"u"b"#, vec![r#"dou"ble"#]),
            (";--", vec!["semi;--colon"]),
            ("r*f", vec!["star*fish"]),
            ("e?s", vec!["que?st"]),
            ("(paren)", vec!["(paren) [br] {x}"]),
            ("near(a", vec!["NEAR(a b)"]),
            ("a or b", vec!["a OR b"]),
            ("😀 s", vec!["😀 smile"]),
            ("naïv", vec!["naïve"]),
            ("NAÏV", vec!["naïve"]),
            ("naiv", vec![]),
            ("straße", vec!["Straße"]),
            ("本語の", vec!["日本語のテスト"]),
            ("%%%", vec![]),
            ("___", vec![]),
            ("\\\\\\", vec![]),
            ("'';--", vec![]),
        ];
        for (search, expected) in cases {
            assert_eq!(company.found(&json!({ "search": search })), expected, "{search}");
        }
        for search in ["%", "_", "\\", "'", "\"", "\";--", "*", "😀", "%_", "a%"] {
            let found = company.found(&json!({ "search": search }));
            let holds = |name: &&&str| name.contains(search);
            assert!(found.len() <= names.iter().filter(holds).count() , "{search:?} {found:?}");
        }
    }

    fn a_short_word_is_a_beginning(company: Company) {
        company.customer(&json!({ "identifier": "1", "name": "Bernd Zander" }));
        company.customer(&json!({ "identifier": "2", "name": "Zoe-Ann Xu" }));
        let cases = [
            ("z", vec!["1", "2"]),
            ("Z", vec!["1", "2"]),
            ("za", vec!["1"]),
            ("zo", vec!["2"]),
            ("be", vec!["1"]),
            ("an", vec!["2"]),
            ("xu", vec!["2"]),
            ("rn", vec![]),
            ("nd", vec![]),
        ];
        for (search, expected) in cases {
            assert_eq!(company.found(&json!({ "search": search })), expected, "{search}");
        }
    }

    fn only_what_stands_in_a_name_is_found(company: Company) {
        company.customer(&json!({ "identifier": "zzzz", "name": "zyzy", "org_name": "zxzx" }));
        // How an index is made must not show: none of these stands in any name.
        for search in ["zx  zy", "zy  zz", "x  zy", "zzzz zyzy", "zzzz\nzyzy", "zyzyzxzx"] {
            assert!(company.found(&json!({ "search": search })).is_empty(), "{search:?}");
        }
    }

    fn it_is_bounded(company: Company) {
        let long = "wort ".repeat(2000);
        let name = &long[..9_999];
        company.customer(&json!({ "identifier": "long", "name": name }));
        assert_eq!(company.found(&json!({ "search": name })), ["long"]);
        assert_eq!(company.found(&json!({ "search": &long[100..9_000] })), ["long"]);
        let other = format!("{}x", &name[..9_998]);
        assert!(company.found(&json!({ "search": other })).is_empty());
        let emoji = "😀".repeat(10_000);
        assert!(company.found(&json!({ "search": emoji })).is_empty());
        let body = json!({ "query": { "search": "x".repeat(10_001) } });
        assert_eq!(company.post("/customers/find", &body).faults(), ["/query/search"]);
    }

    fn an_empty_search_asks_for_nothing(company: Company) {
        company.named("a");
        assert_eq!(company.found(&json!({ "search": "" })), ["a"]);
    }

    fn it_follows_changes(company: Company) {
        company.customer(&json!({ "identifier": "a", "name": "Before Before" }));
        company.patch("/customers/a", &json!({ "name": "Afterwards" })).expect(200);
        assert!(company.found(&json!({ "search": "before" })).is_empty());
        assert!(company.found(&json!({ "search": "be" })).is_empty());
        assert_eq!(company.found(&json!({ "search": "terwar" })), ["a"]);
        company.patch("/customers/a", &json!({ "billing_emails": ["xq@y.example"] })).expect(200);
        company.patch("/customers/a", &json!({ "identifier": "renamed" })).expect(200);
        assert_eq!(company.found(&json!({ "search": "renam" })), ["renamed"]);
    }
}
