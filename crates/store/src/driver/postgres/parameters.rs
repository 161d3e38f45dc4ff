//! What a URL says of TLS, in libpq's words.

use std::path::{Path, PathBuf};

use crate::Error;
use crate::driver::postgres::tls::{Files, Trust};

/// `sslmode`, in libpq's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// What a URL says of TLS.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) mode: Option<Mode>,
    pub(super) files: Files,
}

impl Asked {
    /// The URL without these parameters, and what they say.
    pub(super) fn take(url: &str) -> Result<(String, Asked), Error> {
        let mut asked = Asked::default();
        let Some((base, query)) = url.split_once('?') else {
            asked.fall_back(home().as_deref());
            return Ok((url.to_owned(), asked));
        };
        let mut others = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = decoded(value);
            let file = || (!value.is_empty()).then(|| PathBuf::from(&value));
            match name {
                "sslmode" => asked.mode = Some(Mode::read(&value)?),
                "sslrootcert" => asked.files.roots = file(),
                "sslcert" => asked.files.certificate = file(),
                "sslkey" => asked.files.key = file(),
                _ => others.push(parameter),
            }
        }
        asked.fall_back(home().as_deref());
        let url = if others.is_empty() {
            base.to_owned()
        } else {
            format!("{base}?{}", others.join("&"))
        };
        Ok((url, asked))
    }

    /// The files that libpq looks for where the URL names none.
    fn fall_back(&mut self, home: Option<&Path>) {
        let Some(home) = home else { return };
        let known = |name: &str| Some(home.join(".postgresql").join(name)).filter(|p| p.is_file());
        let Files { roots, certificate, key } = &mut self.files;
        *roots = roots.take().or_else(|| known("root.crt"));
        *certificate = certificate.take().or_else(|| known("postgresql.crt"));
        if certificate.is_some() {
            *key = key.take().or_else(|| known("postgresql.key"));
        }
    }

    /// The roots of the machine are many: whoever trusts them compares the host, too.
    pub(super) fn mode(&self) -> Result<Mode, Error> {
        let system = self.files.roots.as_deref() == Some(Path::new("system"));
        match self.mode {
            None if system => Ok(Mode::VerifyFull),
            Some(Mode::VerifyFull | Mode::Disable) | None => Ok(self.mode.unwrap_or(Mode::Prefer)),
            Some(_) if system => {
                let sentence = "sslrootcert=system needs sslmode=verify-full: without the host, \
                                any certificate that somebody bought would do";
                Err(Error::Refused(sentence.to_owned()))
            }
            Some(mode) => Ok(mode),
        }
    }

    /// As in libpq, weaker modes look at the chain where there are roots to look it up in.
    pub(super) fn trust(&self, mode: Mode) -> Trust {
        match mode {
            Mode::VerifyFull => Trust::SignedForHost,
            Mode::VerifyCa => Trust::Signed,
            _ if self.files.roots.is_some() => Trust::Signed,
            _ => Trust::Anybody,
        }
    }
}

fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").map(PathBuf::from)
}

impl Mode {
    fn read(text: &str) -> Result<Mode, Error> {
        Ok(match text {
            "disable" => Mode::Disable,
            "allow" => Mode::Allow,
            "prefer" => Mode::Prefer,
            "require" => Mode::Require,
            "verify-ca" => Mode::VerifyCa,
            "verify-full" => Mode::VerifyFull,
            _ => {
                let sentence = "sslmode is one of disable, allow, prefer, require, verify-ca \
                                and verify-full";
                return Err(Error::Refused(sentence.to_owned()));
            }
        })
    }
}

/// Percent-encoded bytes as they are; what is no such byte stays.
fn decoded(text: &str) -> String {
    let (bytes, mut all, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        let pair = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let byte_meant = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match byte_meant.filter(|_| *byte == b'%') {
            Some(meant) => {
                all.push(meant);
                at += 3;
            }
            None => {
                all.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&all).into_owned()
}
