//! A company for development calls nobody, unless the server was told so: what would have gone out
//! is kept.

use serde_json::{Value, json};

use super::receiver::Receiver;
use super::{delivery, endpoint};
use crate::harness::Kind;
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::eventually;
use crate::harness::process::{Process, healthy};

both! {
    fn what_would_have_gone_out_is_kept(kind: Kind) {
        let receiver = Receiver::willing();
        let url = fresh(kind);
        let process = Process::start(&url, &["serve", "--allow-private-targets"]);
        let client = process.company(&url);
        let (webhook, _) = endpoint(&client, &receiver);
        let id = client.named("a");
        let kept = delivery(&client, &webhook, "customer.created", "WITHHELD");
        let body: Value = serde_json::from_str(&text(&kept["request"], "body")).unwrap();
        assert_eq!(body["data"]["id"], id.as_str());
        assert_eq!(kept["attempts"], 0);
        client.post(&format!("/webhooks/{webhook}/test"), &json!({})).expect(200);
        let job = eventually("the test is withheld, too", || {
            let jobs = client.post("/jobs/find", &json!({})).expect(200);
            let job = jobs["results"][0].clone();
            job["withheld"].is_object().then_some(job)
        });
        assert_eq!(job["state"], "DONE");
        assert!(text(&job["withheld"], "body").contains("event_type"));
        assert!(receiver.got().is_empty());
        healthy(&url);
    }
}
