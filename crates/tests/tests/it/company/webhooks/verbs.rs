//! What can be done with an endpoint: tested, sent to again, given another secret, disabled.

use serde_json::json;

use super::receiver::Receiver;
use super::{deliveries, delivery, endpoint};
use crate::harness::client::text;
use crate::harness::{Company, eventually};

both! {
    fn tested(company: Company) {
        let receiver = Receiver::willing();
        let (webhook, _) = endpoint(&company, &receiver);
        let asked = json!({ "event_type": "invoice.finalized" });
        let test = company.post(&format!("/webhooks/{webhook}/test"), &asked).expect(200);
        assert_eq!((&test["state"], &test["position"]), (&json!("PENDING"), &json!(0)));
        let got = eventually("the test arrives", || {
            receiver.got().into_iter().find(|got| got.event() == "invoice.finalized")
        });
        assert_eq!(got.json()["data_type"], "invoice");
        assert_eq!(got.header("webhook-id"), text(&test, "event_id"));
        delivery(&company, &webhook, "invoice.finalized", "DELIVERED");
    }

    fn sent_to_again(company: Company) {
        let receiver = Receiver::willing();
        let (webhook, _) = endpoint(&company, &receiver);
        company.named("a");
        let first = delivery(&company, &webhook, "customer.created", "DELIVERED");
        let path = format!("/webhooks/{webhook}/redeliver");
        let again = company.post(&path, &json!({ "delivery_id": first["id"] })).expect(200);
        assert_ne!(again["delivery"]["id"], first["id"]);
        assert_eq!(again["delivery"]["event_id"], first["event_id"]);
        let twice = |count: usize| {
            eventually("it arrives again", || {
                let got = receiver.got();
                let of = got.iter().filter(|got| got.event() == "customer.created");
                (of.count() >= count).then_some(())
            });
        };
        twice(2);
        let since = json!({ "since": company.facts()[0]["created_at"] });
        let moved = company.post(&path, &since).expect(200);
        assert_eq!(moved["webhook"]["position"], 0);
        twice(3);
        eventually("from the very first on", || {
            receiver.got().into_iter().find(|got| got.event() == "company.created")
        });
        let both = json!({ "since": "2020-01-01T00:00:00Z", "delivery_id": first["id"] });
        company.post(&path, &both).expect(422);
    }

    fn given_another_secret(company: Company) {
        let receiver = Receiver::willing();
        let (webhook, secret) = endpoint(&company, &receiver);
        let path = format!("/webhooks/{webhook}");
        let rotated =
            company.post(&format!("{path}/rotate_secret"), &json!({})).expect(200);
        assert_ne!(text(&rotated, "secret"), secret);
        assert!(rotated["previous_secret_until"].is_string());
        company.named("a");
        let got = eventually("it arrives", || {
            receiver.got().into_iter().find(|got| got.event() == "customer.created")
        });
        assert_eq!(got.header("webhook-signature").split(' ').count(), 2, "both are valid");
        let shown = company.get("/webhooks").expect(200);
        assert!(!shown.to_string().contains("whsec_"), "a secret is shown once");
        assert!(!company.facts().iter().any(|fact| fact.to_string().contains("whsec_")));
    }

    fn disabled_and_deleted(company: Company) {
        let receiver = Receiver::willing();
        let (webhook, _) = endpoint(&company, &receiver);
        let path = format!("/webhooks/{webhook}");
        company.patch(&path, &json!({ "state": "DISABLED" })).expect(200);
        company.post(&format!("{path}/redeliver"), &json!({ "delivery_id": "x" })).expect(409);
        company.named("a");
        std::thread::sleep(std::time::Duration::from_secs(1));
        let made = |events: &str| {
            receiver.got().iter().filter(|got| got.event() == events).count()
        };
        assert_eq!(made("customer.created"), 0);
        company.patch(&path, &json!({ "state": "ENABLED", "description": "mine" })).expect(200);
        eventually("what came meanwhile arrives", || {
            (made("customer.created") == 1).then_some(())
        });
        eventually("it is written down", || {
            (!deliveries(&company, &webhook).is_empty()).then_some(())
        });
        company.delete(&path).expect(200);
        company.named("b");
        std::thread::sleep(std::time::Duration::from_secs(1));
        assert_eq!(made("customer.created"), 1);
        assert_eq!(company.get("/webhooks").expect(200)["results"], json!([]));
    }
}
