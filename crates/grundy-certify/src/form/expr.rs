//! Reads expressions and rules from the canonical form.
//!
//! In: JSON. Out: a tree of the same shape, in which all numbers of coordinates, leaves and parts are known to be valid. Anything that the
//! format does not have is refused, with its place.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::form::bound::{bound_once, family_bound_once};
use crate::form::keys::only_keys;
use crate::form::numbers;

use serde_json::{Map, Value};

/// A result, or a sentence that says why there is none.
pub(crate) type Result<T, E = String> = std::result::Result<T, E>;

/// An expression of the rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Int(i128),
    Truth(bool),
    X(usize),
    V(usize),
    Sum(i128, Vec<(i128, Expr)>),
    /// An operation on two expressions, such as `div`.
    Two(Two, Box<[Expr; 2]>),
    Abs(Box<Expr>),
    Log2(Box<Expr>),
    /// A nim-product, of two, or the nim-inverse or nim-square root of one.
    Nim(Nim, Vec<Expr>),
    /// An operation on any number of expressions, such as `min`.
    Many(Many, Vec<Expr>),
    If(Box<[Expr; 3]>),
    Entry(Box<Expr>, Vec<Expr>),
    Digit(Box<Expr>, Vec<i128>),
    Rank(usize, Vec<Expr>),
    Mex(Vec<(Expr, Expr)>),
    Undefined,
    Fold(Box<Fold>),
    Zero(Box<Expr>),
    NonPos(Box<Expr>),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// An element is reached, from elements and along steps whose conditions hold.
    Linked(Box<Linked>),
    Terminal(usize),
    /// The answer to a question of a claim, about a position.
    Ask(usize, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nim {
    Product,
    Inverse,
    SquareRoot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Two {
    Div,
    Mod,
    Power,
    Gcd,
    /// The second times the square root of the first, rounded down.
    Root,
    Bit,
    Divides,
    Iff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Many {
    Product,
    Min,
    Max,
    Xor,
}

/// Elements to begin with, steps from one element to another, and the element that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linked {
    pub(crate) seeds: Vec<(usize, Expr)>,
    pub(crate) steps: Vec<(usize, usize, Expr)>,
    pub(crate) target: usize,
}

/// A quantified form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fold {
    pub(crate) word: Word,
    pub(crate) ranges: Vec<(usize, Expr, Expr)>,
    pub(crate) filter: Expr,
    pub(crate) body: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    All,
    Any,
    Count,
    Sum,
    Xor,
    Min,
    Max,
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Family {
    pub(crate) before: Expr,
    pub(crate) params: Vec<(Expr, Expr)>,
    pub(crate) guard: Expr,
    /// Leaves, with the tuples that replace their contents.
    pub(crate) targets: Vec<(usize, Vec<Vec<Expr>>)>,
}

/// A game inside a compound.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The first coordinate that belongs to the part, and the first leaf.
    pub(crate) first: usize,
    pub(crate) leaf: usize,
    pub(crate) rules: Rules,
}

/// A ruleset.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rules {
    /// The number of coordinates that a position has.
    pub(crate) width: usize,
    /// For each leaf, the range of its coordinates.
    pub(crate) leaves: Vec<Range<usize>>,
    /// Conditions on the tuples of a leaf, with its number.
    pub(crate) requires: Vec<(usize, Expr)>,
    pub(crate) families: Vec<Family>,
    pub(crate) parts: Vec<Part>,
    /// How many options the other player may forbid before each move.
    pub(crate) blocked: u64,
}

/// Numbers of variables are below this.
const MOST: u64 = 1 << 16;
/// The most elements of a set that is reached.
const ELEMENTS: usize = 1 << 12;
/// The most ranges of a family or a quantified form: they are run through by recursion.
const RANGES: usize = 64;

/// The keys of the canonical form.
const KEYS: [&str; 8] = ["format", "v", "coordinates", "leaves", "requires", "families", "parts", "blocked"];

impl Rules {
    /// Reads the canonical form of rules in which no option may be forbidden. All proofs but those by the definition speak of such rules alone.
    pub(crate) fn read(json: &Value) -> Result<Rules> {
        let rules = Rules::read_any(json)?;
        match rules.blocked {
            0 => Ok(rules),
            _ => Err("options may be forbidden, and only values by the definition are known of such rules".into()),
        }
    }

    /// Reads the canonical form. Version 2 says how many options may be forbidden.
    pub(crate) fn read_any(json: &Value) -> Result<Rules> {
        let object = object(json, "the rules")?;
        if object.get("format").and_then(Value::as_str) != Some("grundy-rules") {
            return Err("the rules are not of the format `grundy-rules`".into());
        }
        only_keys(object, &KEYS, "the rules have")?;
        let blocked = match (object.get("v").and_then(Value::as_u64), object.get("blocked").map(Value::as_u64)) {
            (Some(1), None) => 0,
            (Some(2), Some(Some(blocked))) if blocked > 0 => blocked,
            (Some(1 | 2), _) => {
                return Err("the rules say `blocked`, a number above 0, in version 2 of their format alone".into());
            }
            _ => return Err("the rules are not of version 1 or 2 of their format".into()),
        };
        let width = list(key(object, "coordinates")?)?.len();
        let leaves = list(key(object, "leaves")?)?.iter().map(|l| leaf(l, width)).collect::<Result<Vec<_>>>()?;
        let mut apart = BTreeSet::new();
        if !leaves.iter().cloned().flatten().all(|coordinate| apart.insert(coordinate)) || apart.len() < width {
            return Err("a coordinate of the rules is in two leaves, or in none".into());
        }
        let parts = list(key(object, "parts")?)?;
        let reader = Reader { width, ..Reader::default() };
        let requires = list(key(object, "requires")?)?;
        let requires = requires.iter().map(|r| reader.condition(r, &leaves)).collect::<Result<Vec<_>>>()?;
        let parts = parts.iter().map(|p| reader.part(p, &leaves, &requires)).collect::<Result<Vec<Part>>>()?;
        let families = list(key(object, "families")?)?.iter().map(|f| reader.family(f, &leaves, parts.len()));
        Ok(Rules { width, requires, families: families.collect::<Result<_>>()?, parts, leaves, blocked })
    }

    /// Reads an expression about the coordinates of these rules, in which each variable is bound, once.
    pub(crate) fn expression(&self, json: &Value) -> Result<Expr> {
        Expr::read_closed(json, self.width, 0)
    }

    /// Calls `see` with all expressions, including those of parts.
    pub(crate) fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        self.requires.iter().for_each(|(_, e)| e.visit(see));
        self.families.iter().for_each(|family| family.visit(see));
        self.parts.iter().for_each(|p| p.rules.visit(see));
    }
}

impl Family {
    /// Calls `see` with all expressions.
    pub(crate) fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        [&self.before, &self.guard].into_iter().for_each(|e| e.visit(see));
        self.params.iter().for_each(|(lo, hi)| [lo, hi].into_iter().for_each(|e| e.visit(see)));
        self.targets.iter().flat_map(|t| t.1.iter().flatten()).for_each(|e| e.visit(see));
    }
}

impl Expr {
    /// Reads an expression about so many numbers, with so many questions.
    pub(crate) fn read(json: &Value, width: usize, questions: usize) -> Result<Expr> {
        Reader { width, questions, ..Reader::default() }.expr(json)
    }

    /// The same of an expression in which each variable is bound, once.
    pub(crate) fn read_closed(json: &Value, width: usize, questions: usize) -> Result<Expr> {
        let e = Expr::read(json, width, questions)?;
        bound_once(&e, &mut BTreeSet::new()).map(|()| e)
    }

    /// Calls `see` with this expression and all expressions inside it.
    pub(crate) fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        see(self);
        self.for_each_child(&mut |e| e.visit(see));
    }

    /// Calls `see` with the expressions of which this one is made.
    pub(crate) fn for_each_child(&self, see: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Sum(_, terms) => terms.iter().for_each(|(_, e)| see(e)),
            Expr::Two(_, both) => both.iter().for_each(see),
            Expr::Abs(e) | Expr::Log2(e) | Expr::Zero(e) | Expr::NonPos(e) | Expr::Not(e) | Expr::Digit(e, _) => see(e),
            Expr::Many(_, list)
            | Expr::Nim(_, list)
            | Expr::Rank(_, list)
            | Expr::And(list)
            | Expr::Or(list)
            | Expr::Ask(_, list) => {
                list.iter().for_each(see);
            }
            Expr::If(three) => three.iter().for_each(see),
            Expr::Entry(i, list) => {
                see(i);
                list.iter().for_each(see);
            }
            Expr::Mex(list) => list.iter().for_each(|(c, e)| {
                see(c);
                see(e);
            }),
            Expr::Linked(linked) => {
                linked.seeds.iter().for_each(|(_, c)| see(c));
                linked.steps.iter().for_each(|(.., c)| see(c));
            }
            Expr::Fold(fold) => {
                fold.ranges.iter().for_each(|(_, lo, hi)| {
                    see(lo);
                    see(hi);
                });
                see(&fold.filter);
                see(&fold.body);
            }
            Expr::Int(_) | Expr::Truth(_) | Expr::X(_) | Expr::V(_) | Expr::Undefined | Expr::Terminal(_) => {}
        }
    }
}

/// Expects a JSON object.
fn object<'a>(json: &'a Value, what: &str) -> Result<&'a Map<String, Value>> {
    json.as_object().ok_or_else(|| format!("{what} is not an object: {}", short(json)))
}

fn key<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a Value> {
    object.get(name).ok_or_else(|| format!("the rules lack the key `{name}`"))
}

fn list(json: &Value) -> Result<&Vec<Value>> {
    json.as_array().ok_or_else(|| format!("the rules want a list, found {}", short(json)))
}

/// The beginning of a JSON text, for messages.
pub(crate) fn short(json: &Value) -> String {
    let text = json.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(58).collect::<String>() + " …" }
}

fn index(json: &Value, below: usize, what: &str) -> Result<usize> {
    let number = json.as_u64().filter(|n| *n < below as u64);
    number.map(numbers::index).ok_or_else(|| format!("{} is no number of {what}", short(json)))
}

fn number(json: &Value) -> Result<i128> {
    let number = match json {
        Value::Number(n) => n.as_i64().map(i128::from),
        Value::String(digits) => digits.parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| format!("{} is no integer of 128 bits", short(json)))
}

/// Ranges, if they are not too many.
pub(crate) fn few<T>(ranges: Vec<T>) -> Result<Vec<T>> {
    if ranges.len() > RANGES { Err(format!("there are more than {RANGES} ranges in one form")) } else { Ok(ranges) }
}

fn leaf(json: &Value, width: usize) -> Result<Range<usize>> {
    let object = object(json, "a leaf")?;
    only_keys(object, &["first", "length"], "a leaf of the rules has")?;
    let (first, length) = (number(key(object, "first")?)?, number(key(object, "length")?)?);
    let end = first.checked_add(length).filter(|end| *end <= width as i128);
    let fits = first >= 0 && length >= 0 && end.is_some();
    if fits {
        Ok(numbers::index(first)..numbers::index(first + length))
    } else {
        Err("a leaf is not inside the coordinates".into())
    }
}

/// Do expressions speak of no coordinates but those of some leaves?
fn speaks_of(visit: impl FnOnce(&mut dyn FnMut(&Expr)), leaves: &[Range<usize>]) -> bool {
    let mut all = true;
    visit(&mut |e| all &= !matches!(e, Expr::X(i) if !leaves.iter().any(|leaf| leaf.contains(i))));
    all
}

/// The limits on numbers of coordinates and parts, and the number of the first coordinate.
#[derive(Default)]
struct Reader {
    first: usize,
    width: usize,
    parts: usize,
    questions: usize,
}

impl Reader {
    /// Reads a condition on the tuples of a leaf, with the number of the leaf.
    fn condition(&self, json: &Value, leaves: &[Range<usize>]) -> Result<(usize, Expr)> {
        let object = object(json, "a condition")?;
        only_keys(object, &["leaf", "condition"], "a condition on positions has")?;
        let leaf = index(key(object, "leaf")?, leaves.len(), "a leaf")?;
        let condition = self.expr(key(object, "condition")?)?;
        bound_once(&condition, &mut BTreeSet::new())?;
        let of_leaf = leaves[leaf].start + self.first..leaves[leaf].end + self.first;
        match speaks_of(|see| condition.visit(see), &[of_leaf]) {
            true => Ok((leaf, condition)),
            false => Err("a condition on the tuples of a leaf speaks of other coordinates".into()),
        }
    }

    /// Reads a part. Its leaves are leaves of the whole, and wherever these exist, its position exists: each of its conditions is one of the whole.
    fn part(&self, json: &Value, leaves: &[Range<usize>], requires: &[(usize, Expr)]) -> Result<Part> {
        let object = object(json, "a part")?;
        only_keys(object, &["first", "leaf", "rules"], "a part has")?;
        let written = key(object, "rules")?;
        let rules = Rules::read(written)?;
        let first = index(key(object, "first")?, self.width + 1, "a coordinate")?;
        let leaf = index(key(object, "leaf")?, leaves.len() + 1, "a leaf")?;
        let own = rules.leaves.iter().map(|own| own.start + first..own.end + first);
        if !own.eq(leaves[leaf..].iter().take(rules.leaves.len()).cloned()) {
            return Err("the leaves of a part are not leaves of the whole".into());
        }
        let inside = Reader { first, width: rules.width, ..Reader::default() };
        for condition in list(key(crate::form::expr::object(written, "the rules")?, "requires")?)? {
            let (own, condition) = inside.condition(condition, &rules.leaves)?;
            if !requires.contains(&(leaf + own, condition)) {
                return Err("a position of a part may not exist where the position of the whole does".into());
            }
        }
        Ok(Part { first, leaf, rules })
    }

    fn family(&self, json: &Value, leaves: &[Range<usize>], parts: usize) -> Result<Family> {
        let object = object(json, "a family")?;
        only_keys(object, &["before", "params", "guard", "targets"], "a family of moves has")?;
        let params = list(key(object, "params")?)?.iter().map(|p| match list(p)?.as_slice() {
            [lo, hi] => Ok((self.expr(lo)?, self.expr(hi)?)),
            _ => Err("a range has two ends".to_string()),
        });
        let params = few(params.collect::<Result<_>>()?)?;
        let targets = list(key(object, "targets")?)?.iter().map(|t| {
            let target = crate::form::expr::object(t, "a target")?;
            only_keys(target, &["leaf", "tuples", "repeats"], "a target has")?;
            let leaf = index(key(target, "leaf")?, leaves.len(), "a leaf")?;
            if target.contains_key("repeats") {
                return Err("a move leaves as many parts as the position asks for; proofs of such rules are not known"
                    .to_string());
            }
            let tuples = list(key(target, "tuples")?)?.iter().map(|tuple| {
                let entries = self.all(list(tuple)?)?;
                let fits = entries.len() == leaves[leaf].len();
                if fits { Ok(entries) } else { Err("a tuple has another length than its leaf".to_string()) }
            });
            Ok((leaf, tuples.collect::<Result<_>>()?))
        });
        let family = Family {
            params,
            targets: targets.collect::<Result<_>>()?,
            before: Reader { parts, ..*self }.expr(key(object, "before")?)?,
            guard: self.expr(key(object, "guard")?)?,
        };
        let changed: BTreeSet<usize> = family.targets.iter().map(|(leaf, _)| *leaf).collect();
        if changed.len() < family.targets.len() {
            return Err("a move replaces a leaf twice".into());
        }
        family_bound_once(&family)?;
        let changed: Vec<Range<usize>> = changed.into_iter().map(|leaf| leaves[leaf].clone()).collect();
        match speaks_of(|see| family.visit(see), &changed) {
            true => Ok(family),
            false => Err("a family of moves speaks of a leaf that it does not change".into()),
        }
    }

    fn all(&self, list: &[Value]) -> Result<Vec<Expr>> {
        list.iter().map(|e| self.expr(e)).collect()
    }

    fn pairs(&self, json: &Value) -> Result<Vec<(Expr, Expr)>> {
        let pair = |pair: &Value| match list(pair)?.as_slice() {
            [c, e] => Ok((self.expr(c)?, self.expr(e)?)),
            _ => Err("a pair has two entries".to_string()),
        };
        list(json)?.iter().map(pair).collect()
    }

    fn expr(&self, json: &Value) -> Result<Expr> {
        let items = match json {
            Value::Bool(truth) => return Ok(Expr::Truth(*truth)),
            Value::Number(_) | Value::String(_) => return number(json).map(Expr::Int),
            Value::Array(items) => items,
            _ => return Err(format!("{} is no expression", short(json))),
        };
        let unknown = || format!("{} is no expression", short(json));
        let (word, rest) = items.split_first().ok_or_else(unknown)?;
        let boxed = |e: &Value| self.expr(e).map(Box::new);
        Ok(match (word.as_str().ok_or_else(unknown)?, rest) {
            ("x", [i]) => Expr::X(self.first + index(i, self.width, "a coordinate")?),
            ("v", [i]) => Expr::V(index(i, numbers::index(MOST), "a variable")?),
            ("sum", [c, terms]) => {
                let term = |pair: &Value| match list(pair)?.as_slice() {
                    [k, e] => Ok((number(k)?, self.expr(e)?)),
                    _ => Err(unknown()),
                };
                Expr::Sum(number(c)?, list(terms)?.iter().map(term).collect::<Result<_>>()?)
            }
            ("product", rest) => Expr::Many(Many::Product, self.all(rest)?),
            ("min", rest @ [_, ..]) => Expr::Many(Many::Min, self.all(rest)?),
            ("max", rest @ [_, ..]) => Expr::Many(Many::Max, self.all(rest)?),
            ("xor", rest) => Expr::Many(Many::Xor, self.all(rest)?),
            ("nim_product", both @ [_, _]) => Expr::Nim(Nim::Product, self.all(both)?),
            ("nim_inverse", one @ [_]) => Expr::Nim(Nim::Inverse, self.all(one)?),
            ("nim_sqrt", one @ [_]) => Expr::Nim(Nim::SquareRoot, self.all(one)?),
            ("abs", [a]) => Expr::Abs(boxed(a)?),
            ("log2", [a]) => Expr::Log2(boxed(a)?),
            ("if", [c, a, b]) => Expr::If(Box::new([self.expr(c)?, self.expr(a)?, self.expr(b)?])),
            ("entry", [i, entries]) => Expr::Entry(boxed(i)?, self.all(list(entries)?)?),
            ("digit", [i, digits]) => Expr::Digit(boxed(i)?, list(digits)?.iter().map(number).collect::<Result<_>>()?),
            ("rank", [k, entries]) => {
                let entries = self.all(list(entries)?)?;
                Expr::Rank(index(k, entries.len(), "an entry")?, entries)
            }
            ("mex", [pairs]) => Expr::Mex(self.pairs(pairs)?),
            ("undefined", [_]) => Expr::Undefined,
            ("fold", [word, ranges, filter, body]) => self.fold(word, ranges, filter, body)?,
            ("=0", [a]) => Expr::Zero(boxed(a)?),
            ("<=0", [a]) => Expr::NonPos(boxed(a)?),
            ("not", [a]) => Expr::Not(boxed(a)?),
            ("and", rest) => Expr::And(self.all(rest)?),
            ("or", rest) => Expr::Or(self.all(rest)?),
            ("ask", [question, position]) => {
                Expr::Ask(index(question, self.questions, "a question")?, self.all(list(position)?)?)
            }
            ("linked", [seeds, steps, target]) => Expr::Linked(Box::new(self.linked(seeds, steps, target)?)),
            ("terminal", [k]) => Expr::Terminal(index(k, self.parts, "a part")?),
            (word, [a, b]) => Expr::Two(two(word).ok_or_else(unknown)?, Box::new([self.expr(a)?, self.expr(b)?])),
            _ => return Err(unknown()),
        })
    }

    fn linked(&self, seeds: &Value, steps: &Value, target: &Value) -> Result<Linked> {
        let element = |e: &Value| index(e, ELEMENTS, "an element");
        let seed = |seed: &Value| match list(seed)?.as_slice() {
            [e, c] => Ok((element(e)?, self.expr(c)?)),
            _ => Err("an element to begin with has a number and a condition".to_string()),
        };
        let step = |step: &Value| match list(step)?.as_slice() {
            [from, to, c] => Ok((element(from)?, element(to)?, self.expr(c)?)),
            _ => Err("a step has two elements and a condition".to_string()),
        };
        Ok(Linked {
            seeds: list(seeds)?.iter().map(seed).collect::<Result<_>>()?,
            steps: list(steps)?.iter().map(step).collect::<Result<_>>()?,
            target: element(target)?,
        })
    }

    fn fold(&self, word: &Value, ranges: &Value, filter: &Value, body: &Value) -> Result<Expr> {
        let word = match word.as_str() {
            Some("all") => Word::All,
            Some("any") => Word::Any,
            Some("count") => Word::Count,
            Some("sum") => Word::Sum,
            Some("xor") => Word::Xor,
            Some("min") => Word::Min,
            Some("max") => Word::Max,
            _ => return Err(format!("{} is no quantifier", short(word))),
        };
        let range = |range: &Value| match list(range)?.as_slice() {
            [i, lo, hi] => Ok((index(i, numbers::index(MOST), "a variable")?, self.expr(lo)?, self.expr(hi)?)),
            _ => Err("a quantified range has a variable and two ends".to_string()),
        };
        let ranges = few(list(ranges)?.iter().map(range).collect::<Result<_>>()?)?;
        Ok(Expr::Fold(Box::new(Fold { word, ranges, filter: self.expr(filter)?, body: self.expr(body)? })))
    }
}

fn two(word: &str) -> Option<Two> {
    Some(match word {
        "div" => Two::Div,
        "mod" => Two::Mod,
        "power" => Two::Power,
        "gcd" => Two::Gcd,
        "root" => Two::Root,
        "bit" => Two::Bit,
        "divides" => Two::Divides,
        "iff" => Two::Iff,
        _ => return None,
    })
}
