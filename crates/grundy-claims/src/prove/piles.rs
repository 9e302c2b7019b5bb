//! Claims about any number of piles.
//!
//! In: a claim without a pattern on a game whose length is a parameter that varies, `claim "…" on slow_moore[n, n - 1] for n in 2..: P iff …`. Out: whether it is proved for every
//! number of piles, with its certificate, of kind `piles`; or why not, in words. Rules and claim must speak of the piles by tallies alone: how many piles meet a condition, or the sum of
//! a number over all piles.

use std::sync::Arc;

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::{NoProof, OfPiles, PileKinds, PilesClaim, PilesTable, prove_piles, table_of_piles};
use grundy_rules::lang::ast::{BinOp, Every, Expr, ExprKind, ItemKind};
use grundy_rules::lang::{Diagnostic, expr_text};
use grundy_rules::lower::{Eval, Module, OnPiles};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::C;
use grundy_rules::rules::piles::{Piles, Tallied, Tally, canonical_tallies};
use serde_json::json;

use crate::check::every;
use crate::check::every::{Carried, Given};
use crate::prove::budget::with_budget;
use crate::state::archive::{ClaimProof, Proofs};
use crate::tell::why::Lack;
use crate::{CheckOptions, Effort, Status, Verdict};
use grundy::theory::envelope::{begun_by, sealed};

/// A claim about any number of piles.
#[derive(Clone, Debug)]
pub(crate) struct Piled {
    /// The game as written.
    game: String,
    piles: Piles,
    /// The positions that are meant, with the condition on the parameters.
    among: Tallied<C>,
    says: OfPiles,
    play: Play,
}

/// What a claim is about.
struct Subject<'i> {
    eval: Eval,
    read: OnPiles,
    among: Tallied<C>,
    /// The game as written.
    game: String,
    body: &'i Expr,
}

impl Subject<'_> {
    fn of<'i>(module: &Arc<Module>, item: &'i ItemKind, given: &Given, every: &Every) -> Result<Subject<'i>, String> {
        let ItemKind::Claim { on: Some(on), at, filter, to, body, .. } = item else {
            return Err("the claim names no game".into());
        };
        if at.is_some() || to.is_some() {
            return Err("the claim has a pattern of so many entries, or a bound `to`".into());
        }
        let mut eval = Eval::new(module.clone(), given.clone());
        let Carried { given: parameters, least, in_ranges } = every::carried(&mut eval, every).map_err(words)?;
        eval.env.extend(parameters.iter().cloned());
        let term = eval.game(on).map_err(words)?;
        let read = OnPiles::of(&term, &least)?;
        if let Some(name) = every::means_two(&eval.env, &read.names) {
            return Err(format!("in the rules of the game `{name}` means something else"));
        }
        eval.env.extend(read.names.iter().cloned());
        let mut among = match filter {
            Some(filter) => read.condition(&mut eval, filter)?,
            None => Tallied { of: vec![], body: build::boolean(true) },
        };
        among.body = build::and(in_ranges.into_iter().chain([among.body]).collect());
        Ok(Subject { eval, read, among, game: expr_text(on), body })
    }
}

impl Piled {
    /// Reads a claim; some parameters have the values of `given`, the others are those of `every`. A claim of several parts is several claims.
    ///
    /// # Errors
    /// It is no such claim: why, in words.
    pub(crate) fn read(
        module: &Arc<Module>,
        item: &ItemKind,
        given: &Given,
        every: &Every,
    ) -> Result<Vec<Piled>, String> {
        let Subject { mut eval, read, among, game, body } = Subject::of(module, item, given, every)?;
        let mut all = vec![];
        for part in conjuncts(body) {
            let (what, said) = parts(part).ok_or("it is not of the form `P iff …` or `G = …`")?;
            let says = says(&read, &mut eval, part, what, said)?;
            all.push(Piled {
                game: game.clone(),
                piles: read.piles.clone(),
                among: among.clone(),
                says,
                play: Play::of(what.ends_with("_misere")),
            });
        }
        Ok(all)
    }

    /// Is the number of piles given?
    fn is_fixed(&self) -> bool {
        self.piles.length.as_int().is_some()
    }

    /// The kinds of piles by which the claim is proved.
    ///
    /// # Errors
    /// Why it is not proved, in words.
    fn prove(&self, effort: Effort, budget: &Budget<'_>) -> Result<PileKinds, String> {
        let Piled { piles, among, says, play, .. } = self;
        let found = prove_piles(&PilesClaim { piles, among, says, play: *play }, budget);
        found.map_err(|why| match why {
            NoProof::Words(why) => why,
            NoProof::Open(why) => Lack::of_formula(&why, &[]).words(effort),
        })
    }

    fn certificate(&self, kinds: PileKinds) -> ClaimProof {
        let (of, says) = match &self.says {
            OfPiles::P(says) => (&says.of, json!({"P": Ruleset::canonical_expression(&says.body)})),
            OfPiles::Value(says) => (&says.of, json!({"G": Ruleset::canonical_expression(&says.body)})),
        };
        let Piled { game, piles, among, play, .. } = self;
        certificate((game, piles, among), *play, (kinds.threshold, kinds.modulus), (of, says))
    }
}

/// A certificate about the positions of a game that are meant: the threshold and the modulus, and what is said of tallies.
fn certificate(
    (game, piles, among): (&str, &Piles, &Tallied<C>),
    play: Play,
    (threshold, modulus): (i64, i64),
    (of, says): (&[Tally], serde_json::Value),
) -> ClaimProof {
    let hash = piles.hash();
    let mut object = begun_by("piles", game, (piles.canonical(), hash.clone()), play);
    object["threshold"] = threshold.into();
    object["modulus"] = modulus.into();
    object["where"] = json!({"of": canonical_tallies(&among.of), "if": Ruleset::canonical_expression(&among.body)});
    object["of"] = canonical_tallies(of);
    object["says"] = says;
    ClaimProof { game: game.to_string(), rules: hash, play, kind: "piles", text: sealed(object) }
}

/// The verdict on a claim about a given number of piles of which a table gives all values, or all outcomes.
pub(crate) fn by_table(
    module: &Arc<Module>,
    item: &ItemKind,
    given: &Given,
    options: &CheckOptions,
) -> Option<(Verdict, Proofs)> {
    let none = Every { params: vec![], filter: None };
    let Subject { mut eval, read, among, game, body } = Subject::of(module, item, given, &none).ok()?;
    let about = |play| Some((play, read.about_value(&mut eval, body, play).ok()?));
    let (play, (holds, is_outcome)) = Play::BOTH.into_iter().find_map(about)?;
    let table = |budget: &Budget<'_>| table_of_piles(&read.piles, (play, is_outcome), (&among, &holds), budget);
    let PilesTable { threshold, modulus, values } = with_budget(options, table)?;
    let positions = values.len();
    let asks = if is_outcome { "P" } else { "G" };
    let says = json!({"table": values, "asks": asks, "holds": Ruleset::canonical_expression(&holds.body)});
    let proof = certificate((&game, &read.piles, &among), play, (threshold, modulus), (&holds.of, says));
    let what = if is_outcome { "the outcome" } else { "the value" };
    let depends = depends(threshold, modulus);
    let reason = format!("true for piles of any sizes, by a table of {positions} positions: {what} depends {depends}");
    Some((Verdict { by: Some("automaton"), reason: Some(reason), ..Verdict::new(Status::Proved) }, Ok(vec![proof])))
}

/// On what values depend, with a threshold and a modulus.
fn depends(threshold: i64, modulus: i64) -> String {
    match (threshold, modulus) {
        (0, 1) => "on the number of piles alone".to_string(),
        (0, modulus) => format!("on how many piles have each remainder modulo {modulus} alone"),
        (threshold, 1) => format!("on how many piles have each size below {threshold} alone"),
        (threshold, modulus) => {
            format!("on how many piles have each size below {threshold}, or each remainder modulo {modulus}, alone")
        }
    }
}

/// The verdict on claims that together are one for every number of piles, and their certificates.
///
/// # Errors
/// Why they are not proved, in words.
pub(crate) fn decided(all: &[(Given, Piled)], options: &CheckOptions) -> Result<(Verdict, Proofs), String> {
    let (mut proofs, mut told) = (vec![], vec![]);
    for (given, piled) in all {
        let kinds = with_budget(options, |budget| piled.prove(options.effort, budget)).map_err(|why| {
            match given.is_empty() {
                true => why,
                false => format!("with {}, {why}", every::told(given)),
            }
        })?;
        proofs.push(piled.certificate(kinds));
        told.push(kinds);
    }
    let threshold = told.iter().map(|kinds| kinds.threshold).max().unwrap_or(0);
    let modulus = told.iter().map(|kinds| kinds.modulus).max().unwrap_or(1);
    let depends = depends(threshold, modulus);
    let number = if all.iter().all(|(_, piled)| piled.is_fixed()) { "piles" } else { "every number of piles" };
    let sizes = if all.iter().all(|(_, piled)| piled.among.of.is_empty()) { "any sizes" } else { "all such sizes" };
    let reason = Some(format!("true for {number} of {sizes} by the rules alone: it depends {depends}"));
    let verdict = Verdict { by: Some("automaton"), reason, ..Verdict::new(Status::Proved) };
    Ok((verdict, Ok(proofs)))
}

#[allow(clippy::needless_pass_by_value)] // It is handed on by `map_err`.
fn words(error: Diagnostic) -> String {
    error.message
}

/// What a claim is about, an outcome or the value, and what it says of it; nothing, if it says that an outcome is there.
fn parts(body: &Expr) -> Option<(&str, Option<&Expr>)> {
    let word = |e: &'static [&'static str], of: &Expr| match &bare(of).kind {
        ExprKind::Name(name) => e.iter().copied().find(|word| word == name),
        _ => None,
    };
    const OUTCOMES: &[&str] = &["P", "N", "P_misere"];
    const VALUES: &[&str] = &["G", "G_misere"];
    let either = |words: &'static [&'static str], a, b| {
        word(words, a).map(|what| (what, Some(b))).or_else(|| word(words, b).map(|what| (what, Some(a))))
    };
    match &bare(body).kind {
        ExprKind::Binary(BinOp::Iff, a, b) => either(OUTCOMES, a, b),
        ExprKind::Chain(a, rest) => match &rest[..] {
            [(BinOp::Eq, b)] => either(VALUES, a, b),
            _ => None,
        },
        _ => word(OUTCOMES, body).map(|what| (what, None)),
    }
}

/// What a part of a claim says of an outcome or of the value. Behind `G = …`, `G` is that number.
fn says(read: &OnPiles, eval: &mut Eval, part: &Expr, what: &str, said: Option<&Expr>) -> Result<OfPiles, String> {
    if let "G" | "G_misere" = what {
        let number = said.ok_or("a value is no condition")?;
        let says = OfPiles::Value(read.number(eval, number)?);
        let number = eval.eval(number).map_err(words)?;
        eval.env.push((what.to_string(), number));
        return Ok(says);
    }
    let yes = Expr { kind: ExprKind::Bool(true), span: part.span };
    let mut says = read.condition(eval, said.unwrap_or(&yes))?;
    if what == "N" {
        says.body = build::not(&says.body);
    }
    Ok(OfPiles::P(says))
}

/// The parts of a conjunction.
fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &bare(e).kind {
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinOp::And) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, e)| e)).flat_map(conjuncts).collect()
        }
        _ => vec![e],
    }
}

/// An expression without the parentheses round it.
fn bare(mut e: &Expr) -> &Expr {
    while let ExprKind::Paren(inner) = &e.kind {
        e = inner;
    }
    e
}
