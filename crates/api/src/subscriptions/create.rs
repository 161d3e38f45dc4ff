//! `POST /subscriptions`

use axum::http::Method;
use records::{Area, Subscription, SubscriptionCreate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions",
        id: "createSubscription",
        tag: TAG,
        summary: "Create a subscription",
        description: "Needs a customer and a recurring pricing, in `product_pricing_ids` or in a \
            bundle; all of one currency. What is due at once is invoiced before the answer. A \
            start in the past bills nothing for closed periods unless `generate_past_invoice` \
            asks for it.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(record::<SubscriptionCreate>()),
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| engine::subscriptions::create(session, &call.sent())),
    }
}
