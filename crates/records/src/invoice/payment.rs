//! Money that came for an invoice.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Amount, Moment, SentAmount};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Payment {
    /// What it paid of the invoice.
    pub amount: Amount,
    /// The credit that paid, where one did.
    pub credit_id: Option<String>,
    /// The credit note that gave it, where it is what that gave back.
    pub invoice_uuid: Option<String>,
    pub note: Option<String>,
    pub paid_date: Moment,
    pub payment_type: PaymentType,
}

/// How money came; `CREDIT` is a credit, or what a credit note gave back, applied after the invoice
/// was final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PaymentType {
    Wire,
    Ach,
    Check,
    Cash,
    Card,
    #[default]
    Other,
    Credit,
}

impl PaymentType {
    pub fn as_str(self) -> &'static str {
        match self {
            PaymentType::Wire => "WIRE",
            PaymentType::Ach => "ACH",
            PaymentType::Check => "CHECK",
            PaymentType::Cash => "CASH",
            PaymentType::Card => "CARD",
            PaymentType::Other => "OTHER",
            PaymentType::Credit => "CREDIT",
        }
    }
}

/// A payment that is told: all that is due where no amount is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"payment_type": "WIRE", "note": "Bank statement of 3 March"}))]
pub struct MarkPaid {
    /// What is above the due becomes a credit.
    pub amount: Option<SentAmount>,
    pub note: Option<String>,
    /// Now where absent; not in the future.
    pub paid_date: Option<Moment>,
    /// `OTHER` where absent.
    pub payment_type: Option<RecordedType>,
}

/// How money came outside the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RecordedType {
    Wire,
    Ach,
    Check,
    Cash,
    Card,
    #[default]
    Other,
}
