//! TLS to PostgreSQL as libpq means `sslmode`, with certificates that are made on the spot.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use serde_json::json;

use crate::harness::cluster::Cluster;
use crate::harness::database::scratch;
use crate::harness::process::{Process, healthy, refused, run};

/// Somebody who signs certificates.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: PathBuf,
}

impl Authority {
    fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "An authority of a test");
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let folder = scratch();
        fs::write(folder.join("root.crt"), issuer.pem()).unwrap();
        Authority { issuer, folder }
    }

    fn roots(&self) -> PathBuf {
        self.folder.join("root.crt")
    }

    /// A certificate for that name, and its key.
    fn sign(&self, name: &str) -> (String, String) {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }

    /// The same in two files of a client.
    fn client(&self, name: &str) -> (PathBuf, PathBuf) {
        let (certificate, key) = self.sign(name);
        let files = (self.folder.join("client.crt"), self.folder.join("client.key"));
        fs::write(&files.0, certificate).unwrap();
        fs::write(&files.1, key).unwrap();
        fs::set_permissions(&files.1, fs::Permissions::from_mode(0o600)).unwrap();
        files
    }
}

/// A server with a certificate for `localhost`, and rules of who may come in and how.
fn encrypted(authority: &Authority, rules: &str) -> Cluster {
    let cluster = Cluster::make();
    let (certificate, key) = authority.sign("localhost");
    cluster.put("server.crt", &certificate);
    cluster.put("server.key", &key);
    cluster.put("root.crt", &fs::read_to_string(authority.roots()).unwrap());
    cluster.put("pg_hba.conf", rules);
    let settings = fs::read_to_string(cluster.data().join("postgresql.conf")).unwrap();
    cluster.put("postgresql.conf", &(settings + "\nssl = on\nssl_ca_file = 'root.crt'\n"));
    cluster.control("start");
    cluster
}

fn with(url: &str, mode: &str, roots: Option<&Path>) -> String {
    let roots = roots.map(|path| format!("&sslrootcert={}", path.display())).unwrap_or_default();
    format!("{url}?sslmode={mode}{roots}")
}

/// Serves a request, and tells the log.
fn served(url: &str) -> String {
    let mut command = crate::harness::process::command(&["serve", "--rate-limit", "0"]);
    command.env("PERENNIAL_LOG", "info");
    let process = Process::launch(url, command);
    let client = process.company(url);
    client.customer(&json!({ "identifier": "a" }));
    fs::read_to_string(&process.log).unwrap()
}

/// Why a server does not start.
fn turned_away(url: &str) -> String {
    refused(&run(&["serve", "--listen", "127.0.0.1:0", "--database", url]))
}

#[test]
fn modes_look_at_as_much_of_the_certificate_as_they_say() {
    let authority = Authority::new();
    let cluster = encrypted(&authority, "hostssl all all all trust\n");
    let (right, wrong) = (cluster.url_at("localhost"), cluster.url_at("127.0.0.1"));
    let roots = authority.roots();
    let stranger = Authority::new().roots();

    for url in [
        with(&right, "require", None),
        with(&right, "prefer", None),
        with(&right, "allow", None),
        with(&wrong, "verify-ca", Some(&roots)),
        with(&right, "verify-full", Some(&roots)),
    ] {
        let log = served(&url);
        assert!(log.contains("over TLS") && log.contains("TLSv1.3"), "{url}: {log}");
    }
    for (url, word) in [
        (with(&wrong, "verify-full", Some(&roots)), "not valid for name"),
        (with(&right, "verify-full", Some(&stranger)), "invalid peer certificate"),
        (with(&right, "verify-ca", Some(&stranger)), "invalid peer certificate"),
        (with(&right, "require", Some(&stranger)), "invalid peer certificate"),
        (with(&right, "disable", None), "no encryption"),
        (with(&right, "verify-full", None), "sslrootcert"),
    ] {
        let why = turned_away(&url);
        assert!(why.contains(word), "{url}: {why}");
    }
    healthy(&with(&right, "verify-full", Some(&roots)));
}

#[test]
fn a_server_without_tls_is_told_from_one_with() {
    let cluster = Cluster::start();
    let url = cluster.url_at("localhost");
    let why = turned_away(&with(&url, "require", None));
    assert!(why.contains("does not support TLS"), "{why}");
    let log = served(&with(&url, "prefer", None));
    assert!(log.contains("without TLS"), "{log}");
    let log = served(&with(&url, "disable", None));
    assert!(!log.contains("TLS"), "{log}");
}

#[test]
fn a_client_is_known_by_its_certificate() {
    let authority = Authority::new();
    let cluster = encrypted(&authority, "hostssl all all all cert\n");
    let url = with(&cluster.url_at("localhost"), "verify-full", Some(&authority.roots()));
    let (certificate, key) = authority.client("postgres");
    let known = format!("{url}&sslcert={}&sslkey={}", certificate.display(), key.display());
    assert!(served(&known).contains("over TLS"));
    let why = turned_away(&url);
    assert!(why.contains("certificate"), "{why}");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let why = turned_away(&known);
    assert!(why.contains("others may read this key"), "{why}");
}

/// A password is bound to the certificate of the server, so that nobody stands in between.
#[test]
fn a_password_is_bound_to_the_channel() {
    let authority = Authority::new();
    let rules = "local all all trust\nhostssl all all all scram-sha-256\n";
    let cluster = encrypted(&authority, rules);
    crate::harness::database::behind(&cluster.url(), "ALTER ROLE postgres PASSWORD 'right'");
    let url = with(&cluster.url_at("localhost"), "verify-full", Some(&authority.roots()));
    let url = format!("{}&channel_binding=require", url.replace("postgres@", "postgres:right@"));
    assert!(served(&url).contains("over TLS"));
    let why = turned_away(&url.replace(":right@", ":wrong@"));
    assert!(why.contains("password authentication failed"), "{why}");
}

/// What signs itself is trusted by whoever names it as a root.
#[test]
fn a_certificate_that_signs_itself_can_be_trusted() {
    let authority = Authority::new();
    let cluster = encrypted(&authority, "hostssl all all all trust\n");
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap().pem();
    cluster.put("server.crt", &certificate);
    cluster.put("server.key", &key.serialize_pem());
    cluster.control("reload");
    let roots = authority.folder.join("self.crt");
    fs::write(&roots, certificate).unwrap();
    served(&with(&cluster.url_at("localhost"), "verify-full", Some(&roots)));
    let why = turned_away(&with(&cluster.url_at("127.0.0.1"), "verify-full", Some(&roots)));
    assert!(why.contains("not valid for name"), "{why}");
}
