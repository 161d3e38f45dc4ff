//! Which server a URL means, and how it is spoken to: what libpq calls `sslmode`, `sslrootcert`,
//! `sslcert` and `sslkey` is read by `parameters`, everything else by the client library.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::Error;
use crate::driver::postgres::client::Client;
use crate::driver::postgres::parameters::{Asked, Mode};
use crate::driver::postgres::tls::{self, Trust};

/// How long opening a connection may take, unless the URL says otherwise.
const CONNECT: Duration = Duration::from_secs(5);

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
