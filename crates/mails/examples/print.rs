//! Writes every kind of mail in every language into a folder, to be looked at:
//! `cargo run -p mails --example print FOLDER`.

use mails::content::samples;
use mails::{Language, MailKind, Overrides, compose};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "mails".to_owned());
    std::fs::create_dir_all(&folder)?;
    for kind in MailKind::ALL {
        for language in Language::ALL {
            for (number, sample) in samples(*kind, language).iter().enumerate() {
                let mail = compose(sample, &Overrides::default()).map_err(std::io::Error::other)?;
                let name = format!("{folder}/{}-{}-{number}", kind.as_str(), language.code());
                std::fs::write(format!("{name}.html"), mail.html)?;
                let text = format!("Subject: {}\n\n{}", mail.subject, mail.text);
                std::fs::write(format!("{name}.txt"), text)?;
            }
        }
    }
    Ok(())
}
