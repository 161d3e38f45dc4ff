//! `POST /company_users`

use axum::http::Method;
use records::company_user::Invitation;
use records::{Area, CompanyUser};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/company_users",
        id: "inviteCompanyUser",
        tag: TAG,
        summary: "Invite a company user",
        description: "The person is `pending` until a token issued to them is used. Nobody \
            grants more access than they hold.",
        grant: write(Area::TEAM),
        query: &[],
        body: Some(record::<Invitation>()),
        status: 200,
        answer: record::<CompanyUser>(),
        action: Action::Write(|session, call| {
            page::record(&engine::company_users::invite(session, &call.read::<Invitation>()?)?)
        }),
    }
}
