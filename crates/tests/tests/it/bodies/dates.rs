//! Date-times of a body, in every field that has one.

use serde_json::{Value, json};

use crate::harness::Company;

both! {
    fn what_is_no_instant_is_refused(company: Company) {
        company.named("a");
        let wrong = [
            "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "0000-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z", "2026-01-01T00:00:00", "2026-01-01", "2026-01-01T25:00:00Z",
            "", "tomorrow", "+2026-01-01T00:00:00Z", "2026-1-1T00:00:00Z",
        ];
        for date in wrong {
            let config = json!({ "child_rollup_billing_config": { "start_date": date } });
            let faults = company.patch("/customers/a", &config).faults();
            assert_eq!(faults, ["/child_rollup_billing_config/start_date"], "{date}");
            let faults = company.post("/api_tokens", &json!({ "expires_at": date })).faults();
            assert_eq!(faults, ["/expires_at"], "{date}");
        }
    }

    fn any_offset_goes_in_and_utc_comes_out(company: Company) {
        company.named("a");
        let cases = [
            ("2026-06-01T00:00:00+02:00", "2026-05-31T22:00:00Z"),
            ("2026-06-01t12:30:00z", "2026-06-01T12:30:00Z"),
            ("2026-06-01T12:30:00.5-00:00", "2026-06-01T12:30:00.5Z"),
            ("2024-02-29T23:59:59.999999Z", "2024-02-29T23:59:59.999999Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ];
        for (sent, kept) in cases {
            let config = json!({ "child_rollup_billing_config": { "start_date": sent } });
            let answer = company.patch("/customers/a", &config).expect(200);
            assert_eq!(answer["child_rollup_billing_config"]["start_date"], kept, "{sent}");
        }
        let cleared = json!({ "child_rollup_billing_config": { "start_date": null } });
        let answer = company.patch("/customers/a", &cleared).expect(200);
        assert_eq!(answer["child_rollup_billing_config"]["start_date"], Value::Null);
    }

    fn an_end_is_after_its_start(company: Company) {
        company.named("a");
        let pair = |start: &str, end: &str| {
            let config = json!({ "start_date": start, "end_date": end });
            company.patch("/customers/a", &json!({ "child_rollup_billing_config": config }))
        };
        pair("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000001Z").expect(200);
        let pointer = ["/child_rollup_billing_config/end_date"];
        assert_eq!(pair("2026-01-01T00:00:00Z", "2025-12-31T23:59:59Z").faults(), pointer);
        assert_eq!(pair("2026-01-01T00:00:00Z", "2026-01-01T01:00:00+02:00").faults(), pointer);
    }
}
