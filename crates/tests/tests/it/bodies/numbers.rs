//! Numbers are kept digit for digit, or refused.

use crate::harness::{Answer, Company};

fn metadata(company: &Company, number: &str) -> Answer {
    let body = format!(r#"{{"metadata":{{"n":{number}}}}}"#);
    company.send(company.request("PATCH", "/customers/a").text(body))
}

both! {
    fn digits_are_kept(company: Company) {
        company.named("a");
        let numbers = [
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "18446744073709551616",
            "123456789012345678901234567890",
            "0.12345678901234567",
            "1.7976931348623157",
            "0.1",
            "100000000000000000.25",
            "12345678901234567.12345678901234567",
            "-0.10000000000000001",
            "-1e-17",
        ];
        for number in numbers {
            let expected = format!(r#""metadata":{{"n":{number}}}"#);
            for text in [metadata(&company, number).text(), company.get("/customers/a").text()] {
                assert!(text.contains(&expected), "{number}: {text}");
            }
        }
    }

    fn one_value_may_be_spelled_in_many_ways(company: Company) {
        company.named("a");
        for (sent, kept) in [("1e3", "1000"), ("1.50", "1.5"), ("2E-2", "0.02"), ("1.0", "1")] {
            metadata(&company, sent).expect(200);
            let text = company.get("/customers/a").text();
            let as_sent = format!(r#""n":{sent}}}"#);
            let plain = format!(r#""n":{kept}}}"#);
            assert!(text.contains(&plain) || text.contains(&as_sent), "{sent}: {text}");
        }
        for zero in ["0", "-0", "-0.0", "0e9", "0.000"] {
            let answer = metadata(&company, zero);
            assert_eq!(answer.status, 200, "{zero}");
        }
    }

    fn beyond_what_can_be_meant(company: Company) {
        company.named("a");
        let long = "9".repeat(1000);
        let numbers =
            ["1e400", "-1e400", "1e-400", "1e9999999999", "1e99999999999999999999", &long];
        for number in numbers {
            assert_eq!(metadata(&company, number).faults(), ["/metadata/n"], "{number}");
            let body = format!(r#"{{"query":{{"mrr":{{"gt":{number}}}}}}}"#);
            let find = company.send(company.request("POST", "/customers/find").text(body));
            assert_eq!(find.faults(), ["/query/mrr/gt"], "{number}");
        }
        let text = company.get("/customers/a").text();
        assert!(text.contains(r#""metadata":{}"#), "{text}");
    }

    fn rates_are_exact_or_refused(company: Company) {
        company.named("a");
        for (path, field) in [("/customers/a", "override_taxes"), ("", "taxes")] {
            let rates =
                ["0.19", "0.123456789012", "0.1000000000001", "0.12345678901234567", "1e-17"];
            for rate in rates {
                let body = format!(r#"{{"{field}":[{{"name":"t","rate":{rate}}}]}}"#);
                let answer = company.send(company.request("PATCH", path).text(body));
                match answer.status {
                    200 => assert!(answer.text().contains(&format!(r#""rate":{rate}"#)), "{rate}"),
                    _ => assert_eq!(answer.faults(), [format!("/{field}/0/rate")], "{rate}"),
                }
            }
            let body = format!(r#"{{"{field}":[{{"name":"t","rate":-0.0}}]}}"#);
            let answer = company.send(company.request("PATCH", path).text(body));
            assert!(matches!(answer.status, 200 | 422), "{}", answer.text());
            let body = format!(r#"{{"{field}":[{{"name":"t","rate":0.123456789012}}]}}"#);
            company.send(company.request("PATCH", path).text(body)).expect(200);
        }
    }
}
