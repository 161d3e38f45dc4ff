//! Writes down what became of a batch, and the position that it has reached, in one transaction.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use records::webhook::{DeliveryState, WebhookState};
use records::{EventsLogEntry, Moment, WebhookId};
use store::webhook::delivery::{DeliveryRow, Tried};
use store::webhook::{Course, Held, Standing};

use super::Follower;
use super::send::{Came, Sent};
use crate::jobs::{NewJob, Work as _, jittered, later};
use crate::ports::{Outside, Parcel};
use crate::webhooks::DELIVERY_PREFIX;
use crate::webhooks::deliver::{Input, WebhookDelivery, with_receipt};
use crate::webhooks::disable::disable;
use crate::webhooks::letter::lines;
use crate::{Actor, Failure, Session};

/// How long an endpoint rests at most that lets nothing through.
const LONGEST_REST: Duration = Duration::from_secs(1_800);
const REST: Duration = Duration::from_secs(5);

impl Follower {
    /// Answers whether there is more to send at once.
    pub(super) async fn record(
        &mut self,
        sent: Sent,
        outside: &Arc<Outside>,
    ) -> Result<bool, Failure> {
        let (webhook, until) = (self.webhook.clone(), self.until);
        let delays = outside.webhook_delays.clone();
        let handled: Vec<i64> = sent
            .results
            .iter()
            .filter(|(_, came)| !matches!(came, Came::Left))
            .map(|(entry, _)| entry.position)
            .collect();
        let reached = reached(&sent);
        let sent = Arc::new(sent);
        let written = self.engine.internally_as(Actor::of_jobs(), &self.company, move |session| {
            let writing = Writing { webhook: &webhook, until, delays: &delays, reached };
            writing.write(session, &sent)
        });
        let more = written.await?;
        self.ahead.extend(handled);
        self.ahead.retain(|position| *position > reached);
        Ok(more)
    }
}

/// The last position up to which nothing was left.
fn reached(sent: &Sent) -> i64 {
    let left = sent.results.iter().find(|(_, came)| matches!(came, Came::Left));
    left.map_or(sent.batch.to, |(entry, _)| entry.position - 1).max(sent.batch.from)
}

struct Writing<'a> {
    webhook: &'a WebhookId,
    until: Moment,
    delays: &'a [Duration],
    reached: i64,
}

impl Writing<'_> {
    fn write(&self, session: &mut Session<'_, '_>, sent: &Sent) -> Result<bool, Failure> {
        let company = session.company_id().to_owned();
        let Some(held) = store::webhook::lock(session.tx, &company, self.webhook)? else {
            return Ok(false);
        };
        let known = &held.webhook.0;
        // Somebody else follows now, or sent the endpoint back in the log, or disabled it: what was
        // not got comes again.
        let still_ours = held.course.rest_until == self.until
            && known.state == WebhookState::Enabled
            && known.position == sent.batch.from;
        let mut rows = Vec::new();
        for (entry, came) in &sent.results {
            if let Came::Got(..) | Came::Withheld(_) = came {
                rows.push(self.row(session, entry, came));
            }
        }
        if still_ours {
            rows.extend(self.waiting(session, sent)?);
        }
        store::webhook::delivery::add_many(session.tx, &company, &rows)?;
        match still_ours {
            true => self.go_on(session, held, sent),
            false => self.let_go(session, held),
        }
    }

    /// What failed gets a job, and what comes behind it waits.
    fn waiting(
        &self,
        session: &mut Session<'_, '_>,
        sent: &Sent,
    ) -> Result<Vec<DeliveryRow>, Failure> {
        let company = session.company_id().to_owned();
        let mut lanes: BTreeMap<&str, Vec<DeliveryRow>> = BTreeMap::new();
        let mut failed: BTreeSet<&str> = BTreeSet::new();
        for (entry, came) in &sent.results {
            if let Came::Failed(..) = came {
                failed.insert(&entry.object_id);
            }
            if let Came::Failed(..) | Came::Waits = came {
                let row = self.row(session, entry, came);
                lanes.entry(&entry.object_id).or_default().push(row);
            }
        }
        // A lane that was waited for may be through by now.
        let names = lanes.keys().map(ToString::to_string).collect();
        let open = store::webhook::delivery::lanes(session.tx, &company, self.webhook, names)?;
        let mut all = Vec::new();
        for (lane, mut rows) in lanes {
            if let Some(head) = rows.first_mut().filter(|_| !open.iter().any(|name| name == lane)) {
                self.add_job(session, head, failed.contains(lane))?;
            }
            all.extend(rows);
        }
        Ok(all)
    }

    /// The job of the first that waits in a lane.
    fn add_job(
        &self,
        session: &mut Session<'_, '_>,
        head: &mut DeliveryRow,
        failed: bool,
    ) -> Result<(), Failure> {
        head.state = DeliveryState::Pending.word().to_owned();
        let new = NewJob {
            kind: WebhookDelivery::NAME,
            object: &head.object_id,
            target: &head.webhook_id,
            once: &head.id,
            due_at: session.now(),
            input: Input::of(head),
        };
        head.next_try_at = Some(session.wall());
        if failed {
            let delay = self.delays.first().copied().unwrap_or_default();
            let trouble = head.tried.trouble.clone().unwrap_or_default();
            let again = session.add_tried_job(new, &trouble, delay)?;
            head.next_try_at = Some(again);
        } else {
            session.add_job(new)?;
        }
        Ok(())
    }

    fn row(&self, session: &Session<'_, '_>, entry: &EventsLogEntry, came: &Came) -> DeliveryRow {
        let tried = |parcel: &Parcel| Tried {
            tried_at: Some(session.wall()),
            headers: Some(lines(parcel)),
            url: Some(parcel.url.clone()),
            ..Tried::default()
        };
        let (state, tried, body) = match came {
            Came::Got(parcel, receipt) => {
                let tried = with_receipt(tried(parcel), receipt);
                (DeliveryState::Delivered, tried, Some(parcel.body.clone()))
            }
            Came::Failed(parcel, receipt, trouble) => {
                let trouble = Some(trouble.reason.clone());
                let tried = Tried { trouble, ..with_receipt(tried(parcel), receipt) };
                (DeliveryState::Pending, tried, Some(parcel.body.clone()))
            }
            Came::Withheld(parcel) => {
                let tried = Tried { tried_at: None, ..tried(parcel) };
                (DeliveryState::Withheld, tried, Some(parcel.body.clone()))
            }
            Came::Waits | Came::Left => (DeliveryState::Waiting, Tried::default(), None),
        };
        DeliveryRow {
            id: session.new_id(DELIVERY_PREFIX),
            webhook_id: self.webhook.clone(),
            event_id: entry.id.clone(),
            event_type: entry.event_type.clone(),
            object_id: entry.object_id.clone(),
            lane: entry.object_id.clone(),
            position: entry.position,
            state: state.word().to_owned(),
            attempts: i64::from(matches!(came, Came::Got(..) | Came::Failed(..))),
            next_try_at: None,
            tried,
            body,
            created_at: session.wall(),
        }
    }

    /// The position moves on; an endpoint that lets nothing through rests.
    fn go_on(
        &self,
        session: &mut Session<'_, '_>,
        held: Held,
        sent: &Sent,
    ) -> Result<bool, Failure> {
        let company = session.company_id().to_owned();
        let results = || sent.results.iter().map(|(_, came)| came);
        let got = results().any(|came| matches!(came, Came::Got(..) | Came::Withheld(_)));
        let failed = results().any(|came| matches!(came, Came::Failed(..)));
        let misses = match (got, failed) {
            (true, _) => 0,
            (false, true) => held.course.misses + 1,
            (false, false) => held.course.misses,
        };
        let rests = !got && failed;
        let wall = session.wall();
        let rest_until = if rests { later(wall, self.rest(misses)) } else { wall };
        let course = Course { rest_until, misses };
        let standing = Standing { position: self.reached, course, taken_by: None };
        store::webhook::go_on(session.tx, &company, self.webhook, standing)?;
        let gone = results().find_map(|came| match came {
            Came::Failed(_, _, trouble) if trouble.hopeless => Some(trouble.reason.clone()),
            _ => None,
        });
        if let Some(reason) = gone {
            let mut before = held.webhook.0;
            before.position = self.reached;
            disable(session, (before.clone(), before), reason)?;
            return Ok(false);
        }
        Ok(!rests && (sent.batch.more || self.reached < sent.batch.to))
    }

    /// As long as a delivery would wait after so many tries, within bounds.
    fn rest(&self, misses: i64) -> Duration {
        let tried = usize::try_from(misses).unwrap_or(1).clamp(1, 12);
        let first = self.delays.first().copied().unwrap_or(REST);
        jittered((first * (1 << (tried - 1))).min(LONGEST_REST))
    }

    /// The endpoint is free again, where this one still had it.
    fn let_go(&self, session: &mut Session<'_, '_>, held: Held) -> Result<bool, Failure> {
        if held.course.rest_until != self.until {
            return Ok(false);
        }
        let company = session.company_id().to_owned();
        let course = Course { rest_until: session.wall(), misses: 0 };
        let position = held.webhook.0.position;
        let standing = Standing { position, course, taken_by: None };
        store::webhook::go_on(session.tx, &company, self.webhook, standing)?;
        Ok(false)
    }
}
