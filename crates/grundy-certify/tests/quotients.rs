//! Certificates of quotients, as they are and with one thing changed.
//!
//! A monoid that decides the outcomes, whose elements are those of sums, and no two of which are alike is the misère quotient. There is one such table for the elements of the
//! heaps; so no change of a table, a P-portion or an element leaves a true statement.

use grundy_certify::{Refusal, verify};
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

/// The quotient of all heaps of 0.75, of the heaps up to 14 of Kayles, and of all odd heaps of a game that has no others.
const FILES: [&str; 3] = [
    include_str!("data/quotients/all.json"),
    include_str!("data/quotients/some.json"),
    include_str!("data/quotients/odd.json"),
];

/// The misère values of all heaps of 0.75, and those of 0.23 with 2 for all values from 2 on.
const VALUES: [&str; 2] = [include_str!("data/quotients/values.json"), include_str!("data/quotients/cut.json")];

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn verified(object: Value) -> Result<String, String> {
    match verify(&sealed(object), &mut |_| false) {
        Ok(theorem) => Ok(theorem.statement),
        Err(Refusal::NoCertificate(why) | Refusal::False(why)) => Err(why),
        Err(other) => panic!("{other}"),
    }
}

/// The file with one key changed by `change`.
fn with(file: &str, key: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut object = read(file);
    change(&mut object[key]);
    object
}

fn length(file: &str, key: &str) -> usize {
    read(file)[key].as_array().map_or(0, Vec::len)
}

fn refused(object: Value, why: &str) {
    let found = verified(object).expect_err(why);
    assert!(found.contains(why), "{found}");
}

#[test]
fn quotients_are_verified() {
    for (file, words) in FILES.iter().zip([
        "sums of heaps of any sizes",
        "sums of heaps of less than 15",
        "For every n >= 0 the element of n + 6 is that of n",
    ]) {
        let statement = verified(read(file)).expect("a quotient");
        assert!(statement.contains(words) && statement.contains("is the misère quotient"), "{statement}");
    }
}

#[test]
fn values_are_verified() {
    for (file, most) in VALUES.iter().zip([63, 2]) {
        let statement = verified(read(file)).expect("values");
        let stands = format!("where {most} stands for all values from {most} on");
        assert!(statement.contains(&stands) && !statement.contains("is the misère quotient"), "{statement}");
    }
}

#[test]
fn no_other_values_are_verified() {
    for file in VALUES {
        let most = read(file)["most"].as_u64().expect("a number");
        for x in 0..length(file, "values") {
            for other in (0..=most).filter(|other| read(file)["values"][x] != json!(other)) {
                refused(with(file, "values", |values| values[x] = other.into()), "has the value");
            }
        }
        // Two is the least number that the values of 0.75 and 0.23 to 1 do not have.
        refused(with(file, "most", |own| *own = 1.into()), "is no value from 0 to 1");
        refused(with(file, "most", |own| *own = 0.into()), "its `most` is not 1 to");
        refused(
            with(file, "values", |values| _ = values.as_array_mut().expect("a list").pop()),
            "one for each element",
        );
        let mut both = read(file);
        both["portion"] = json!([1]);
        refused(both, "both `portion` and `values`");
    }
    // A value that is cut off at 2 is no value if nothing is cut off there.
    refused(with(VALUES[1], "most", |most| *most = 3.into()), "has the value");
}

#[test]
fn no_other_table_is_verified() {
    for file in FILES.into_iter().chain(VALUES) {
        let size = length(file, "table");
        for (x, y) in (0..size).flat_map(|x| (0..=x).map(move |y| (x, y))) {
            for other in (0..size).filter(|other| read(file)["table"][x][y] != json!(other)) {
                let both = with(file, "table", |table| (table[x][y], table[y][x]) = (json!(other), json!(other)));
                assert!(verified(both).is_err(), "{x} {y} {other}");
            }
            if x != y {
                let other = (read(file)["table"][x][y].as_u64().expect("an element") + 1) % size as u64;
                let one = with(file, "table", |table| table[x][y] = other.into());
                refused(one, "differ");
            }
        }
    }
}

#[test]
fn no_other_portion_is_verified() {
    for file in FILES {
        for x in 0..length(file, "table") {
            let other = with(file, "portion", |portion| {
                let portion = portion.as_array_mut().expect("a list");
                match portion.iter().position(|own| *own == json!(x)) {
                    Some(place) => _ = portion.remove(place),
                    None => portion.push(json!(x)),
                }
            });
            refused(other, "the P-portion, and a sum with it");
        }
    }
}

/// In the quotient {1, a, b, a b, b^2, a b^2} of the odd heaps, b and a b may be exchanged, and the heap of 5 alone has one of them. So may they in
/// that of 0.23, where values are cut off at 2, and the heap of 3.
#[test]
fn no_other_elements_are_verified() {
    let files = FILES.into_iter().chain(VALUES);
    for (file, exchanged) in files.zip([vec![], vec![], vec![(5, json!(3))], vec![], vec![(3, json!(3))]]) {
        let size = length(file, "table");
        let mut found = vec![];
        for heap in 0..length(file, "heaps") {
            let others = (0..size).map(|x| json!(x)).chain([Value::Null]);
            for other in others.filter(|other| read(file)["heaps"][heap] != *other) {
                let object = with(file, "heaps", |heaps| heaps[heap] = other.clone());
                found.extend(verified(object).ok().map(|_| (heap, other)));
            }
        }
        assert_eq!(found, exchanged);
    }
}

/// The preperiod and the period are the least, and the elements that are stated are as many as they need.
#[test]
fn no_other_period_is_verified() {
    let [all, some, _] = FILES;
    for (key, other, why) in [
        ("preperiod", 7, "the element of the heap 9 is not that of the heap 2 smaller"),
        ("preperiod", 9, "less than the preperiod and a period"),
        ("period", 1, "the element of the heap 9 is not that of the heap 1 smaller"),
        ("period", 0, "a period of at least 1"),
        ("period", 3, "less than the preperiod and a period"),
    ] {
        refused(with(all, key, |value| *value = other.into()), why);
    }
    let longer = |file: &str, more: &[u64]| {
        with(file, "heaps", |heaps| heaps.as_array_mut().expect("a list").extend(more.iter().map(|x| json!(x))))
    };
    let heaps = read(all)["heaps"].clone();
    let last = |back: usize| heaps[heaps.as_array().map_or(0, Vec::len) - back].as_u64().expect("an element");
    let more = longer(all, &[last(2), last(1)]);
    assert!(verified(more.clone()).is_ok());
    refused(with(&more.to_string(), "period", |period| *period = 4.into()), "2 is a period, too");
    refused(with(&more.to_string(), "preperiod", |preperiod| *preperiod = 9.into()), "before the preperiod");
    refused(longer(all, &[last(1)]), "is not that of the heap 2 smaller");
    // A quotient of some heaps is none of one heap more, and one of one heap less.
    assert!(verified(longer(some, &[0])).is_err());
    let less = with(some, "heaps", |heaps| _ = heaps.as_array_mut().expect("a list").pop());
    assert!(verified(less).is_ok());
    let mut all_of_some = read(some);
    (all_of_some["preperiod"], all_of_some["period"]) = (json!(3), json!(12));
    assert!(verified(all_of_some).is_err());
}

/// Two elements that are alike, and an element that no sum has.
#[test]
fn elements_that_are_too_many() {
    let doubled = |heaps: Value| {
        let mut object = read(FILES[1]);
        // The heaps up to 1 of Kayles have the quotient {1, a} with a^2 = 1. Here a^2 is another element than 1.
        object["table"] = json!([[0, 1, 2], [1, 2, 1], [2, 1, 2]]);
        object["portion"] = json!([1]);
        object["heaps"] = heaps;
        object
    };
    let statement = verified(doubled(json!([0, 1]))).expect("it decides the outcomes");
    assert!(statement.contains("Some elements are alike"), "{statement}");
    refused(doubled(json!([0])), "the element 1 is no product");
}

#[test]
fn what_is_no_quotient_of_heaps() {
    let file = FILES[0];
    refused(with(file, "play", |play| *play = "normal".into()), "misère play");
    refused(with(file, "table", |table| table[0] = json!([0])), "does not have 8 products");
    refused(with(file, "portion", |portion| *portion = json!([8])), "numbers below 8");
    refused(with(file, "heaps", |heaps| *heaps = json!([])), "its `heaps` are not 1 to");
    refused(with(file, "table", |table| *table = json!([])), "rows");
    let mut half = read(file);
    half.as_object_mut().expect("an object").shift_remove("period");
    refused(half, "lacks the key `period`");
    // The element 0 is neutral.
    refused(with(file, "table", |table| table.as_array_mut().expect("rows").swap(0, 1)), "not neutral");
}

#[test]
fn the_work_can_be_stopped() {
    let stopped = verify(FILES[0], &mut |_| true);
    assert_eq!(stopped, Err(Refusal::Stopped));
    let mut most = 0;
    assert!(
        verify(FILES[1], &mut |spent| {
            most = most.max(spent.bytes);
            false
        })
        .is_ok()
    );
    assert!(most > 1000, "{most}");
}
