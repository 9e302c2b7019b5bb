//! Questions without an end, and the time that they may take.
//!
//! In: questions whose work takes days on any machine, and little memory; rules with many moves, and no time. Out: the refusal of each once its time is
//! over, be it the question's own or the server's. [`crate::leaving`] ends the same questions by leaving.

use std::time::Duration;

use serde_json::json;

use crate::client::Running;

/// Rules that are read by enumeration alone, with millions of options at a position.
const SLOW: &str = "game slow(a, b, c) {
    move (a - i, b - j, c - k) for i in 1..a, j in 1..b, k in 1..c if (i + j * k) mod 7 = 3
}
claim \"first\": 1 = 1
claim \"endless\": G(slow(200, 200, 200)) = 1";

/// An endpoint with parameters.
pub(crate) type Question = (&'static str, &'static [(&'static str, &'static str)]);

/// The questions whose answer comes whole.
pub(crate) const ENDLESS: [Question; 7] = [
    ("value", &[("game", "slow"), ("rules", SLOW), ("position", "200,200,200")]),
    ("moves", &[("game", "slow"), ("rules", SLOW), ("position", "200,200,200"), ("play", "misere")]),
    ("reply", &[("game", "slow"), ("rules", SLOW), ("parts", "200,200,200")]),
    (
        "table",
        &[("game", "slow"), ("rules", SLOW), ("axes", "1,2"), ("lo", "0,0"), ("hi", "399,399"), ("at", "0,0,400")],
    ),
    // Rules that are read at once, and a formula that is not.
    (
        "table",
        &[
            ("game", "nim[1]"),
            ("axes", "1"),
            ("lo", "0"),
            ("hi", "1000000"),
            ("formula", "sum i in 0..8000000: i * x1"),
        ],
    ),
    ("sequence", &[("game", "slow"), ("rules", SLOW), ("line", "(_, 400, 400)"), ("terms", "400")]),
    ("period", &[("game", "slow"), ("rules", SLOW), ("line", "(_, 400, 400)")]),
];

/// A check whose first claim is decided at once, which shows that the check has begun, and whose second never is.
pub(crate) const CHECK: Question = ("check", &[("rules", SLOW)]);

/// Makes the table of the endless formula, so that all of the time goes to its numbers.
pub(crate) fn prepare(server: &Running) {
    let table = [("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "1000000")];
    assert_eq!(server.ask("table", &table).status, 200);
}

#[test]
fn the_time_of_a_question_ends_it() {
    let server = Running::start();
    let hasty = Running::with(|options| {
        (options.settings.time, options.settings.checking) = (Duration::from_millis(1), Duration::from_millis(1));
    });
    prepare(&server);
    for (endpoint, parameters) in ENDLESS {
        let own = server.ask(endpoint, &[parameters, &[("time", "0.001")]].concat());
        let suffix = server.ask(endpoint, &[parameters, &[("time", "1e-9s")]].concat());
        let limit = hasty.ask(endpoint, parameters);
        let longer = hasty.ask(endpoint, &[parameters, &[("time", "1000000")]].concat());
        for reply in [own, suffix, limit, longer] {
            let told = reply.json();
            // Whoever asks for a period is told what was seen in the time.
            if endpoint == "period" && reply.status == 200 {
                assert_eq!((&told["status"], &told["period"]), (&json!("not_found"), &json!(null)), "{told}");
                continue;
            }
            assert_eq!((reply.status, &told["error"]["code"]), (422, &json!("time")), "{endpoint}: {told}");
            assert_eq!(told["error"]["message"], "the time is over");
        }
    }
    let (endpoint, parameters) = CHECK;
    for lines in [
        server.ask(endpoint, &[parameters, &[("time", "0.2")]].concat()).lines(),
        hasty.ask(endpoint, parameters).lines(),
    ] {
        let verdict = lines.iter().find(|line| line["name"] == "endless");
        assert!(verdict.is_none_or(|line| line["status"] == "open"), "{lines:?}");
        assert!(lines.iter().all(|line| line["status"] != "holds"), "{lines:?}");
    }
    assert_eq!(server.ask("value", &[("game", "star_nim"), ("position", "3,7")]).good()["value"], 5);
}

// Rules of 150 piles took seconds to be read, and nothing ended that.
#[test]
fn the_time_ends_the_reading_of_rules() {
    let server = Running::with(|options| options.settings.time = Duration::from_nanos(1));
    for game in ["nim[150]", "exco_nim[12]", "hypergraph_nim[{{1}, {2, 3}}] + nim[90]"] {
        let reply = server.ask("game", &[("game", game)]);
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (422, &json!("time")), "{game}: {}", reply.text());
    }
}
