//! What is wrong is refused with a status and a sentence, and nothing that is sent ends the server.
//!
//! In: requests that are wrong in every way that came to mind: parameters, JSON, methods, tokens, hosts, addresses.
//! Out: for each the status and a part of the sentence. The list is used by [`crate::crowd`], too.

use grundy_page::api::document;
use grundy_page::files;

use crate::client::{Request, Running, escaped};
use crate::openapi::must_be_documented;

/// A request that is refused.
pub(crate) struct Refused {
    pub(crate) request: Request,
    pub(crate) status: u16,
    /// A part of the sentence.
    pub(crate) says: &'static str,
    /// The endpoint, if the document lists its refusals.
    pub(crate) endpoint: Option<&'static str>,
}

/// An endpoint, parameters, a status, a part of the sentence.
type Question = (&'static str, &'static [(&'static str, &'static str)], u16, &'static str);

const QUESTIONS: &[Question] = &[
    // Names.
    ("valu", &[("game", "nim")], 404, "there is no `/api/v1/valu`"),
    ("value", &[("gme", "nim")], 400, "there is no parameter `gme` here"),
    ("value", &[("game", "nim"), ("position", "1"), ("axes", "1")], 400, "there is no parameter `axes` here"),
    ("value", &[("game", "star_nimm"), ("position", "3,7")], 400, "the name `star_nimm` is not known"),
    ("games", &[("name", "star_nimm")], 400, "there is no game `star_nimm` here"),
    ("papers", &[("name", "farr")], 400, "there is no paper `farr` here"),
    ("table", &[("game", "wythoff"), ("axes", "a,c"), ("lo", "0,0"), ("hi", "1,1")], 400, "has no coordinate `c`"),
    // What is missing or of another kind.
    ("value", &[], 400, "the parameter `position` is missing"),
    ("value", &[("game", "nim")], 400, "the parameter `position` is missing"),
    ("value", &[("game", "  "), ("position", "1")], 400, "the parameter `game` is missing"),
    ("moves", &[("game", "nim")], 400, "the parameter `position` is missing"),
    ("check", &[], 400, "the parameter `rules` is missing"),
    ("value", &[("game", "nim"), ("position", "1"), ("play", "misery")], 400, "`normal` or `misere`, found `misery`"),
    ("value", &[("game", "nim"), ("position", "1"), ("explain", "yes")], 400, "`1` or `0`, found `yes`"),
    ("reply", &[("game", "nim"), ("position", "1"), ("level", "good")], 400, "`perfect` or `beatable`, found `good`"),
    ("reply", &[("game", "nim"), ("position", "1"), ("seed", "-1")], 400, "a natural number below 2^64, found `-1`"),
    ("sequence", &[("game", "nim[2]"), ("line", "(7, _)"), ("terms", "0")], 400, "between 1 and 65536, found 0"),
    ("sequence", &[("game", "nim[2]"), ("line", "(7, _)"), ("terms", "65537")], 400, "between 1 and 65536"),
    ("check", &[("rules", "claim \"c\": 1 = 1"), ("to", "many")], 400, "a natural number below 2^64, found `many`"),
    // Positions and lines.
    ("value", &[("game", "star_nim"), ("position", "0,0")], 400, "does not exist"),
    ("moves", &[("game", "silver_dollar"), ("position", "5,2")], 400, "does not exist"),
    ("moves", &[("game", "silver_dollar[2]"), ("parts", "5,2")], 400, "does not exist"),
    ("value", &[("game", "nim[2]"), ("position", "-1,2")], 400, "negative"),
    ("value", &[("game", "nim[2]"), ("position", "1,2,3")], 400, "has 2 entries"),
    ("value", &[("game", "nim[2]"), ("position", "1,x")], 400, "the name `x` is not known"),
    ("moves", &[("game", "kayles"), ("parts", "1 + ")], 400, "is no position of `kayles` that moves have split"),
    ("period", &[("game", "nim[2]"), ("line", "(7, 3)")], 400, "`_`"),
    ("value", &[("game", "nim[1]"), ("position", "1\u{0}2")], 400, "means nothing in the rules language"),
    // Boxes.
    ("table", &[("game", "nim[2]"), ("axes", "1,2"), ("lo", "0"), ("hi", "1,1")], 400, "one number for each of `axes`"),
    ("table", &[("game", "nim[2]"), ("axes", "1,2"), ("lo", "0,5"), ("hi", "9,4")], 400, "greater than its `hi`"),
    ("table", &[("game", "nim[2]"), ("axes", "1,1"), ("lo", "0,0"), ("hi", "1,1")], 400, "two different ones"),
    ("table", &[("game", "nim[2]"), ("axes", "0"), ("lo", "0"), ("hi", "1")], 400, "has no coordinate `0`"),
    ("table", &[("game", "nim[2]"), ("axes", "3"), ("lo", "0"), ("hi", "1")], 400, "has no coordinate `3`"),
    ("table", &[("game", "nim[2]"), ("axes", "1"), ("lo", "-1"), ("hi", "1")], 400, "found `-1`"),
    ("table", &[("game", "nim[2]"), ("axes", "1"), ("lo", "0"), ("hi", "18446744073709551616")], 400, "below 2^64"),
    (
        "table",
        &[("game", "nim"), ("axes", "1"), ("lo", "0"), ("hi", "1")],
        400,
        "the length `n` of `nim` is not settled",
    ),
    (
        "table",
        &[("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "1"), ("formula", "G"), ("play", "misere")],
        400,
        "`play` does not go with a formula",
    ),
    (
        "table",
        &[("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "3"), ("formula", "1 div x1")],
        400,
        "division by 0",
    ),
    // Limits.
    ("table", &[("game", "nim[2]"), ("axes", "1,2"), ("lo", "0,0"), ("hi", "9999,9999")], 422, "at most 4194304 cells"),
    (
        "table",
        &[("game", "nim[2]"), ("axes", "1,2"), ("lo", "0,0"), ("hi", "18446744073709551615,18446744073709551615")],
        422,
        "at most 4194304 cells",
    ),
    (
        "table",
        &[("game", "nim[2]"), ("axes", "1"), ("lo", "0"), ("hi", "1"), ("at", "0,18446744073709551616")],
        422,
        "no table goes as far as 18446744073709551616",
    ),
    (
        "table",
        &[
            ("game", "wythoff"),
            ("axes", "1,2"),
            ("lo", "999999999999,999999999999"),
            ("hi", "1000000000000,1000000000000"),
        ],
        422,
        "does not fit the memory",
    ),
    (
        "moves",
        &[("game", "nim"), ("position", "1,100000000000000000000"), ("remoteness", "1")],
        422,
        "too many options to list",
    ),
    // Rules.
    ("value", &[("game", "g"), ("position", "1"), ("rules", "game g(n) { move n + 1 }")], 400, "play never ends"),
    ("value", &[("game", "g"), ("position", "1"), ("rules", "game g(n) { move n }")], 400, "would never end"),
    (
        "value",
        &[("game", "g"), ("position", "1"), ("rules", "game g(n { move n - 1 }")],
        400,
        "found `{`, expected `,` or `)`",
    ),
    ("game", &[("game", "g"), ("rules", "game g(n) { require n < 0\n move n - 1 }")], 400, "no position of `g`"),
    // Times.
    (
        "value",
        &[("game", "nim"), ("position", "1"), ("time", "soon")],
        400,
        "a number of seconds above 0, found `soon`",
    ),
    ("value", &[("game", "nim"), ("position", "1"), ("time", "0")], 400, "a number of seconds above 0"),
    ("value", &[("game", "nim"), ("position", "1"), ("time", "-3")], 400, "a number of seconds above 0"),
    ("value", &[("game", "nim"), ("position", "1"), ("time", "inf")], 400, "a number of seconds above 0"),
    ("value", &[("game", "nim"), ("position", "1"), ("time", "NaN")], 400, "a number of seconds above 0"),
];

/// Bodies of a question about a value, a status, a part of the sentence.
const BODIES: &[(&str, u16, &str)] = &[
    ("", 400, "the body is no JSON object of parameters"),
    ("{", 400, "the body is no JSON object of parameters"),
    ("{\"game\": \"nim\"", 400, "EOF"),
    ("game=nim&position=1", 400, "the body is no JSON object of parameters"),
    ("[\"nim\"]", 400, "found a list"),
    ("\"nim\"", 400, "found a text"),
    ("null", 400, "found null"),
    ("17", 400, "found a number"),
    ("{\"game\": null}", 400, "`game` is null"),
    ("{\"game\": {\"name\": \"nim\"}}", 400, "`game` is an object"),
    ("{\"game\": \"nim\", \"position\": [1, null]}", 400, "the name `null` is not known"),
    ("{\"game\": \"nim\", \"position\": 1.5}", 400, "found"),
    ("{\"game\": \"nim\", \"position\": \"\\ud800\"}", 400, "the body is no JSON object of parameters"),
    ("{\"game\": \"nim\", \"position\": true}", 400, "found a condition, expected a number"),
    ("{\"gme\": \"nim\"}", 400, "there is no parameter `gme` here"),
    ("{\"token\": \"x\", \"game\": \"nim\"}", 400, "there is no parameter `token` here"),
];

/// Requests that are refused before anything is asked: a method, an address, headers, a status, a part of the sentence.
type Foreign = (&'static str, &'static str, &'static [(&'static str, &'static str)], u16, &'static str);

const FOREIGN: &[Foreign] = &[
    ("GET", "/api/v1/value?game=nim&position=1", &[], 401, "the token is missing or wrong"),
    ("GET", "/api/v1/value?game=nim&position=1&token=00000000000000000000000000000000", &[], 401, "missing or wrong"),
    ("GET", "/api/v1/value?game=nim&position=1&token=", &[], 401, "missing or wrong"),
    ("GET", "/api/v1/value?game=nim&position=1", &[("Authorization", "Bearer x")], 401, "missing or wrong"),
    ("GET", "/api/v1/value?game=nim&position=1", &[("Cookie", "token=TOKEN")], 401, "missing or wrong"),
    ("GET", "/api/v1/nothing", &[], 401, "missing or wrong"),
    ("POST", "/api/v1/value", &[("Content-Type", "application/json")], 401, "missing or wrong"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Host", "evil.example")], 403, "`Host` names another"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Host", "evil.example:PORT")], 403, "`Host` names another"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Host", "192.168.1.1:PORT")], 403, "`Host` names another"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Host", "127.0.0.1:1")], 403, "`Host` names another"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Host", "")], 403, "`Host` names another"),
    ("GET", "/", &[("Host", "evil.example")], 403, "`Host` names another"),
    ("GET", "/api/v1/openapi.json", &[("Host", "evil.example")], 403, "`Host` names another"),
    ("GET", "/nothing", &[("Host", "evil.example")], 403, "`Host` names another"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Origin", "http://evil.example:PORT")], 403, "a page of another site"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Origin", "null")], 403, "a page of another site"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Sec-Fetch-Site", "cross-site")], 403, "a page of another site"),
    ("GET", "/api/v1/value?token=TOKEN", &[("Sec-Fetch-Site", "same-site")], 403, "a page of another site"),
    ("PUT", "/api/v1/value?token=TOKEN", &[], 405, "with GET and a query, or with POST and JSON"),
    ("DELETE", "/api/v1/value?token=TOKEN", &[], 405, "with GET and a query, or with POST and JSON"),
    ("OPTIONS", "/api/v1/value?token=TOKEN", &[], 405, "with GET and a query, or with POST and JSON"),
    ("POST", "/api/v1/value?token=TOKEN", &[], 415, "the body of a question is `application/json`"),
    ("POST", "/api/v1/value?token=TOKEN", &[("Content-Type", "text/plain")], 415, "is `application/json`"),
    ("POST", "/", &[], 405, "this address is read with GET"),
    ("DELETE", "/api/v1/openapi.json", &[], 405, "this address is read with GET"),
    ("GET", "/index.html", &[], 404, "there is nothing at this address"),
    ("GET", "/api/v2/value?token=TOKEN", &[], 404, "there is nothing at this address"),
    ("GET", "/api/v1/value/nim?token=TOKEN", &[], 404, "there is nothing at this address"),
    ("GET", "/assets/0000000000000000/js/main.js", &[], 404, "the page has no such file"),
    ("GET", "/assets/HASH/js/none.js", &[], 404, "the page has no such file"),
    ("GET", "/assets/../../etc/passwd", &[], 404, ""),
    ("GET", "/../../../../etc/passwd", &[], 404, ""),
    ("GET", "//etc/passwd", &[], 404, ""),
    ("GET", "/%2e%2e/%2e%2e/etc/passwd", &[], 404, ""),
    ("GET", "/assets/HASH/../../Cargo.toml", &[], 404, "the page has no such file"),
    ("GET", "/assets/HASH/..%2f..%2fCargo.toml", &[], 404, "the page has no such file"),
    ("GET", "/assets/HASH/%2e%2e/Cargo.toml", &[], 404, "the page has no such file"),
    ("GET", "/assets/HASH/..%5c..%5cCargo.toml", &[], 404, "the page has no such file"),
    ("GET", "/assets/HASH//etc/passwd", &[], 404, "the page has no such file"),
    ("GET", "/assets/HASH/js/main.js%00", &[], 404, "the page has no such file"),
    ("GET", "/api/v1/value?game=%FF%FE&position=1&token=TOKEN", &[], 400, "means nothing in the rules language"),
    ("GET", "/api/v1/value?game=nim&position=%C3%28&token=TOKEN", &[], 400, "means nothing in the rules language"),
    ("GET", "/api/v1/value?%FF=1&token=TOKEN", &[], 400, "there is no parameter"),
    ("GET", "/api/v1/value?game=nim&position=%&token=TOKEN", &[], 400, "`%` means nothing in the rules language"),
    ("GET", "/api/v1/%FF?token=TOKEN", &[], 404, "there is nothing at this address"),
    ("GET", "/assets/%FF/js/main.js", &[], 404, "there is nothing at this address"),
];

/// All requests of the lists above.
pub(crate) fn list(server: &Running) -> Vec<Refused> {
    let questions = QUESTIONS.iter().map(|(endpoint, parameters, status, says)| Refused {
        request: server.question(endpoint, parameters),
        status: *status,
        says,
        endpoint: Some(if *status == 404 { "value" } else { endpoint }),
    });
    let bodies = BODIES.iter().map(|(body, status, says)| Refused {
        request: server.posted("value", *body),
        status: *status,
        says,
        endpoint: Some("value"),
    });
    let port = server.address.port().to_string();
    let filled =
        |text: &str| text.replace("TOKEN", &server.token).replace("HASH", files::hash()).replace("PORT", &port);
    let foreign = FOREIGN.iter().map(|(method, target, headers, status, says)| {
        let request = server.request(method, &filled(target));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, &filled(value)));
        let request = if *method == "POST" { request.body("{}") } else { request };
        let endpoint = target.starts_with("/api/v1/value").then_some("value");
        Refused { request, status: *status, says, endpoint }
    });
    questions.chain(bodies).chain(foreign).collect()
}

/// Fails unless each is refused as it says, and the server answers afterwards.
pub(crate) fn must_be_refused(server: &Running, list: &[Refused]) {
    let document = document();
    let mut wrong = vec![];
    for Refused { request, status, says, endpoint } in list {
        let reply = server.send(request);
        let shown = String::from_utf8_lossy(&request.bytes()).chars().take(300).collect::<String>();
        let told = reply.text();
        if reply.status != *status || !told.contains(says) || told.contains("root:") || told.contains("[package]") {
            wrong.push(format!("{shown}\nin place of {status} with `{says}` this: {} {told}", reply.status));
        } else if let Some(endpoint) = endpoint {
            must_be_documented(&document, endpoint, &reply);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(server.ask("value", &[("game", "star_nim"), ("position", "3,7")]).good()["value"], 5);
}

#[test]
fn what_is_wrong_is_refused_with_a_sentence() {
    let server = Running::start();
    must_be_refused(&server, &list(&server));
}

#[test]
fn the_nearest_name_is_told() {
    let server = Running::start();
    for (endpoint, parameters, help) in [
        ("value", &[("gme", "nim")][..], "did you mean `game`?"),
        ("valu", &[], "did you mean `value`?"),
        ("value", &[("game", "star_nimm"), ("position", "3,7")], "did you mean `star_nim`?"),
        ("value", &[("game", "nim"), ("position", "1"), ("play", "miser")], "did you mean `misere`?"),
        ("reply", &[("game", "nim"), ("position", "1"), ("level", "prefect")], "did you mean `perfect`?"),
        ("games", &[("name", "wythof")], "did you mean `wythoff`?"),
        ("papers", &[("name", "far-ho")], "did you mean `farr-ho`?"),
        (
            "table",
            &[("game", "silver_dollar[2]"), ("axes", "y1"), ("lo", "0"), ("hi", "1")],
            "its coordinates are x1, x2",
        ),
    ] {
        let told = server.ask(endpoint, parameters).json();
        assert!(told["error"]["help"].as_str().is_some_and(|told| told.contains(help)), "{told}");
    }
}

#[test]
fn an_error_says_in_which_parameter_it_stands() {
    let server = Running::start();
    for (endpoint, parameters, file, column) in [
        ("value", &[("game", "nimm"), ("position", "3,7")][..], "game", 1),
        ("value", &[("game", "nim"), ("position", "3,x")], "position", 3),
        ("moves", &[("game", "kayles"), ("parts", "x")], "parts", 1),
        ("period", &[("game", "nim[2]"), ("line", "(1, _ _)")], "line", 7),
        ("game", &[("game", "nim"), ("at", "3,x")], "position", 3),
        ("value", &[("game", "g"), ("position", "1"), ("rules", "game g(n) { move m }")], "rules", 18),
        ("table", &[("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "1"), ("formula", "H")], "formula", 1),
    ] {
        let told = server.ask(endpoint, parameters).json();
        let error = &told["error"];
        assert_eq!(
            (&error["file"], &error["line"], &error["column"]),
            (&file.into(), &1.into(), &column.into()),
            "{told}"
        );
    }
}

#[test]
fn a_token_is_read_wherever_it_may_stand() {
    let server = Running::start();
    let target = "/api/v1/value?game=star_nim&position=3,7";
    let bearer = server.request("GET", target).header("Authorization", &format!("Bearer {}", server.token));
    assert_eq!(server.send(&bearer).good()["value"], 5);
    let query = server.request("GET", &format!("{target}&token={}", escaped(&server.token)));
    assert_eq!(server.send(&query).good()["value"], 5);
    let own = format!("http://{}", server.address);
    for (name, value) in [("Origin", own.as_str()), ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "none")] {
        assert_eq!(server.send(&query.clone().header(name, value)).good()["value"], 5);
    }
}
