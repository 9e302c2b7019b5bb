//! Certificates of automata with changes: in any character; and, with `check` recomputed, in every transition, output and value.

use grundy_certify::{Refusal, Theorem, verify};
use serde_json::json;

use super::{each_key_is_needed, read, sealed};

pub(super) const FILES: [&str; 2] =
    [include_str!("../data/automaton.json"), include_str!("../data/automaton_misere.json")];

fn ask(text: &str) -> Result<Theorem, Refusal> {
    verify(text, &mut |_| false)
}

#[test]
fn certificates_are_verified() {
    for (file, (play, states)) in FILES.iter().zip([("normal", 10), ("misere", 9)]) {
        let theorem = ask(file).expect("it holds");
        assert_eq!((theorem.play, theorem.line, theorem.period), (play, None, None));
        assert!(theorem.statement.ends_with(&format!("It has {states} states.")), "{}", theorem.statement);
        assert_eq!(sealed(read(file)), file.trim_end());
    }
}

#[test]
fn every_other_transition_output_and_value_is_refused() {
    for file in FILES {
        let object = read(file);
        let states = object["outputs"].as_array().expect("outputs").len();
        let base = object["base"].as_u64().expect("a base");
        let transitions = (0..states).flat_map(|state| (0..base).map(move |digit| format!("/next/{state}/{digit}")));
        let others = |key: &str, places: usize| (0..places).map(|k| format!("/{key}/{k}")).collect::<Vec<_>>();
        for place in transitions.chain(others("outputs", states)).chain(others("values", 64)) {
            for other in 0..=states {
                let mut changed = object.clone();
                let entry = changed.pointer_mut(&place).expect("a place");
                if *entry == json!(other) {
                    continue;
                }
                *entry = other.into();
                assert!(ask(&sealed(changed)).is_err(), "{place} {other} of {}", object["game"]);
            }
        }
    }
}

#[test]
fn other_keys_are_refused() {
    for file in FILES {
        let object = read(file);
        let last = object["next"].as_array().expect("rows").last().expect("a row").clone();
        let mut longer = object.clone();
        longer["next"].as_array_mut().expect("rows").push(last);
        assert!(matches!(ask(&sealed(longer)), Err(Refusal::NoCertificate(_))));
        for (key, other) in [
            ("base", json!(4)),
            ("base", json!(1)),
            ("base", json!(0)),
            ("next", json!([])),
            ("outputs", json!([64])),
            ("values", json!([])),
            ("kind", json!("heaps")),
            ("kind", json!("recurrence")),
            ("period", json!(1)),
            ("line", json!(["_"])),
        ] {
            let mut changed = object.clone();
            changed[key] = other.clone();
            assert!(matches!(ask(&sealed(changed)), Err(Refusal::NoCertificate(_))), "{key} {other}");
        }
        let mut changed = object.clone();
        changed["play"] = if object["play"] == "normal" { "misere" } else { "normal" }.into();
        assert!(matches!(ask(&sealed(changed)), Err(Refusal::False(_))));
        each_key_is_needed(&object);
    }
}

#[test]
fn the_work_can_be_ended() {
    assert_eq!(verify(FILES[0], &mut |_| true), Err(Refusal::Stopped));
}
