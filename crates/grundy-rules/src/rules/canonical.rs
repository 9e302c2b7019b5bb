//! The canonical form of rules, as JSON, and their hash.
//!
//! In: a ruleset. Out: JSON that states the rules without names, equal for every copy of the rules, and the hash of this JSON. The book
//! describes the format ("The canonical form of rules"); a checker needs nothing else to play the game.

use dashu_int::IBig;
use serde_json::{Value, json};

use super::expr::{C, Cond, E, Expr, Node, Over, Tree};
use super::ruleset::{Family, Repeat, Role, Ruleset};

/// The version of the format.
pub(super) const VERSION: u32 = 1;
/// The version of rules in which options may be forbidden: a reader of the first version, which does not know of this, refuses them.
const BLOCKED: u32 = 2;

impl Ruleset {
    /// The canonical form, one line of JSON.
    #[must_use]
    pub fn canonical_json(&self) -> String {
        value(self).to_string()
    }

    /// The canonical form of an expression about the coordinates of a ruleset.
    #[must_use]
    pub fn canonical_expression(e: &impl Tree) -> Value {
        node(e.node())
    }

    /// The canonical form as a value.
    pub fn canonical(&self) -> Value {
        value(self)
    }

    /// The hash of the canonical form: 32 hexadecimal digits, the first half of its BLAKE3 hash.
    ///
    /// ```
    /// # use grundy::{Session, Entry};
    /// let mut session = Session::new();
    /// session.load("mine.game", "game mine(a, b) { require a + b != 0\nmove (a-i, b) for i in 1..a\nmove (a, b-i) for i in 1..b }")?;
    /// session.load("copy.game", "game other(u, v) { require u + v != 0\nmove (u, v-k) for k in 1..v\nmove (u-k, v) for k in 1..u }")?;
    /// let hashes: Vec<String> =
    ///     ["mine", "other"].iter().map(|g| session.game(g, None).map(|g| g.rules.hash())).collect::<Result<_, _>>()?;
    /// assert_eq!(hashes[0], hashes[1]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn hash(&self) -> String {
        hash_of(&self.canonical_json())
    }
}

/// The hash of a canonical form.
pub(super) fn hash_of(canonical: &str) -> String {
    blake3::hash(canonical.as_bytes()).to_hex()[..32].to_string()
}

fn value(rules: &Ruleset) -> Value {
    let coordinates: Vec<Value> = rules
        .coords
        .iter()
        .map(|c| match c.role {
            Role::Own => json!("own"),
            Role::Passes(p) => json!(["passes", p]),
            Role::Flag => json!("flag"),
        })
        .collect();
    let leaves: Vec<Value> = rules.leaves.iter().map(|l| json!({"first": l.first, "length": l.len})).collect();
    let mut requires: Vec<(usize, &C)> = rules.requires.iter().map(|(leaf, e, _)| (*leaf, e)).collect();
    requires.sort();
    requires.dedup();
    let requires: Vec<Value> =
        requires.iter().map(|(leaf, e)| json!({"leaf": leaf, "condition": condition(e)})).collect();
    let mut families: Vec<&Family> = rules.families.iter().collect();
    families.sort();
    families.dedup();
    let families: Vec<Value> = families.into_iter().map(family).collect();
    let parts: Vec<Value> =
        rules.parts.iter().map(|p| json!({"first": p.first, "leaf": p.first_leaf, "rules": value(&p.rules)})).collect();
    let mut value = json!({
        "format": "grundy-rules",
        "v": VERSION,
        "coordinates": coordinates,
        "leaves": leaves,
        "requires": requires,
        "families": families,
        "parts": parts,
    });
    if rules.blocked > 0 {
        value["v"] = BLOCKED.into();
        value["blocked"] = rules.blocked.into();
    }
    value
}

fn family(f: &Family) -> Value {
    let params: Vec<Value> = f.params.iter().map(|r| json!([expr(&r.lo), expr(&r.hi)])).collect();
    let targets: Vec<Value> = f
        .targets
        .iter()
        .map(|t| {
            let tuples: Vec<Vec<Value>> = t.tuples.iter().map(|tuple| tuple.iter().map(expr).collect()).collect();
            if t.repeats.is_empty() {
                return json!({"leaf": t.leaf, "tuples": tuples});
            }
            let repeats: Vec<Value> = t.repeats.iter().map(repeat).collect();
            json!({"leaf": t.leaf, "tuples": tuples, "repeats": repeats})
        })
        .collect();
    json!({"before": condition(&f.before), "params": params, "guard": condition(&f.guard), "targets": targets})
}

fn repeat(r: &Repeat) -> Value {
    let ranges: Vec<Value> = r.ranges.iter().map(|r| json!([r.var, expr(&r.lo), expr(&r.hi)])).collect();
    let tuple: Vec<Value> = r.tuple.iter().map(expr).collect();
    let mut value = json!({"ranges": ranges, "guard": condition(&r.guard), "tuple": tuple});
    if let Some(heaps) = &r.broken {
        value["broken"] = json!({"least": heaps.least, "most": heaps.most, "order": heaps.order.text()});
    }
    value
}

fn number(v: &IBig) -> Value {
    match i64::try_from(v) {
        Ok(small) if small.unsigned_abs() < 1 << 53 => json!(small),
        _ => json!(v.to_string()),
    }
}

fn node(node: Node<'_>) -> Value {
    match node {
        Node::Number(e) => expr(e),
        Node::Condition(c) => condition(c),
    }
}

fn word(word: &str, rest: impl Iterator<Item = Value>) -> Value {
    Value::Array(std::iter::once(json!(word)).chain(rest).collect())
}

fn over<B: Tree>(word: &str, over: &Over<B>) -> Value {
    let ranges: Vec<Value> = over.ranges.iter().map(|r| json!([r.var, expr(&r.lo), expr(&r.hi)])).collect();
    json!(["fold", word, ranges, condition(&over.filter), node(over.body.node())])
}

/// A number: a constant, or a list that begins with a word.
fn expr(e: &E) -> Value {
    let all = |list: &[E]| -> Vec<Value> { list.iter().map(expr).collect() };
    match &**e {
        Expr::Int(v) => number(v),
        Expr::Coord(i) => json!(["x", i]),
        Expr::Var(v) => json!(["v", v]),
        Expr::Sum(c, terms) => {
            let terms: Vec<Value> = terms.iter().map(|(t, k)| json!([number(k), expr(t)])).collect();
            json!(["sum", number(c), terms])
        }
        Expr::Product(list) => word("product", list.iter().map(expr)),
        Expr::Div(a, b, _) => json!(["div", expr(a), expr(b)]),
        Expr::Mod(a, b, _) => json!(["mod", expr(a), expr(b)]),
        Expr::Pow(a, b, _) => json!(["power", expr(a), expr(b)]),
        Expr::Abs(a) => json!(["abs", expr(a)]),
        Expr::Gcd(a, b) => json!(["gcd", expr(a), expr(b)]),
        Expr::Bit(a, i, _) => json!(["bit", expr(a), expr(i)]),
        Expr::Log2(a, _) => json!(["log2", expr(a)]),
        Expr::Root(of, times, _) => json!(["root", expr(of), expr(times)]),
        Expr::Nim(op, list, _) => word(op.text(), list.iter().map(expr)),
        Expr::Min(list) => word("min", list.iter().map(expr)),
        Expr::Max(list) => word("max", list.iter().map(expr)),
        Expr::Xor(list, _) => word("xor", list.iter().map(expr)),
        Expr::If(c, a, b) => json!(["if", condition(c), expr(a), expr(b)]),
        Expr::Select(i, list, _) => json!(["entry", expr(i), all(list)]),
        Expr::Digit(i, digits, _) => json!(["digit", expr(i), digits]),
        Expr::Rank(k, list) => json!(["rank", k, all(list)]),
        Expr::Mex(list) => {
            let list: Vec<Value> = list.iter().map(|(c, e)| json!([condition(c), expr(e)])).collect();
            json!(["mex", list])
        }
        Expr::Count(of) => over("count", of),
        Expr::Fold(op, of) => over(op.text(), of),
        Expr::Ask(question, position, _) => json!(["ask", question, all(position)]),
        Expr::Fail(_, why) => json!(["undefined", why]),
    }
}

/// A condition: a truth value, or a list that begins with a word.
fn condition(c: &C) -> Value {
    match &**c {
        Cond::Bool(b) => json!(b),
        Cond::Fail(_, why) => json!(["undefined", why]),
        Cond::If(c, a, b) => json!(["if", condition(c), condition(a), condition(b)]),
        Cond::Quantified(quantifier, of) => over(quantifier.text(), of),
        Cond::Zero(a) => json!(["=0", expr(a)]),
        Cond::NonPos(a) => json!(["<=0", expr(a)]),
        Cond::Divides(d, n) => json!(["divides", expr(d), expr(n)]),
        Cond::Not(a) => json!(["not", condition(a)]),
        Cond::And(list) => word("and", list.iter().map(condition)),
        Cond::Or(list) => word("or", list.iter().map(condition)),
        Cond::Same(a, b) => json!(["iff", condition(a), condition(b)]),
        Cond::Linked(links, target) => {
            let seeds: Value = links.seeds.iter().map(|(element, c)| json!([element, condition(c)])).collect();
            let steps: Value = links.steps.iter().map(|(from, to, c)| json!([from, to, condition(c)])).collect();
            json!(["linked", seeds, steps, target])
        }
        Cond::Terminal(p) => json!(["terminal", p]),
        Cond::TargetP(p) => json!(["target is P", p]),
    }
}
