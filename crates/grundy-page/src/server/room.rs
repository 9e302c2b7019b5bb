//! The address at which others reach the server.
//!
//! In: where it listens. Out: a link. A server that listens at all addresses of the machine has none of its own that others could open.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Addresses for documents (RFC 5737 and RFC 3849), to which nothing is sent: the system tells from which address it would go there.
const FAR: [IpAddr; 2] =
    [IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1))];

/// The page with a token.
pub(super) fn link(listening: SocketAddr, token: &str) -> String {
    format!("http://{}/?token={token}", SocketAddr::new(reached(listening.ip()), listening.port()))
}

/// The address of the machine that others reach, where it listens at this one.
fn reached(listening: IpAddr) -> IpAddr {
    if !listening.is_unspecified() {
        return listening;
    }
    let from = |far: &IpAddr| {
        let socket = UdpSocket::bind((listening, 0)).ok()?;
        socket.connect((*far, 9)).ok()?;
        socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
    };
    let own = FAR.iter().filter(|far| far.is_ipv4() || listening.is_ipv6()).find_map(from);
    own.map_or(Ipv4Addr::LOCALHOST.into(), |ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_can_be_opened() {
        for (listening, link_to) in
            [("127.0.0.1:80", "http://127.0.0.1:80/?token=t"), ("[::1]:80", "http://[::1]:80/?token=t")]
        {
            assert_eq!(link(listening.parse().unwrap(), "t"), link_to);
        }
        for all in ["0.0.0.0:80", "[::]:80"] {
            let link = link(all.parse().unwrap(), "t");
            assert!(!link.contains("//0.0.0.0") && !link.contains("[::]"), "{link}");
        }
    }
}
