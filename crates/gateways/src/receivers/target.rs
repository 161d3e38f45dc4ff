//! Where a request goes, read from a URL. What could mean two things is refused.

use std::net::IpAddr;

use hyper::Uri;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Target {
    pub(super) secure: bool,
    /// Without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    path: String,
    authority: String,
}

/// Longer ones are not URLs that anybody uses.
const LONGEST: usize = 2048;

impl Target {
    /// `plain` allows http.
    pub(super) fn parse(url: &str, plain: bool) -> Result<Target, String> {
        let refuse = |sentence: &str| Err(sentence.to_owned());
        if url.len() > LONGEST || url.contains('#') || url.contains(char::is_whitespace) {
            return refuse("This is not the URL of a receiver.");
        }
        let Ok(uri) = url.parse::<Uri>() else {
            return refuse("This is not a URL.");
        };
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") if plain => false,
            Some("http") => return refuse("Events are only sent by https."),
            _ => return refuse("The URL of a receiver begins with https://."),
        };
        let Some(authority) = uri.authority() else { return refuse("This URL names no host.") };
        if authority.as_str().contains('@') {
            return refuse("A URL with a name or a password in it is not used.");
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = match (authority.as_str().strip_prefix(authority.host()), secure) {
            (Some(""), true) => 443,
            (Some(""), false) => 80,
            (Some(rest), _) => match rest.strip_prefix(':').map(str::parse) {
                Some(Ok(port)) if port > 0_u16 => port,
                _ => return refuse("This URL has no port that there is."),
            },
            (None, _) => return refuse("This URL names no host."),
        };
        if host.is_empty() {
            return refuse("This URL names no host.");
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Target { secure, host, port, path, authority: authority.as_str().to_owned() })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn authority(&self) -> &str {
        &self.authority
    }

    /// The address, where the host is one.
    pub(super) fn literal(&self) -> Option<IpAddr> {
        self.host.parse().ok()
    }

    /// Requests to the same one may share a connection.
    pub(super) fn peer(&self) -> (bool, String, u16) {
        (self.secure, self.host.clone(), self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn a_url_is_read_in_one_way() {
        let target = Target::parse("https://Example.com:8443/a?b=c", false).unwrap();
        assert_eq!((target.secure, target.port), (true, 8443));
        assert_eq!((target.path(), target.authority()), ("/a?b=c", "Example.com:8443"));
        assert_eq!(Target::parse("https://example.com", false).unwrap().path(), "/");
        let six = Target::parse("http://[::1]:80/", true).unwrap();
        assert_eq!((six.host.as_str(), six.literal()), ("::1", "::1".parse().ok()));
    }

    #[test]
    fn what_is_no_receiver_is_refused() {
        let bad = [
            "",
            "example.com",
            "/path",
            "ftp://example.com/",
            "http://example.com/",
            "https://",
            "https://a:b@example.com/",
            "https://example.com:0/",
            "https://example.com:99999/",
            "https://example.com:/",
            "https://exa mple.com/",
            "https://example.com/#part",
            "https://example.com/\r\nx: y",
            "javascript:alert(1)",
            "file:///etc/passwd",
        ];
        for url in bad {
            assert!(Target::parse(url, false).is_err(), "{url}");
        }
        assert!(Target::parse(&format!("https://e.com/{}", "a".repeat(3000)), false).is_err());
        assert!(Target::parse("http://example.com/", true).is_ok());
    }
}
