//! A database of an earlier version keeps what it has when it is opened.

use records::SubscriptionId;
use store::find::Comparison;
use store::subscription::{self, Columns, FIND, New};
use store::{Error, Tx, invoice};

use super::open;
use super::samples::{
    COMPANY, at, new_invoice, new_subscription, plain_invoice, plain_subscription, subscription_id,
};
use super::searched::{agree, case, comparing, text};
use crate::harness::Kind;
use crate::harness::database::{behind, fresh};

/// Subscriptions as they were kept before what moves with every invoice had a table of its own.
const ONE_TABLE: &str = "BEGIN;
    ALTER TABLE subscription ADD COLUMN renewal_date BIGINT;
    ALTER TABLE subscription ADD COLUMN next_invoice_date BIGINT;
    ALTER TABLE subscription ADD COLUMN past_due_at BIGINT;
    ALTER TABLE subscription ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE subscription ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE subscription ADD COLUMN progress TEXT NOT NULL DEFAULT '';
    UPDATE subscription
    SET (renewal_date, next_invoice_date, past_due_at, updated_at, version, progress) =
        (SELECT p.renewal_date, p.next_invoice_date, p.past_due_at, p.updated_at, p.version, p.progress
        FROM subscription_progress p
        WHERE p.company_id = subscription.company_id AND p.id = subscription.id);
    DROP TABLE subscription_progress;
    CREATE INDEX subscription_updated ON subscription (company_id, updated_at, id);
    CREATE INDEX subscription_renewal ON subscription (company_id, renewal_date, id);
    CREATE INDEX subscription_next_invoice ON subscription (company_id, next_invoice_date, id);
    CREATE INDEX subscription_past_due ON subscription (company_id, past_due_at, id);
    UPDATE schema_version SET version = 4;
    COMMIT";

/// Invoices as they were when each number was kept from behind too.
const REVERSED: &str = "BEGIN;
    DROP INDEX invoice_number_end;
    ALTER TABLE invoice ADD COLUMN number_reversed TEXT;
    UPDATE invoice SET number_reversed = '321000-vni' WHERE number_key = 'inv-000123';
    CREATE INDEX invoice_number_end ON invoice (company_id, number_reversed)
        WHERE number_reversed IS NOT NULL;
    DROP INDEX company_entitlements;
    ALTER TABLE company DROP COLUMN entitlements_version;
    ALTER TABLE company DROP COLUMN entitlements_refreshed;
    ALTER TABLE customer DROP COLUMN entitlements_version;
    ALTER TABLE customer DROP COLUMN overrides_doc;
    DROP TABLE one_time;
    DROP TABLE credit_threshold;
    DROP TABLE billed_object;
    DROP TABLE object_history;
    DROP TABLE job;
    DROP TABLE webhook;
    DROP TABLE webhook_delivery;
    ALTER TABLE fact DROP COLUMN actor;
    DROP TABLE email;
    DROP TABLE email_template;
    DROP TABLE former_party;
    DROP TABLE contract;
    DROP TABLE contract_attachment;
    DROP TABLE template;
    DROP TABLE template_version;
    DROP TABLE usage_event;
    DROP TABLE usage_unmatched;
    DROP TABLE usage_meter;
    DROP TABLE usage_rollup;
    DROP TABLE usage_value;
    DROP TABLE metered_period;
    DROP TABLE following;
    DROP TABLE billing_turn;
    ALTER TABLE schema_version DROP COLUMN oldest;
    DROP INDEX subscription_paid_by_others;
    DROP INDEX subscription_waits;
    ALTER TABLE subscription DROP COLUMN waits;
    DROP INDEX billed_customer_turn;
    ALTER TABLE billed_customer DROP COLUMN rollup_zone;
    ALTER TABLE billed_customer DROP COLUMN rollup_turn_at;
    ALTER TABLE billed_customer DROP COLUMN rollup_at;
    ALTER TABLE billed_customer DROP COLUMN rollup_parts;
    DROP INDEX billed_customer_due_at;
    DROP INDEX company_moving;
    ALTER TABLE billed_customer DROP COLUMN real_time;
    UPDATE schema_version SET version = 5;
    COMMIT";

/// Credits as they were when all of them were of money.
const MONEY_ONLY: &str = "BEGIN;
    DROP INDEX credit_of;
    DROP INDEX credit_subscription;
    DROP INDEX credit_state;
    DROP INDEX credit_kind;
    DROP INDEX credit_log_customer;
    DROP INDEX credit_log_action;
    DROP INDEX credit_log_kind;
    ALTER TABLE credit DROP COLUMN item_id;
    ALTER TABLE credit DROP COLUMN units;
    ALTER TABLE credit DROP COLUMN issued_units;
    ALTER TABLE credit DROP COLUMN metric_record_id;
    ALTER TABLE credit DROP COLUMN imported_from;
    ALTER TABLE credit DROP COLUMN import_ref;
    ALTER TABLE credit DROP COLUMN import_created_at_ref;
    ALTER TABLE credit_log DROP COLUMN item_id;
    ALTER TABLE credit_log DROP COLUMN units;
    ALTER TABLE credit_log DROP COLUMN metric_record_id;
    COMMIT";

/// Takes a database back to the version before numbers were found by their ends.
fn reversed(url: &str) {
    behind(url, MONEY_ONLY);
    behind(url, REVERSED);
}

fn sample() -> Vec<New> {
    let columns = |n: i64| Columns {
        renewal_date: (n % 5 == 0).then(|| at(3_000 + n)),
        next_invoice_date: (n % 2 == 0).then(|| at(1_000 - n)),
        past_due_at: (n % 3 == 0).then(|| at(n)),
        updated_at: at(n * 7 % 20),
        ..plain_subscription(n)
    };
    (0..20).map(|n| new_subscription(columns(n))).collect()
}

both! {
    fn what_moves_gets_its_own_table(kind: Kind) {
        let url = fresh(kind);
        let store = open(&url).unwrap();
        let insert = |tx: &mut Tx<'_>| subscription::insert_many(tx, &COMPANY, &sample());
        store.write(insert).wait().unwrap();
        store.stop();
        reversed(&url);
        behind(&url, ONE_TABLE);
        let store = open(&url).unwrap();
        let ids: Vec<SubscriptionId> = (0..20).map(subscription_id).collect();
        let read = store.read(move |tx: &mut Tx<'_>| {
            let mut all = subscription::billing_by_ids(tx, &COMPANY, ids.clone())?;
            all.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
            Ok::<_, Error>(all)
        });
        let mut rows = sample();
        rows.sort_by(|a, b| a.columns.id.cmp(&b.columns.id));
        let kept = read.wait().unwrap();
        assert_eq!(kept.len(), rows.len());
        for (kept, given) in kept.iter().zip(&rows) {
            assert_eq!(kept.columns, given.columns);
            assert_eq!(kept.documents.progress, given.progress);
        }
        let coming = (Comparison::Gt, at(990).micros());
        let found = [
            case("next_invoice_date", comparing(&[coming]), |new: &New| {
                new.columns.next_invoice_date > Some(at(990))
            }),
            case("next_invoice_date", comparing(&[]), |_| true),
        ];
        agree(&store, FIND, &rows, &found);
        store.stop();
    }

    fn numbers_are_found_by_their_end(kind: Kind) {
        let url = fresh(kind);
        let store = open(&url).unwrap();
        let number = |n: i64| match n % 4 {
            0 => None,
            1 if n < 110 => Some(format!("{n}/2026")),
            2 if n < 110 => Some(format!("É-{n}ß")),
            _ if n == 139 => Some("7".to_owned()),
            _ => Some(format!("INV-{n:06}")),
        };
        let numbered = |n: i64| invoice::Columns { number: number(n), ..plain_invoice(n) };
        let rows: Vec<_> = (100..140).map(|n| new_invoice(numbered(n))).collect();
        let given = rows.clone();
        let insert = move |tx: &mut Tx<'_>| invoice::insert_many(tx, &COMPANY, &given);
        store.write(insert).wait().unwrap();
        store.stop();
        reversed(&url);
        let store = open(&url).unwrap();
        let ends = |end: &'static str| {
            case("search", text(end), move |new: &invoice::New| {
                new.columns.number.as_ref().is_some_and(|number| number.ends_with(end))
            })
        };
        let all = ["23", "000123", "24", "/2026", "05/2026", "6ß", "É-106ß", "97"];
        agree(&store, invoice::FIND, &rows, &all.map(ends));
        store.stop();
    }

    fn rollups_that_were_only_noted_begin(kind: Kind) {
        let url = fresh(kind);
        open(&url).unwrap().stop();
        let customer = |id: &str, collects: bool| {
            format!(
                "INSERT INTO customer (company_id, id, identifier, status, exclude_from_metrics,
                    managed_externally, version, created_at, updated_at, doc)
                VALUES ('{}', '{id}', '{id}', 'ACTIVE', 0, 0, 1, 5, 5,
                    '{{\"child_rollup_billing\":{collects}}}')",
                &*COMPANY
            )
        };
        behind(&url, &customer("cus_a", true));
        behind(&url, &customer("cus_b", false));
        reversed(&url);
        open(&url).unwrap().stop();
        let noted =
            "SELECT customer_id || ' ' || rollup_turn_at || ' ' || due_at || ' ' || real_time
            FROM billed_customer ORDER BY customer_id";
        assert_eq!(behind(&url, noted), ["cus_a 0 0 1"]);
    }
}
