//! One case: a random formula over a random game, checked by the library and position by position against the textbook.
//!
//! The formula speaks of the values of the position, of another position of the game, and of binders. The library must find the same
//! number of positions, the same truth, and the same smallest position where the claim fails or is not defined, in one thread and in
//! several, with its engines and without.

use grundy::{Diagnostic, Limits, Session};
use grundy_claims::{self, CheckOptions, Counterexample, Meter, Status};

use super::compare::boxed;
use grundy_testing::Tape;
use grundy_testing::conditions::{Atoms, condition};
use grundy_testing::eval::{Env, V};
use grundy_testing::expr::{E, Op, not, op};
use grundy_testing::games::Case;
use grundy_testing::textbook::Book;

/// A claim of the model.
struct Claim {
    /// The variables of the pattern.
    names: Vec<String>,
    /// The condition on the positions of the claim.
    filter: E,
    /// The greatest values of the binders `i` and `j` of the outermost `all`.
    running: Vec<i64>,
    /// The claim is undefined where this number is 0.
    pole: Option<E>,
    body: E,
    /// The other position that the claim asks about: each of its coordinates is half of this coordinate of the claim's position.
    other: Vec<usize>,
    /// The text of that position.
    asked: String,
}

/// The verdict on a claim.
#[derive(Debug, PartialEq)]
enum Verdict {
    True,
    /// The position and the binders.
    False(Vec<i64>, Vec<i64>),
    /// The end of the error message.
    Undefined(String),
}

/// The first difference, as a sentence with the claim.
pub(crate) fn compare(t: &mut Tape, case: &Case) -> Result<(), String> {
    let claim = random(t, case);
    let Some((positions, expected)) = claim.naive(case) else { return Ok(()) };
    let text = format!("{}{}", case.text, claim.text(case));
    for (threads, plain) in [(1, false), (3, false), (2, true)] {
        let limits = Limits { threads, ..Limits::default() };
        let effort = CheckOptions { plain, limits, ..CheckOptions::default() };
        let found = library(&text, &effort).map_err(|error| format!("{text}\n{error}"))?;
        // A counterexample may be found in a box smaller than the whole range; no other position is looked at then.
        let looked = if expected == Verdict::True { found.0 == positions } else { found.0 <= positions };
        if found.1 != expected.shown() || !looked {
            let way = format!("{threads} threads, plain: {plain}");
            return Err(format!("{text}\n{way}: found {found:?}, the textbook says {positions}, {expected:?}"));
        }
    }
    Ok(())
}

/// The library's answer: the number of positions, and the verdict in the form of [`Verdict::shown`].
fn library(text: &str, effort: &CheckOptions) -> Result<(u64, String), String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &Diagnostic| e.one_line(session.sources());
    let file = session.load("random.game", text).map_err(|e| said(&session, &e))?;
    let statements = grundy_claims::read(&session, &file);
    let verdict = grundy_claims::check(&statements[0], effort, &Meter::default()).map_err(|e| said(&session, &e))?;
    let shown = match (verdict.status, &verdict.counterexample, &verdict.error) {
        (Status::Proved, ..) => "true".to_string(),
        // A claim about no position is true, but the library says `holds`, not `proved`.
        (Status::Holds, ..) if verdict.positions == 0 => "true".to_string(),
        // What the checker does not read holds: rules that leave as many parts as the position asks for, say.
        (Status::Holds, ..) if verdict.reason.as_ref().is_some_and(|reason| reason.contains("not checked")) => {
            "true".to_string()
        }
        (Status::False, Some(counterexample), _) => place(counterexample),
        (Status::Error, _, Some(error)) if error.message.starts_with("division by 0") => {
            error.message.trim_start_matches("division by 0").to_string()
        }
        (status, ..) => format!("{status:?}, {:?}, {:?}", verdict.reason, verdict.error.map(|e| said(&session, &e))),
    };
    Ok((verdict.positions, shown))
}

/// The numbers of the position, then those of the binders.
fn place(counterexample: &Counterexample) -> String {
    let position = counterexample.position.clone().unwrap_or_default();
    let numbers: Vec<&str> = position.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
    let binders: Vec<String> = counterexample.vars.iter().map(|(_, v)| v.to_string()).collect();
    format!("false at [{}] with [{}]", numbers.join(", "), binders.join(", "))
}

impl Verdict {
    fn shown(&self) -> String {
        match self {
            Verdict::True => "true".into(),
            Verdict::False(position, binders) => format!("false at {position:?} with {binders:?}"),
            Verdict::Undefined(text) => text.clone(),
        }
    }
}

/// A claim about a game.
fn random(t: &mut Tape, case: &Case) -> Claim {
    let names: Vec<String> = (1..=case.hi.len()).map(|i| format!("p{i}")).collect();
    let coordinates: Atoms = names.iter().map(E::from).collect();
    let other: Vec<usize> = (0..names.len()).map(|_| t.below(names.len())).collect();
    let entries: Vec<String> = other.iter().map(|i| format!("{} div 2", names[*i])).collect();
    let asked = format!("({})({})", case.asked, entries.join(", "));
    let running: Vec<i64> = (0..[0, 0, 1, 2][t.below(4)]).map(|_| t.int(0, 3)).collect();
    let mut atoms = coordinates.clone();
    atoms.extend(["G", "G", "G_misere"].map(E::from));
    atoms.extend(["i", "j"].into_iter().take(running.len()).map(E::from));
    let within = E::from(format!("exists({asked})").as_str());
    let elsewhere = E::from(format!("G({asked})").as_str());
    let body = match t.below(6) {
        0 | 1 => condition(t, &atoms),
        2 => op(Op::Iff, E::from(t.of(&["P", "N", "P_misere", "terminal"])), condition(t, &atoms)),
        3 => op(Op::Implies, within, op(t.of(&[Op::Le, Op::Ne, Op::Eq]), elsewhere, t.of(&atoms))),
        4 => op(Op::Or, op(Op::And, within, op(Op::Eq, elsewhere, t.of(&atoms))), condition(t, &atoms)),
        _ => op(Op::And, op(Op::Ne, E::from("G"), E::Int(t.int(2, 6))), not(condition(t, &atoms))),
    };
    let filter = match t.below(4) {
        0 => condition(t, &atoms[..names.len() + 3].to_vec()),
        1 => condition(t, &coordinates),
        _ => op(Op::Ge, coordinates[0].clone(), 0),
    };
    let pole = (t.below(3) == 0).then(|| t.of(&atoms) + t.of(&coordinates) - t.int(2, 6));
    Claim { names, filter, running, pole, body, other, asked }
}

impl Claim {
    fn text(&self, case: &Case) -> String {
        let mut bounds: Vec<String> = self.names.iter().zip(&case.hi).map(|(n, h)| format!("{n} <= {h}")).collect();
        bounds.push(self.filter.at(grundy_testing::expr::RANGE));
        let mut body = self.body.at(grundy_testing::expr::WITH);
        if let Some(pole) = &self.pole {
            body = format!("60 div ({pole}) > -100 and {body}");
        }
        let binders = ["i", "j"].iter().zip(&self.running).map(|(n, hi)| format!("{n} in 0..{hi}"));
        let binders = binders.collect::<Vec<_>>().join(", ");
        if !binders.is_empty() {
            body = format!("all {binders}: {body}");
        }
        let pattern = self.names.join(", ");
        format!("claim \"c\" on {} at ({pattern}) where {}:\n    {body}\n", case.asked, bounds.join(" and "))
    }

    /// The number of positions and the verdict; `None` if the game is too large.
    fn naive(&self, case: &Case) -> Option<(u64, Verdict)> {
        let mut book = Book::new(&case.defs);
        let (mut positions, mut first) = (0, None);
        for at in boxed(&case.hi) {
            let at: Vec<i64> = at.iter().map(|v| *v as i64).collect();
            let Some(names) = self.names_at(case, &mut book, &at) else { continue };
            if book.too_large() {
                return None;
            }
            let mut env = Env { defs: &case.defs, names };
            if !env.holds(&self.filter) {
                continue;
            }
            positions += 1;
            for binders in boxed(&self.running.iter().map(|v| *v as u64).collect::<Vec<u64>>()) {
                let binders: Vec<i64> = binders.iter().map(|v| *v as i64).collect();
                let Some(verdict) = self.decide(&mut env, &at, &binders) else { continue };
                let key = (at.iter().sum::<i64>(), at.clone(), binders);
                if first.as_ref().is_none_or(|(k, _)| key < *k) {
                    first = Some((key, verdict));
                }
            }
        }
        Some((positions, first.map_or(Verdict::True, |(_, verdict)| verdict)))
    }

    /// The values of the claim's words at a position; `None` if the position does not exist.
    fn names_at(&self, case: &Case, book: &mut Book, at: &[i64]) -> Option<Vec<(String, V)>> {
        let pos = case.game.place(&mut &at[..]);
        if !case.game.exists(book.defs, &pos) {
            return None;
        }
        let normal = i64::from(book.value(&case.game, &pos, false));
        let misere = i64::from(book.value(&case.game, &pos, true));
        let there: Vec<i64> = self.other.iter().map(|i| at[*i] / 2).collect();
        let there = case.game.place(&mut &there[..]);
        let within = case.game.exists(book.defs, &there);
        let value = if within { i64::from(book.value(&case.game, &there, false)) } else { 0 };
        let mut names: Vec<(String, V)> = self.names.iter().cloned().zip(at.iter().map(|v| V::I(*v))).collect();
        names.extend([
            ("G".to_string(), V::I(normal)),
            ("G_misere".to_string(), V::I(misere)),
            ("P".to_string(), V::B(normal == 0)),
            ("N".to_string(), V::B(normal != 0)),
            ("P_misere".to_string(), V::B(misere == 0)),
            ("terminal".to_string(), V::B(book.options(&case.game, &pos).is_empty())),
            (format!("exists({})", self.asked), V::B(within)),
            (format!("G({})", self.asked), V::I(value)),
        ]);
        Some(names)
    }

    /// The verdict here, if the claim is not true.
    fn decide(&self, env: &mut Env, at: &[i64], binders: &[i64]) -> Option<Verdict> {
        let depth = env.names.len();
        env.names.extend(["i", "j"].iter().zip(binders).map(|(n, v)| (n.to_string(), V::I(*v))));
        let undefined = self.pole.as_ref().is_some_and(|pole| env.eval(pole).int() == 0);
        let verdict = if undefined {
            let values = self.names.iter().map(String::as_str).chain(["i", "j"]).zip(at.iter().chain(binders));
            let values: Vec<String> = values.map(|(n, v)| format!("{n} = {v}")).collect();
            Some(Verdict::Undefined(format!(", at {}", values.join(", "))))
        } else {
            (!env.holds(&self.body)).then(|| Verdict::False(at.to_vec(), binders.to_vec()))
        };
        env.names.truncate(depth);
        verdict
    }
}
