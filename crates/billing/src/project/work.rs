//! A decision under way: the facts so far, on a snapshot that has them.

use calendar::Timestamp;
use money::AmountError;

use crate::fact::{Fact, SubscriptionFact};
use crate::project::project;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// A decision under way.
pub(crate) struct Work {
    pub snapshot: Snapshot,
    pub facts: Vec<Fact>,
    pub now: Timestamp,
    /// Whether a subscription that cannot be billed is set aside, or refuses the whole command.
    pub parks: bool,
    /// Why the facts do not come to a state: nothing of it may be applied.
    pub broken: Option<AmountError>,
}

/// The instant that is decided, and the one at which that happens.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    pub at: Timestamp,
    pub now: Timestamp,
}

impl Work {
    /// On a copy of the snapshot, all or nothing.
    pub fn on(snapshot: &Snapshot, now: Timestamp) -> Work {
        Work { snapshot: snapshot.clone(), facts: Vec::new(), now, parks: false, broken: None }
    }

    pub fn tell(&mut self, fact: Fact) {
        if let Err(error) = project(&mut self.snapshot, &fact) {
            self.broken.get_or_insert(error);
        }
        self.facts.push(fact);
    }

    /// The facts, if they come to a state.
    pub fn into_facts(self) -> Result<Vec<Fact>, Refusal> {
        match self.broken {
            Some(error) => Err(error.into()),
            None => Ok(self.facts),
        }
    }

    pub fn tell_all(&mut self, facts: Vec<Fact>) {
        facts.into_iter().for_each(|fact| self.tell(fact));
    }

    /// Parks a subscription, unless the command that is decided must succeed as a whole.
    pub fn park(&mut self, subscription: &Subscription, refusal: Refusal) -> Result<(), Refusal> {
        if !self.parks {
            return Err(refusal);
        }
        let reason = refusal.to_string();
        let at = self.now;
        self.tell(Fact::Subscription {
            subscription: subscription.id.clone(),
            at,
            fact: SubscriptionFact::Parked { reason },
        });
        Ok(())
    }
}
