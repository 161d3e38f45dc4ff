//! `POST /subscriptions/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/find",
        id: "findSubscriptions",
        tag: TAG,
        summary: "Find subscriptions",
        description: "All given filters must match. `effective_end_date` is the `end_date`, or \
            the `renewal_date` of one that does not renew; `payment_status` true means that \
            nothing is past due; owner, parent and `exclude_from_metrics` are the customer's. \
            Only a null `from_key` ends a walk.",
        grant: read(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(find_body("Subscriptions", engine::subscriptions::FIND)),
        status: 200,
        answer: page_of("SubscriptionsPage", record::<Subscription>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::subscriptions::FIND, &call.body)?;
            page::found(&engine::subscriptions::find(session, &request)?)
        }),
    }
}
