//! A page of facts, of those that are asked for.

use records::pagination::PageAnswer;
use records::{EventsLogEntry, Moment};

use crate::listing::{ListRequest, Listed};
use crate::{Failure, Session};

/// So many facts are read at once, and so many times for a page: one that finds few ends early,
/// with the place where it goes on.
const BATCH: i64 = 1_000;
const BATCHES: usize = 10;

/// Which facts are asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Behind this position.
    pub after: i64,
    pub event_type: Option<String>,
    pub object_id: Option<String>,
    /// A kind of actor, the id of a token, or that of a person.
    pub actor: Option<String>,
    pub created_from: Option<Moment>,
    pub created_before: Option<Moment>,
}

impl Asked {
    fn wants(&self, entry: &EventsLogEntry) -> bool {
        let is_of_actor =
            |asked: &String| entry.actor.as_ref().is_some_and(|actor| actor.is(asked));
        self.event_type.as_ref().is_none_or(|asked| *asked == entry.event_type)
            && self.object_id.as_ref().is_none_or(|asked| *asked == entry.object_id)
            && self.actor.as_ref().is_none_or(is_of_actor)
            && self.created_from.is_none_or(|from| entry.created_at >= from)
            && self.created_before.is_none_or(|before| entry.created_at < before)
    }

    /// Cursors are bound to what was asked, not to where it began.
    fn meaning(&self) -> String {
        format!("{:?}", Asked { after: 0, ..self.clone() })
    }

    fn is_all(&self) -> bool {
        let Asked { event_type, object_id, actor, created_from, created_before, .. } = self;
        let texts = [event_type, object_id, actor];
        let times = [created_from, created_before];
        texts.iter().all(|text| text.is_none()) && times.iter().all(|time| time.is_none())
    }
}

/// The page behind `from_key`, or behind a position that the caller remembers.
pub fn list(
    session: &mut Session<'_, '_>,
    request: &ListRequest,
    asked: &Asked,
) -> Result<Listed<EventsLogEntry>, Failure> {
    let company = session.company_id().to_owned();
    let binding = match asked.is_all() {
        true => format!("{company}/events_log"),
        false => format!("{company}/events_log\n{}", asked.meaning()),
    };
    let after = match request.from_key.as_deref() {
        None | Some("") => asked.after,
        Some(cursor) => session.tools.signer.place(&binding, cursor)?.0,
    };
    let wanted = usize::try_from(request.limit).unwrap_or(0);
    let (results, place) = match wanted {
        0 => (Vec::new(), None),
        _ => page(session, asked, (after, wanted))?,
    };
    let signer = &session.tools.signer;
    let from_key = place.map(|position| signer.cursor(&binding, &(position, String::new())));
    let pagination = PageAnswer { from_key, limit: request.limit, total_count: None };
    Ok(Listed { pagination, results })
}

/// What is found behind a position, and where to go on, unless the log is at its end.
fn page(
    session: &mut Session<'_, '_>,
    asked: &Asked,
    (after, wanted): (i64, usize),
) -> Result<(Vec<EventsLogEntry>, Option<i64>), Failure> {
    let company = session.company_id().to_owned();
    let mut place = after;
    if let Some(from) = asked.created_from {
        place = place.max(store::events::position_before(session.tx, &company, from)?);
    }
    // One more than wanted tells whether the walk goes on.
    let plain = i64::try_from(wanted).unwrap_or(i64::MAX).saturating_add(1);
    let size = if asked.is_all() { plain } else { BATCH };
    let mut results = Vec::new();
    for _ in 0..BATCHES {
        let facts = match &asked.object_id {
            Some(object) => {
                store::events::of_one_after(session.tx, &company, (object, place), size)?
            }
            None => store::fact::after(session.tx, &company, place, size)?,
        };
        let is_last = i64::try_from(facts.len()).unwrap_or(0) < size;
        place = facts.last().map_or(place, |fact| fact.position);
        let found = facts.into_iter().filter(|entry| asked.wants(entry));
        results.extend(found.take(wanted + 1 - results.len()));
        if results.len() > wanted {
            results.truncate(wanted);
            let last = results.last().map(|entry| entry.position);
            return Ok((results, last));
        }
        if is_last {
            return Ok((results, None));
        }
    }
    Ok((results, Some(place)))
}
