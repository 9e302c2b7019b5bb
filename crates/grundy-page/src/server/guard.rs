//! Who may ask: hosts, origins, the token.
//!
//! In: the head of a request. Out: nothing, or why it is refused. A page of another site cannot read answers, since there is no CORS; it cannot send
//! questions in the name of the person, since it does not know the token; and it cannot reach the server under a name of its own (DNS rebinding),
//! since `Host` must be an address of the machine.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};
use grundy::lang::Code;

use crate::api::Who;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    Host,
    Origin,
    Token,
    Guest,
}

impl Wrong {
    pub(super) fn status(self) -> u16 {
        match self {
            Wrong::Host | Wrong::Origin | Wrong::Guest => 403,
            Wrong::Token => 401,
        }
    }

    pub(super) fn message(self) -> &'static str {
        match self {
            Wrong::Host => "this server answers under its own address alone, and `Host` names another",
            Wrong::Origin => "this request comes from a page of another site",
            Wrong::Guest => {
                "the link of this page is for looking and playing; claims are checked, and files written, by whoever started the server"
            }
            Wrong::Token => {
                "the token is missing or wrong; it stands in the address that `grundy serve` printed. Guests scan the code on the screen of the room once more, \
                 as after the server was started again"
            }
        }
    }

    pub(super) fn code(self) -> Code {
        match self {
            Wrong::Host => Code::Host,
            Wrong::Origin => Code::Origin,
            Wrong::Token | Wrong::Guest => Code::Token,
        }
    }
}

/// Where the server listens, and the tokens.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) address: SocketAddr,
    /// The token of the person who started the server.
    pub(super) token: String,
    /// The token of those who were given the link for the room.
    pub(super) guest: String,
}

impl Guard {
    /// Is the request sent to an address of this server?
    pub(super) fn host(&self, headers: &HeaderMap) -> Result<(), Wrong> {
        match headers.get(header::HOST).and_then(|host| host.to_str().ok()) {
            Some(host) if self.is_own(host) => Ok(()),
            _ => Err(Wrong::Host),
        }
    }

    /// Is this the address of the server? On loopback that is the loopback; where the server listens to others, any address in digits, since a name
    /// could be anyone's.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse::<u16>().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let digits = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match digits {
            Ok(address) => address.is_loopback() || !self.address.ip().is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    /// Does a request for an answer come from the page itself, or from a program?
    pub(super) fn origin(&self, headers: &HeaderMap) -> Result<(), Wrong> {
        let of = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| Some(host) == of("host"));
        let foreign = headers.contains_key(header::ORIGIN) && !of("origin").is_some_and(own);
        let site = of("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"));
        if foreign || site { Err(Wrong::Origin) } else { Ok(()) }
    }

    /// Whose token does the request know?
    pub(super) fn token(&self, headers: &HeaderMap, query: &str) -> Result<Who, Wrong> {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer ")).map(str::trim);
        let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "token");
        let given = bearer.map(str::to_string).or_else(|| asked.map(|(_, token)| token.into_owned()));
        match given {
            Some(given) if same(given.as_bytes(), self.token.as_bytes()) => Ok(Who::Owner),
            Some(given) if same(given.as_bytes(), self.guest.as_bytes()) => Ok(Who::Guest),
            _ => Err(Wrong::Token),
        }
    }
}

/// Are two texts the same? The time does not tell where they differ.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard { address: address.parse().unwrap(), token: "abc".into(), guest: "def".into() }
    }

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_name_that_is_not_the_machines_own_is_foreign() {
        let own = guard("127.0.0.1:4000");
        for (host, good) in [
            ("127.0.0.1:4000", true),
            ("localhost:4000", true),
            ("LocalHost:4000", true),
            ("[::1]:4000", true),
            ("127.0.0.1:4001", false),
            ("127.0.0.1", false),
            ("evil.example:4000", false),
            ("192.168.1.7:4000", false),
            ("localhost.evil.example:4000", false),
            ("", false),
        ] {
            assert_eq!(own.host(&headers(&[("host", host)])).is_ok(), good, "{host}");
        }
        let all = guard("0.0.0.0:4000");
        assert!(all.host(&headers(&[("host", "192.168.1.7:4000")])).is_ok());
        assert!(all.host(&headers(&[("host", "evil.example:4000")])).is_err());
        assert_eq!(own.host(&HeaderMap::new()), Err(Wrong::Host));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let own = guard("127.0.0.1:4000");
        let host = ("host", "127.0.0.1:4000");
        assert!(own.origin(&headers(&[host])).is_ok());
        assert!(own.origin(&headers(&[host, ("origin", "http://127.0.0.1:4000")])).is_ok());
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4000", "http://127.0.0.1:4001"] {
            assert_eq!(own.origin(&headers(&[host, ("origin", origin)])), Err(Wrong::Origin), "{origin}");
        }
        assert!(own.origin(&headers(&[host, ("sec-fetch-site", "cross-site")])).is_err());
    }

    #[test]
    fn the_token_stands_in_the_query_or_the_head() {
        let own = guard("127.0.0.1:4000");
        assert_eq!(own.token(&HeaderMap::new(), "game=nim&token=abc"), Ok(Who::Owner));
        assert_eq!(own.token(&headers(&[("authorization", "Bearer abc")]), ""), Ok(Who::Owner));
        assert_eq!(own.token(&HeaderMap::new(), "token=def"), Ok(Who::Guest));
        for query in ["", "token=", "token=ab", "token=abcd", "Token=abc"] {
            assert_eq!(own.token(&HeaderMap::new(), query), Err(Wrong::Token), "{query}");
        }
    }
}
