//! What signing asks for, and what comes after it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProposalOptions {
    pub allow_promo_code: bool,
    /// False makes the resulting subscription untaxed.
    pub collect_taxes: bool,
    pub completion_action: Option<CompletionAction>,
    pub confirmation_message: Option<String>,
    pub redirect_url: Option<String>,
    /// It is not completed while the customer has no address.
    pub requires_customer_address: bool,
    /// The signer confirms the billing details before signing.
    pub requires_customer_confirmation: bool,
    /// It is not completed while the customer has no phone number.
    pub requires_customer_phone: bool,
    pub requires_email_verification: bool,
    pub save_card_on_checkout: bool,
}

impl Default for ProposalOptions {
    fn default() -> ProposalOptions {
        ProposalOptions {
            allow_promo_code: false,
            collect_taxes: true,
            completion_action: None,
            confirmation_message: None,
            redirect_url: None,
            requires_customer_address: false,
            requires_customer_confirmation: false,
            requires_customer_phone: false,
            requires_email_verification: false,
            save_card_on_checkout: false,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProposalOptionsRequest {
    pub allow_promo_code: Option<bool>,
    /// Yes where absent.
    pub collect_taxes: Option<bool>,
    pub completion_action: Option<CompletionAction>,
    /// With CONFIRMATION_PAGE.
    pub confirmation_message: Option<String>,
    /// With REDIRECT: an address of the web.
    #[schema(max_length = 2000)]
    pub redirect_url: Option<String>,
    pub requires_customer_address: Option<bool>,
    pub requires_customer_confirmation: Option<bool>,
    pub requires_customer_phone: Option<bool>,
    pub requires_email_verification: Option<bool>,
    pub save_card_on_checkout: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CompletionAction {
    Redirect,
    ConfirmationPage,
}
