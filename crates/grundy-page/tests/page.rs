//! The files of the page, and the head of every answer.
//!
//! In: requests as a browser makes them. Out: each file with its type and its bytes, compressed for those who read
//! gzip; answers that no other page can use, whatever their status.

use std::io::Read;

use flate2::read::GzDecoder;
use grundy_page::files::{self, FILES};

use crate::client::{Reply, Running};

/// The body of an answer, unpacked if it is packed. Was it?
fn unpacked(reply: &Reply) -> (Vec<u8>, bool) {
    match reply.header("content-encoding") {
        None => (reply.body.clone(), false),
        Some(way) => {
            assert_eq!(way, "gzip");
            let mut bytes = vec![];
            GzDecoder::new(&reply.body[..]).read_to_end(&mut bytes).expect("gzip");
            (bytes, true)
        }
    }
}

#[test]
fn every_file_is_served_below_its_hash() {
    let server = Running::start();
    let mut connection = server.connect();
    let index = connection.send(&server.request("GET", "/"));
    assert_eq!((index.status, index.header("cache-control")), (200, Some("no-cache")));
    let folder = format!("/assets/{}", files::hash());
    assert!(index.text().contains(&format!("{folder}/js/main.js")), "{}", index.text());
    for file in FILES {
        let request = server.request("GET", &format!("{folder}/{}", file.path));
        let plain = connection.send(&request);
        assert_eq!((plain.status, plain.header("content-type")), (200, Some(file.kind)), "{}", file.path);
        assert_eq!(plain.body, file.bytes, "{}", file.path);
        assert!(plain.header("cache-control").is_some_and(|told| told.contains("immutable")));
        let packed = connection.send(&request.header("Accept-Encoding", "br, gzip"));
        assert_eq!(unpacked(&packed).0, file.bytes, "{}", file.path);
    }
    let head = connection.head_of(&server.request("HEAD", "/"));
    assert_eq!((head.status, head.header("content-length")), (200, index.header("content-length")));
}

#[test]
fn whoever_reads_gzip_gets_the_same() {
    let server = Running::start();
    let table = [("game", "wythoff"), ("axes", "1,2"), ("lo", "0,0"), ("hi", "99,99")];
    let large = server.question("table", &table);
    let plain = server.send(&large);
    for (accepted, packs) in [
        ("gzip", true),
        ("br;q=1.0, gzip;q=0.8", true),
        ("*", true),
        ("gzip; q=0.001", true),
        ("gzip;q=0", false),
        ("br, gzip; q=0.0", false),
        ("identity", false),
        ("x-gzip-like", false),
        ("", false),
    ] {
        let reply = server.send(&large.clone().header("Accept-Encoding", accepted));
        assert_eq!(unpacked(&reply), (plain.body.clone(), packs), "{accepted}");
        assert_eq!(reply.header("grundy-shape"), plain.header("grundy-shape"));
        assert_eq!(reply.header("vary"), Some("accept-encoding"));
        assert!(!packs || reply.body.len() < plain.body.len());
    }
    for (name, parameters) in
        [("moves", &[("game", "nim"), ("position", "9,9,9")][..]), ("games", &[]), ("value", &[("game", "nimm")])]
    {
        let request = server.question(name, parameters);
        let (plain, packed) = (server.send(&request), server.send(&request.header("Accept-Encoding", "gzip")));
        assert_eq!(unpacked(&packed).0, plain.body, "{name}");
    }
}

#[test]
fn no_other_page_can_use_an_answer() {
    let server = Running::start();
    let asset = format!("/assets/{}/js/main.js", files::hash());
    for request in [
        server.request("GET", "/"),
        server.request("GET", &asset),
        server.request("GET", "/nothing"),
        server.request("POST", "/").body("x"),
        server.request("GET", "/").header("Host", "evil.example"),
        server.request("GET", "/api/v1/openapi.json"),
        server.request("GET", "/api/v1/value"),
        server.request("GET", "/api/v1/%FF"),
        server.question("value", &[("game", "star_nim"), ("position", "3,7")]),
        server.question("value", &[("game", "star_nimm"), ("position", "3,7")]),
        server.question("table", &[("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "9")]),
        server.question("games", &[]),
        server.posted("value", "{"),
    ] {
        let reply = server.send(&request.header("Origin", &format!("http://{}", server.address)));
        let shown = format!("{} {:?}", reply.status, reply.headers);
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{shown}");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("script-src 'self'"), "{shown}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{shown}");
        }
        assert!(!reply.headers.iter().any(|(name, _)| name.starts_with("access-control-")), "{shown}");
        assert!(!reply.text().contains(&server.token), "no answer tells the token: {shown}");
    }
}

#[test]
fn every_server_has_a_token_of_its_own() {
    let (one, other) = (Running::start(), Running::start());
    assert_ne!(one.token, other.token);
    assert_eq!(one.token.len(), 32);
    let asked = other.request("GET", &format!("/api/v1/games?token={}", one.token));
    assert_eq!(other.send(&asked).status, 401);
}

/// The page says of each kind of certificate what it is about.
#[test]
fn each_kind_of_certificate_has_a_subject() {
    let other = r#"{"format": "grundy-certificate", "v": 1, "kind": "another"}"#;
    let why = grundy_certify::verify(other, &mut |_| false).expect_err("no kind").to_string();
    let (_, kinds) = why.split_once("this program knows").expect("the kinds that there are");
    let kinds: Vec<&str> = kinds.split('`').skip(1).step_by(2).collect();
    assert!(kinds.contains(&"claim"), "{why}");
    let text = include_str!("../web/js/proof.js");
    let (_, subjects) = text.split_once("const SUBJECTS = {").expect("subjects");
    let (subjects, _) = subjects.split_once("\n};").expect("their end");
    let subjects: Vec<&str> = subjects.split([' ', '\n']).filter_map(|word| word.strip_suffix(':')).collect();
    assert!(kinds.iter().all(|kind| subjects.contains(kind)), "{kinds:?} {subjects:?}");
    let of_several = ["value", "blocks", "line", "taken", "guesses", "holds", "classes"];
    let known = |subject: &&str| kinds.contains(subject) || of_several.contains(subject);
    assert!(subjects.iter().all(known), "{kinds:?} {subjects:?}");
}
