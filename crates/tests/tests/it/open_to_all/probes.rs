//! What stands beside the API: probes, metrics, the document and the reference.

use std::sync::Arc;

use serde_json::Value;

use crate::harness::{Company, Request, Server};

both! {
    fn health_and_readiness(server: Arc<Server>) {
        for path in ["/health", "/ready"] {
            let answer = server.ask(&Request::new("GET", path));
            assert_eq!(answer.status, 200);
            assert_eq!(answer.header("content-type"), Some("application/json"));
            assert!(answer.json().is_object());
        }
    }

    fn metrics_count_requests(company: Company) {
        company.customer(&serde_json::json!({ "identifier": "a" }));
        let answer = company.server.ask(&Request::new("GET", "/metrics"));
        assert_eq!(answer.status, 200);
        let text = answer.text();
        assert!(text.contains("perennial_http_requests_total"), "{text}");
        let leak = [company.token.as_str(), company.company.as_str()];
        assert!(leak.iter().all(|secret| !text.contains(secret)), "metrics tell secrets");
    }

    fn the_document_is_openapi(server: Arc<Server>) {
        let document = server.ask(&Request::new("GET", "/openapi.json")).expect(200);
        assert_eq!(document["openapi"], "3.1.0");
        assert_eq!(document["info"]["version"], "1.0.0");
        assert!(document["components"]["securitySchemes"].is_object());
        let paths = document["paths"].as_object().unwrap();
        for (path, item) in paths {
            for (method, operation) in item.as_object().unwrap() {
                let responses = operation["responses"].as_object().unwrap();
                let succeeds = responses.keys().any(|status| status.starts_with('2'));
                assert!(succeeds, "{method} {path}");
                assert!(operation["operationId"].is_string(), "{method} {path}");
            }
        }
    }

    fn the_reference_loads_nothing_from_elsewhere(server: Arc<Server>) {
        let answer = server.ask(&Request::new("GET", "/docs"));
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-type").unwrap().starts_with("text/html"));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        let page = answer.text();
        for loader in ["src=\"http", "src='http", "src=\"//", "@import", "url(http"] {
            assert!(!page.contains(loader), "{loader}");
        }
        assert!(!page.contains("rel=\"stylesheet\""));
    }

    fn a_page_that_is_not_there_is_answered_as_a_page(server: Arc<Server>) {
        let wrong = [("GET", "/docs/a", 404), ("POST", "/docs/a/b", 404), ("POST", "/docs", 405)];
        for (method, path, status) in wrong {
            let answer = server.ask(&Request::new(method, path));
            assert_eq!(answer.status, status, "{method} {path}");
            assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
            assert!(answer.header("content-security-policy").is_some(), "{method} {path}");
            assert!(answer.header("x-request-id").is_some(), "{method} {path}");
            assert!(answer.text().contains("<h1>"), "{method} {path}");
        }
        let elsewhere = server.ask(&Request::new("GET", "/nothing"));
        assert_eq!(elsewhere.header("content-type"), Some("application/problem+json"));
    }

    fn answers_are_packed_for_those_who_ask(server: Arc<Server>) {
        let plain = server.ask(&Request::new("GET", "/openapi.json"));
        let packed = Request::new("GET", "/openapi.json").header("accept-encoding", "gzip");
        let packed = server.ask(&packed);
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        let mut text = String::new();
        let mut reader = flate2::read::GzDecoder::new(packed.body.as_slice());
        std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), plain.json());
    }
}
