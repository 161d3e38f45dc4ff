//! Endpoints that hang, reset, redirect, or say far too much: none holds up another.

use serde_json::json;

use super::receiver::{Does, Receiver};
use super::{deliveries, delivery, endpoint};
use crate::harness::client::text;
use crate::harness::{Company, eventually};

both! {
    fn one_that_hangs_holds_up_nobody(company: Company) {
        let hanging = Receiver::new(|_| Does::Hang);
        let willing = Receiver::willing();
        for _ in 0..20 {
            endpoint(&company, &hanging);
        }
        let (webhook, _) = endpoint(&company, &willing);
        let watch = engine::clock::Stopwatch::start();
        for n in 0..20 {
            company.named(&format!("c{n}"));
        }
        eventually("the willing one has all", || {
            let got = willing.got();
            let made = got.iter().filter(|got| got.event() == "customer.created").count();
            (made >= 20).then_some(())
        });
        assert!(watch.elapsed().as_secs() < 25, "before any of the others was given up");
        eventually("all of it is written down", || {
            let all = deliveries(&company, &webhook);
            let over = all.iter().all(|one| one["state"] == "DELIVERED") && all.len() > 20;
            over.then_some(())
        });
    }

    fn a_reset_and_a_redirect_are_failures(company: Company) {
        let elsewhere = Receiver::willing();
        let target = elsewhere.url("/inside");
        let receiver = Receiver::new(move |got| match got.path.as_str() {
            "/reset" => Does::Reset,
            _ => Does::Redirect(target.clone()),
        });
        for (path, said) in [("/reset", "connection"), ("/redirect", "302")] {
            let body = json!({ "url": receiver.url(path) });
            let made = company.post("/webhooks", &body).expect(200);
            let webhook = text(&made, "id");
            company.named(&path[1..]);
            let failed = eventually("a delivery has failed", || {
                let all = deliveries(&company, &webhook);
                all.into_iter().find(|one| one["answer"]["trouble"].is_string())
            });
            let trouble = text(&failed["answer"], "trouble");
            assert!(trouble.contains(said), "{path}: {trouble}");
        }
        assert!(elsewhere.got().is_empty(), "nobody is sent on");
    }

    fn who_says_too_much_or_too_slowly_has_still_got_it(company: Company) {
        let receiver = Receiver::new(|got| match got.path.as_str() {
            "/huge" => Does::Huge,
            _ => Does::Drip,
        });
        for path in ["/huge", "/drip"] {
            let body = json!({ "url": receiver.url(path), "event_types": ["customer.created"] });
            let made = company.post("/webhooks", &body).expect(200);
            company.named(&path[1..]);
            let webhook = text(&made, "id");
            let kept = delivery(&company, &webhook, "customer.created", "DELIVERED");
            let body = text(&kept["answer"], "body");
            assert!(body.len() <= 4096 && body.chars().all(|c| c == 'x'), "{}", body.len());
            assert!(kept["answer"]["took_micros"].as_i64().unwrap() < 15_000_000);
        }
    }
}
