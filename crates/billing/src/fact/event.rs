//! Facts: what can happen, as one closed list.
//!
//! The same words are rows of the log, events for webhooks, and lines of tests. Nothing changes
//! state without one.

/// Declares every kind of fact: its name in code, its name outside, whose it is, what it says.
macro_rules! facts {
    ($($name:ident = $event:literal of $noun:literal: $meaning:literal;)*) => {
        /// A kind of fact.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FactType {
            $(#[doc = $meaning] $name,)*
        }

        impl FactType {
            pub const ALL: &[FactType] = &[$(FactType::$name),*];

            /// The name that the log and webhooks carry.
            pub fn event_type(self) -> &'static str {
                match self { $(FactType::$name => $event,)* }
            }

            /// The kind of record it is about.
            pub fn data_type(self) -> &'static str {
                match self { $(FactType::$name => $noun,)* }
            }

            /// One sentence for people.
            pub fn meaning(self) -> &'static str {
                match self { $(FactType::$name => $meaning,)* }
            }
        }
    };
}

facts! {
    ApiTokenCreated = "api_token.created" of "api_token": "A token was issued.";
    ApiTokenRevoked = "api_token.revoked" of "api_token": "A token was revoked.";
    BundleArchived = "bundle.archived" of "bundle": "A bundle was archived.";
    BundleCreated = "bundle.created" of "bundle": "A bundle was made.";
    BundleUpdated = "bundle.updated" of "bundle": "Details of a bundle changed.";
    ClockMoved = "clock.moved" of "company": "The test clock reached a new time.";
    CompanyCreated = "company.created" of "company": "The company was set up.";
    CompanyUpdated = "company.updated" of "company": "Settings of the company changed.";
    CompanyUserCreated = "company_user.created" of "company_user": "A person was invited.";
    CompanyUserJoined = "company_user.joined" of "company_user": "An invited person came.";
    CompanyUserUpdated = "company_user.updated" of "company_user": "Details of a person changed.";
    ContractAttached = "contract.attached" of "contract": "A file was attached to a contract.";
    ContractCreated = "contract.created" of "contract": "A contract was drafted.";
    ContractExecuted = "contract.executed" of "contract":
        "A contract became a subscription, a change or one-time charges.";
    ContractExpired = "contract.expired" of "contract": "Nobody signed a contract in time.";
    ContractSent = "contract.sent" of "contract": "A contract can be signed: its document stands.";
    ContractSigned = "contract.signed" of "contract": "Everybody has signed a contract.";
    ContractUpdated = "contract.updated" of "contract": "The draft of a contract changed.";
    ContractVoided = "contract.voided" of "contract": "A contract was taken back.";
    CreditApplied = "credit.applied" of "credit": "A credit paid part of an invoice.";
    CreditConsumed = "credit.consumed" of "credit":
        "Part of a credit was used outside of any invoice.";
    CreditExpired = "credit.expired" of "credit": "What was left of a credit lapsed.";
    CreditIssued = "credit.issued" of "credit": "A credit was given.";
    CreditRestored = "credit.restored" of "credit": "A void invoice gave back what it had used.";
    CreditRevoked = "credit.revoked" of "credit": "What was left of a credit was taken back.";
    CreditThresholdCreated = "credit_threshold.created" of "credit_threshold":
        "Somebody wants to be told when a balance of credits is low.";
    CreditThresholdFell = "credit_threshold.fell_below" of "credit_threshold":
        "A balance of credits fell below it.";
    CreditThresholdRecovered = "credit_threshold.recovered" of "credit_threshold":
        "A balance of credits is no longer below it.";
    CreditThresholdRemoved = "credit_threshold.removed" of "credit_threshold":
        "Nobody is told of this balance any more.";
    CustomerArchived = "customer.archived" of "customer": "A customer was archived.";
    CustomerCreated = "customer.created" of "customer": "A customer was made.";
    CustomerEntitlementsChanged = "customer.entitlements_changed" of "customer":
        "What a customer may use changed.";
    CustomerUpdated = "customer.updated" of "customer": "Details of a customer changed.";
    DiscountExpired = "discount.expired" of "discount": "A discount holds no longer.";
    DiscountRevoked = "discount.revoked" of "discount": "A discount was taken away.";
    EmailFailed = "email.failed" of "email": "A mail could not be sent.";
    EmailQueued = "email.queued" of "email": "Somebody asked for a mail.";
    EmailSent = "email.sent" of "email": "A mail was handed to whoever relays it.";
    EmailSkipped = "email.skipped" of "email": "There was no need for a mail any more.";
    EmailWithheld = "email.withheld" of "email":
        "A mail was written and kept: the company is one for development.";
    EmailTemplateCreated = "email_template.created" of "email_template":
        "The company has words of its own for a mail.";
    EmailTemplateDeleted = "email_template.deleted" of "email_template":
        "Mails of a kind have our words again.";
    EmailTemplateUpdated = "email_template.updated" of "email_template":
        "The company's words for a mail changed.";
    EntitlementCreated = "entitlement.created" of "entitlement": "An entitlement was defined.";
    EntitlementUpdated = "entitlement.updated" of "entitlement": "A definition changed.";
    InvoiceDrafted = "invoice.drafted" of "invoice": "An invoice waits for late usage.";
    InvoiceFinalized = "invoice.finalized" of "invoice": "An invoice was issued.";
    InvoiceWaived = "invoice.waived" of "invoice": "A billing date of a pause was waived.";
    InvoicePaymentRecorded = "invoice.payment_recorded" of "invoice": "Money came for an invoice.";
    InvoicePaymentRefunded = "invoice.payment_refunded" of "invoice": "Money went back.";
    InvoicePaymentWithdrawn = "invoice.payment_withdrawn" of "invoice":
        "What was given back is due again.";
    InvoiceUpdated = "invoice.updated" of "invoice": "Details of an invoice changed.";
    InvoiceVoided = "invoice.voided" of "invoice": "An invoice was taken back.";
    ItemArchived = "item.archived" of "item": "A billable item was archived.";
    ItemCreated = "item.created" of "item": "A billable item was made.";
    ItemUpdated = "item.updated" of "item": "Details of a billable item changed.";
    MetricArchived = "metric.archived" of "metric": "A billable metric was archived.";
    MetricCreated = "metric.created" of "metric": "A billable metric was made.";
    MetricUpdated = "metric.updated" of "metric": "Details of a billable metric changed.";
    ObjectCreated = "object.created" of "object": "Something is there that is billed.";
    ObjectRemoved = "object.removed" of "object": "An object is not there any more.";
    ObjectUpdated = "object.updated" of "object": "An object became another.";
    OneTimeCancelled = "one_time.cancelled" of "one_time": "A one-time charge is not billed.";
    OneTimeCreated = "one_time.created" of "one_time": "Something is bought once.";
    OneTimeInvoiced = "one_time.invoiced" of "one_time": "A one-time charge stands on an invoice.";
    OneTimeReturned = "one_time.returned" of "one_time":
        "A one-time charge waits for the next invoice again.";
    PricingArchived = "pricing.archived" of "pricing": "A pricing was archived.";
    PricingCreated = "pricing.created" of "pricing": "A pricing was made.";
    PricingUpdated = "pricing.updated" of "pricing": "Details of a pricing changed.";
    ProductArchived = "product.archived" of "product": "A product was archived.";
    ProductCreated = "product.created" of "product": "A product was made.";
    ProductUpdated = "product.updated" of "product": "Details of a product changed.";
    SalesUserArchived = "sales_user.archived" of "sales_user": "A sales user was archived.";
    SalesUserCreated = "sales_user.created" of "sales_user": "A sales user was made.";
    SalesUserUpdated = "sales_user.updated" of "sales_user": "Details of a sales user changed.";
    SubscriptionBilled = "subscription.billed" of "subscription": "Its periods moved on.";
    SubscriptionCancelAsked = "subscription.cancel_asked" of "subscription":
        "An end was asked for.";
    SubscriptionCancelUndone = "subscription.cancel_undone" of "subscription": "It does not end.";
    SubscriptionCancelled = "subscription.cancelled" of "subscription": "It was cancelled.";
    SubscriptionChangeDropped = "subscription.change_dropped" of "subscription":
        "A change that waited will not be made.";
    SubscriptionChangeScheduled = "subscription.change_scheduled" of "subscription":
        "A change waits for its date.";
    SubscriptionChanged = "subscription.changed" of "subscription": "It was changed.";
    SubscriptionCreated = "subscription.created" of "subscription": "A subscription was made.";
    SubscriptionEnded = "subscription.ended" of "subscription": "Its term is over.";
    SubscriptionPendingLines = "subscription.lines_pending" of "subscription":
        "What goes on its next invoice changed.";
    SubscriptionParked = "subscription.parked" of "subscription": "It could not be billed.";
    SubscriptionPaused = "subscription.paused" of "subscription": "Its billing was paused.";
    SubscriptionPayerChanged = "subscription.payer_changed" of "subscription":
        "Another customer pays for it.";
    SubscriptionRenewed = "subscription.renewed" of "subscription": "A new term began.";
    SubscriptionResumed = "subscription.resumed" of "subscription": "A pause is over.";
    SubscriptionRetried = "subscription.retried" of "subscription": "It is billed again.";
    SubscriptionStarted = "subscription.started" of "subscription": "A pending one began.";
    SubscriptionTakenOver = "subscription.taken_over" of "subscription":
        "Its customer is managed here now: its next periods are billed here.";
    SubscriptionTrialConverted = "subscription.trial_converted" of "subscription":
        "A trial became paid.";
    SubscriptionTrialExtended = "subscription.trial_extended" of "subscription":
        "The end of a trial moved.";
    SubscriptionUpdated = "subscription.updated" of "subscription": "Details of it changed.";
    SubscriptionUsageAdjusted = "subscription.usage_adjusted" of "subscription":
        "Usage of a billed period became another.";
    SubscriptionValued = "subscription.valued" of "subscription": "Its recurring revenue changed.";
    TemplateArchived = "template.archived" of "template": "A template was archived.";
    TemplateCreated = "template.created" of "template": "A template of contracts was made.";
    TemplateUpdated = "template.updated" of "template": "A template changed.";
    UsageEventAmended = "usage_event.amended" of "usage_event": "An event became another.";
    UsageEventVoided = "usage_event.voided" of "usage_event": "An event was taken back.";
    WebhookCreated = "webhook.created" of "webhook": "An endpoint is told of events.";
    WebhookDeleted = "webhook.deleted" of "webhook": "An endpoint was deleted.";
    WebhookDisabled = "webhook.disabled" of "webhook": "Nothing is sent to an endpoint any more.";
    WebhookUpdated = "webhook.updated" of "webhook": "Details of an endpoint changed.";
}

#[cfg(test)]
mod tests {
    use super::FactType;

    #[test]
    fn names_are_distinct_and_begin_with_their_noun() {
        let mut names: Vec<_> = FactType::ALL.iter().map(|fact| fact.event_type()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FactType::ALL.len());
        for fact in FactType::ALL {
            let noun = fact.event_type().split('.').next().unwrap_or_default();
            assert!(fact.data_type() == noun || noun == "clock", "{noun}");
        }
    }
}
