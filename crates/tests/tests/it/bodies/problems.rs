//! Answers that are no success, in one shape; the shape itself is checked with every answer.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::json;

use crate::harness::{Company, Request, Server};

both! {
    fn an_unknown_path_is_404(company: Company) {
        let paths = [
            "/api", "/api/v1", "/api/v1/companies", "/api/v2/companies/x", "/nothing", "//",
            "/health/", "/openapi.yaml",
        ];
        for path in paths {
            let answer = company.server.ask(&Request::new("GET", path)).checked();
            answer.problem(404, "not_found");
        }
        for tail in ["/nothing", "/customers/a/b", "/customers/a/start_managing/x", "/find"] {
            company.get(tail).problem(404, "not_found");
        }
    }

    fn a_wrong_method_is_405_with_allow(company: Company) {
        let cases = [
            ("DELETE", "/customers", &["POST"][..]),
            ("GET", "/customers/find", &["POST"]),
            ("PUT", "/customers/a", &["GET", "PATCH"]),
            ("POST", "/customers/a/start_managing", &["PATCH"]),
            ("DELETE", "", &["GET", "PATCH"]),
            ("PUT", "/clock", &["GET", "POST"]),
            ("POST", "/events_log", &["GET"]),
            ("GET", "/api_tokens/x", &["DELETE"]),
        ];
        for (method, tail, allowed) in cases {
            let answer = company.send(company.request(method, tail));
            answer.problem(405, "method_not_allowed");
            let allow = answer.header("allow").unwrap_or_default().to_owned();
            for name in allowed {
                assert!(allow.split(',').any(|known| known.trim() == *name), "{tail}: {allow}");
            }
            assert!(!allow.contains(method), "{tail}: {allow}");
        }
        let answer = company.server.ask(&Request::new("POST", "/health")).checked();
        answer.problem(405, "method_not_allowed");
        assert!(answer.header("allow").is_some());
    }

    fn every_request_has_an_id_of_its_own(company: Company) {
        let mut seen = HashSet::new();
        let request = Request::new("GET", &company.path("/customers/a"));
        for _ in 0..20 {
            let answer = company.server.ask(&request).checked();
            let id = answer.expect(401)["request_id"].as_str().unwrap().to_owned();
            assert!(seen.insert(id));
            let good = company.get("/clock");
            assert!(seen.insert(good.header("x-request-id").unwrap().to_owned()));
        }
    }

    fn a_problem_says_what_it_is(company: Company) {
        let told = company.post("/customers", &json!({ "identifier": 5 })).expect(422);
        assert_eq!(told["title"], "Unprocessable Entity");
        assert_eq!(told["errors"][0]["pointer"], "/identifier");
        assert!(told["type"].as_str().unwrap().contains("invalid_request"));
        let told = company.get("/customers/nobody").expect(404);
        assert_eq!(told["errors"], json!([]));
        assert!(told["detail"].as_str().unwrap().contains("nobody"));
    }

    fn a_problem_is_not_packed_wrongly(company: Company) {
        let body = json!({ "tags": (0..900).collect::<Vec<_>>() });
        let request = company.request("POST", "/customers").json(&body);
        let answer = company.send(request);
        assert!(answer.expect(422)["errors"].as_array().unwrap().len() >= 900, "every fault");
    }

    fn broken_http_harms_nobody(server: Arc<Server>) {
        let company = Company::new(&server);
        let garbage: [&[u8]; 7] = [
            b"\0\0\0\0\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET\r\n\r\n",
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
            b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ];
        for bytes in garbage {
            let mut wire = crate::harness::Wire::open(server.address).unwrap();
            wire.write(bytes).unwrap();
            wire.stream().shutdown(std::net::Shutdown::Write).unwrap();
            if let Ok(answer) = wire.read(false) {
                assert!((400..500).contains(&answer.status), "{}", answer.status);
            }
        }
        let mut wire = crate::harness::Wire::open(server.address).unwrap();
        let request = company.request("GET", "/clock").header("x-long", vec![b'x'; 100_000]);
        if let Ok(answer) = wire.send(&request) {
            assert!(answer.status < 500, "{}", answer.status);
        }
        company.named("the server lives");
    }
}
