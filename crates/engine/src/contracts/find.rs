//! Searches contracts.

use store::contract::{ContractRow, FIND};

use super::shown::answers;
use crate::find::{FindRequest, FoundPage, walk_texts};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_texts(session, &FIND, request, |session, rows: Vec<ContractRow>| answers(session, &rows))
}
