//! Valid certificates, changed in one place each: the rules are not defined far out, or an object has a key too many. Each is refused.

use std::fs;
use std::path::Path;

use grundy_certify::{Refusal, verify};
use grundy_testing::forge::{places, sealed};
use serde_json::{Value, json};

/// Where rules stop being defined: before and behind what is computed value by value.
const FAR: [i64; 2] = [40, 1_000_003];

/// The valid certificates among the data of these tests.
fn files() -> Vec<(String, Value)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let all = ["", "claims"].into_iter().flat_map(|folder| fs::read_dir(data.join(folder)).expect("a folder"));
    let read = |path: &Path| serde_json::from_str::<Value>(&fs::read_to_string(path).ok()?).ok();
    let mut files: Vec<(String, Value)> = all
        .filter_map(|entry| {
            let path = entry.expect("a file").path();
            let object = read(&path)?;
            Some((path.display().to_string(), object)).filter(|(_, object)| object.get("kind").is_some())
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// Does the certificate speak of positions at which the coordinate is any number?
fn is_any(object: &Value, coordinate: usize) -> bool {
    let bounded = object["rules"]["requires"].as_array().is_some_and(|all| !all.is_empty());
    let fixed = object["line"].get(coordinate).is_some_and(Value::is_u64);
    let says = object["kind"] != "claim" || object["values"].as_array().is_some_and(|values| !values.is_empty());
    says && !bounded && !fixed && object["rules"]["coordinates"][coordinate] == "own"
}

#[test]
fn rules_that_are_not_defined_far_out_are_refused() {
    let mut refused = 0;
    for (name, object) in files() {
        let families = object["rules"]["families"].as_array().map_or(0, Vec::len);
        for family in 0..families {
            for target in object["rules"]["families"][family]["targets"].as_array().expect("a list") {
                let leaf = &object["rules"]["leaves"][target["leaf"].as_u64().expect("a number") as usize];
                let first = leaf["first"].as_u64().expect("a number") as usize;
                let length = leaf["length"].as_u64().expect("a number") as usize;
                for coordinate in (first..first + length).filter(|coordinate| is_any(&object, *coordinate)) {
                    for far in FAR {
                        // 0 divided by 1 before, and by 0 from there on.
                        let by = json!(["min", 1, ["max", 0, ["sum", far, [[-1, ["x", coordinate]]]]]]);
                        let mut changed = object.clone();
                        let before = &mut changed["rules"]["families"][family]["before"];
                        *before = json!(["and", ["=0", ["div", 0, by]], before.clone()]);
                        let found = verify(&sealed(changed), &mut |_| false);
                        assert!(found.is_err(), "{name}: family {family}, coordinate {coordinate} from {far} on");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused >= 60, "{refused}");
}

#[test]
fn a_key_too_many_is_refused() {
    let (mut refused, mut read) = (0, vec![]);
    for (name, object) in files() {
        let mut paths = vec![String::new()];
        places(&object, "", &mut paths);
        for path in paths {
            let mut changed = object.clone();
            let Some(Value::Object(place)) = changed.pointer_mut(&path) else { continue };
            place.insert("more".into(), json!(0));
            match verify(&sealed(changed), &mut |_| true) {
                Err(Refusal::NoCertificate(_)) => refused += 1,
                other => read.push(format!("{name}: {path}: {other:?}")),
            }
        }
    }
    assert_eq!(read, Vec::<String>::new());
    assert!(refused >= 300, "{refused}");
}
