//! The keys of a data file: which test reads them, which are skipped, and a check that no key is forgotten.
//!
//! A key is a path down through objects and lists, its steps joined by `::`; an index is a step too. A *pattern* is
//! a path in which a step may be `*` (any), `name*` (any with this prefix), `this|that` (either) or `#0,3-5` (these
//! indices). A list of numbers is one key, unless a pattern goes into it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::Value;

const STEP: &str = "::";

/// A key's steps.
type Path = Vec<String>;

/// Declares a module's families. A family is a function of the same name that reads the keys listed with it. It runs as a
/// test, which also fails when the function leaves one of its keys unread or reads the key of another family. One more
/// test compares the families' keys and the module's `SKIPPED` with the file.
macro_rules! families {
    ($data:ident; $($family:ident: [$($key:literal),+ $(,)?],)+) => {
        #[test]
        fn every_key_is_walked_or_skipped_for_a_reason() {
            crate::vectors::keys::assert_covered($data, &[$($($key),+),+], SKIPPED);
        }

        mod walks {
            $(
                #[test]
                fn $family() {
                    crate::vectors::keys::walk(super::$data, &[$($key),+], super::$family);
                }
            )+
        }
    };
}

/// Fails unless every key of the file matches a walked pattern or a skipped one, never both, and every pattern
/// matches a key.
pub(crate) fn assert_covered(data: &str, walked: &[&str], skipped: &[(&str, &str)]) {
    let json = parse(data);
    let reasons: Vec<&str> = skipped.iter().map(|&(pattern, _)| pattern).collect();
    let patterns = [walked, &reasons].concat();
    let keys = keys_of(&json, &patterns);
    for key in &keys {
        let is_walked = any_matches(walked, key);
        let is_skipped = any_matches(&reasons, key);
        assert!(is_walked || is_skipped, "no list has the key {}", key.join(STEP));
        assert!(!(is_walked && is_skipped), "both lists have the key {}", key.join(STEP));
    }
    for pattern in &patterns {
        assert!(keys.iter().any(|key| matches(pattern, key)), "no key is meant by {pattern}");
    }
    for (pattern, reason) in skipped {
        assert!(!reason.is_empty(), "{pattern} is skipped without a reason");
    }
}

/// Runs a family on the file, and fails unless it read each of the keys that `patterns` declare.
pub(crate) fn walk(data: &str, patterns: &[&str], family: fn(&Key<'_>)) {
    let json = parse(data);
    let walk = Walk { patterns, read: RefCell::default() };
    family(&Key { walk: &walk, path: Path::new(), value: &json });
    let read = walk.read.borrow();
    for key in keys_of(&json, patterns) {
        let declared = any_matches(patterns, &key);
        assert!(!declared || read.contains(&key), "the family never read {}", key.join(STEP));
    }
}

struct Walk<'a> {
    patterns: &'a [&'a str],
    read: RefCell<BTreeSet<Path>>,
}

/// A place in the file, as a family sees it.
pub(crate) struct Key<'a> {
    walk: &'a Walk<'a>,
    path: Path,
    value: &'a Value,
}

impl<'a> Key<'a> {
    /// The last step: an object's key, or an index.
    pub(crate) fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// The last step as a number.
    pub(crate) fn number(&self) -> u64 {
        self.name().parse().unwrap_or_else(|_| panic!("{} is not a number", self.path.join(STEP)))
    }

    /// The place under this one with that name, where the family has declared a key in it.
    pub(crate) fn find(&self, name: &str) -> Option<Key<'a>> {
        self.each().into_iter().find(|child| child.name() == name)
    }

    /// The place under this one with that name.
    pub(crate) fn get(&self, name: &str) -> Key<'a> {
        self.find(name).unwrap_or_else(|| panic!("the family does not declare {name} in {}", self.path.join(STEP)))
    }

    /// The places directly under this one in which the family has declared keys.
    pub(crate) fn each(&self) -> Vec<Key<'a>> {
        let places = children(self.value).into_iter().map(|(name, value)| Key {
            walk: self.walk,
            path: [self.path.as_slice(), &[name]].concat(),
            value,
        });
        places.filter(|place| self.walk.patterns.iter().any(|pattern| meets(pattern, &place.path))).collect()
    }

    /// The value at this place.
    pub(crate) fn read<T: FromJson>(&self) -> T {
        let mut keys = Vec::new();
        collect_keys(self.value, &mut self.path.clone(), self.walk.patterns, &mut keys);
        for key in &keys {
            assert!(any_matches(self.walk.patterns, key), "the family reads a key it does not declare: {key:?}");
        }
        self.walk.read.borrow_mut().extend(keys);
        T::from_json(self.value)
            .unwrap_or_else(|| panic!("{} is not a {}", self.path.join(STEP), std::any::type_name::<T>()))
    }

    /// The value under this place with that name.
    pub(crate) fn read_at<T: FromJson>(&self, name: &str) -> T {
        self.get(name).read()
    }
}

/// A type that a test can read from JSON.
pub(crate) trait FromJson: Sized {
    fn from_json(value: &Value) -> Option<Self>;
}

impl FromJson for u64 {
    fn from_json(value: &Value) -> Option<u64> {
        value.as_u64()
    }
}

impl FromJson for usize {
    fn from_json(value: &Value) -> Option<usize> {
        usize::try_from(value.as_u64()?).ok()
    }
}

impl FromJson for i64 {
    fn from_json(value: &Value) -> Option<i64> {
        value.as_i64()
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Option<bool> {
        value.as_bool()
    }
}

impl FromJson for String {
    fn from_json(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

/// A value of the files, where -1 is no position.
impl FromJson for Option<u64> {
    fn from_json(value: &Value) -> Option<Option<u64>> {
        if value.as_i64() == Some(-1) { Some(None) } else { value.as_u64().map(Some) }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &Value) -> Option<Vec<T>> {
        value.as_array()?.iter().map(T::from_json).collect()
    }
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn from_json(value: &Value) -> Option<[T; N]> {
        Vec::from_json(value)?.try_into().ok()
    }
}

/// A list of fixed length whose entries are of several kinds.
macro_rules! tuples_from_json {
    ($(($($kind:ident $entry:ident),+))+) => {
        $(
            impl<$($kind: FromJson),+> FromJson for ($($kind,)+) {
                fn from_json(value: &Value) -> Option<Self> {
                    let [$($entry),+] = value.as_array()?.as_slice() else { return None };
                    Some(($($kind::from_json($entry)?,)+))
                }
            }
        )+
    };
}

tuples_from_json! {
    (A a, B b, C c)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
}

fn parse(data: &str) -> Value {
    serde_json::from_str(data).expect("the data files are JSON")
}

/// All keys; lists are split into entries as far as `patterns` go into them.
fn keys_of(json: &Value, patterns: &[&str]) -> Vec<Path> {
    let mut keys = Vec::new();
    collect_keys(json, &mut Path::new(), patterns, &mut keys);
    keys
}

fn collect_keys(value: &Value, path: &mut Path, patterns: &[&str], keys: &mut Vec<Path>) {
    let goes_on = match value {
        Value::Object(_) => true,
        Value::Array(items) => {
            items.iter().any(Value::is_object) || patterns.iter().any(|pattern| goes_into(pattern, path))
        }
        _ => false,
    };
    if !goes_on {
        keys.push(path.clone());
        return;
    }
    for (name, child) in children(value) {
        path.push(name);
        collect_keys(child, path, patterns, keys);
        path.pop();
    }
}

fn children(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(entries) => entries.iter().map(|(name, child)| (name.clone(), child)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, child)| (i.to_string(), child)).collect(),
        _ => Vec::new(),
    }
}

fn any_matches(patterns: &[&str], path: &[String]) -> bool {
    patterns.iter().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &str, path: &[String]) -> bool {
    pattern.split(STEP).count() == path.len() && meets(pattern, path)
}

/// Does the pattern match a place below `path`?
fn goes_into(pattern: &str, path: &[String]) -> bool {
    pattern.split(STEP).count() > path.len() && meets(pattern, path)
}

/// Do pattern and path agree in the steps that both have?
fn meets(pattern: &str, path: &[String]) -> bool {
    pattern.split(STEP).zip(path).all(|(step, name)| step_matches(step, name))
}

fn step_matches(step: &str, name: &str) -> bool {
    if let Some(indices) = step.strip_prefix('#') {
        indices.split(',').any(|range| name.parse().is_ok_and(|i| in_range(range, i)))
    } else if let Some(beginning) = step.strip_suffix('*') {
        name.starts_with(beginning)
    } else {
        step.split('|').any(|choice| choice == name)
    }
}

/// Is `i` in the range `lo-hi`, or the one number it gives?
fn in_range(range: &str, i: usize) -> bool {
    let (lo, hi) = range.split_once('-').unwrap_or((range, range));
    let bound = |text: &str| text.parse::<usize>().expect("an index in a pattern is a number");
    (bound(lo)..=bound(hi)).contains(&i)
}

#[test]
fn patterns_mean_the_keys_they_say() {
    let path = |key: &str| key.split(STEP).map(str::to_owned).collect::<Path>();
    assert!(matches("games::#0,3-5::at::*", &path("games::4::at::1000")));
    assert!(!matches("games::#0,3-5::at::*", &path("games::2::at::1000")));
    assert!(!matches("games::*::at", &path("games::2::at::1000")));
    assert!(matches("variants::nds_*", &path("variants::nds_nim_nim")));
    assert!(matches("games::*::S|D", &path("games::2::D")));
    assert!(goes_into("rows::#2::#0", &path("rows::2")));
    assert!(!goes_into("rows::#2::#0", &path("rows::1")));
}

#[test]
#[should_panic(expected = "no list has the key b::1")]
fn a_forgotten_key_is_noticed() {
    assert_covered(r#"{"a": 1, "b": [3, 4]}"#, &["a"], &[("b::#0", "a reason")]);
}

#[test]
#[should_panic(expected = "both lists have the key a")]
fn a_key_in_both_lists_is_noticed() {
    assert_covered(r#"{"a": 1}"#, &["a"], &[("*", "a reason")]);
}

#[test]
#[should_panic(expected = "the family never read b")]
fn an_unread_key_is_noticed() {
    walk(r#"{"a": 1, "b": 2}"#, &["a", "b"], |root| assert_eq!(root.read_at::<u64>("a"), 1));
}
