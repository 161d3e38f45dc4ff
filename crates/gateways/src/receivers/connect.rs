//! Connects to a receiver: resolve, check, and go to the address that was checked.

use std::net::SocketAddr;
use std::sync::Arc;

use hyper::client::conn::http1;
use hyper::rt::{Read, Write};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::target::Target;
use super::{Allowed, Resolve, Sender, spoken};
use crate::address::is_public;

/// How much of the head of an answer is read.
const HEAD: usize = 64 << 10;

pub(super) async fn connect(
    target: &Target,
    allowed: Allowed,
    (resolve, tls): (&Resolve, &Arc<rustls::ClientConfig>),
) -> Result<Sender, String> {
    let found = match target.literal() {
        Some(address) => vec![(address, target.port).into()],
        None => resolve(target.host.clone(), target.port)
            .await
            .map_err(|error| format!("the name of the host is not known: {error}"))?,
    };
    let mut why = "the name of the host has no address".to_owned();
    for address in found {
        if let Some(sentence) = refused(address, allowed) {
            why = sentence;
            continue;
        }
        match TcpStream::connect(address).await {
            Ok(stream) => return greet(target, stream, tls).await,
            Err(error) => why = format!("no connection to {address}: {error}"),
        }
    }
    Err(why)
}

/// Why nobody connects to this address.
pub(super) fn refused(address: SocketAddr, allowed: Allowed) -> Option<String> {
    let is_free =
        allowed.private_targets || allowed.itself == Some(address) || is_public(address.ip());
    (!is_free).then(|| format!("{} is not a public address.", address.ip()))
}

async fn greet(
    target: &Target,
    stream: TcpStream,
    tls: &Arc<rustls::ClientConfig>,
) -> Result<Sender, String> {
    let _ = stream.set_nodelay(true);
    if !target.secure {
        return speak(TokioIo::new(stream)).await;
    }
    let name = ServerName::try_from(target.host.clone())
        .map_err(|_| "the host has a name that no certificate can have".to_owned())?;
    let secured = TlsConnector::from(Arc::clone(tls)).connect(name, stream).await;
    let secured = secured.map_err(|error| format!("no secure connection: {error}"))?;
    speak(TokioIo::new(secured)).await
}

async fn speak(io: impl Read + Write + Unpin + Send + 'static) -> Result<Sender, String> {
    let spoken_to = http1::Builder::new().max_buf_size(HEAD).handshake(io).await;
    let (sender, connection) = spoken_to.map_err(|error| spoken(&error))?;
    // It ends when its sender is dropped.
    tokio::spawn(async move {
        let _ = connection.await;
    });
    Ok(sender)
}
