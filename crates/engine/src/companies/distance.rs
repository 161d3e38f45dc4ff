//! How far a clock is to go: counted before it goes, beside the writer, so that what is too far is
//! refused with nothing done.

use billing::decide::Upcoming;
use records::{CompanyId, CustomerId, Moment};
use store::billed::Billed;

use super::clock::{MOST_INSTANTS, TEN_YEARS_MICROS};
use crate::bill::pricings::pricings;
use crate::bill::stored::{self, lift, references};
use crate::{Actor, Engine, Failure, Refusal, Session};

/// So many customers are looked at together.
const PAGE: i64 = 500;

impl Engine {
    /// Refuses a move on which more is sure to be due than a clock passes. What only may be due is
    /// counted on the way.
    pub(super) async fn refuse_too_far(
        &self,
        company: &CompanyId,
        target: Moment,
    ) -> Result<(), Failure> {
        let too_far =
            self.look(company, Actor::default(), move |session| is_too_far(session, target));
        match too_far.await? {
            false => Ok(()),
            true => {
                let detail = format!("More than {MOST_INSTANTS} instants are due until then.");
                Err(Refusal::invalid("/now", "too_far", detail).into())
            }
        }
    }
}

fn is_too_far(session: &mut Session<'_, '_>, target: Moment) -> Result<bool, Failure> {
    let now = session.now();
    let far = target.micros().saturating_sub(now.micros());
    // What is refused for another reason is not counted.
    let moves = (1..=TEN_YEARS_MICROS).contains(&far) && session.company().is_dev;
    if !moves || session.row.clock_target.is_some() {
        return Ok(false);
    }
    let stretch = (stored::instant(now)?, stored::instant(target)?);
    let mut upcoming = Upcoming::new(stretch, MOST_INSTANTS);
    let mut last = CustomerId::default();
    let company = session.company_id().to_owned();
    loop {
        let page = store::billed::after(session.tx, &company, &last, PAGE)?;
        let Some(end) = page.last() else { return Ok(false) };
        last = end.customer_id.clone();
        let due: Vec<Billed> = page
            .into_iter()
            .filter(|billed| billed.due_at.is_some_and(|at| at <= target))
            .collect();
        count(session, due, &mut upcoming)?;
        if upcoming.is_done() {
            return Ok(upcoming.is_too_many());
        }
    }
}

/// Counts what these customers are billed for. What cannot be read is left to the move, which parks
/// it.
fn count(
    session: &mut Session<'_, '_>,
    billed: Vec<Billed>,
    upcoming: &mut Upcoming,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let ids: Vec<CustomerId> = billed.into_iter().map(|billed| billed.customer_id).collect();
    let mut rows = store::subscription::of_customers(session.tx, &company, ids)?;
    rows.retain_mut(|row| lift::subscription(&row.columns, &mut row.documents).is_ok());
    let named = rows.iter().filter_map(|row| references::of_subscription(&row.documents).ok());
    let known = pricings(session, named.flatten().collect())?;
    for row in &rows {
        if let Ok(restored) = stored::subscription(&row.columns, &row.documents, &known) {
            upcoming.add(&restored.subscription);
        }
    }
    Ok(())
}
