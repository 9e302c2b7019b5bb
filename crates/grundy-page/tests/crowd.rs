//! A thousand requests, fifty at a time, good and bad: each is answered as it would be alone. Many slow games, and a quick question beside them.
//!
//! In: the refusals of [`crate::refusals`] and good questions, mixed by a seed. Out: the expected status of every one,
//! the same good answers, and a server that answers afterwards. A status of 500 is a mistake of the program, and no
//! request expects one. In: endless questions of many clients. Out: answers to those who ask beside them; if these found no
//! place, there would be none, and the test would never end.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::client::{Connection, Request, Running};
use crate::endless::ENDLESS;
use crate::refusals;

/// How many are asked, and by how many at once.
const ASKED: usize = 1000;
const TOGETHER: usize = 50;

const GOOD: &[(&str, &[(&str, &str)])] = &[
    ("value", &[("game", "star_nim"), ("position", "3,7")]),
    ("value", &[("game", "kayles"), ("position", "1000000000000000000000000000000")]),
    ("moves", &[("game", "nim"), ("position", "3,4,5"), ("play", "misere")]),
    ("moves", &[("game", "kayles"), ("parts", "3 + 4")]),
    ("reply", &[("game", "wythoff"), ("position", "5,8"), ("level", "beatable"), ("seed", "3")]),
    ("table", &[("game", "wythoff"), ("axes", "1,2"), ("lo", "0,0"), ("hi", "63,63")]),
    ("table", &[("game", "wythoff"), ("axes", "2,1"), ("lo", "64,0"), ("hi", "127,63"), ("play", "misere")]),
    ("table", &[("game", "star_nim[2]"), ("axes", "1,2"), ("lo", "0,0"), ("hi", "31,31"), ("formula", "G - G_misere")]),
    ("sequence", &[("game", "wythoff"), ("line", "(3, _)")]),
    ("period", &[("game", "subtraction[{1, 3, 4}]"), ("line", "(_)")]),
    ("game", &[("game", "star_nim")]),
    ("games", &[("name", "kayles")]),
    ("papers", &[]),
    ("rules", &[("rules", "game g(n) { move n - 1 }\ngame (")]),
];

#[test]
fn every_one_of_a_crowd_is_answered() {
    let server = Running::start();
    let mut expected: Vec<(Request, u16, Option<Vec<u8>>)> = vec![];
    for (name, parameters) in GOOD {
        let request = server.question(name, parameters);
        let reply = server.send(&request);
        assert_eq!(reply.status, 200, "{}", reply.text());
        // As often as the bad ones together.
        expected.extend(std::iter::repeat_n((request, 200, Some(reply.body)), 8));
    }
    expected.extend(refusals::list(&server).into_iter().map(|refused| (refused.request, refused.status, None)));
    let mut random = fastrand::Rng::with_seed(1);
    let asked = (0..ASKED).map(|_| expected[random.usize(0..expected.len())].clone());
    let asked = Arc::new(Mutex::new(asked.collect::<Vec<_>>()));
    let server = Arc::new(server);
    let ask = |_| {
        let (server, asked) = (server.clone(), asked.clone());
        std::thread::spawn(move || {
            let mut answered = 0;
            loop {
                let Some((request, status, body)) = asked.lock().expect("no panic").pop() else { return answered };
                let reply = server.send(&request);
                let shown = String::from_utf8_lossy(&request.bytes()).into_owned();
                assert_eq!(reply.status, status, "{shown}\n{}", reply.text());
                assert!(body.is_none_or(|body| body == reply.body), "{shown}\n{}", reply.text());
                answered += 1;
            }
        })
    };
    let crowd: Vec<_> = (0..TOGETHER).map(ask).collect();
    let answered: usize = crowd.into_iter().map(|thread| thread.join().expect("no panic")).sum();
    assert_eq!(answered, ASKED);
    assert_eq!(server.ask("value", &[("game", "star_nim"), ("position", "3,7")]).good()["value"], 5);
}

/// A server with few places, at which every question counts as one that takes long.
fn hasty(quick: usize, slow: usize) -> Running {
    Running::with(|options| (options.together, options.slow, options.short) = (quick, slow, Duration::ZERO))
}

/// Asks, and waits for nothing.
fn asked(server: &Running, (name, parameters): (&str, &[(&str, &str)]), client: &str) -> Connection {
    let mut connection = server.connect();
    let request = server.question(name, parameters).header("grundy-client", client);
    connection.write(&request.bytes()).expect("the server reads");
    connection
}

/// A question whose answer comes in lines: it keeps its place until its end, so no wait of its own depends on how fast the machine is.
fn quick(server: &Running) {
    let reply = server.ask("games", &[("name", "nim")]);
    assert_eq!((reply.status, reply.lines()[0]["name"].as_str()), (200, Some("nim")), "{}", reply.text());
}

#[test]
fn a_quick_question_finds_a_place_beside_any_number_of_slow_games() {
    let server = hasty(2, 2);
    let mut slow = vec![];
    for number in 0..12 {
        // Each client is a page; the last ones are programs, which have no name.
        let client = if number < 8 { number.to_string() } else { String::new() };
        slow.push(asked(&server, ENDLESS[number % 3], &client));
        quick(&server);
    }
    for _ in 0..20 {
        quick(&server);
    }
    assert!(!slow.iter().any(Connection::is_answered), "they go on, or wait");
    drop(slow);
    assert_eq!(server.ask("value", &[("game", "star_nim"), ("position", "3,7")]).good()["value"], 5);
}

#[test]
fn what_left_its_place_for_a_quick_question_is_answered_in_the_end() {
    let server = hasty(1, 1);
    let endless = asked(&server, ENDLESS[0], "a");
    let value: (_, &[_]) = ("value", &[("game", "star_nim"), ("position", "3,7")]);
    let waiting: Vec<Connection> = (0..6).map(|number| asked(&server, value, &number.to_string())).collect();
    quick(&server);
    drop(endless);
    for mut connection in waiting {
        assert_eq!(connection.read().expect("an answer").good()["value"], 5);
    }
}
