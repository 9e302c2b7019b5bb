//! Claims that values are those of other positions: `G = G(nim(a, b)) xor c`; or that positions are P-positions where values are: `P iff G(nim(a, b)) = c`.
//!
//! In: a claim, and what is known of the values that the entries of those positions ask for. Out: whether a correspondence of moves proves it; the values at
//! those positions need not be known. The proof is kept as a certificate of kind `correspondence`.
//!
//! Moves may leave the positions of a claim, as a pass leaves those of `(x, y, z, 1)`. If these say nothing of themselves, a number of the pattern becomes a variable, also where a position
//! that the claim asks for has the same number: what is proved of all z and p, `P iff G(gp(x, y, p)) = z` at `(x, y, z, p)`, says it of p = 1. Or what is known of the values where moves lead
//! is used.

use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::{Alike, Beyond, Coordinates, Knowledge, Question as Asked, prove_alike};
use grundy_rules::lower::{Question, What, asks};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr as Form, Tree};
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::session::Game;
use serde_json::{Value, json};

use crate::prove::strategy_claimed::SaysOutcome;
use crate::prove::values_claimed::own_question;
use crate::read::claim::Claim;
use crate::read::own_value::beside_a_pile;
use crate::read::places::Places;
use crate::state::archive::ClaimProof;
use crate::state::by_values::Values;
use crate::state::known_values::Known;
use grundy::theory::envelope::{begun, falls, sealed};

/// The most parts of a nim-sum.
const PARTS: usize = 6;

/// How a claim is proved.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByMoves {
    /// The states of the largest automaton.
    pub(crate) states: usize,
    /// For each claim that it joins: are numbers of the pattern variables in the induction?
    pub(crate) widened: Vec<bool>,
    /// Is used what is known of values where moves lead out of the claim's positions?
    pub(crate) beyond: bool,
    /// Do positions depend on the own value, so that the induction is about the game beside a pile?
    pub(crate) pile: bool,
    /// What is said, and the positions from which every move has an answer, if a strategy proves it.
    pub(crate) strategy: Option<(SaysOutcome, C)>,
}

/// The proof, if the claim, or each claim of several that it joins, is proved.
pub(crate) fn alike(claim: &Claim, questions: &[Option<Asked<'_>>], budget: &Budget<'_>) -> Option<ByMoves> {
    if !claim.is_plain() {
        return None;
    }
    let piled = beside_a_pile(claim);
    let claim = piled.as_ref().unwrap_or(claim);
    let mut found = ByMoves { pile: piled.is_some(), ..ByMoves::default() };
    for body in build::conjuncts(&claim.body) {
        let said = said(claim, &body, questions)?;
        let (widened, states) = proved(claim, &said, budget)?;
        found.states = found.states.max(states);
        found.widened.push(widened);
    }
    Some(found)
}

/// The same where moves lead out of the claim's positions, from what is known of values of games in normal play.
pub(crate) fn alike_beyond(
    claim: &Claim,
    questions: &[Option<Asked<'_>>],
    known: &dyn Fn(&Ruleset) -> Option<Knowledge>,
    budget: &Budget<'_>,
) -> Option<ByMoves> {
    if !claim.is_plain() {
        return None;
    }
    let mut found = ByMoves { beyond: true, ..ByMoves::default() };
    for body in build::conjuncts(&claim.body) {
        let said = said(claim, &body, questions)?;
        let [(other, _)] = &said.games[..] else { return None };
        let (own, other) = (known(said.rules)?, known(other)?);
        let beyond = Some(Beyond { own: &own, other: &other });
        found.states = found.states.max(prove_alike(&Alike { beyond, ..said }, budget)?);
        found.widened.push(false);
    }
    Some(found)
}

/// Are numbers of the pattern variables in the induction, if a claim is proved; and the states of the largest automaton.
fn proved(claim: &Claim, said: &Alike<'_>, budget: &Budget<'_>) -> Option<(bool, usize)> {
    // The positions that ascend are enough where the claim is about them alone.
    let ways = [Coordinates::Plain, Coordinates::Differences].into_iter().take(if claim.ascends() { 2 } else { 1 });
    let own = ways.into_iter().find_map(|coordinates| prove_alike(&Alike { coordinates, ..said.clone() }, budget));
    let wider = || prove_alike(&Wider::of(said)?.said(said), budget);
    own.map(|states| (false, states)).or_else(|| wider().map(|states| (true, states)))
}

/// A claim about more positions: numbers of its pattern are variables.
struct Wider {
    entries: Vec<E>,
    variables: usize,
    /// The entries of the positions of the games.
    games: Vec<Vec<E>>,
}

impl Wider {
    /// None if no number stands in the pattern.
    fn of(said: &Alike<'_>) -> Option<Wider> {
        let (mut entries, mut variables) = (said.entries.to_vec(), said.variables);
        let mut numbers = vec![];
        for entry in &mut entries {
            if let Some(number) = entry.as_i64() {
                *entry = build::coord(variables);
                numbers.push((number, entry.clone()));
                variables += 1;
            }
        }
        let widened = |at: &Vec<E>| {
            let mut left = numbers.clone();
            let widened = at.iter().map(|e| match left.iter().position(|(number, _)| e.as_i64() == Some(*number)) {
                Some(place) => left.remove(place).1,
                None => e.clone(),
            });
            widened.collect()
        };
        let games = said.games.iter().map(|(_, at)| widened(at)).collect();
        (!numbers.is_empty()).then_some(Wider { entries, variables, games })
    }

    fn said<'s>(&'s self, own: &Alike<'s>) -> Alike<'s> {
        let rules = own.games.iter().map(|(rules, _)| *rules);
        Alike {
            entries: &self.entries,
            variables: self.variables,
            games: rules.zip(self.games.iter().cloned()).collect(),
            ..own.clone()
        }
    }
}

/// What a formula says of this kind.
fn said<'c>(claim: &'c Claim, body: &'c C, questions: &'c [Option<Asked<'c>>]) -> Option<Alike<'c>> {
    let value = |question: usize| match claim.scope.questions.get(question)? {
        Question::Position { game, what: What::Value { play }, own } => {
            Some((&*claim.scope.games[*game].rules, *play, *own))
        }
        _ => None,
    };
    let (asked, parts, outcomes) = match &**body {
        Cond::Zero(e) => {
            let (asked, sum) = build::solved(e, |term| own_question(term).is_some())?;
            (asked, parts(&sum), false)
        }
        Cond::Same(a, b) => {
            let (asked, parts) = zero_together(a, b).or_else(|| zero_together(b, a))?;
            (asked, parts, true)
        }
        _ => return None,
    };
    let (rules, play, _) = value(own_question(&asked)?).filter(|(.., own)| *own)?;
    let mut found = Alike {
        rules,
        play,
        coordinates: Coordinates::Plain,
        entries: &claim.entries,
        variables: claim.vars.len(),
        filter: &claim.filter,
        games: vec![],
        numbers: vec![],
        outcomes,
        questions,
        beyond: None,
        stated: None,
    };
    for part in parts.iter().filter(|_| parts.len() <= PARTS) {
        match &**part {
            Form::Ask(question, entries, _) => {
                let (rules, play, _) = value(*question)?;
                if play != found.play || entries.len() != rules.width() {
                    return None;
                }
                found.games.push((rules, entries.clone()));
            }
            _ => found.numbers.push(part.clone()),
        }
    }
    // A number alone is proved in other ways, by which its values become known.
    (!found.games.is_empty() || found.numbers.len() > 1 && !outcomes).then_some(found)
}

/// `P iff u = v`, `N iff u != v`, or `P iff P(…)`, by the conditions on both sides: the own value, and the parts of the nim-sum of u and v.
fn zero_together(own: &C, other: &C) -> Option<(E, Vec<E>)> {
    match (&**own, &**other) {
        (Cond::Not(own), Cond::Not(other)) => zero_together(own, other),
        (Cond::Zero(asked), Cond::Zero(e)) if own_question(asked).is_some() => {
            let is_sum = |term: &E| matches!(**term, Form::Ask(..) | Form::Xor(..)) && asks(term);
            let (first, second) = build::solved(e, is_sum)?;
            let mut both = parts(&first);
            both.extend(parts(&second).into_iter().filter(|part| part.as_i64() != Some(0)));
            Some((asked.clone(), both))
        }
        _ => None,
    }
}

/// The block of what is known of the values of a game in normal play where moves lead out of the claim's positions.
type OfRules<'t> = dyn Fn(&Ruleset) -> Result<Value, &'static str> + 't;

/// The certificates of a claim, one for each formula that it joins, or that of a strategy; or why there are none.
///
/// # Errors
/// The positions depend on values that no automata say.
pub(crate) fn certificates(
    claim: &Claim,
    found: &ByMoves,
    values: &Values<'_>,
    beyond: &OfRules<'_>,
) -> Result<Vec<ClaimProof>, &'static str> {
    let Some(game) = claim.scope.own.map(|own| &claim.scope.games[own]) else { return Ok(vec![]) };
    let proof = |play: Play, text: String| ClaimProof::of(game, play, "correspondence", text);
    if let Some((outcome, set)) = &found.strategy {
        let (said, says) = (outcome.by_strategy(&game.rules, set), if outcome.loses { "P" } else { "N" });
        return Ok(vec![proof(said.play, text((&said, None, Some(says)), (claim, game), values, None)?)]);
    }
    let piled = if found.pile { beside_a_pile(claim) } else { None };
    let claim = piled.as_ref().unwrap_or(claim);
    let mut proofs = vec![];
    for (body, widened) in build::conjuncts(&claim.body).iter().zip(&found.widened) {
        let said = said(claim, body, &[]).ok_or("the checker does not read this correspondence of moves")?;
        let wider = if *widened { Wider::of(&said) } else { None };
        let beyond = found.beyond.then_some(beyond);
        let says = if found.pile { Some("own") } else { said.outcomes.then_some("P") };
        let text = text((&said, wider.as_ref(), says), (claim, game), values, beyond)?;
        proofs.push(proof(said.play, text));
    }
    Ok(proofs)
}

/// Are the positions of a game looked at in ascending order?
fn by_differences(rules: &Ruleset) -> bool {
    rules.width() > 1 && Symmetry::of(rules).is_all(rules.width())
}

fn text(
    (own, wider, says): (&Alike<'_>, Option<&Wider>, Option<&str>),
    (claim, game): (&Claim, &Game),
    values: &Values<'_>,
    beyond: Option<&OfRules<'_>>,
) -> Result<String, &'static str> {
    let no_place = "a variable is no coordinate";
    let own_places = Places::of(own.entries, own.variables).ok_or(no_place)?;
    let said = &wider.map_or_else(|| own.clone(), |wider| wider.said(own));
    let places = Places::of(said.entries, said.variables).ok_or(no_place)?;
    let mut known = Known::new(claim, values);
    let mut all_of =
        |list: &[E]| list.iter().map(|e| known.expression(&places.on_coordinates(e))).collect::<Result<Value, _>>();
    let mut object = begun("correspondence", game, said.play);
    // Where the claim is about positions that ascend, it is enough to look at these.
    let ascends = claim.ascends() && beyond.is_none() && own.stated.is_none();
    let coordinates = |by_differences: bool| if by_differences { "differences" } else { "plain" };
    object["coordinates"] = coordinates(ascends).into();
    object["falls"] = falls(said.rules);
    let stated = own.stated.map_or_else(|| own_places.positions(own.filter), |(stated, _)| stated.clone());
    object["where"] = Ruleset::canonical_expression(&stated);
    if wider.is_some() || own.stated.is_some() {
        object["among"] = Ruleset::canonical_expression(&places.positions(said.filter));
    }
    if let Some(says) = says {
        object["says"] = says.into();
    }
    let mut games = vec![];
    for (rules, entries) in &said.games {
        let coordinates = coordinates(ascends && by_differences(rules));
        let at = all_of(entries)?;
        games.push(json!({"rules": rules.canonical(), "coordinates": coordinates, "falls": falls(rules), "at": at}));
    }
    object["games"] = games.into();
    object["numbers"] = all_of(&said.numbers)?;
    if let (Some(beyond), [(other, _)]) = (beyond, &said.games[..]) {
        let questions = [said.rules, other].map(|rules| Ok(known.add(rules, beyond(rules)?)));
        object["beyond"] = questions.into_iter().collect::<Result<Value, &str>>()?;
    }
    if let Some(known) = known.json() {
        object["known"] = known;
    }
    Ok(sealed(object))
}

/// Do the positions depend on values of others?
pub(crate) fn needs_values(claim: &Claim) -> bool {
    claim.body.any_number(&mut |e| matches!(e, Form::Ask(_, entries, _) if entries.iter().any(asks)))
}

/// The parts of a nim-sum.
fn parts(e: &E) -> Vec<E> {
    match &**e {
        Form::Xor(list, _) => list.iter().flat_map(parts).collect(),
        _ => vec![e.clone()],
    }
}
