//! A client that leaves ends its work, and its place is free for the next.
//!
//! In: endless questions on servers with few places, whose clients leave. Out: answers to those who come after them; without
//! a free place there would be none, and the test would never end. The sign that a server works: all who ask have questions
//! without an end, there are two more than it has places, and one of them is refused, for another one waits already.

use grundy_page::api::document;

use crate::client::{Connection, Running};
use crate::endless::{CHECK, ENDLESS, Question, prepare};
use crate::openapi::must_be_documented;

/// A server with so many places, at which one question may wait.
fn narrow(places: usize) -> Running {
    Running::with(|options| (options.together, options.pieces, options.waiting) = (places, places, 1))
}

/// The status of a small question.
fn small(server: &Running) -> u16 {
    let reply = server.ask("value", &[("game", "star_nim"), ("position", "3,7")]);
    if reply.status != 200 {
        must_be_documented(&document(), "value", &reply);
    }
    reply.status
}

/// Asks on connections of their own, two more than the server has places, and waits until one is refused. Then the others are
/// worked on, but for one, which waits; which one, nobody knows.
fn begin<const ASKED: usize>(server: &Running, questions: [Question; ASKED]) -> Vec<Connection> {
    let ask = |(name, parameters): Question| {
        let mut connection = server.connect();
        connection.write(&server.question(name, parameters).bytes()).expect("the server reads");
        connection
    };
    let mut connections: Vec<Connection> = questions.into_iter().map(ask).collect();
    loop {
        if let Some(at) = connections.iter().position(Connection::is_answered) {
            assert_eq!(connections.remove(at).read().expect("an answer").status, 503);
            return connections;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Waits until there is a place.
fn until_answered(server: &Running) {
    while small(server) != 200 {}
}

#[test]
fn whoever_leaves_makes_room() {
    for question in ENDLESS {
        let server = narrow(1);
        prepare(&server);
        drop(begin(&server, [question; 3]));
        until_answered(&server);
    }
}

#[test]
fn small_questions_are_answered_beside_an_endless_one() {
    let server = narrow(2);
    let mut endless = begin(&server, [ENDLESS[0], ENDLESS[1], ENDLESS[2], ENDLESS[5]]);
    endless.truncate(1);
    until_answered(&server);
    // The one that stayed has a place for itself; the other place is free each time.
    for _ in 0..50 {
        assert_eq!(small(&server), 200);
    }
}

#[test]
fn whoever_waits_for_the_table_of_another_may_leave() {
    let server = narrow(3);
    // Of several who ask for one table the first makes it, and the others wait for it.
    for _ in 0..3 {
        drop(begin(&server, [ENDLESS[3]; 5]));
        until_answered(&server);
    }
}

// A small table waited for a large one of the same rules, and its own time ended before.
#[test]
fn a_small_table_need_not_wait_for_a_large_one() {
    let (endpoint, large) = ENDLESS[3];
    let small = [&large[..2], &[("axes", "1,2"), ("lo", "0,0"), ("hi", "9,9"), ("at", "0,0,9")]].concat();
    let alone = Running::start().ask(endpoint, &small);
    let server = narrow(2);
    let mut endless = begin(&server, [ENDLESS[3]; 4]);
    endless.truncate(1);
    until_answered(&server);
    let beside = server.ask(endpoint, &small);
    assert_eq!((alone.status, &alone.body), (200, &beside.body), "{}", beside.text());
}

/// A check that has begun: its first line is there.
fn checking(server: &Running) -> Connection {
    let (name, parameters) = CHECK;
    let mut connection = server.connect();
    connection.write(&server.question(name, parameters).bytes()).expect("the server reads");
    assert_eq!(connection.head().expect("an answer").status, 200);
    let line = connection.chunk().expect("a chunk").expect("a line");
    assert!(String::from_utf8_lossy(&line).contains("\"name\":\"first\""), "{}", String::from_utf8_lossy(&line));
    connection
}

#[test]
fn whoever_leaves_a_check_makes_room_for_the_next() {
    let server = narrow(1);
    let mut both = vec![checking(&server), checking(&server)];
    for _ in 0..4 {
        // Checks have two places of their own: the next one begins only when one of the two has ended.
        drop(both.remove(0));
        both.push(checking(&server));
        assert_eq!(small(&server), 200, "quick questions need not wait for checks");
    }
    drop(both);
    let lines = server.ask("check", &[("rules", "claim \"c\" on nim[2] at (a, b): G = a xor b"), ("to", "9")]).lines();
    assert_eq!(lines[0]["status"], "proved");
}

#[test]
fn whoever_reads_nothing_and_leaves_makes_room() {
    let server = Running::start();
    // More lines than all buffers on the way hold.
    let rules = "claim \"c\": 1 = 1\n".repeat(60_000);
    for _ in 0..3 {
        let mut idle: Vec<Connection> = (0..2).map(|_| server.connect()).collect();
        for connection in &mut idle {
            let body = serde_json::json!({"rules": rules}).to_string();
            connection.write(&server.posted("check", body).bytes()).expect("the server reads");
            assert_eq!(connection.head().expect("an answer").status, 200);
        }
    }
    let lines = server.ask("check", &[("rules", "claim \"c\" on nim[2] at (a, b): G = a xor b"), ("to", "9")]).lines();
    assert_eq!(lines[0]["status"], "proved");
}

#[test]
fn the_server_ends_though_a_question_does_not() {
    let server = narrow(1);
    let open = begin(&server, [ENDLESS[0], ENDLESS[1], ENDLESS[5]]);
    // Dropped, it is told to end and waited for.
    drop(server);
    for mut connection in open {
        assert!(connection.read().is_err(), "the connection has ended");
    }
}
