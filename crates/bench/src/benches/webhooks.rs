//! Deliveries to an endpoint on this machine, against a client that only posts.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use engine::clock::{Stopwatch, SystemClock};
use engine::companies::NewCompany;
use engine::ports::{Outside, Parcel, Receivers as _};
use engine::{Actor, BackgroundWork, Engine, Location, customers, webhooks};
use gateways::{Allowed, HttpReceivers};
use serde_json::json;
use tokio::runtime::Runtime;

use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken, failed};
use crate::report::{Table, verdict};

/// As many calls at once as the server makes to one endpoint.
const AT_ONCE: u64 = 8;
const ANY: Allowed = Allowed { private_targets: true, itself: None };

pub fn run(plan: &Plan) -> Outcome<Table> {
    let count = u64::try_from(plan.due.clamp(1_000, 20_000))?;
    let runtime = Runtime::new()?;
    let (receiver, got) = runtime.block_on(receiver())?;
    let mut rows = Vec::new();
    for place in &plan.places {
        let [mut ours, mut limit] = [const { Series::new() }; 2];
        for _ in 0..plan.rounds {
            let fresh = place.fresh("webhooks")?;
            ours.add(delivered(&runtime, &fresh.url, (receiver, &got), count)?);
            limit.add(runtime.block_on(posted(receiver, count))?);
        }
        let share = ours.over(&limit);
        rows.push(vec![
            place.engine().to_owned(),
            ours.rate(),
            limit.rate(),
            share.ratio(),
            verdict(share.median() >= 0.5, "≥ 0.5"),
        ]);
    }
    Ok(Table {
        note: format!(
            "{count} events to one endpoint on this machine: read from the log, rendered, signed, \
             posted, and written down with request and answer. The limit is the same client, \
             which posts a body of the same size again and again, {AT_ONCE} at once."
        ),
        header: vec!["engine", "ours/s", "limit/s", "ours / limit", "bar"],
        rows,
    })
}

/// Somebody who takes everything, and counts it.
async fn receiver() -> Outcome<(SocketAddr, Arc<AtomicU64>)> {
    let got = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&got);
    let take = move || {
        let counted = Arc::clone(&counted);
        async move {
            counted.fetch_add(1, Ordering::Relaxed);
            StatusCode::NO_CONTENT
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        let _ = axum::serve(listener, Router::new().route("/", post(take))).await;
    });
    Ok((address, got))
}

/// Deliveries a second of a server that has this many events to tell.
fn delivered(
    runtime: &Runtime,
    url: &str,
    (receiver, got): (SocketAddr, &AtomicU64),
    count: u64,
) -> Outcome<f64> {
    let location = Location::parse(url)?;
    let engine = Engine::open(&location, Arc::new(SystemClock)).map_err(failed)?;
    engine.connect(Outside {
        receivers: Arc::new(HttpReceivers::new(ANY)),
        dev_delivery: true,
        webhook_delays: vec![Duration::from_secs(1)],
        mail: None,
        mail_delays: Vec::new(),
    });
    let new = NewCompany {
        name: "Webhooks".to_owned(),
        currency: "USD".to_owned(),
        timezone: "UTC".to_owned(),
        dev: true,
        demo: false,
    };
    let company = engine.create_company(new).map_err(failed)?.0.id;
    let endpoint = json!({
        "url": format!("http://{receiver}/"), "event_types": ["customer.created"],
    });
    let endpoint = endpoint.as_object().cloned().unwrap_or_default();
    let work = engine.write(&company, Actor::default(), move |session| {
        webhooks::create(session, &endpoint)?;
        for n in 0..count {
            let body = json!({ "identifier": format!("c{n}"), "name": format!("Customer {n}") });
            customers::create(session, &body.as_object().cloned().unwrap_or_default())?;
        }
        Ok(())
    });
    work.wait().map_err(failed)?;
    runtime.block_on(engine.arrange_facts(&company)).map_err(failed)?;
    let (engine, before) = (Arc::new(engine), got.load(Ordering::Relaxed));
    let watch = Stopwatch::start();
    let background = {
        let _inside = runtime.enter();
        BackgroundWork::start(Arc::clone(&engine))
    };
    while got.load(Ordering::Relaxed) < before + count {
        if watch.elapsed() > Duration::from_secs(300) {
            return Err(broken("the events do not arrive"));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let seconds = watch.elapsed().as_secs_f64();
    runtime.block_on(background.stop());
    if let Some(engine) = Arc::into_inner(engine) {
        engine.stop();
    }
    Ok(f64::from(u32::try_from(count)?) / seconds)
}

/// Posts a second of a client that does nothing else.
async fn posted(receiver: SocketAddr, count: u64) -> Outcome<f64> {
    let client = Arc::new(HttpReceivers::new(ANY));
    let watch = Stopwatch::start();
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let client = Arc::clone(&client);
        running.spawn(async move {
            let parcel = Parcel {
                url: format!("http://{receiver}/"),
                plain: true,
                headers: vec![("content-type".to_owned(), "application/json".to_owned())],
                body: "x".repeat(2_000),
                within: Duration::from_secs(30),
            };
            for _ in 0..count / AT_ONCE {
                client.post(&parcel).await;
            }
        });
    }
    while running.join_next().await.is_some() {}
    Ok(f64::from(u32::try_from(count)?) / watch.elapsed().as_secs_f64())
}
