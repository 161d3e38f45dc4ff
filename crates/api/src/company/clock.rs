//! `GET /clock`, `POST /clock`, and the move of one that runs: `GET|DELETE /clock/move`

use axum::http::Method;
use engine::Failure;
use engine::idempotency::Answer;
use records::{Area, ClockMove, ClockReading};

use crate::openapi::record;
use crate::operation::{Action, Operation, Steps, read, write};
use crate::page;

const TAG: &str = "Clock";

pub fn get() -> Operation {
    Operation {
        method: Method::GET,
        path: "/clock",
        id: "getClock",
        tag: TAG,
        summary: "Read the company's time",
        description: "The test clock of a development company, else the real time.",
        grant: read(Area::SETTINGS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<ClockReading>(),
        action: Action::Get(|session, _| page::record(&engine::company_clock::read(session))),
    }
}

pub fn set() -> Operation {
    Operation {
        method: Method::POST,
        path: "/clock",
        id: "setClock",
        tag: TAG,
        summary: "Move the test clock",
        description: "Everything that falls due on the way is done, in order, before the answer \
            comes. The first call may choose any instant while nothing is billed; later ones \
            move forward, at most ten years each, and over at most 100,000 instants at which \
            something is due; what is further is refused before anything is done. A move goes on \
            to its target if its client goes away: watch it, or cut it short.",
        grant: write(Area::SETTINGS),
        query: &[],
        body: Some(record::<ClockReading>()),
        status: 200,
        answer: record::<ClockReading>(),
        action: Action::Steps(|steps| Box::pin(run(steps))),
    }
}

pub fn watch() -> Operation {
    Operation {
        method: Method::GET,
        path: "/clock/move",
        id: "getClockMove",
        tag: TAG,
        summary: "Watch the test clock move",
        description: "How far a move has come, and where it goes.",
        grant: read(Area::SETTINGS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<ClockMove>(),
        action: Action::Get(|session, _| page::record(&engine::company_clock::on_its_way(session))),
    }
}

pub fn cut() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/clock/move",
        id: "cutClockMove",
        tag: TAG,
        summary: "Cut a move of the test clock short",
        description: "The clock stops at the instant that it has reached; whoever waits for the \
            move is answered with that instant. A clock that stands stays as it is.",
        grant: write(Area::SETTINGS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<ClockMove>(),
        action: Action::Steps(|steps| Box::pin(cut_short(steps))),
    }
}

async fn cut_short(steps: Steps) -> Result<Answer, Failure> {
    steps.engine.cut_clock_move(&steps.company, steps.actor, steps.keyed).await
}

async fn run(steps: Steps) -> Result<Answer, Failure> {
    let target = steps.call.read::<ClockReading>()?.now;
    steps.engine.move_clock(&steps.company, steps.actor, steps.keyed, target).await
}
