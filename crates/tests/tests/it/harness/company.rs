//! A company of a test's own. When the test is over its audits must hold.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::companies::NewCompany;

use super::{Client, Server};

pub struct Company {
    pub server: Arc<Server>,
    client: Client,
    audited: bool,
}

static COUNT: AtomicU64 = AtomicU64::new(0);

impl Company {
    pub fn new(server: &Arc<Server>) -> Company {
        Company::make(server, false)
    }

    /// One that may have a test clock.
    pub fn dev(server: &Arc<Server>) -> Company {
        Company::make(server, true)
    }

    fn make(server: &Arc<Server>, dev: bool) -> Company {
        let new = NewCompany {
            name: format!("Test {}", COUNT.fetch_add(1, Ordering::Relaxed)),
            currency: "USD".to_owned(),
            timezone: "UTC".to_owned(),
            dev,
            demo: false,
        };
        let (company, token) = server.engine.create_company(new).expect("a company is made");
        let client = Client { address: server.address, company: company.id, token: token.token };
        Company { server: Arc::clone(server), client, audited: true }
    }

    /// A client that outlives the borrow of the company.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// For a test that breaks its rows on purpose.
    pub fn unaudited(mut self) -> Company {
        self.audited = false;
        self
    }
}

impl Deref for Company {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Company {
    fn drop(&mut self) {
        if self.audited && !std::thread::panicking() {
            let findings = self.server.engine.audit_company(&self.client.company);
            assert_eq!(findings, Ok(Vec::new()), "an audit does not hold");
        }
    }
}
