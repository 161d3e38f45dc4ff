//! Whom a secure connection believes: the certificates of this machine, or those that
//! `SSL_CERT_FILE` names.

use std::sync::{Arc, LazyLock};

use rustls::{ClientConfig, RootCertStore};

/// Certificates are read once.
static CONFIG: LazyLock<Arc<ClientConfig>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let config = match builder.with_safe_default_protocol_versions() {
        Ok(builder) => builder.with_root_certificates(roots).with_no_client_auth(),
        // Its own provider has the versions that it knows.
        Err(_) => ClientConfig::builder().with_root_certificates(roots).with_no_client_auth(),
    };
    Arc::new(config)
});

pub(super) fn config() -> Arc<ClientConfig> {
    Arc::clone(&CONFIG)
}
