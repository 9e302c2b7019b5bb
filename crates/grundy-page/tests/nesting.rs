//! Texts that nest deeply and texts that are long overflow no stack.
//!
//! In: a hundred thousand brackets in every parameter that is read as a text of the language, definitions within
//! definitions, names without an end. Out: refusals, or answers. A stack that overflows would end this process.

use serde_json::json;

use crate::client::Running;
use crate::refusals::{Refused, must_be_refused};

/// Texts that nest without end.
fn nested() -> Vec<String> {
    const DEEP: usize = 100_000;
    const LONGEST: usize = 1_000_000;
    let texts = ["(", "[", "{", "-", "not ", "pass(", "1 + (", "if ", "sum i in 0..1: "];
    texts.map(|open| open.repeat(DEEP.min(LONGEST / open.len()))).into()
}

/// Questions with texts that nest deeply, in every parameter that is read as a text of the language.
fn deep(server: &Running) -> Vec<Refused> {
    let mut list = vec![];
    let mut add = |endpoint: &'static str, body: serde_json::Value, says| {
        let request = server.posted(endpoint, body.to_string());
        list.push(Refused { request, status: 400, says, endpoint: Some(endpoint) });
    };
    for text in nested() {
        let box_of = |text: &str| json!({"game": "nim[1]", "axes": 1, "lo": 0, "hi": 3, "formula": text});
        add("table", box_of(&text), "");
        for says in [json!({"game": text, "position": 1}), json!({"game": "nim", "position": text})] {
            add("value", says, "");
        }
        add("moves", json!({"game": "nim[2]", "parts": text}), "");
        add("period", json!({"game": "nim[2]", "line": text}), "");
        add("value", json!({"game": "nim", "position": 1, "rules": text}), "");
        let rules = format!("game g(n) {{ move n - ({text}1) }}");
        add("value", json!({"game": "g", "position": 1, "rules": rules}), "");
    }
    for open in ["[", "{\"game\":"] {
        let body = open.repeat(100_000);
        let request = server.posted("value", body);
        list.push(Refused { request, status: 400, says: "recursion limit exceeded", endpoint: Some("value") });
    }
    list
}

#[test]
fn texts_may_nest_deeply() {
    let server = Running::start();
    must_be_refused(&server, &deep(&server));
    // A file of rules is described with its mistakes, and a claim is open to doubt; neither is refused.
    for text in nested() {
        for rules in [text.clone(), format!("game g(n) {{ move n - ({text}1) }}"), format!("claim \"c\": {text}1")] {
            let body = json!({"rules": rules}).to_string();
            let described = server.send(&server.posted("rules", body.clone())).good();
            assert_ne!(described["errors"], json!([]), "{described}");
            let checked = server.send(&server.posted("check", body)).lines();
            assert_eq!(checked[0]["status"], "error", "{checked:?}");
        }
    }
}

// Definitions within definitions nest deeper than any text, and overflowed the stack of the threads that work.
#[test]
fn definitions_may_nest_deeply() {
    const LEVELS: usize = 195;
    let server = Running::start();
    let open = "(1 xor ".repeat(70);
    let close = ")".repeat(70);
    let one = |level: usize| format!("def f{level}(n) = {open}f{}(n){close}\n", level - 1);
    let defs = ["def f0(n) = n\n".to_string()].into_iter().chain((1..LEVELS).map(one)).collect::<String>();
    let rules = format!("{defs}game g(n) {{ move n - i for i in 1..n if f{}(n) >= 0 }}\n", LEVELS - 1);
    let whole = format!("{rules}claim \"c\": f{}(1) < 2\n", LEVELS - 1);
    for (endpoint, more) in [
        ("rules", json!({})),
        ("game", json!({"game": "g"})),
        ("value", json!({"game": "g", "position": 9})),
        ("moves", json!({"game": "g", "position": 9})),
        ("table", json!({"game": "g", "axes": 1, "lo": 0, "hi": 9, "formula": format!("f{}(G)", LEVELS - 1)})),
        ("period", json!({"game": "g", "line": "(_)"})),
        ("check", json!({})),
    ] {
        let mut body = more;
        body["rules"] = whole.clone().into();
        let reply = server.send(&server.posted(endpoint, body.to_string()));
        assert_eq!(reply.status, 200, "{endpoint}: {}", reply.text());
    }
}

#[test]
fn a_long_text_is_refused_or_read_in_time() {
    let server = Running::start();
    let long = "1".repeat((1 << 20) + 1);
    for endpoint in ["value", "moves"] {
        let body = json!({"game": "nim", "position": long}).to_string();
        let reply = server.send(&server.posted(endpoint, body));
        assert_eq!((reply.status, reply.json()["error"]["code"].as_str()), (422, Some("too-long")), "{endpoint}");
    }
    // What is quoted from it is short.
    let name = "x".repeat(100_000);
    for reply in [
        server.send(&server.posted("value", json!({"game": "nim", "position": 1, "play": name}).to_string())),
        server.send(&server.posted("value", json!({&name: 1}).to_string())),
        server.send(&server.posted("games", json!({"name": name}).to_string())),
        server.send(&server.posted("table", json!({"game": "nim[1]", "axes": name, "lo": 0, "hi": 1}).to_string())),
    ] {
        assert_eq!(reply.status, 400);
        assert!(reply.body.len() < 1000, "{}", reply.text());
    }
}
