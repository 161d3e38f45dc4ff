//! Discounts of a contract as it answers them. A PATCH keeps those that it sends again, and marks
//! those that it does not.

use records::contract::create::DiscountRequest;
use records::subscription::discount::DiscountState;
use records::{Amount, Contract, Discount, SentAmount};

use crate::{Failure, Session};

/// Those that are sent, with what was there of them before; what was there and is not sent any more
/// is deleted.
pub(crate) fn discounts(
    session: &Session<'_, '_>,
    sent: &[DiscountRequest],
    (had, contract): (&[Discount], &Contract),
) -> Result<Vec<Discount>, Failure> {
    let now = session.now();
    let mut left: Vec<Discount> = had.to_vec();
    let mut all = Vec::with_capacity(sent.len());
    for request in sent {
        let fresh = discount(session, request, contract)?;
        let same = left.iter().position(|known| {
            known.deleted_at.is_none()
                && *known
                    == Discount {
                        id: known.id.clone(),
                        created_at: known.created_at,
                        updated_at: known.updated_at,
                        state: known.state,
                        ..fresh.clone()
                    }
        });
        all.push(same.map(|place| left.remove(place)).unwrap_or(fresh));
    }
    for dropped in &mut left {
        if dropped.deleted_at.is_none() {
            (dropped.deleted_at, dropped.updated_at) = (Some(now), now);
            dropped.state = DiscountState::Revoked;
        }
    }
    all.extend(left);
    Ok(all)
}

fn discount(
    session: &Session<'_, '_>,
    sent: &DiscountRequest,
    contract: &Contract,
) -> Result<Discount, Failure> {
    let now = session.now();
    Ok(Discount {
        amount: sent.amount.as_ref().map(known).transpose()?,
        cap: sent.cap.as_ref().map(known).transpose()?,
        company_id: session.company_id().to_owned(),
        created_at: now,
        customer_id: Some(contract.customer_id.clone()).filter(|id| !id.is_empty()),
        expiration_date: sent.expiration_date,
        id: session.new_id("disc_"),
        import_created_at_ref: sent.import_created_at_ref,
        import_ref: sent.import_ref.clone(),
        imported_from: sent.imported_from.clone(),
        item_pricing_id: sent.item_pricing_id.clone(),
        name: sent.name.clone(),
        percent: sent.percent.clone(),
        product_id: sent.product_id.clone(),
        product_pricing_id: sent.product_pricing_id.clone(),
        proposal_id: Some(contract.id.to_string()),
        state: DiscountState::Pending,
        kind: sent.kind,
        updated_at: now,
        ..Discount::default()
    })
}

/// An amount whose currency was found to be one.
pub(crate) fn known(sent: &SentAmount) -> Result<Amount, Failure> {
    sent.known().map_err(|unknown| store::Error::Broken(unknown.to_string()).into())
}
