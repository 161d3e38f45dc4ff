//! What fails is tried again; what comes later of the same record waits, everything else goes on.

use std::collections::HashMap;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::receiver::{Does, Receiver};
use super::{deliveries, delivery, endpoint};
use crate::harness::client::text;
use crate::harness::{Company, eventually};

both! {
    fn later_facts_of_a_record_wait_behind_it(company: Company) {
        let tries = Mutex::new(HashMap::<String, u32>::new());
        // The first fact of "slow" is taken the third time.
        let receiver = Receiver::new(move |got| {
            let is_slow = got.json()["data"]["identifier"] == "slow";
            if !is_slow || got.event() != "customer.created" {
                return Does::Answer(204);
            }
            let mut tries = tries.lock().unwrap();
            let tried = tries.entry(got.header("webhook-id").to_owned()).or_default();
            *tried += 1;
            Does::Answer(if *tried < 3 { 500 } else { 200 })
        });
        let (webhook, _) = endpoint(&company, &receiver);
        company.named("slow");
        for n in 0..3 {
            company.patch("/customers/slow", &json!({ "name": format!("s{n}") })).expect(200);
            company.named(&format!("quick{n}"));
        }
        let done = |identifier: &str, count: usize| {
            let got = receiver.got();
            let of = got.iter().filter(|got| got.accepted);
            let of: Vec<_> =
                of.filter(|got| got.json()["data"]["identifier"] == identifier).collect();
            (of.len() >= count).then(|| of.iter().map(|got| got.event()).collect::<Vec<_>>())
        };
        let slow = eventually("the slow one is through", || done("slow", 4));
        let expected = ["customer.created"].into_iter().chain(["customer.updated"; 3]);
        assert_eq!(slow, expected.collect::<Vec<_>>(), "in order");
        for n in 0..3 {
            eventually("the others are through", || done(&format!("quick{n}"), 1));
        }
        let first = delivery(&company, &webhook, "customer.created", "DELIVERED");
        assert!(first["attempts"].as_i64().unwrap() >= 1);
        let open = |one: &&Value| one["state"] == "PENDING" || one["state"] == "WAITING";
        eventually("nothing waits", || {
            (deliveries(&company, &webhook).iter().filter(open).count() == 0).then_some(())
        });
        let jobs = company.post("/jobs/find", &json!({})).expect(200);
        let jobs = jobs["results"].as_array().unwrap();
        assert!(!jobs.is_empty() && jobs.len() <= 2, "one for what failed: {jobs:?}");
        assert_eq!(jobs[0]["state"], "DONE");
        assert_eq!(jobs[0]["kind"], "webhook_delivery");
        assert_eq!(jobs[0]["target_id"], webhook.as_str());
        let job = text(&jobs[0], "id");
        company.post(&format!("/jobs/{job}/retry"), &json!({})).expect(409);
    }

    fn who_never_takes_it_is_disabled_and_goes_on_where_it_was(company: Company) {
        let receiver = Receiver::new(|_| Does::Answer(503));
        let (webhook, _) = endpoint(&company, &receiver);
        for n in 0..4 {
            company.named(&format!("c{n}"));
        }
        let path = format!("/webhooks/{webhook}");
        let disabled = eventually("it is disabled", || {
            let now = company.get(&path).expect(200);
            (now["state"] == "DISABLED").then_some(now)
        });
        assert!(text(&disabled, "disabled_reason").contains("503"), "{disabled}");
        let facts = company.get("/events_log?event_type=webhook.disabled").expect(200);
        assert_eq!(facts["results"][0]["object_id"], webhook.as_str());
        assert_eq!(facts["results"][0]["actor"]["type"], "JOB");
        let failed = json!({ "query": { "state": "failed" } });
        eventually("its job has failed", || {
            let jobs = company.post("/jobs/find", &failed).expect(200);
            (!jobs["results"].as_array().unwrap().is_empty()).then_some(())
        });
        std::thread::sleep(std::time::Duration::from_secs(1));
        let before = receiver.got().len();
        company.named("later");
        std::thread::sleep(std::time::Duration::from_secs(1));
        assert_eq!(receiver.got().len(), before, "nothing is sent to it");
        receiver.does(|_| Does::Answer(200));
        let enabled = company.patch(&path, &json!({ "state": "ENABLED" })).expect(200);
        assert_eq!(enabled["disabled_reason"], json!(null));
        for name in ["c0", "c1", "c2", "c3", "later"] {
            eventually("what it missed arrives", || {
                let got = receiver.got();
                let mut of = got.iter().filter(|got| got.accepted);
                of.find(|got| got.json()["data"]["identifier"] == name).map(|_| ())
            });
        }
    }

    fn who_is_gone_is_asked_no_more(company: Company) {
        let receiver = Receiver::new(|_| Does::Answer(410));
        let (webhook, _) = endpoint(&company, &receiver);
        company.named("a");
        let path = format!("/webhooks/{webhook}");
        eventually("it is disabled", || {
            (company.get(&path).expect(200)["state"] == "DISABLED").then_some(())
        });
        assert!(receiver.got().len() <= 9, "one for each record at most");
    }
}
