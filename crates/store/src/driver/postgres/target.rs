//! Which server a URL means, and how it is spoken to: what libpq calls `sslmode`, `sslrootcert`,
//! `sslcert` and `sslkey` is read here, everything else by the client library.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::Error;
use crate::driver::postgres::client::Client;
use crate::driver::postgres::tls::{self, Files, Trust};

/// How long opening a connection may take, unless the URL says otherwise.
const CONNECT: Duration = Duration::from_secs(5);

/// `sslmode`, in libpq's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

pub(crate) struct Target {
    config: tokio_postgres::Config,
    mode: Mode,
    tls: Option<MakeRustlsConnect>,
    trust: Trust,
    /// What was said of the last connection, so that it is not said of each.
    logged: Mutex<Option<bool>>,
}

impl Target {
    pub(crate) fn parse(url: &str) -> Result<Target, Error> {
        let (url, mut asked) = Asked::take(url)?;
        let unreadable = |e: &dyn std::fmt::Display| {
            Error::Refused(format!("the database URL cannot be read: {e}"))
        };
        let mut config: tokio_postgres::Config = url
            .parse()
            .map_err(|e: tokio_postgres::Error| unreadable(&crate::error::describe(&e)))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config
            .tcp_user_timeout(Duration::from_secs(10))
            .keepalives_idle(Duration::from_secs(15))
            .application_name("perennial");
        // Nobody listens on a socket of this machine, and no server offers TLS there.
        if config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_))) {
            asked.mode = Some(Mode::Disable);
        }
        let mode = asked.mode()?;
        let trust = asked.trust(mode);
        let tls = match mode {
            Mode::Disable => None,
            _ => Some(MakeRustlsConnect::new(tls::configure(&asked.files, trust)?)),
        };
        Ok(Target { config, mode, tls, trust, logged: Mutex::default() })
    }

    /// Opens a connection as `sslmode` has it: some modes try a second way.
    pub(super) fn connect(&self, hurry: &Arc<AtomicBool>) -> Result<Client, Error> {
        let (first, second) = match self.mode {
            Mode::Disable => (SslMode::Disable, None),
            Mode::Allow => (SslMode::Disable, Some(SslMode::Require)),
            Mode::Prefer => (SslMode::Prefer, Some(SslMode::Disable)),
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => (SslMode::Require, None),
        };
        let mut client = match (self.attempt(first, hurry), second) {
            (Err(Failed::OtherWay(error)), Some(second)) => {
                self.attempt(second, hurry).map_err(|_| error)?
            }
            (tried, _) => tried?,
        };
        self.tell(&mut client)?;
        Ok(client)
    }

    fn attempt(&self, mode: SslMode, hurry: &Arc<AtomicBool>) -> Result<Client, Failed> {
        let mut config = self.config.clone();
        config.ssl_mode(mode);
        Client::open(&config, self.tls.clone(), hurry).map_err(Failed::from)
    }

    /// Says in the log whether the line is encrypted, the first time and whenever that changes.
    fn tell(&self, client: &mut Client) -> Result<(), Error> {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let encrypted = client.is_encrypted();
        if self.mode == Mode::Disable || *logged == Some(encrypted) {
            return Ok(());
        }
        *logged = Some(encrypted);
        drop(logged);
        if !encrypted {
            tracing::warn!("connected to PostgreSQL without TLS: the server has none for us");
            return Ok(());
        }
        let how = client.say(HOW)?;
        let checked = match self.trust {
            Trust::Anybody => "not looked at",
            Trust::Signed => "signed by a trusted root, the host not compared",
            Trust::SignedForHost => "signed by a trusted root, for this host",
        };
        tracing::info!(how, certificate = checked, "connected to PostgreSQL over TLS");
        Ok(())
    }
}

const HOW: &str = "SELECT coalesce((SELECT version || ' ' || cipher FROM pg_stat_ssl
    WHERE pid = pg_backend_pid() AND ssl), 'as far as a proxy')";

/// Why a connection was not opened, and whether another way may work.
enum Failed {
    /// TLS, or this way of coming in, was refused.
    OtherWay(Error),
    Final(Error),
}

impl From<super::client::Unopened> for Failed {
    fn from(unopened: super::client::Unopened) -> Failed {
        match unopened.other_way {
            true => Failed::OtherWay(unopened.error),
            false => Failed::Final(unopened.error),
        }
    }
}

impl From<Failed> for Error {
    fn from(failed: Failed) -> Error {
        match failed {
            Failed::OtherWay(error) | Failed::Final(error) => error,
        }
    }
}

/// What a URL says of TLS.
#[derive(Default)]
struct Asked {
    mode: Option<Mode>,
    files: Files,
}

impl Asked {
    /// The URL without these parameters, and what they say.
    fn take(url: &str) -> Result<(String, Asked), Error> {
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
    fn mode(&self) -> Result<Mode, Error> {
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
    fn trust(&self, mode: Mode) -> Trust {
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

#[cfg(test)]
mod tests {
    use super::{Asked, Mode, Target};
    use crate::driver::postgres::tls::Trust;

    fn refused(url: &str) -> String {
        Target::parse(url).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn parameters_of_tls_are_taken_out() {
        let url = "postgres://u@h/d?sslmode=verify-ca&connect_timeout=3&sslrootcert=%2Fa%20b";
        let (url, asked) = Asked::take(url).unwrap();
        assert_eq!(url, "postgres://u@h/d?connect_timeout=3");
        assert_eq!(asked.files.roots.as_deref(), Some("/a b".as_ref()));
        assert_eq!(asked.mode().unwrap(), Mode::VerifyCa);
    }

    #[test]
    fn roots_are_used_by_weaker_modes_too() {
        let trust = |url: &str| {
            let (_, asked) = Asked::take(url).unwrap();
            asked.trust(asked.mode().unwrap())
        };
        assert_eq!(trust("postgres://h/d?sslmode=require&sslrootcert=a"), Trust::Signed);
        assert_eq!(trust("postgres://h/d?sslmode=verify-full&sslrootcert=a"), Trust::SignedForHost);
        assert_eq!(trust("postgres://h/d?sslrootcert=system"), Trust::SignedForHost);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_a_sentence() {
        for (query, word) in [
            ("sslmode=always", "one of disable"),
            ("sslmode=require&sslrootcert=system", "verify-full"),
            ("sslmode=verify-full&sslrootcert=/no/such/file", "/no/such/file"),
            ("sslmode=require&sslcert=/no/such/file", "/no/such/file"),
            ("sslcrl=a", "sslcrl"),
        ] {
            let why = refused(&format!("postgres://h/d?{query}"));
            assert!(why.contains(word), "{query}: {why}");
        }
    }
}
