//! The peer of creates: `localstripe`, a billing service for tests, from PyPI. It is installed beside
//! the databases where it is missing; without Python or network there is no peer.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use serde_json::Value;

use crate::http;
use crate::outcome::{Outcome, broken};
use crate::programs;

const PACKAGE: &str = "localstripe==1.15.10";
/// Creates a round: it is slow, and becomes slower.
const CREATES: usize = 100;
const PORT: u16 = 48420;

pub struct Peer {
    running: Option<Child>,
    customer: String,
}

impl Peer {
    pub fn start() -> Outcome<Peer> {
        let mut peer = Peer { running: None, customer: String::new() };
        let Some(program) = installed()? else {
            eprintln!("  localstripe cannot be installed: no peer");
            return Ok(peer);
        };
        let mut command = Command::new(program);
        command.args(["--port", &PORT.to_string(), "--from-scratch"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        peer.running = Some(command.spawn()?);
        http::wait_for(address())?;
        let plan = "id=p&product[name]=P&currency=eur&interval=month&amount=1250&nickname=P";
        asked("/v1/plans", plan)?;
        peer.customer = asked("/v1/customers", "email=a@b.example")?;
        let card = "type=card&card[number]=4242424242424242&card[exp_month]=12\
                    &card[exp_year]=2099&card[cvc]=123";
        let card = asked("/v1/payment_methods", card)?;
        let customer = &peer.customer;
        asked(&format!("/v1/payment_methods/{card}/attach"), &format!("customer={customer}"))?;
        let set = format!("invoice_settings[default_payment_method]={card}");
        asked(&format!("/v1/customers/{customer}"), &set)?;
        Ok(peer)
    }

    /// Creates a second, all for one customer.
    pub fn round(&self) -> Outcome<Option<f64>> {
        if self.running.is_none() {
            return Ok(None);
        }
        let body = format!("customer={}&items[0][plan]=p&items[0][quantity]=7", self.customer);
        let requests = vec![form("/v1/subscriptions", &body); CREATES];
        Ok(Some(http::load(address(), 1, &Arc::new(requests), 200)?.rate()))
    }
}

/// Sends a form; the id of what it made.
fn asked(path: &str, body: &str) -> Outcome<String> {
    let answer = http::ask(address(), &[form(path, body)], 200)?.pop().unwrap_or_default();
    let made: Value = serde_json::from_str(&answer)?;
    Ok(made["id"].as_str().unwrap_or_default().to_owned())
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], PORT))
}

/// A request with a form.
fn form(path: &str, body: &str) -> Vec<u8> {
    let body = body.replace('[', "%5B").replace(']', "%5D");
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer sk_test_bench\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Its program, in a Python environment of its own.
fn installed() -> Outcome<Option<PathBuf>> {
    let folder = programs::folder()?.join("../bench/localstripe");
    let program = folder.join("bin/localstripe");
    if program.exists() {
        return Ok(Some(program));
    }
    let done = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let made = done(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        && done(Command::new(folder.join("bin/pip")).args(["install", "--quiet", PACKAGE]));
    match made {
        true if !program.exists() => Err(broken("localstripe was installed and is not there")),
        made => Ok(made.then_some(program)),
    }
}
