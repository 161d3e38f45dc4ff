//! TLS to PostgreSQL, with certificates from files as libpq takes them: which roots are trusted,
//! who we are, and how much of the server's certificate is looked at.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};

use crate::Error;

/// The certificates of a connection, by the names of their files.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// Who is trusted; `system` for everybody whom this machine trusts.
    pub(super) roots: Option<PathBuf>,
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
}

/// How much of a server's certificate is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Nothing: the line is encrypted, whoever is at its other end.
    Anybody,
    /// Somebody trusted has signed it.
    Signed,
    /// And it is for the host that was asked for.
    SignedForHost,
}

/// The configuration of a client; its faults are refused with a sentence that names the file.
pub(super) fn configure(files: &Files, trust: Trust) -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let (store, roots) = match (&files.roots, trust) {
        (_, Trust::Anybody) => (RootCertStore::empty(), Vec::new()),
        (Some(path), _) => trusted(path)?,
        (None, _) => {
            let sentence = "this sslmode needs root certificates: say sslrootcert=FILE, or \
                            sslrootcert=system for those of this machine";
            return Err(Error::Refused(sentence.to_owned()));
        }
    };
    let verifier = Verifier { trust, store, roots, provider: Arc::clone(&provider) };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Refused(format!("TLS cannot be used: {error}")))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    let mut config = match &files.certificate {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let (chain, key) = (certificates(path)?, private_key(files)?);
            builder.with_client_auth_cert(chain, key).map_err(|error| unusable(path, &error))?
        }
    };
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(config)
}

fn unusable(path: &Path, why: &dyn std::fmt::Display) -> Error {
    Error::Refused(format!("the file {} cannot be used for TLS: {why}", path.display()))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let all = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let all = all.map_err(|error| unusable(path, &error))?;
    if all.is_empty() {
        return Err(unusable(path, &"there is no certificate in it"));
    }
    Ok(all)
}

/// Those who are trusted, and the same as they stand in the file.
fn trusted(path: &Path) -> Result<(RootCertStore, Vec<CertificateDer<'static>>), Error> {
    let mut store = RootCertStore::empty();
    if path == Path::new("system") {
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if store.is_empty() {
            let sentence = "this machine has no root certificates of its own: say sslrootcert=FILE";
            return Err(Error::Refused(sentence.to_owned()));
        }
        return Ok((store, Vec::new()));
    }
    let roots = certificates(path)?;
    for root in &roots {
        store.add(root.clone()).map_err(|error| unusable(path, &error))?;
    }
    Ok((store, roots))
}

fn private_key(files: &Files) -> Result<PrivateKeyDer<'static>, Error> {
    let Some(path) = &files.key else {
        return Err(Error::Refused("sslcert needs its sslkey".to_owned()));
    };
    if readable_by_others(path) {
        return Err(unusable(path, &"others may read this key; take that right away (chmod 600)"));
    }
    PrivateKeyDer::from_pem_file(path).map_err(|error| unusable(path, &error))
}

/// Nobody but its owner may read a key; a group may, where it belongs to root.
fn readable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(about) = std::fs::metadata(path) else { return false };
    let allowed = if about.uid() == 0 { 0o740 } else { 0o700 };
    about.mode() & 0o777 & !allowed != 0
}

/// Looks at a server's certificate as far as it is told to.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    store: RootCertStore,
    roots: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if self.trust == Trust::Anybody {
            return Ok(ServerCertVerified::assertion());
        }
        let parsed = ParsedCertificate::try_from(certificate)?;
        let algorithms = self.provider.signature_verification_algorithms.all;
        let signed = verify_server_cert_signed_by_trust_anchor(
            &parsed,
            &self.store,
            intermediates,
            now,
            algorithms,
        );
        match signed {
            // A certificate that signs itself is at once root and server; whoever names it as a
            // root means just that.
            Err(rustls::Error::InvalidCertificate(CertificateError::Other(_)))
                if self.roots.iter().any(|root| root == certificate) => {}
            other => other?,
        }
        if self.trust == Trust::SignedForHost {
            verify_server_name(&parsed, host)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
