//! What every way to send mail does, tried on each: a folder, and a server on this machine that
//! accepts, puts off, refuses, or dies at the worst moment.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::ports::MailRelay;
use mails::{MailMessage, Mailbox};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::relay;

fn mail() -> MailMessage {
    MailMessage {
        message_id: "mail_1@acme.example".to_owned(),
        sent_at: 1_767_225_600,
        from: Mailbox::new(Some("Äcme \"Labs\", Inc."), "billing@acme.example"),
        reply_to: Some(Mailbox::new(None, "answers@acme.example")),
        to: vec![Mailbox::new(Some("山田"), "ap@customer.example")],
        cc: vec![Mailbox::new(None, "copy@customer.example")],
        subject: "Rechnung INV-000345 von Äcme: 106,09 EUR fällig am 31. Januar".to_owned(),
        html: "<p>Grüße</p>".to_owned(),
        text: "Grüße\n.\nEnde".to_owned(),
        list_unsubscribe: Some("mailto:answers@acme.example?subject=unsubscribe".to_owned()),
    }
}

/// What arrives, whichever way it went.
fn check_arrived(raw: &str) {
    let lines = [
        "Message-ID: <mail_1@acme.example>",
        "Reply-To: answers@acme.example",
        "Cc: copy@customer.example",
        "List-Unsubscribe: <mailto:answers@acme.example?subject=unsubscribe>",
        "Auto-Submitted: auto-generated",
        "Date: Thu, 01 Jan 2026 00:00:00 +0000",
        "multipart/alternative",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
    ];
    for line in lines {
        assert!(raw.contains(line), "{line}\n{raw}");
    }
    let (head, _) = raw.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.is_ascii(), "{head}");
    assert!(head.lines().all(|line| line.len() <= 998), "{head}");
}

/// Both refuse what would add a header, without a word to anybody.
async fn refuses_injection(relay: &dyn MailRelay) {
    let address = |text: &str| Mailbox { name: None, address: text.to_owned() };
    let name = |text: &str| Mailbox { name: Some(text.to_owned()), ..address("a@b.example") };
    let evil = [
        MailMessage { subject: "x\r\nBcc: e@evil.example".to_owned(), ..mail() },
        MailMessage { message_id: "1@x>\r\nBcc: e@evil.example".to_owned(), ..mail() },
        MailMessage { to: vec![address("a@b.example\r\nBcc: e@evil.example")], ..mail() },
        MailMessage { cc: vec![address("a@b.example, e@evil.example")], ..mail() },
        MailMessage { from: name("x\nBcc: e@evil.example"), ..mail() },
        MailMessage { list_unsubscribe: Some("x\r\ny: z".to_owned()), ..mail() },
        MailMessage { to: Vec::new(), ..mail() },
    ];
    for message in evil {
        let trouble = relay.send(&message).await.expect_err("it is refused");
        assert!(trouble.hopeless, "{trouble:?}");
    }
}

#[tokio::test]
async fn a_folder_has_each_mail_once() {
    let folder = std::env::temp_dir().join(format!("mails-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let relay = relay(&format!("file:{}", folder.display())).unwrap();
    assert!(relay.is_here());
    for _ in 0..2 {
        relay.send(&mail()).await.unwrap();
    }
    refuses_injection(&*relay).await;
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    check_arrived(&std::fs::read_to_string(files[0].path()).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_server_takes_mail() {
    let server = Postbox::open(Manners::Accept).await;
    let relay = relay(&server.url()).unwrap();
    assert!(!relay.is_here());
    relay.send(&mail()).await.unwrap();
    refuses_injection(&*relay).await;
    let taken = server.taken.lock().unwrap().clone();
    assert_eq!(taken.len(), 1);
    check_arrived(&taken[0].1);
    let to: Vec<&str> = taken[0].0.iter().map(String::as_str).collect();
    assert_eq!(to, ["ap@customer.example", "copy@customer.example"]);
}

#[tokio::test]
async fn what_a_server_says_decides_whether_it_is_tried_again() {
    let table = [
        (Manners::PutOff, false, "451"),
        (Manners::Refuse, true, "550"),
        (Manners::DieAfterData, false, ""),
        (Manners::HangUp, false, ""),
    ];
    for (manners, hopeless, said) in table {
        let server = Postbox::open(manners).await;
        let relay = relay(&server.url()).unwrap();
        let trouble = relay.send(&mail()).await.expect_err("it does not work");
        assert_eq!(trouble.hopeless, hopeless, "{manners:?}: {trouble:?}");
        assert!(trouble.reason.contains(said), "{manners:?}: {trouble:?}");
    }
    let nobody = relay("smtp://127.0.0.1:9").unwrap();
    assert!(!nobody.send(&mail()).await.expect_err("nobody is there").hopeless);
}

#[test]
fn what_names_nothing_is_refused() {
    for url in ["", "file:", "http://x", "smtp://", "smtp://h?x=1"] {
        assert!(relay(url).is_err(), "{url}");
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Manners {
    Accept,
    /// As a server does that has not heard of us before.
    PutOff,
    Refuse,
    /// It has the whole mail and never says so.
    DieAfterData,
    HangUp,
}

/// Recipients, and the mail as it came.
type Taken = Arc<Mutex<Vec<(Vec<String>, String)>>>;

/// A server of SMTP, as small as may be.
struct Postbox {
    port: u16,
    taken: Taken,
}

impl Postbox {
    async fn open(manners: Manners) -> Postbox {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let taken = Taken::default();
        let kept = Arc::clone(&taken);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let kept = Arc::clone(&kept);
                let talk = async move { drop(talk(stream, manners, kept).await) };
                tokio::spawn(tokio::time::timeout(Duration::from_secs(10), talk));
            }
        });
        Postbox { port, taken }
    }

    fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }
}

async fn talk(stream: TcpStream, manners: Manners, taken: Taken) -> std::io::Result<()> {
    if manners == Manners::HangUp {
        return Ok(());
    }
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 postbox\r\n").await?;
    let mut to = Vec::new();
    while let Some(line) = lines.next_line().await? {
        let upper = line.to_ascii_uppercase();
        let answer = match upper.get(..4).unwrap_or_default() {
            "RCPT" if manners == Manners::PutOff => "451 4.7.1 come again later",
            "RCPT" if manners == Manners::Refuse => "550 5.1.1 nobody here of that name",
            "RCPT" => {
                let address = line.split(['<', '>']).nth(1).unwrap_or_default();
                to.push(address.to_owned());
                "250 ok"
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    text.push_str(line.strip_prefix('.').unwrap_or(&line));
                    text.push_str("\r\n");
                }
                taken.lock().unwrap().push((std::mem::take(&mut to), text));
                if manners == Manners::DieAfterData {
                    return Ok(());
                }
                "250 taken"
            }
            "QUIT" => return writer.write_all(b"221 bye\r\n").await,
            _ => "250 ok",
        };
        writer.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}
