//! Bodies that are not JSON, or not the JSON that is taken.

use serde_json::json;

use crate::harness::{Answer, Company};

fn send(company: &Company, body: impl Into<Vec<u8>>) -> Answer {
    company.send(company.request("POST", "/customers").text(body))
}

both! {
    fn what_is_not_json(company: Company) {
        let bodies: [&[u8]; 29] = [
            b"", b" ", b"{", b"}", b"[", b"{\"a\"}", b"{\"a\":}", b"{\"a\":1,}", b"{a:1}",
            b"{'a':1}", b"nul", b"True", b"NaN", b"{\"metadata\":{\"a\":NaN}}",
            b"{\"metadata\":{\"a\":Infinity}}", b"{\"metadata\":{\"a\":01}}",
            b"{\"metadata\":{\"a\":1.}}", b"{\"metadata\":{\"a\":.5}}",
            b"{\"metadata\":{\"a\":+1}}", b"{\"metadata\":{\"a\":0x1}}",
            b"{\"identifier\":\"a\nb\"}", b"{\"identifier\":\"\\x41\"}",
            b"{\"identifier\":\"\\u12\"}", b"{\"identifier\":\"a\"", b"\"abc", b"// c\n{}",
            b"{\"identifier\":\"a\"} x", b"{\"identifier\":\"a\"}{\"identifier\":\"b\"}",
            b"\xef\xbb\xbf{\"identifier\":\"bom\"}",
        ];
        for body in bodies {
            let answer = send(&company, body);
            assert_eq!(answer.status, 400, "{:?} {}", String::from_utf8_lossy(body), answer.text());
            answer.problem(400, "invalid_json");
            company.send(company.request("POST", "/customers/find").text(body)).expect(400);
        }
        assert!(company.found(&json!({})).is_empty());
    }

    fn bytes_that_are_no_text(company: Company) {
        let bodies: [&[u8]; 5] = [
            b"{\"identifier\":\"\xff\"}", b"{\"identifier\":\"\xc3\x28\"}", b"\xfe\xff\0{\0}",
            b"{\"identifier\":\"\xed\xa0\x80\"}", b"{\"\xf0\x28\x8c\xbc\":1}",
        ];
        for body in bodies {
            send(&company, body).expect(400);
        }
    }

    fn halves_of_surrogate_pairs(company: Company) {
        let halves =
            [r"\ud800", r"\udc00", r"\ud800x", r"\ud800\ud800", r"\udbff\u0041", r"x\udfff"];
        for text in halves {
            let answer = send(&company, format!(r#"{{"identifier":"{text}"}}"#));
            assert!(matches!(answer.status, 400 | 422), "{text} {}", answer.status);
            let body = format!(r#"{{"identifier":"a","metadata":{{"{text}":1}}}}"#);
            let answer = send(&company, body);
            assert!(matches!(answer.status, 400 | 422), "{text} {}", answer.status);
        }
        let made = send(&company, r#"{"identifier":"\ud83d\ude00"}"#).expect(201);
        assert_eq!(made["identifier"], "😀");
        assert_eq!(company.found(&json!({})), ["😀"]);
    }

    fn nul_is_refused_wherever_it_stands(company: Company) {
        let bodies = [
            (r#"{"identifier":"a\u0000b"}"#, "/identifier"),
            (r#"{"identifier":"a","metadata":{"k":"\u0000"}}"#, "/metadata/k"),
            (r#"{"identifier":"a","tags":["x","\u0000"]}"#, "/tags/1"),
        ];
        for (body, pointer) in bodies {
            assert_eq!(send(&company, body).faults(), [pointer]);
        }
        send(&company, r#"{"identifier":"a","metadata":{"a\u0000":1}}"#).expect(422);
        send(&company, "{\"identifier\":\"a\0b\"}").expect(400);
        let find = company.request("POST", "/customers/find");
        let find = company.send(find.text(r#"{"query":{"search":"a\u0000b"}}"#));
        assert_eq!(find.faults(), ["/query/search"]);
        assert!(company.found(&json!({})).is_empty());
    }

    fn what_is_json_and_no_object(company: Company) {
        for body in ["null", "[]", "true", "0", "\"text\"", "[{\"identifier\":\"a\"}]", "-1.5e3"] {
            for path in ["/customers", "/customers/find", "/sales_users", "/api_tokens", "/clock"] {
                let answer = company.send(company.request("POST", path).text(body));
                assert_eq!(answer.status, 422, "{path} {body} {}", answer.text());
            }
        }
    }

    fn a_key_stands_once(company: Company) {
        let bodies = [
            (r#"{"identifier":"a","identifier":"b"}"#, "/identifier"),
            (r#"{"identifier":"a","identi\u0066ier":"a"}"#, "/identifier"),
            (r#"{"identifier":"a","metadata":{"k":1,"k":1}}"#, "/metadata/k"),
            (r#"{"identifier":"a","metadata":{"l":[{"x":1,"x":2}]}}"#, "/metadata/l/0/x"),
        ];
        for (body, pointer) in bodies {
            let answer = send(&company, body);
            assert!(matches!(answer.status, 400 | 422), "{body}");
            assert_eq!(answer.faults(), [pointer], "{body}");
        }
        assert!(company.found(&json!({})).is_empty());
    }

    fn a_hundred_thousand_deep(company: Company) {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
            let inside = format!(r#"{{"identifier":"a","metadata":{{"a":{deep}}}}}"#);
            for body in [deep, inside] {
                let answer = send(&company, body);
                assert!(matches!(answer.status, 400 | 422), "{}", answer.status);
            }
        }
        let answer = send(&company, "[".repeat(200_000));
        assert!(matches!(answer.status, 400 | 422), "{}", answer.status);
    }

    fn an_operation_without_a_body_takes_an_empty_one(company: Company) {
        company.named("a");
        let path = "/customers/a/start_managing";
        for body in ["", "{}", " {} ", "\n"] {
            company.send(company.request("PATCH", path).text(body)).expect(200);
        }
        for body in ["{\"a\":1}", "[]", "x", "{"] {
            let answer = company.send(company.request("PATCH", path).text(body));
            assert!(matches!(answer.status, 400 | 422), "{body} {}", answer.status);
        }
        let token = company.post("/api_tokens", &json!({})).expect(200);
        let path = format!("/api_tokens/{}", token["id"].as_str().unwrap());
        company.send(company.request("DELETE", &path).text("{\"a\":1}")).expect(422);
        company.send(company.request("DELETE", &path).text("{}")).expect(200);
        company.send(company.request("GET", "/customers/a").text("{}")).expect(200);
    }

    fn texts_come_back_as_they_were_sent(company: Company) {
        let texts = [
            r"\u0001\u001f", "\u{fffd}", "\u{feff}x", "\u{10ffff}", "e\u{301}", "é", "\u{2028}",
            r"\\ \/ \b \f", "a\u{a0}b", " lead and trail ",
        ];
        for (index, text) in texts.iter().enumerate() {
            let body = format!(r#"{{"identifier":"c{index}","name":"{text}"}}"#);
            let sent: serde_json::Value = serde_json::from_str(&body).unwrap();
            let made = send(&company, body).expect(201);
            assert_eq!(made["name"], sent["name"]);
            let kept = company.get(&format!("/customers/c{index}")).expect(200);
            assert_eq!(kept["name"], sent["name"]);
            let found = company.found(&json!({ "name": sent["name"] }));
            assert_eq!(found, [format!("c{index}")], "é and e with an accent are two texts");
        }
    }
}
