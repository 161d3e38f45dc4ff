//! The job of a mail: it is written from what is there now, handed to whoever relays mail, and what
//! came of it is kept with the mail. The same job always makes the same message id, so that a mail
//! that a crash sent twice is known again.

use std::time::Duration;

use billing::fact::FactType;
use mails::MailMessage;
use records::email::EmailState;
use records::{Email, EmailKind, Object};
use serde_json::{Value, json};
use store::email::EmailRow;
use store::label::Label;

use super::about::Unwritten;
use super::compose::{Letter, letter};
use super::find::shown;
use super::queue::Cause;
use crate::bill::stored;
use crate::jobs::{JobRow, Next, Outcome, Verdict, Work};
use crate::ports::{Calling, Outside, Trouble};
use crate::{Failure, Session};

/// A mail at work.
pub(crate) struct Mail {
    row: EmailRow,
    letter: Result<Letter, Unwritten>,
}

impl Work for Mail {
    const NAME: &'static str = "email";
    const LONGEST: Duration = Duration::from_secs(60);

    type Answer = ();

    fn delays(outside: &Outside) -> &[Duration] {
        &outside.mail_delays
    }

    fn stays_inside(outside: &Outside) -> bool {
        outside.mail.as_ref().is_some_and(|relay| relay.is_here())
    }

    fn load(session: &mut Session<'_, '_>, job: &JobRow) -> Result<Option<Mail>, Failure> {
        let company = session.company_id().to_owned();
        let id = job.object_id.as_str().into();
        let Some(row) = store::email::by_id(session.tx, &company, &id)? else { return Ok(None) };
        let cause: Cause = stored::read(&job.input)?;
        let written = match letter(session, &row, &cause) {
            Ok(written) => written,
            Err(Failure::Refused(refusal)) => {
                Err(Unwritten::Impossible(format!("what it needs cannot be read: {refusal:?}")))
            }
            Err(failure) => return Err(failure),
        };
        Ok(Some(Mail { row, letter: written }))
    }

    fn call<'a>(&'a self, outside: &'a Outside) -> Calling<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let letter = match &self.letter {
                Ok(letter) => letter,
                Err(Unwritten::Needless(_)) => return Ok(()),
                Err(Unwritten::Impossible(why)) => {
                    return Err(Trouble { reason: why.clone(), hopeless: true });
                }
            };
            match &outside.mail {
                Some(relay) => relay.send(&letter.message).await,
                None => Err(Trouble::new("this process was started without `--smtp-url`")),
            }
        })
    }

    fn told(&self) -> Value {
        match &self.letter {
            Ok(Letter { message, .. }) => json!({
                "to": addresses(&message.to),
                "cc": addresses(&message.cc),
                "subject": message.subject,
                "text": message.text,
                "html": message.html,
            }),
            Err(Unwritten::Needless(why) | Unwritten::Impossible(why)) => json!({ "reason": why }),
        }
    }

    fn record(
        &self,
        session: &mut Session<'_, '_>,
        _: &JobRow,
        (outcome, verdict): (&Outcome<()>, Verdict),
    ) -> Result<Next, Failure> {
        let now = session.now();
        let mut email = Email { updated_at: now, ..shown(&self.row)? };
        if let Ok(letter) = &self.letter {
            describe(&mut email, letter);
        }
        let (state, fact) = self.became(outcome, verdict);
        email.state = state;
        email.reason = self.reason(outcome);
        email.sent_at = (state == EmailState::Sent).then_some(now);
        self.write(session, &email)?;
        if state == EmailState::Sent && email.kind == EmailKind::Invoice {
            let (company, label) =
                (session.company_id().to_owned(), Label::new("invoice_sent", "true"));
            let labels = [(&company, email.object_id.as_str(), &label)];
            store::label::add_many(session.tx, store::invoice::KIND, &labels)?;
        }
        if let Some(fact) = fact {
            let values: Value = json!({
                "kind": email.kind,
                "object_id": email.object_id,
                "customer_id": email.customer_id,
                "to": email.to,
                "cc": email.cc,
                "subject": email.subject,
                "message_id": email.message_id,
                "reason": email.reason,
            });
            let values: Object = values.as_object().cloned().unwrap_or_default();
            session.fact(fact, &email.id, values)?;
        }
        Ok(Next::AsJudged)
    }
}

impl Mail {
    /// The state afterwards, and the fact that tells of it; another try is none.
    fn became(&self, outcome: &Outcome<()>, verdict: Verdict) -> (EmailState, Option<FactType>) {
        match (&self.letter, outcome, verdict) {
            (Err(Unwritten::Needless(_)), _, _) => {
                (EmailState::Skipped, Some(FactType::EmailSkipped))
            }
            (Err(Unwritten::Impossible(_)), _, _) | (_, _, Verdict::Failed) => {
                (EmailState::Failed, Some(FactType::EmailFailed))
            }
            (_, Outcome::Withheld, _) => (EmailState::Withheld, Some(FactType::EmailWithheld)),
            (_, _, Verdict::Again(_)) => (EmailState::Queued, None),
            (_, _, Verdict::Done) => (EmailState::Sent, Some(FactType::EmailSent)),
        }
    }

    fn reason(&self, outcome: &Outcome<()>) -> Option<String> {
        match (&self.letter, outcome) {
            (Err(Unwritten::Needless(why) | Unwritten::Impossible(why)), _) => Some(why.clone()),
            (Ok(_), Outcome::Failed(trouble)) => Some(trouble.reason.clone()),
            (Ok(letter), _) => letter.template_fault.clone(),
        }
    }

    fn write(&self, session: &mut Session<'_, '_>, email: &Email) -> Result<(), Failure> {
        let company = session.company_id().to_owned();
        let row = EmailRow {
            state: email.state.word().to_owned(),
            updated_at: email.updated_at,
            doc: store::document::stored(email, &[])?,
            ..self.row.clone()
        };
        Ok(store::email::settle(session.tx, &company, &row)?)
    }
}

/// What a mail is, as it was written.
fn describe(email: &mut Email, letter: &Letter) {
    let MailMessage { message_id, to, cc, subject, text, .. } = &letter.message;
    email.cc = addresses(cc);
    email.language = Some(letter.language.code().to_owned());
    email.message_id = Some(format!("<{message_id}>"));
    email.subject = Some(subject.clone());
    email.template_id.clone_from(&letter.template);
    email.text = Some(text.clone());
    email.to = addresses(to);
}

fn addresses(all: &[mails::Mailbox]) -> Vec<String> {
    all.iter().map(|one| one.address.clone()).collect()
}
