//! Mail by SMTP: a server that puts off, refuses, or dies when it has everything.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::{about, became, billed, until, writing};
use crate::harness::client::text;
use crate::harness::{Kind, Server};
use crate::invoices::path;

/// What it does with the first mails; the rest is taken.
#[derive(Clone, Copy)]
enum Manners {
    PutOff,
    Refuse,
    DieAfterData,
}

/// A server of SMTP, as small as may be.
struct Postbox {
    url: String,
    /// Every mail that came through to its end, as it came.
    taken: Arc<Mutex<Vec<String>>>,
}

impl Postbox {
    fn open(mut odd: Vec<Manners>) -> Postbox {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let taken = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&taken);
        thread::spawn(move || {
            odd.reverse();
            for stream in listener.incoming().flatten() {
                drop(talk(stream, odd.pop(), &kept));
            }
        });
        Postbox { url, taken }
    }

    fn taken(&self) -> Vec<String> {
        self.taken.lock().unwrap().clone()
    }

    fn server(&self, kind: Kind) -> Arc<Server> {
        Server::mailing(kind, Some(gateways::mail::relay(&self.url).unwrap()))
    }
}

fn talk(
    mut stream: TcpStream,
    manners: Option<Manners>,
    taken: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    stream.write_all(b"220 postbox\r\n")?;
    while let Some(line) = lines.next() {
        let line = line?.to_ascii_uppercase();
        let answer = match (line.get(..4).unwrap_or_default(), manners) {
            ("RCPT", Some(Manners::PutOff)) => "451 4.7.1 come again later",
            ("RCPT", Some(Manners::Refuse)) => "550 5.1.1 nobody here of that name",
            ("DATA", _) => {
                stream.write_all(b"354 go on\r\n")?;
                let mut mail = String::new();
                for line in lines.by_ref() {
                    let line = line?;
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                taken.lock().unwrap().push(mail);
                if matches!(manners, Some(Manners::DieAfterData)) {
                    return Ok(());
                }
                "250 taken"
            }
            ("QUIT", _) => return stream.write_all(b"221 bye\r\n"),
            _ => "250 ok",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes())?;
    }
    Ok(())
}

fn message_id(mail: &str) -> String {
    let line = mail.lines().find(|line| line.starts_with("Message-ID:")).unwrap();
    line.to_owned()
}

both! {
    fn what_is_put_off_comes_later(kind: Kind) {
        let postbox = Postbox::open(vec![Manners::PutOff, Manners::PutOff]);
        let server = postbox.server(kind);
        let company = writing(&server, &json!({ "automatic_kinds": ["INVOICE"] }));
        let (_, invoice) = billed(&company, &json!({}));
        became(&company, &invoice, ("INVOICE", "SENT"));
        assert_eq!(postbox.taken().len(), 1);
    }

    fn what_dies_with_the_mail_gets_it_again_by_the_same_name(kind: Kind) {
        let postbox = Postbox::open(vec![Manners::DieAfterData]);
        let server = postbox.server(kind);
        let company = writing(&server, &json!({ "automatic_kinds": ["INVOICE"] }));
        let (_, invoice) = billed(&company, &json!({}));
        let email = became(&company, &invoice, ("INVOICE", "SENT"));
        let taken = postbox.taken();
        assert_eq!(taken.len(), 2, "one double and not more");
        let names: Vec<String> = taken.iter().map(|mail| message_id(mail)).collect();
        assert_eq!(names[0], names[1]);
        assert_eq!(names[0], format!("Message-ID: {}", text(&email, "message_id")));
    }

    fn what_is_refused_has_failed_and_can_be_retried(kind: Kind) {
        let postbox = Postbox::open(vec![Manners::Refuse]);
        let server = postbox.server(kind);
        let company = writing(&server, &json!({ "automatic_kinds": ["INVOICE"] }));
        let (_, invoice) = billed(&company, &json!({}));
        let failed = became(&company, &invoice, ("INVOICE", "FAILED"));
        assert!(text(&failed, "reason").contains("nobody here of that name"), "{failed}");
        let query = json!({ "query": { "object_id": failed["id"] } });
        let jobs = company.post("/jobs/find", &query).expect(200);
        let job = &jobs["results"][0];
        assert_eq!(job["state"], "FAILED");
        company.post(&format!("/jobs/{}/retry", text(job, "id")), &json!({})).expect(200);
        became(&company, &invoice, ("INVOICE", "SENT"));
        assert_eq!(postbox.taken().len(), 1);
    }

    fn nobody_there_is_tried_until_it_fails(kind: Kind) {
        let relay = gateways::mail::relay("smtp://127.0.0.1:9").unwrap();
        let server = Server::mailing(kind, Some(relay));
        let company = writing(&server, &json!({}));
        let (_, invoice) = billed(&company, &json!({}));
        company.post(&path(&invoice, "/send"), &json!({})).expect(200);
        let failed = until(|| {
            let all: Vec<Value> = about(&company, &invoice, "INVOICE");
            all.into_iter().find(|email| email["state"] == "FAILED")
        });
        assert!(failed["reason"].is_string(), "{failed}");
        assert_eq!(failed["sent_at"], Value::Null);
    }
}
