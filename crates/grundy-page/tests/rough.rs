//! Bytes that are no requests, heads and bodies without an end, bodies that are too long.
//!
//! In: what a broken or a hostile client sends, byte by byte. Out: a status, or the end of the connection; and
//! afterwards a server that answers.

use std::time::Duration;

use grundy_page::api::document;
use grundy_page::server::Options;
use serde_json::json;

use crate::client::{Reply, Running};
use crate::openapi::must_be_documented;

/// What the server answers to bytes, the last that the client sends; `None` if it ends the connection without an
/// answer.
fn answer(server: &Running, bytes: &[u8]) -> Option<Reply> {
    let mut connection = server.connect();
    let _ = connection.write(bytes);
    connection.read().ok()
}

fn must_answer(server: &Running) {
    assert_eq!(server.ask("value", &[("game", "star_nim"), ("position", "3,7")]).good()["value"], 5);
}

/// The head of a question in a body.
fn head(server: &Running, more: &str) -> String {
    let request = server.posted("value", "").without("content-length");
    let bytes = String::from_utf8(request.bytes()).expect("a text");
    let head = bytes.split("Content-Length").next().expect("a head").to_string();
    format!("{head}{more}\r\n\r\n")
}

#[test]
fn what_is_no_http_is_refused() {
    let server = Running::start();
    let host = format!("Host: {}\r\n", server.address);
    for (bytes, status) in [
        (b"hello\r\n\r\n".to_vec(), 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(), 400),
        ([b"GET /\xff\xfe HTTP/1.1\r\n", host.as_bytes(), b"\r\n"].concat(), 400),
        ([b"GET / \x00 HTTP/1.1\r\n", host.as_bytes(), b"\r\n"].concat(), 400),
        (b"GET / HTTP/1.0\r\n\r\n".to_vec(), 403),
        (b"GET / HTTP/1.1\r\n\r\n".to_vec(), 403),
        (head(&server, "Content-Length: x").into_bytes(), 400),
        (head(&server, "Content-Length: -2").into_bytes(), 400),
        (head(&server, "Content-Length: 2\r\nContent-Length: 3").into_bytes(), 400),
        (server.request("GET", &format!("/?{}", "x".repeat(70_000))).bytes(), 414),
    ] {
        let reply = answer(&server, &bytes).expect("an answer");
        assert_eq!(reply.status, status, "{}", String::from_utf8_lossy(&bytes));
    }
    must_answer(&server);
}

#[test]
fn a_head_without_an_end_is_refused() {
    const MOST: usize = 1 << 20;
    let server = Running::start();
    let start = format!("GET / HTTP/1.1\r\nHost: {}\r\n", server.address);
    for line in [format!("x: {}\r\n", "y".repeat(10_000)), "x: y\r\n".to_string(), "y".repeat(10_000)] {
        let mut connection = server.connect();
        let _ = connection.write(start.as_bytes());
        let mut sent = 0;
        while sent <= MOST && connection.write(line.as_bytes()).is_ok() {
            sent += line.len();
        }
        // Whoever goes on to write may lose the answer.
        let status = connection.read().map(|reply| reply.status);
        assert!(matches!(status, Err(_) | Ok(431)), "{status:?} after {sent} bytes");
    }
    must_answer(&server);
}

/// A server that waits for no one.
fn impatient() -> Running {
    Running::with(|options: &mut Options| options.patience = Duration::from_millis(50))
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let server = impatient();
    for part in ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1"] {
        let mut connection = server.connect();
        let _ = connection.write(part.as_bytes());
        // The sign is the end of the connection.
        assert!(connection.read().is_err(), "{part}");
    }
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = impatient();
    let parts = [
        ("Content-Length: 100", ""),
        ("Content-Length: 100", "{\"game\":"),
        ("Transfer-Encoding: chunked", "8\r\n{\"game\":"),
    ];
    for (length, part) in parts {
        // On a slow machine the head, too, may come too late; then there is no answer, and it is sent again.
        let reply = loop {
            if let Some(reply) = answer(&server, format!("{}{part}", head(&server, length)).as_bytes()) {
                break reply;
            }
        };
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (408, &"body".into()), "{length} {part}");
        must_be_documented(&document(), "value", &reply);
    }
}

#[test]
fn a_body_that_breaks_off_is_refused() {
    let server = Running::start();
    for (length, part) in [
        ("Content-Length: 100", "{\"game\":"),
        ("Transfer-Encoding: chunked", "zz\r\n\r\n"),
        ("Transfer-Encoding: chunked", "8\r\n{\"game\":"),
    ] {
        let mut connection = server.connect();
        let _ = connection.write(format!("{}{part}", head(&server, length)).as_bytes());
        connection.say_the_end();
        let reply = connection.read().expect("an answer");
        assert_eq!(reply.status, 400, "{}", reply.text());
        assert!(reply.text().contains("the body breaks off"), "{}", reply.text());
    }
    must_answer(&server);
}

#[test]
fn a_body_has_a_greatest_length() {
    const MOST: usize = 1000;
    let server = Running::with(|options| options.body = MOST);
    let body = |length: usize| {
        let question = json!({"game": "star_nim", "position": [3, 7]}).to_string();
        format!("{question}{}", " ".repeat(length - question.len()))
    };
    for (length, status) in [(MOST, 200), (MOST + 1, 413), (4 * MOST, 413)] {
        let whole = server.posted("value", body(length));
        for request in [whole.clone(), whole.clone().chunked(length), whole.chunked(70)] {
            let reply = server.send(&request);
            assert_eq!(reply.status, status, "{length} bytes: {}", reply.text());
        }
    }
    // The told length is enough: the body need not come.
    for length in ["1001", "9223372036854775807"] {
        let reply = answer(&server, head(&server, &format!("Content-Length: {length}")).as_bytes()).expect("an answer");
        assert_eq!(reply.status, 413, "{}", reply.text());
        assert!(reply.text().contains("a body has at most 1000 bytes"));
        must_be_documented(&document(), "value", &reply);
    }
}

#[test]
fn a_connection_carries_many_questions() {
    let server = Running::start();
    let mut connection = server.connect();
    let good = server.question("value", &[("game", "star_nim"), ("position", "3,7")]);
    let bad = server.question("value", &[("game", "star_nim"), ("position", "0,0")]);
    let table = server.question("table", &[("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "9")]);
    let lines = server.question("games", &[]);
    for _ in 0..20 {
        assert_eq!(connection.send(&good).good()["value"], 5);
        assert_eq!(connection.send(&bad).status, 400);
        assert_eq!(connection.send(&table).body, (0..10).collect::<Vec<u8>>());
        assert!(connection.send(&lines).lines().len() > 40);
    }
    // Several at once, before the first is answered.
    let _ = connection.write(&[good.bytes(), bad.bytes(), good.bytes()].concat());
    let statuses = [(); 3].map(|()| connection.read().expect("an answer").status);
    assert_eq!(statuses, [200, 400, 200]);
}

#[test]
fn no_more_connections_are_open_than_allowed() {
    let server = Running::with(|options| options.connections = 2);
    let question = server.question("value", &[("game", "star_nim"), ("position", "3,7")]);
    let mut open: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for connection in &mut open {
        assert_eq!(connection.send(&question).status, 200);
    }
    let mut more = server.connect();
    let _ = more.write(&question.bytes());
    assert!(more.read().is_err(), "the third one is closed");
    for connection in &mut open {
        assert_eq!(connection.send(&question).status, 200);
    }
    drop(open);
    // The sign that the places are free again is an answer.
    while answer(&server, &question.bytes()).is_none() {}
}
