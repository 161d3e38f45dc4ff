//! The job of one delivery: one that failed and is tried again, with what waits behind it, or one
//! that somebody asked for.

use std::sync::OnceLock;
use std::time::Duration;

use records::webhook::{DeliveryState, WebhookState};
use records::{DeliveryId, WebhookId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::job::JobRow;
use store::webhook::delivery::{DeliveryRow, Tried};

use super::disable::disable;
use super::letter::{self, PATIENCE, body, lines};
use super::test::sample_of;
use crate::jobs::{Next, Outcome, Verdict, Work};
use crate::ports::{Calling, Outside, Parcel, Receipt, Trouble};
use crate::{Failure, Session};

pub struct WebhookDelivery {
    row: DeliveryRow,
    body: String,
    parcel: Parcel,
    /// What came back, whatever it means.
    got: OnceLock<Receipt>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Input {
    pub(super) webhook_id: WebhookId,
    pub(super) delivery_id: DeliveryId,
}

impl Input {
    pub(super) fn of(row: &DeliveryRow) -> Value {
        json!(Input { webhook_id: row.webhook_id.clone(), delivery_id: row.id.clone() })
    }
}

impl Work for WebhookDelivery {
    const NAME: &'static str = "webhook_delivery";
    /// A little more than the call itself gives an endpoint.
    const LONGEST: Duration = Duration::from_secs(PATIENCE.as_secs() + 10);

    type Answer = ();

    fn delays(outside: &Outside) -> &[Duration] {
        &outside.webhook_delays
    }

    fn load(session: &mut Session<'_, '_>, job: &JobRow) -> Result<Option<Self>, Failure> {
        let Ok(input) = serde_json::from_str::<Input>(&job.input) else { return Ok(None) };
        let company = session.company_id().to_owned();
        let held = store::webhook::by_id(session.tx, &company, &input.webhook_id)?;
        let row = store::webhook::delivery::by_id(session.tx, &company, &input.delivery_id)?;
        let (Some(held), Some(row)) = (held, row) else { return Ok(None) };
        let enabled = held.webhook.0.state == WebhookState::Enabled || row.lane.is_empty();
        if !enabled || !retried(&row) {
            return Ok(None);
        }
        let body = match &row.body {
            Some(body) => body.clone(),
            None => {
                let entry = store::events::at(session.tx, &company, row.position)?;
                let entry = entry.unwrap_or_else(|| sample_of(&row));
                body(session, &entry)?
            }
        };
        let when = (session.wall(), session.company().is_dev);
        let parcel = letter::parcel(&held, (&row.event_id, &body), when);
        Ok(Some(WebhookDelivery { row, body, parcel, got: OnceLock::new() }))
    }

    fn call<'a>(&'a self, outside: &'a Outside) -> Calling<'a, Result<(), Trouble>> {
        Box::pin(async {
            let receipt = outside.receivers.post(&self.parcel).await;
            let came = trouble(&receipt).map_or(Ok(()), Err);
            let _ = self.got.set(receipt);
            // A test is made once.
            came.map_err(|trouble| Trouble {
                hopeless: trouble.hopeless || self.row.position == 0,
                ..trouble
            })
        })
    }

    fn told(&self) -> Value {
        json!({ "url": self.parcel.url, "headers": lines(&self.parcel), "body": self.body })
    }

    fn record(
        &self,
        session: &mut Session<'_, '_>,
        _: &JobRow,
        (outcome, verdict): (&Outcome<()>, Verdict),
    ) -> Result<Next, Failure> {
        let company = session.company_id().to_owned();
        let held = store::webhook::lock(session.tx, &company, &self.row.webhook_id)?;
        let row = store::webhook::delivery::by_id(session.tx, &company, &self.row.id)?;
        let (Some(held), Some(row)) = (held, row.filter(retried)) else {
            return Ok(Next::AsJudged);
        };
        let row = self.after(session, row, (outcome, verdict));
        store::webhook::delivery::settle(session.tx, &company, &row)?;
        if row.lane.is_empty() {
            return Ok(Next::AsJudged);
        }
        match verdict {
            Verdict::Done => self.next_of_lane(session, &row),
            Verdict::Again(_) => Ok(Next::AsJudged),
            Verdict::Failed => {
                let why = row.tried.trouble.as_deref().unwrap_or("it was not delivered");
                let reason = format!("{} deliveries of one event failed: {why}", row.attempts);
                let before = held.webhook.0;
                disable(session, (before.clone(), before), reason)?;
                Ok(Next::AsJudged)
            }
        }
    }
}

impl WebhookDelivery {
    fn after(
        &self,
        session: &Session<'_, '_>,
        row: DeliveryRow,
        (outcome, verdict): (&Outcome<()>, Verdict),
    ) -> DeliveryRow {
        let mut row = DeliveryRow { body: Some(self.body.clone()), next_try_at: None, ..row };
        let mut tried = Tried {
            tried_at: Some(session.wall()),
            headers: Some(lines(&self.parcel)),
            url: Some(self.parcel.url.clone()),
            ..Tried::default()
        };
        if let Some(receipt) = self.got.get() {
            tried = with_receipt(tried, receipt);
        }
        match outcome {
            Outcome::Answered(()) => {}
            Outcome::Failed(trouble) => tried.trouble = Some(trouble.reason.clone()),
            Outcome::Withheld => tried.tried_at = None,
        }
        let state = match (outcome, verdict) {
            (Outcome::Withheld, _) => DeliveryState::Withheld,
            (_, Verdict::Done) => DeliveryState::Delivered,
            (_, Verdict::Again(at)) => {
                row.next_try_at = Some(at);
                DeliveryState::Pending
            }
            (_, Verdict::Failed) => DeliveryState::Failed,
        };
        row.attempts += i64::from(!matches!(outcome, Outcome::Withheld));
        DeliveryRow { state: state.word().to_owned(), tried, ..row }
    }

    /// What came later of the same record goes out now.
    fn next_of_lane(
        &self,
        session: &mut Session<'_, '_>,
        row: &DeliveryRow,
    ) -> Result<Next, Failure> {
        let company = session.company_id().to_owned();
        let of = &row.webhook_id;
        let next = store::webhook::delivery::next(session.tx, &company, of, &row.lane)?;
        let Some(next) = next else { return Ok(Next::AsJudged) };
        let state = DeliveryState::Pending.word().to_owned();
        let next = DeliveryRow { state, next_try_at: Some(session.wall()), ..next };
        store::webhook::delivery::settle(session.tx, &company, &next)?;
        Ok(Next::With(Input::of(&next)))
    }
}

/// Whether it still waits to be sent.
fn retried(row: &DeliveryRow) -> bool {
    row.state == DeliveryState::Pending.word()
}

/// Why a call counts for nothing; an answer below 300 is one that was got.
pub(super) fn trouble(receipt: &Receipt) -> Option<Trouble> {
    let reason = match (&receipt.trouble, receipt.status) {
        (Some(trouble), _) => trouble.clone(),
        (None, Some(200..=299)) => return None,
        (None, Some(status @ 300..=399)) => format!("it answered {status}: nobody is followed"),
        (None, Some(status)) => format!("it answered {status}: {}", beginning(&receipt.body)),
        (None, None) => "it did not answer".to_owned(),
    };
    // Who says that he is gone wants nothing more.
    Some(Trouble { hopeless: receipt.status == Some(410), ..Trouble::new(reason) })
}

fn beginning(body: &str) -> String {
    body.chars().take(200).collect()
}

pub(super) fn with_receipt(tried: Tried, receipt: &Receipt) -> Tried {
    Tried {
        took: i64::try_from(receipt.took.as_micros()).ok(),
        status: receipt.status.map(i64::from),
        answer: Some(receipt.body.clone()),
        trouble: receipt.trouble.clone(),
        ..tried
    }
}
