//! A thousand requests, fifty at a time, good and bad: each is answered as it would be alone.
//!
//! In: the refusals of [`crate::refusals`] and good questions, mixed by a seed. Out: the expected status of every one,
//! the same good answers, and a server that answers afterwards. A status of 500 is a mistake of the program, and no
//! request expects one.

use std::sync::{Arc, Mutex};

use crate::client::{Request, Running};
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
