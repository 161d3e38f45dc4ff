//! What a body says it is.

use serde_json::json;

use crate::harness::{Company, Request};

fn body(company: &Company, kind: &str, identifier: &str) -> Request {
    let body = json!({ "identifier": identifier });
    company
        .request("POST", "/customers")
        .json(&body)
        .without("content-type")
        .header("content-type", kind)
}

both! {
    fn only_json_is_taken(company: Company) {
        let wrong = [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
            "application/xml", "text/json", "application", "json", "application/jsonp", "*/*",
        ];
        for kind in wrong {
            company.send(body(&company, kind, "a")).problem(415, "unsupported_media_type");
        }
        let right = [
            "application/json", "application/json; charset=utf-8", "APPLICATION/JSON",
            "application/json;charset=UTF-8",
        ];
        for (index, kind) in right.iter().enumerate() {
            company.send(body(&company, kind, &index.to_string())).expect(201);
        }
        let nothing = body(&company, "x", "nothing").without("content-type");
        let answer = company.send(nothing);
        assert!(matches!(answer.status, 201 | 415), "{}", answer.status);
    }

    fn a_body_may_be_packed(company: Company) {
        let pack = |text: &str| {
            let mut packer =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            std::io::Write::write_all(&mut packer, text.as_bytes()).unwrap();
            packer.finish().unwrap()
        };
        let send = |bytes: Vec<u8>, encoding: &str| {
            let request = company.request("POST", "/customers").text(bytes);
            company.send(request.header("content-encoding", encoding))
        };
        send(pack(r#"{"identifier":"a"}"#), "gzip").expect(201);
        send(pack(r#"{"identifier":"b"}"#), "GZIP").expect(201);
        send(br#"{"identifier":"c"}"#.to_vec(), "identity").expect(201);
        send(br#"{"identifier":"d"}"#.to_vec(), "gzip").expect(400);
        let mut cut = pack(r#"{"identifier":"e"}"#);
        cut.truncate(15);
        send(cut, "gzip").expect(400);
        for encoding in ["br", "deflate", "zstd", "gzip, gzip", "x"] {
            let answer = send(pack("{}"), encoding);
            assert!(matches!(answer.status, 400 | 415), "{encoding} {}", answer.status);
        }
        assert_eq!(company.found(&json!({})), ["a", "b", "c"]);
    }
}
