//! Random closed formulas, decided here and by MONA (Klarlund and Møller, *MONA version 1.4 user manual*, 2001), which decides the weak monadic
//! second-order theory of one successor: a number is the set of the places of its binary digits 1.
//!
//! A part of the long tests, where MONA is installed; elsewhere a sentence says that it was left out.

use std::fmt::Write;
use std::io::Write as _;
use std::process::{Command, Stdio};

use grundy_automata::{Budget, Decider, Formula, Formulas, Linear, Numeration, Relation, Var};
use grundy_testing::{Noise, cases, is_long};

/// A formula of binary digits. A quantifier binds its variable, which inner ones may bind again.
enum Tree {
    Linear(Vec<(Var, i64)>, i64, Relation),
    NimSum([Var; 3]),
    Not(Box<Tree>),
    Both(Box<Tree>, Box<Tree>),
    Either(Box<Tree>, Box<Tree>),
    Some(Var, Box<Tree>),
    All(Var, Box<Tree>),
}

const VARS: usize = 3;

/// A formula of so many layers.
fn random(noise: &mut Noise, layers: u32) -> Tree {
    let mut below = |n: usize| noise.below(n);
    if layers == 0 || below(6) == 0 {
        if below(4) == 0 {
            return Tree::NimSum([(); 3].map(|()| below(VARS) as Var));
        }
        let terms = (0..1 + below(3)).map(|_| (below(VARS) as Var, below(5) as i64 - 2)).collect();
        let relation = match below(4) {
            0 => Relation::MultipleOf(1 + below(4) as i64),
            1 => Relation::Zero,
            _ => Relation::AtMostZero,
        };
        return Tree::Linear(terms, below(9) as i64 - 4, relation);
    }
    let kind = below(7);
    let var = below(VARS) as Var;
    let mut inner = || Box::new(random(noise, layers - 1));
    match kind {
        0 => Tree::Not(inner()),
        1 | 2 => Tree::Both(inner(), inner()),
        3 | 4 => Tree::Either(inner(), inner()),
        5 => Tree::Some(var, inner()),
        _ => Tree::All(var, inner()),
    }
}

impl Tree {
    fn here(&self, all: &mut Formulas) -> Formula {
        match self {
            Tree::Linear(terms, c, relation) => {
                all.linear(Linear::new(terms.iter().copied(), *c).expect("small"), *relation)
            }
            Tree::NimSum(vars) => all.nim_sum_is_zero(vars.to_vec()),
            Tree::Not(inner) => {
                let inner = inner.here(all);
                all.not(inner)
            }
            Tree::Both(a, b) => {
                let both = [a.here(all), b.here(all)];
                all.and(both)
            }
            Tree::Either(a, b) => {
                let both = [a.here(all), b.here(all)];
                all.or(both)
            }
            Tree::Some(var, inner) => {
                let inner = inner.here(all);
                all.exists([*var], inner)
            }
            Tree::All(var, inner) => {
                let inner = inner.here(all);
                all.for_all([*var], inner)
            }
        }
    }

    fn mona(&self, text: &mut String) {
        let two = |a: &Tree, op: &str, b: &Tree, text: &mut String| {
            text.push('(');
            a.mona(text);
            text.push_str(op);
            b.mona(text);
            text.push(')');
        };
        match self {
            Tree::Linear(terms, c, relation) => linear(terms, *c, *relation, text),
            Tree::NimSum([a, b, c]) => {
                write!(text, "(all1 t: (t in X{a} <=> ~(t in X{b} <=> t in X{c})))").expect("a text");
            }
            Tree::Not(inner) => {
                text.push_str("~(");
                inner.mona(text);
                text.push(')');
            }
            Tree::Both(a, b) => two(a, " & ", b, text),
            Tree::Either(a, b) => two(a, " | ", b, text),
            Tree::Some(var, inner) | Tree::All(var, inner) => {
                let word = if matches!(self, Tree::Some(..)) { "ex2" } else { "all2" };
                write!(text, "({word} X{var}: ").expect("a text");
                inner.mona(text);
                text.push(')');
            }
        }
    }
}

/// Both sides of a relation as sums of variables, added up one by one.
fn linear(terms: &[(Var, i64)], c: i64, relation: Relation, text: &mut String) {
    let (mut opened, mut fresh) = (0, 0);
    let mut side = |sign: i64, text: &mut String| {
        let bits: Vec<String> =
            (0..8).filter(|bit| (sign * c).max(0) >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
        let mut sum = if bits.is_empty() { "empty".to_string() } else { format!("{{{}}}", bits.join(",")) };
        for (var, factor) in terms {
            for _ in 0..(sign * factor).max(0) {
                write!(text, "(ex2 S{fresh}: plus({sum}, X{var}, S{fresh}) & ").expect("a text");
                sum = format!("S{fresh}");
                fresh += 1;
                opened += 1;
            }
        }
        sum
    };
    let (left, right) = (side(1, text), side(-1, text));
    match relation {
        Relation::Zero => write!(text, "{left} = {right}"),
        Relation::AtMostZero => write!(text, "(ex2 D: plus({left}, D, {right}))"),
        Relation::MultipleOf(m) => {
            // m times Q, added up.
            let (mut multiple, mut chain) = ("Q".to_string(), String::new());
            for k in 1..m {
                write!(chain, "(ex2 M{k}: plus({multiple}, Q, M{k}) & ").expect("a text");
                multiple = format!("M{k}");
            }
            let close = ")".repeat((m - 1) as usize);
            write!(
                text,
                "(ex2 Q: {chain}(plus({left}, {multiple}, {right}) | plus({right}, {multiple}, {left})){close})"
            )
        }
    }
    .expect("a text");
    text.push_str(&")".repeat(opened));
}

const BEGIN: &str = "ws1s;
pred plus(var2 x, var2 y, var2 z) =
    ex2 c: 0 notin c & (all1 t: ((t in z) <=> ((t in x) <=> ((t in y) <=> (t in c))))
        & ((t + 1 in c) <=> ((t in x & t in y) | (t in x & t in c) | (t in y & t in c))));
";

/// Is a closed formula true? `None` if MONA gives no answer within its memory.
fn by_mona(formula: &str) -> Option<bool> {
    let mut program = Command::new("mona");
    let mut child = program.arg("-q").arg("/dev/stdin").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    child.stdin.take()?.write_all(format!("{BEGIN}{formula};\n").as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).to_string();
    match (said.contains("Formula is valid"), said.contains("Formula is unsatisfiable")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => panic!("MONA says: {said}\n{formula}"),
    }
}

#[test]
fn mona_agrees_about_closed_formulas() {
    if !is_long() {
        return;
    }
    if Command::new("mona").arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        println!("MONA is not installed (Debian: `apt install mona`): formulas are not compared with it");
        return;
    }
    let (mut noise, mut found) = (Noise(17), [0, 0]);
    for round in 0..cases(30) {
        let mut said = random(&mut noise, 2 + round % 3);
        for var in 0..VARS as Var {
            said = if noise.below(2) == 0 { Tree::Some(var, Box::new(said)) } else { Tree::All(var, Box::new(said)) };
        }
        let (mut all, mut text) = (Formulas::new(), String::new());
        (0..VARS).for_each(|_| _ = all.fresh());
        let formula = said.here(&mut all);
        said.mona(&mut text);
        let truth = Decider::new(Numeration::Base(2), &Budget::default()).is_valid(&all, formula);
        let (Ok(truth), Some(there)) = (truth, by_mona(&text)) else { continue };
        assert_eq!(truth, there, "{text}");
        found[usize::from(truth)] += 1;
    }
    assert!(found.iter().all(|count| *count >= 20), "{found:?} are false and true");
}
