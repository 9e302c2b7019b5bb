//! Square roots, rounded down.
//!
//! In: an expression with floor(n·√d), or with isqrt(n). Out: where d is a constant, a number that an automaton in a numeration of its own says (Fraenkel 1982); and which
//! numeration this is, so that who chooses one can look for it in the rules and in a claim.

use grundy_automata::{Numeration, Relation};
use grundy_rules::rules::expr::{E, Expr, Node, Tree};
use grundy_rules::rules::{Ruleset, build};

use super::number::{Number, Sum, at_most, equal};
use super::say::{Encoder, Env, Pending};
use super::{Formed, NotExpressible};

/// The numeration in which the first square root of some expressions is said, if there is one that is known.
pub fn numeration_of_root(of: &impl Tree) -> Option<Numeration> {
    let mut found = None;
    of.any_number(&mut |e| {
        if let Expr::Root(d, ..) = e {
            found = found.or_else(|| d.as_int().and_then(|d| u64::try_from(d).ok()).and_then(Numeration::of_root));
        }
        found.is_some()
    });
    found
}

/// The same, for rules.
pub fn numeration_of_rules(rules: &Ruleset) -> Option<Numeration> {
    let conditions = rules.requires.iter().find_map(|(_, condition, _)| numeration_of_root(condition));
    let mut moves = rules.families.iter().flat_map(grundy_rules::rules::Family::expressions);
    conditions.or_else(|| moves.find_map(|node| numeration_of_root(&node)))
}

/// All square roots of some expressions are said in a numeration.
///
/// # Errors
/// The first root that is not.
pub(crate) fn says_roots<'e>(numeration: Numeration, all: impl IntoIterator<Item = Node<'e>>) -> Formed<()> {
    let mut found = None;
    for node in all {
        node.any(&mut |node| {
            if let Node::Number(e) = node
                && let Expr::Root(d, ..) = &**e
                && let Some(d) = d.as_int().and_then(|d| u64::try_from(d).ok())
                && Numeration::of_root(d).is_some()
                && !numeration.says_root(d)
            {
                found = found.take().or_else(|| Some(e.clone()));
            }
            found.is_some()
        });
    }
    let what = "multiples of this square root beside what is said in other digits";
    found.map_or(Ok(()), |e| Err(NotExpressible::lacks(what, &e)))
}

/// Is a square root in an expression?
pub(crate) fn has_root(of: &E) -> bool {
    of.any_number(&mut |e| matches!(e, Expr::Root(..)))
}

impl Encoder<'_> {
    /// The quotient by c of a number with a root in it. What is said of the root is said here, beside nothing else, so that its automata stay small.
    pub(crate) fn rounded(&mut self, a: &E, c: i64, env: &Env, pending: &mut Pending) -> Formed<Number> {
        let mut own = Pending::default();
        let number = self.number(a, env, &mut own)?;
        let above = self.all.fresh();
        let below = (!number.is_natural()).then(|| self.all.fresh());
        let quotient = below.map_or(Ok(Sum::var(above)), |below| Sum::var(above).plus(&Sum::var(below), -1))?;
        let mut holds = vec![number.condition(self.all, |all, sum| {
            let rest = sum.plus(&quotient, -c)?;
            let (least, most) = (at_most(all, &Sum::default(), &rest)?, at_most(all, &rest, &Sum::constant(c - 1))?);
            Ok(all.and([least, most]))
        })?];
        if let Some(below) = below {
            let zero = [above, below].map(|var| self.all.linear(Sum::var(var).linear(), Relation::Zero));
            holds.push(self.all.or(zero));
        }
        let holds = self.all.and(holds);
        pending.parts.push(own.close(self.all, holds));
        pending.vars.extend([above].into_iter().chain(below));
        Ok(Number::of(self.all, quotient))
    }

    /// floor(times·√of)
    pub(crate) fn root(&mut self, of: &E, times: &E, env: &Env, pending: &mut Pending) -> Formed<Number> {
        let Some(d) = of.as_int() else {
            return Err(NotExpressible::What("the square root of a number that varies"));
        };
        let d = u64::try_from(d).ok().filter(|d| Numeration::of_root(*d).is_some());
        let d = d.ok_or(NotExpressible::What("multiples of this square root, in digits that are known here"))?;
        let times = self.number(times, env, pending)?;
        let mut cases = vec![];
        for (guard, sum) in times.cases {
            if let Some(times) = sum.as_constant() {
                let root = build::root_of(&d.into(), &times.into()).unwrap_or_default();
                cases.push((guard, Sum::constant(root)));
                continue;
            }
            let zero = Sum::default();
            let natural = at_most(self.all, &zero, &sum)?;
            let negative = self.all.not(natural);
            let (number, root) = (sum.as_var().unwrap_or_else(|| self.all.fresh()), self.all.fresh());
            if sum.as_var().is_none() {
                let (n, minus) = (Sum::var(number), zero.plus(&sum, -1)?);
                let (up, down) = (equal(self.all, &n, &sum)?, equal(self.all, &n, &minus)?);
                let (above, below) = (self.all.and([natural, up]), self.all.and([negative, down]));
                let size = self.all.or([above, below]);
                self.define(number, size, pending)?;
            }
            let is_root = self.all.root(number, root, d);
            self.define(root, is_root, pending)?;
            cases.push((self.all.and([guard, natural]), Sum::var(root)));
            // A multiple that is not 0 is no integer.
            let below = Sum::constant(-1).plus(&Sum::var(root), -1)?;
            cases.push((self.all.and([guard, negative]), below));
        }
        Number::by_cases(self.all, cases)
    }
}
