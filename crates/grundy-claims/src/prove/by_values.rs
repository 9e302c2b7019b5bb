//! Claims that are proved by the values of games.
//!
//! In: the claims of a group. Out: those that say what the values of their game are, by induction along the game; and those that ask for nothing but values that are known, which automata decide as formulas.
//! Values that no claim says are read off tables as automata, and proved, and so are the properties of which claims speak.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy_decide::Decided;
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::{Line, Play, Property, Ruleset};
use grundy_rules::session::Game;

use crate::CheckOptions;
use crate::prove::budget::with_budget;
use crate::prove::method::{Proof, Proved, Work};
use crate::prove::of_game::{Numbered, OfGame};
use crate::prove::theory::{Part, Theory, in_threads, watched};
use crate::read::claim::Claim;
use crate::state::archive::{ClaimProof, Proofs};
use crate::state::by_values::certificate;
use crate::state::parts_reached::with_parts;
use crate::state::property::{Grounds, grounds, swap as swap_sets};
use crate::state::swaps::by_swaps;

/// What is said of games with more coordinates is not needed to decide other claims, and its automata are large: a correspondence of moves is enough.
const WIDE: usize = 4;

/// A proof by automata of at most so many states.
#[derive(Debug)]
pub(crate) struct ByValues {
    pub(crate) states: usize,
}

impl Proof for ByValues {
    fn words(&self) -> String {
        by_automata(self.states)
    }

    fn certificates(&self, of: &Proved<'_>) -> Proofs {
        keep(of);
        Ok(vec![certificate_by_values(of.claim, of.theory, of.options)?])
    }
}

/// The certificate of a claim that follows from what is known of values.
pub(crate) fn certificate_by_values(
    claim: &Claim,
    theory: &Theory,
    options: &CheckOptions,
) -> Result<ClaimProof, String> {
    let has = |game: &Game, property: Property| {
        let of_game = theory.of_game(&game.rules);
        let decided = of_game.and_then(|of_game| of_game.property(property)).map(|(holds, _)| holds);
        let swap = of_game.filter(|_| decided == Some(true));
        let swap = swap.and_then(|of_game| with_budget(options, |budget| swap_sets(of_game, property, budget)));
        swap.map(Grounds::Swap).or_else(|| grounds(game, property, decided, options))
    };
    let by_values = certificate(claim, &|game, play| theory.block(claim, (game, play), options), &has);
    // Where not all values are known that a claim of swap positions asks for.
    let swap = |game: &Game| {
        let of_game = theory.of_game(&game.rules)?;
        with_budget(options, |budget| swap_sets(of_game, Property::Miserable, budget))
    };
    let proof = by_values.or_else(|why| by_swaps(claim, &swap).ok_or(why))?;
    Ok(with_parts(proof, claim, options)?)
}

/// Hands what was proved of the values that a claim asks for to the archive.
fn keep(Proved { claim, theory, options }: &Proved<'_>) {
    let Some(archive) = &options.archive else { return };
    if claim.scope.games.iter().any(|game| !game.rules.parts_reached().is_empty()) {
        return;
    }
    for question in &claim.scope.questions {
        if let Question::Position { game, what: What::Value { play }, .. } = question {
            let game = &claim.scope.games[*game];
            if let Some(proof) = theory.proof(game, *play) {
                archive.keep_values(game, &proof);
            }
        }
    }
}

/// A proof by automata, in words.
pub(crate) fn by_automata(states: usize) -> String {
    format!("true for every position, {}", of_states(states))
}

/// The automata of a proof, in words.
pub(crate) fn of_states(states: usize) -> String {
    let states = if states == 1 { "1 state".to_string() } else { format!("{states} states") };
    format!("by automata of at most {states}")
}

/// Proves claims by what they say of the values of games, and by what is known of these.
pub(crate) fn by_values(theory: &mut Theory, work: &Work<'_>) {
    let Work { claims, members, options, budget, threads, .. } = *work;
    let all = theory.asked.clone();
    let mut by_game: BTreeMap<String, (Arc<Ruleset>, Vec<Numbered<'_>>)> = BTreeMap::new();
    for (number, claim) in members.iter().map(|number| (*number, &claims[*number])) {
        if let Some(own) = claim.scope.own {
            let rules = &claim.scope.games[own].rules;
            if rules.width() > WIDE && theory.otherwise.contains_key(&number) {
                continue;
            }
            by_game.entry(rules.hash()).or_insert_with(|| (rules.clone(), vec![])).1.push((number, claim));
        }
    }
    // What is said of a few positions may be a part of what is said of all, and is of no use alone.
    by_game.retain(|_, (_, claims)| claims.iter().any(|(_, claim)| !claim.is_small(options)));
    let learned = in_threads(threads, by_game.into_iter().collect(), &|(hash, (rules, claims))| {
        let mut game = OfGame::new(rules);
        let budget = watched(budget);
        let proved = game.learn(claims, &budget);
        (hash.clone(), game, proved, budget.memory.was_refused())
    });
    for (hash, game, proved, large) in learned {
        theory.large.1.extend(large.then(|| hash.clone()));
        theory.games.insert(hash, game);
        theory.by_values.extend(proved);
    }
    // Who knows the values needs no correspondence.
    theory.otherwise.retain(|number, _| !theory.by_values.contains_key(number));
    theory.find_out((&theory.unproved(members), None), &[], work);
    theory.decide_claims(&all, work);
    let left: Vec<usize> = all.into_iter().filter(|n| !theory.is_proved(*n)).collect();
    let news = theory.find_out((&theory.unproved(members), None), &left, work);
    let concerned = |n: &usize| claims[*n].scope.games.iter().any(|game| news.contains(&game.rules.hash()));
    let left: Vec<usize> = left.into_iter().filter(concerned).collect();
    theory.decide_claims(&left, work);
}

impl Theory {
    /// Reads the values that some claims ask for off tables, and decides the properties that claims ask for. Returns the games of which something new is known,
    /// by the hashes of their rules. `asking`: the claims that ask, and, if not all games are looked at, the hashes of those that are.
    pub(crate) fn find_out(
        &mut self,
        asking: (&[usize], Option<&BTreeSet<String>>),
        unproved: &[usize],
        work: &Work<'_>,
    ) -> BTreeSet<String> {
        let Work { claims, options, budget, threads, .. } = *work;
        let mut wanted: BTreeMap<String, Wanted> = BTreeMap::new();
        for (number, claim) in asking.0.iter().map(|number| (*number, &claims[*number])) {
            for question in &claim.scope.questions {
                let (game, plays, property) = match question {
                    Question::Position { game, what: What::Value { play }, .. } => {
                        (game, [*play == Play::Normal, play.is_misere()], None)
                    }
                    Question::Property { game, property } => (game, [true, property.needs_misere()], Some(*property)),
                    _ => continue,
                };
                let rules = &claim.scope.games[*game].rules;
                if asking.1.is_some_and(|games| !games.contains(&rules.hash())) {
                    continue;
                }
                let of_game = wanted.entry(rules.hash()).or_insert_with(|| Wanted::of(rules));
                if unproved.contains(&number) {
                    for play in Play::BOTH.into_iter().filter(|play| plays[*play as usize]) {
                        of_game.plays[play as usize] = true;
                        of_game.lines[play as usize].extend(claim.lines(*game, play).into_iter().flatten());
                    }
                    of_game.rows.extend(claim.row());
                }
                of_game.properties.extend(property);
            }
        }
        let jobs: Vec<(String, Wanted)> = wanted.into_iter().collect();
        let games = in_threads(threads, jobs, &|(hash, wanted)| {
            let mut game = self.games.get(hash).cloned().unwrap_or_else(|| OfGame::new(&wanted.rules));
            let (mut is_new, budget) = (false, watched(budget));
            for play in Play::BOTH.into_iter().filter(|play| wanted.plays[*play as usize]) {
                let lines = &wanted.lines[play as usize];
                is_new |= game.read_table(play, (&wanted.rows, lines), options, &budget);
            }
            wanted.properties.iter().for_each(|property| is_new |= game.decide(*property, &budget));
            (hash.clone(), game, is_new, budget.memory.was_refused())
        });
        let news = games.iter().filter(|(.., is_new, _)| *is_new).map(|(hash, ..)| hash.clone()).collect();
        self.large.1.extend(games.iter().filter(|(.., large)| *large).map(|(hash, ..)| hash.clone()));
        self.games.extend(games.into_iter().map(|(hash, game, ..)| (hash, game)));
        news
    }

    /// Decides some claims by what is known.
    pub(crate) fn decide_claims(&mut self, which: &[usize], work: &Work<'_>) {
        let Work { claims, budget, threads, .. } = *work;
        let left = which.iter().filter(|number| !self.is_proved(**number));
        let left: Vec<(usize, &Claim)> = left.map(|number| (*number, &*claims[*number])).collect();
        let decided = in_threads(threads, left, &|(number, claim)| {
            let budget = watched(budget);
            let row = claim.row().map(|_| Part::Row);
            let lines = self.has_lines(claim).then_some(Part::Lines);
            let mut decided = self.decided(claim, Part::Whole, &budget);
            for part in [row, lines].into_iter().flatten() {
                if matches!(decided, Decided::Open(_)) {
                    decided = self.decided(claim, part, &budget);
                }
            }
            let mut pieces = (0..self.pieces(claim)).map(Part::Piece);
            while let (Decided::Open(_), Some(piece)) = (&decided, pieces.next()) {
                // Beyond the piece nothing is known, and nothing is false.
                let by_piece = self.decided(claim, piece, &budget);
                decided = if matches!(by_piece, Decided::True { .. }) { by_piece } else { decided };
            }
            (*number, decided, budget.memory.was_refused())
        });
        for (number, decided, large) in decided {
            self.large.0.extend(large.then_some(number));
            match decided {
                Decided::True { states } => _ = self.by_values.insert(number, states),
                Decided::False { variables, running } => _ = self.refuted.insert(number, (variables, running)),
                Decided::Open(why) => _ = self.lacks.insert(number, why),
            }
        }
    }
}

/// What is asked of a game: its rules, the plays whose values are asked for, and properties.
struct Wanted {
    rules: Arc<Ruleset>,
    plays: [bool; 2],
    /// The first coordinates of positions that are asked for, where they are small constants.
    rows: BTreeSet<u64>,
    /// The lines on which positions lie that are asked for in each play.
    lines: [BTreeSet<Line>; 2],
    properties: Vec<Property>,
}

impl Wanted {
    fn of(rules: &Arc<Ruleset>) -> Wanted {
        let (rows, lines, properties) = (BTreeSet::new(), Default::default(), vec![]);
        Wanted { rules: rules.clone(), plays: [false; 2], rows, lines, properties }
    }
}
