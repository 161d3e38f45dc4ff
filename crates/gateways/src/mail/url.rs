//! What may stand in `--smtp-url`: a password never crosses a network in the clear.

/// The URL as the client of SMTP takes it: encryption is asked for wherever it is not said that the
/// server is on this machine.
pub(super) fn checked(url: &str) -> Result<String, String> {
    let Some((scheme, rest)) = url.split_once("://") else {
        return Err("it begins with smtp://, smtps:// or file:".to_owned());
    };
    if !matches!(scheme, "smtp" | "smtps") {
        return Err(format!("`{scheme}` is no way to send mail: smtp, smtps and file: are"));
    }
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let host = address.rsplit('@').next().unwrap_or_default();
    let host = host.split('/').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(host, _)| host),
    };
    if host.is_empty() {
        return Err("it names no host".to_owned());
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair {
            "tls=required" | "tls=opportunistic" => {}
            _ => return Err(format!("`{pair}` is not known: tls=required is")),
        }
    }
    let here = matches!(host, "localhost" | "127.0.0.1" | "::1");
    if scheme == "smtps" || query.contains("tls=required") || (here && query.is_empty()) {
        return Ok(url.to_owned());
    }
    if query.contains("tls=opportunistic") {
        return match here || !address.contains('@') {
            true => Ok(url.to_owned()),
            false => Err("a password is sent encrypted only: say tls=required".to_owned()),
        };
    }
    Ok(format!("{scheme}://{address}?tls=required"))
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn passwords_are_encrypted() {
        let table = [
            ("smtp://u:p@mail.example:587", Some("smtp://u:p@mail.example:587?tls=required")),
            ("smtps://u:p@mail.example", Some("smtps://u:p@mail.example")),
            ("smtp://localhost:2525", Some("smtp://localhost:2525")),
            ("smtp://[::1]:2525", Some("smtp://[::1]:2525")),
            (
                "smtp://mail.example?tls=opportunistic",
                Some("smtp://mail.example?tls=opportunistic"),
            ),
            ("smtp://u:p@mail.example?tls=opportunistic", None),
            ("smtp://mail.example?x=y", None),
            ("http://mail.example", None),
            ("mail.example", None),
            ("smtp://", None),
        ];
        for (url, expected) in table {
            assert_eq!(checked(url).ok().as_deref(), expected, "{url}");
        }
    }
}
