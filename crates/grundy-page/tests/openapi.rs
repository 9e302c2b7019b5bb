//! The description of the interface tells what the server does.
//!
//! In: the document that the server gives, the list of endpoints. Out: each endpoint, parameter, type and status of the
//! document, tried on the server. A client that is made of the document alone must be able to ask all that can be
//! asked.

use std::collections::BTreeSet;

use grundy::Limits;
use grundy_page::api::{Desk, ENDPOINTS, Kinds, Parameter, Question, Reply as Answer, Settings, Who, document};
use serde_json::{Map, Value, json};

use crate::client::{Reply, Running};

fn served(server: &Running) -> Value {
    // The description is no secret: it is given without a token.
    server.send(&server.request("GET", "/api/v1/openapi.json")).good()
}

fn texts<'v>(list: &'v Value, field: &str) -> Vec<&'v str> {
    list.as_array().into_iter().flatten().filter_map(|entry| entry[field].as_str()).collect()
}

#[test]
fn the_document_lists_the_endpoints_and_nothing_else() {
    let server = Running::start();
    let told = served(&server);
    assert_eq!(told, document());
    let paths: Vec<&String> = told["paths"].as_object().expect("an object").keys().collect();
    let known: Vec<String> = ENDPOINTS.iter().map(|endpoint| format!("/api/v1/{}", endpoint.name)).collect();
    assert_eq!(paths, known.iter().collect::<Vec<_>>());
    let mut names = BTreeSet::new();
    for endpoint in ENDPOINTS {
        let path = &told["paths"][format!("/api/v1/{}", endpoint.name)];
        let methods: Vec<&String> = path.as_object().expect("an object").keys().collect();
        assert_eq!(methods, ["get", "post"]);
        let known: Vec<&str> = endpoint.parameters.iter().map(|parameter| parameter.name).collect();
        assert_eq!(texts(&path["get"]["parameters"], "name"), known, "{}", endpoint.name);
        let schema = &path["post"]["requestBody"]["content"]["application/json"]["schema"];
        let fields: Vec<&String> = schema["properties"].as_object().expect("an object").keys().collect();
        assert_eq!(fields, known.iter().collect::<Vec<_>>(), "{}", endpoint.name);
        assert_eq!(path["get"]["responses"], path["post"]["responses"]);
        for method in ["get", "post"] {
            let id = path[method]["operationId"].as_str().expect("a name").to_string();
            assert!(names.insert(id), "every operation has a name of its own");
        }
    }
}

/// The examples of an endpoint as the document has them: those that must be given and `position`, or all.
fn examples(path: &Value, all: bool) -> Vec<(&str, &str)> {
    let list = path["get"]["parameters"].as_array().expect("a list").iter();
    let wanted = |parameter: &&Value| all || parameter["required"] == true || parameter["name"] == "position";
    list.filter(wanted)
        .filter_map(|parameter| Some((parameter["name"].as_str()?, parameter["example"].as_str()?)))
        .collect()
}

fn documented(path: &Value, method: &str, reply: &Reply) {
    let told = &path[method]["responses"][reply.status.to_string()];
    let kinds: Vec<&String> = told["content"].as_object().expect("a documented status").keys().collect();
    assert_eq!(kinds, [reply.header("content-type").expect("a type")]);
    for name in told["headers"].as_object().into_iter().flat_map(Map::keys) {
        assert!(reply.header(&name.to_ascii_lowercase()).is_some(), "the header {name}");
    }
}

#[test]
fn every_example_is_answered_as_documented() {
    let server = Running::start();
    let told = served(&server);
    for endpoint in ENDPOINTS {
        let path = &told["paths"][format!("/api/v1/{}", endpoint.name)];
        for all in [false, true] {
            let parameters = examples(path, all);
            let reply = server.ask(endpoint.name, &parameters);
            assert_eq!(reply.status, 200, "{} {parameters:?}: {}", endpoint.name, reply.text());
            documented(path, "get", &reply);
            let body: Map<String, Value> = parameters.iter().map(|(n, v)| (n.to_string(), json!(v))).collect();
            let posted = server.send(&server.posted(endpoint.name, Value::from(body).to_string()));
            documented(path, "post", &posted);
            assert_eq!(posted.status, 200);
            match endpoint.kind {
                Kinds::Json => assert!(reply.json().is_object()),
                Kinds::Lines => assert!(reply.lines().iter().all(Value::is_object) && !reply.lines().is_empty()),
                Kinds::Cells => assert_eq!(reply.body, posted.body),
            }
        }
    }
}

#[test]
fn the_room_says_what_is_refused_to_whom() {
    let about = document()["paths"]["/api/v1/room"]["get"]["summary"].take();
    assert!(about.as_str().is_some_and(|about| about.contains("`refused`")), "{about}");
    let desk = Desk::new(Settings::default());
    for (who, refused) in [(Who::Owner, json!([])), (Who::Guest, json!(["file", "check"]))] {
        let answer = desk.answer_to(who, "room", &Question::default(), Limits::default(), &mut |_| true);
        let Ok(Answer::Json(answer)) = answer else { panic!("{answer:?}") };
        assert_eq!(answer["refused"], refused, "{who:?}");
        let told: Vec<&str> = ENDPOINTS.iter().filter(|e| !who.may_ask(e)).map(|e| e.name).collect();
        assert_eq!(json!(told), refused);
    }
}

#[test]
fn what_must_be_given_is_missed() {
    let server = Running::start();
    for endpoint in ENDPOINTS {
        for lacks in endpoint.parameters.iter().filter(|parameter| parameter.needed) {
            let given = |p: &&Parameter| (p.needed || p.name == "position") && p.name != lacks.name;
            let rest = endpoint.parameters.iter().filter(given);
            let rest: Vec<(&str, &str)> = rest.map(|parameter| (parameter.name, parameter.example)).collect();
            let reply = server.ask(endpoint.name, &rest);
            let message = format!("the parameter `{}` is missing", lacks.name);
            let told = reply.json();
            assert_eq!(
                (reply.status, told["error"]["message"].as_str()),
                (400, Some(&message[..])),
                "{}",
                endpoint.name
            );
        }
    }
}

/// Does an object have what its schema says: the fields that it requires, and each field of one of the types that it
/// names?
fn obeys(value: &Value, schema: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::String(_) => "string",
        Value::Object(_) => "object",
        Value::Number(number) if number.is_u64() => "integer",
        _ => "other",
    };
    let kinds = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => vec![kind],
    };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let fields = schema["properties"].as_object().into_iter().flatten();
    kinds.contains(&kind)
        && (schema["const"].is_null() || schema["const"] == *value)
        && required.into_iter().all(|name| value.get(name).is_some())
        && fields.into_iter().all(|(name, schema)| value.get(name).is_none_or(|value| obeys(value, schema)))
}

/// Fails unless a refusal of an endpoint is one of those in the document.
pub(crate) fn must_be_documented(document: &Value, endpoint: &str, reply: &Reply) {
    let path = &document["paths"][format!("/api/v1/{endpoint}")];
    let told = &path["get"]["responses"][reply.status.to_string()];
    let schema = told["content"]["application/json"]["schema"]["$ref"].as_str();
    assert_eq!(schema, Some("#/components/schemas/Error"), "{} of {endpoint}: {}", reply.status, reply.text());
    assert_eq!(reply.header("content-type"), Some("application/json"), "{}", reply.text());
    let error = reply.json();
    assert!(obeys(&error, &document["components"]["schemas"]["Error"]), "{error}");
    assert!(error["error"]["message"].as_str().is_some_and(|message| message.contains(' ')), "a sentence: {error}");
}

#[test]
fn a_schema_can_be_disobeyed() {
    let error = &document()["components"]["schemas"]["Error"];
    let good = json!({"v": 1, "cmd": null, "error": {"message": "a b", "code": "c", "line": 3}});
    assert!(obeys(&good, error));
    for (field, wrong) in
        [("/v", json!(2)), ("/cmd", json!(3)), ("/error/line", json!("3")), ("/error/code", json!(null))]
    {
        let mut value = good.clone();
        *value.pointer_mut(field).expect("a field") = wrong;
        assert!(!obeys(&value, error), "{value}");
    }
    assert!(!obeys(&json!({"v": 1, "error": {"message": "a b"}}), error));
}
