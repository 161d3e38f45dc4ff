//! What subscriptions and invoices copied of their customer follows it, and what a customer is
//! worth is written beside its record.

use serde_json::{Value, json};
use store::customer::Revenue;
use store::{Error, Tx, invoice, subscription};

use super::open;
use super::samples::{at, new_invoice, new_subscription, plain_invoice, plain_subscription};
use super::searched::text as wanted;
use crate::harness::Company;
use crate::harness::client::text;
use crate::harness::database::behind;

both! {
    fn a_changed_customer_is_followed(company: Company) {
        let company = company.unaudited();
        let customer = company.customer(&json!({ "identifier": "f", "name": "Before" }));
        let customer = text(&customer, "id");
        let parent = company.named("parent");
        let store = open(&company.server.url).unwrap();
        let (owner, payer) = (company.company.clone(), customer.clone());
        let insert = store.write(move |tx: &mut Tx<'_>| {
            for n in [1, 2] {
                let columns = subscription::Columns {
                    customer_id: payer.clone().into(),
                    billed_customer_id: payer.clone().into(),
                    identifier: (n == 1).then(|| "own-key".to_owned()),
                    ..plain_subscription(n)
                };
                subscription::insert(tx, &owner, &new_subscription(columns))?;
            }
            let customer_id = payer.clone().into();
            let columns = invoice::Columns { customer_id, ..plain_invoice(1) };
            invoice::insert_many(tx, &owner, &[new_invoice(columns)])
        });
        insert.wait().unwrap();
        let columns = |table: &str, columns: &str| {
            let sql = format!(
                "SELECT {columns} FROM {table} WHERE customer_id = '{customer}' ORDER BY id"
            );
            behind(&company.server.url, &sql)
        };
        let of_subscription = "coalesce(owner_id, '-') || ' ' || coalesce(parent_customer_id, '-')
            || ' ' || cast(exclude_from_metrics AS TEXT) || cast(managed_externally AS TEXT)
            || (SELECT cast(p.version AS TEXT) FROM subscription_progress p
                WHERE p.id = subscription.id)";
        let of_invoice = "coalesce(owner_id, '-') || ' ' || cast(managed_externally AS TEXT)";
        assert_eq!(columns("subscription", of_subscription), ["- - 001", "- - 001"]);
        let user = company.post("/company_users", &json!({ "email": "o@x.example" })).expect(200);
        let user = text(&user, "id");
        let change = json!({
            "owner_id": user, "parent_customer_id": parent, "exclude_from_metrics": true,
            "name": "Afterwards",
        });
        company.patch(&format!("/customers/{customer}"), &change).expect(200);
        let expected = format!("{user} {parent} 101");
        assert_eq!(columns("subscription", of_subscription), [expected.clone(), expected]);
        assert_eq!(columns("invoice", of_invoice), [format!("{user} 0")]);
        let found = |query: &str| {
            let (owner, query) = (company.company.clone(), wanted(query));
            let find = store.read(move |tx: &mut Tx<'_>| {
                let matches = subscription::FIND.filter("search").unwrap().matches;
                let request = store::find::Request {
                    company: &owner,
                    now: at(0),
                    wanted: &[(matches, query.clone())],
                    sort: subscription::FIND.sort("createdAtAsc"),
                    after: None,
                    limit: 10,
                };
                subscription::FIND.page::<subscription::SubscriptionRow>(tx, &request)
            });
            find.wait().unwrap().len()
        };
        assert_eq!((found("afterw"), found("before"), found("own-key")), (2, 0, 1));
        // Another change of the customer leaves them alone.
        behind(
            &company.server.url,
            &format!("UPDATE subscription SET owner_id = 'x' WHERE customer_id = '{customer}'"),
        );
        company.patch(&format!("/customers/{customer}"), &json!({ "title": "CFO" })).expect(200);
        assert!(columns("subscription", of_subscription).iter().all(|row| row.starts_with("x ")));
        store.stop();
    }

    fn revenue_lies_beside_the_record(company: Company) {
        let company = company.unaudited();
        let customer = text(&company.customer(&json!({ "identifier": "r" })), "id");
        let path = format!("/customers/{customer}");
        let before = company.get(&path).expect(200);
        let store = open(&company.server.url).unwrap();
        let set = |mrr: i64, currency: Option<&str>, by_currency: Option<Value>| {
            let revenue = Revenue {
                customer_id: customer.clone().into(),
                mrr,
                arr: mrr * 12,
                currency: currency.map(str::to_owned),
                by_currency: by_currency.map(|value| value.to_string()),
                live: 3,
                updated_at: None,
            };
            let unknown = Revenue { customer_id: "unknown".into(), ..revenue.clone() };
            let owner = company.company.clone();
            let write = store.write(move |tx: &mut Tx<'_>| {
                store::customer::set_revenue(tx, &owner, &[unknown.clone(), revenue.clone()])?;
                Ok::<_, Error>(())
            });
            write.wait().unwrap();
        };
        let by_currency = json!([{ "currency": "CHF", "value_in_cents": 70 }]);
        set(70, Some("CHF"), Some(by_currency.clone()));
        let after = company.get(&path).expect(200);
        assert_eq!(after["mrr"], json!({ "currency": "CHF", "value_in_cents": 70 }));
        assert_eq!(after["arr"], json!({ "currency": "CHF", "value_in_cents": 840 }));
        assert_eq!(after["mrr_by_currency"], by_currency);
        assert_eq!(after["updated_at"], before["updated_at"]);
        assert_eq!(company.found(&json!({ "mrr": { "gt": 69 } })), ["r"]);
        let refused = company.patch(&path, &json!({ "status": "ARCHIVED" })).expect(409);
        assert_eq!(refused["code"], "has_live_subscriptions");
        set(0, None, None);
        assert_eq!(company.get(&path).expect(200)["mrr"], before["mrr"]);
        store.stop();
    }
}
