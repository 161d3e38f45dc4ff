//! Mail into a folder, a file each, to be looked at: nothing leaves the machine. The same message
//! is the same file, so one that comes twice lies there once.

use std::fs;
use std::path::PathBuf;

use engine::ports::{Calling, MailRelay, Trouble};
use mails::MailMessage;

use super::message::message;

pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn open(path: &str) -> Result<Folder, String> {
        let path = PathBuf::from(path.strip_prefix("//").unwrap_or(path));
        if path.as_os_str().is_empty() {
            return Err("file: names a folder".to_owned());
        }
        let told = |error| format!("cannot make the folder {}: {error}", path.display());
        fs::create_dir_all(&path).map_err(told)?;
        Ok(Folder { path })
    }

    fn drop_off(&self, mail: &MailMessage) -> Result<(), Trouble> {
        let hopeless = |reason| Trouble { reason, hopeless: true };
        let bytes = message(mail).map_err(hopeless)?.formatted();
        let safe = |c: char| if c.is_ascii_alphanumeric() || "-_.@".contains(c) { c } else { '_' };
        let name: String = mail.message_id.chars().map(safe).collect();
        let (part, whole) = (format!(".{name}.part"), format!("{name}.eml"));
        let (part, whole) = (self.path.join(part), self.path.join(whole));
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &whole));
        let told = |error| Trouble::new(format!("cannot write {}: {error}", whole.display()));
        written.map_err(told)
    }
}

impl MailRelay for Folder {
    fn is_here(&self) -> bool {
        true
    }

    fn send<'a>(&'a self, mail: &'a MailMessage) -> Calling<'a, Result<(), Trouble>> {
        Box::pin(async move { self.drop_off(mail) })
    }
}
