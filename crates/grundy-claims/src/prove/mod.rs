//! Claims that automata decide, for every position.
//!
//! In: the claims of a file. Out: which of them are proved for all positions. A claim that says what the values of a game are (`G = …`), or where
//! they are a number (`P iff …`, `G = 1 iff …`), is proved by induction along the game; then every claim that asks for nothing but known values is a
//! formula that automata decide. Values that no claim says are read off tables as automata, and proved. The claims of a file that share games help each other,
//! whatever the order in which they are checked: all of a group are looked through once, when the first of them is asked for. What is found about one game does not
//! depend on the others.

pub(crate) mod apart;
pub(crate) mod beyond_range;
pub(crate) mod budget;
pub(crate) mod correspondence;
pub(crate) mod correspondences;
pub(crate) mod decision;
pub(crate) mod groups;
pub(crate) mod lacking;
pub(crate) mod lines_asked;
pub(crate) mod of_game;
pub(crate) mod one_numeration;
pub(crate) mod periodic_line;
pub(crate) mod piles;
pub(crate) mod strategies;
pub(crate) mod strategy;
pub(crate) mod transfer;
pub(crate) mod values_claimed;
pub(crate) mod views;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::IBig;
use grundy_automata::{Budget, Numeration};
use grundy_certify::Checker;
use grundy_core::contract::join::each;
use grundy_core::contract::options::Play;
use grundy_decide::{Asks, Decided, Knowledge, Meaning, NotExpressible, Question as Asked, Statement, decide, follows};
use grundy_rules::lang::TIME_IS_OVER;
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::expr::Range;
use grundy_rules::rules::{Line, Property, Ruleset, build};
use grundy_rules::session::Game;
use serde_json::Value;

use crate::CheckOptions;
use crate::certify::read::verified;
use crate::check::reach::plain_entries;
use crate::prove::budget::with_budget;
use crate::prove::correspondence::{ByMoves, certificates};
use crate::prove::decision::Decision;
use crate::prove::of_game::{Numbered, OfGame, Proved};
use crate::prove::transfer::{StandsFor, by_rules, in_own_game};
use crate::prove::values_claimed::Said;
use crate::read::claim::Claim;
use crate::state::archive::{ClaimProof, Proofs, ValuesProof};
use crate::state::blocks::{Blocks, Needed};
use crate::state::by_values::certificate;
use crate::state::parts_reached::with_parts;
use crate::state::property::{Grounds, grounds, swap as swap_sets};
use crate::state::swaps::by_swaps;
use crate::tell::why::{Why, WhyCode};
use groups::Groups;
use grundy::theory::everywhere::{Everywhere, block};
use grundy::theory::reached::Parts;
use grundy_proofs::automata::proofs_at_a_time;

const NO_GAME: &str = "the claim speaks of no game";

/// The most states, nodes and work of a proof that needs no values.
const MEANT: (usize, usize, usize) = (2_000, 100_000, 200_000);

/// The claims of a file, and what was proved of them.
#[derive(Debug)]
pub(crate) struct File {
    claims: Vec<Arc<Claim>>,
    /// Verifies what was proved.
    checker: Checker,
    /// The claims that help each other.
    groups: Groups,
    /// What was proved in each group: without what is said of a few positions, and with it, where a bound of the caller cuts them off.
    theories: Vec<Mutex<[Option<Arc<Theory>>; 2]>>,
}

/// What was proved.
#[derive(Debug, Default)]
pub(crate) struct Theory {
    /// The claims that are put to the proof.
    asked: Vec<usize>,
    /// For each claim that is proved, the states of the largest automaton of its proof.
    proved: Proved,
    /// The claims that a correspondence of moves, or a strategy, proves.
    alike: BTreeMap<usize, ByMoves>,
    /// The certificates of the claims that views decide; the checker has verified them.
    nearby: BTreeMap<usize, ClaimProof>,
    /// The claims that follow from the meaning of their words, or from that of the values; and the positions that stand for others, about which they are then.
    meant: BTreeMap<usize, (Meaning, Vec<StandsFor>)>,
    /// The numerations that claims name of a game, by the hash of its rules, and of a play.
    named: BTreeSet<(String, bool, Numeration)>,
    /// For each claim that is false somewhere, the values of its variables there, and of the binders of its outermost `all`.
    refuted: BTreeMap<usize, (Vec<IBig>, Vec<IBig>)>,
    /// What is known of games, by the hash of the rules.
    games: BTreeMap<String, OfGame>,
    /// The hashes of the rules that stand for others, by the hashes of these.
    instead: BTreeMap<String, String>,
    /// Why claims are not decided by what is known of all values that they ask for.
    open: BTreeMap<usize, NotExpressible>,
    /// The claims whose proofs took more memory than is allowed, and the games, by the hashes of the rules.
    large: (BTreeSet<usize>, BTreeSet<String>),
    /// The automata of the values for certificates.
    blocks: Blocks,
}

impl File {
    pub(crate) fn new(claims: Vec<Arc<Claim>>) -> File {
        let groups = Groups::of(&claims);
        let theories = (0..groups.count()).map(|_| Mutex::default()).collect();
        File { claims, checker: Checker::default(), groups, theories }
    }

    /// What verifies the proofs of the claims of this file; it verifies what they say of the values of a game once.
    pub(crate) fn checker(&self) -> &Checker {
        &self.checker
    }

    /// What automata say of a claim. No engine has a part in it, so that it is the same whichever engine was asked for.
    pub(crate) fn decided(&self, claim: usize, options: &CheckOptions) -> Decision {
        let Some(theory) = self.theory(self.groups.of_number(claim), options) else {
            return Decision::Open(Box::new(Why::only(WhyCode::Time, TIME_IS_OVER)));
        };
        if let Some((meaning, stands)) = theory.meant.get(&claim) {
            return Decision::Meant { meaning: *meaning, elsewhere: !stands.is_empty() };
        }
        if let Some(states) = theory.proved.get(&claim) {
            return Decision::True { states: *states };
        }
        if let Some(ByMoves { states, strategy, .. }) = theory.alike.get(&claim) {
            return Decision::Alike { states: *states, strategy: strategy.is_some() };
        }
        if theory.nearby.contains_key(&claim) {
            return Decision::Nearby;
        }
        match theory.refuted.get(&claim) {
            Some((variables, running)) => Decision::False { variables: variables.clone(), running: running.clone() },
            None => Decision::Open(Box::new(theory.why(&self.claims[claim], claim, options.effort))),
        }
    }

    /// Is a claim about some position? `None` if this is not known.
    pub(crate) fn speaks(&self, claim: usize, options: &CheckOptions) -> Option<bool> {
        let theory = self.theory(self.groups.of_number(claim), options)?;
        let claim = &self.claims[claim];
        let nothing = build::boolean(false);
        let empty = Claim { running: vec![], inner: build::boolean(true), body: nothing, ..(**claim).clone() };
        with_budget(options, |budget| match theory.decided(&empty, Part::Row, budget) {
            Decided::False { .. } => Some(true),
            Decided::True { .. } => Some(false),
            Decided::Open(_) => None,
        })
    }

    /// What is known of the values of a game in one play; or, where this is not all, of those for which a claim asks, or of some levels.
    pub(crate) fn known(&self, claim: &Claim, game: &Game, misere: bool, options: &CheckOptions) -> Option<Knowledge> {
        let theory = self.theory_of(game, options)?;
        let of_game = theory.of_game(&game.rules)?;
        let some = of_game.known(misere);
        let known = some.filter(|known| known.says_values());
        let along = || {
            let number = claim.scope.games.iter().position(|own| own.rules.hash() == game.rules.hash())?;
            theory.along(claim, (number, misere))
        };
        known.or_else(|| of_game.row(misere, claim.row()?)).cloned().or_else(along).or_else(|| some.cloned())
    }

    /// Has a game a property? `None` if this was not decided.
    pub(crate) fn property(&self, game: &Game, property: Property, options: &CheckOptions) -> Option<bool> {
        self.theory_of(game, options)?.of_game(&game.rules)?.property(property).map(|(holds, _)| holds)
    }

    /// The certificates of a claim that automata prove.
    pub(crate) fn proofs(&self, claim: &Claim, options: &CheckOptions) -> Proofs {
        Ok(vec![self.proof(claim, options)?])
    }

    /// The certificate of a claim that follows from what is known of values.
    pub(crate) fn proof(&self, claim: &Claim, options: &CheckOptions) -> Result<ClaimProof, String> {
        let game = claim.scope.games.first().ok_or(NO_GAME)?;
        let theory = self.theory_of(game, options).ok_or(TIME_IS_OVER)?;
        let has = |game: &Game, property: Property| {
            let of_game = theory.of_game(&game.rules);
            let decided = of_game.and_then(|of_game| of_game.property(property)).map(|(holds, _)| holds);
            let swap = of_game.filter(|_| decided == Some(true));
            let swap = swap.and_then(|of_game| with_budget(options, |budget| swap_sets(of_game, property, budget)));
            swap.map(Grounds::Swap).or_else(|| grounds(game, property, decided, options))
        };
        let by_values = certificate(claim, &|game, misere| theory.block(claim, (game, misere), options), &has);
        // Where not all values are known that a claim of swap positions asks for.
        let swap = |game: &Game| {
            let of_game = theory.of_game(&game.rules)?;
            with_budget(options, |budget| swap_sets(of_game, Property::Miserable, budget))
        };
        let proof = by_values.or_else(|why| by_swaps(claim, &swap).ok_or(why))?;
        Ok(with_parts(proof, claim, options)?)
    }

    /// The certificate of what a table says, from what was proved of the values. Claims alone begin proofs, so a game of which none speaks is looked at here.
    pub(crate) fn proof_of_table(&self, claim: &Claim, options: &CheckOptions) -> Result<ClaimProof, String> {
        let is_known = |game: &Game| self.groups.of_game(&game.rules).is_some();
        match claim.scope.games.first() {
            Some(game) if !is_known(game) => File::new(vec![Arc::new(claim.clone())]).proof(claim, options),
            _ => self.proof(claim, options),
        }
    }

    /// The certificates of a claim that is true whatever the values are; by values, if these are known and prove it, too.
    pub(crate) fn meanings(&self, number: usize, options: &CheckOptions) -> Proofs {
        let theory = self.theory(self.groups.of_number(number), options).ok_or(TIME_IS_OVER)?;
        let claim = &self.claims[number];
        if theory.proved.contains_key(&number) {
            return self.proofs(claim, options);
        }
        let stands = theory.meant.get(&number).map_or(&[][..], |(_, stands)| stands);
        Ok(vec![with_parts(by_rules(claim, stands)?, claim, options)?])
    }

    /// The certificate of a claim that views decide.
    pub(crate) fn by_views(&self, number: usize, options: &CheckOptions) -> Proofs {
        let theory = self.theory(self.groups.of_number(number), options).ok_or(TIME_IS_OVER)?;
        Ok(vec![theory.nearby.get(&number).ok_or("no views are known")?.clone()])
    }

    /// The certificates of a claim that a correspondence of moves, or a strategy, proves.
    pub(crate) fn correspondences(&self, number: usize, options: &CheckOptions) -> Proofs {
        let theory = self.theory(self.groups.of_number(number), options).ok_or(TIME_IS_OVER)?;
        let (claim, found) = (&self.claims[number], theory.alike.get(&number).ok_or("there is no correspondence")?);
        let values = |game, misere| theory.block(claim, (game, misere), options);
        let proofs = certificates(claim, found, &values, &|rules| theory.block_beyond(rules, options))?;
        Ok(proofs.into_iter().map(|proof| with_parts(proof, claim, options)).collect::<Result<_, _>>()?)
    }

    /// Hands what was proved of the values that a claim asks for to the archive.
    pub(crate) fn keep(&self, claim: &Claim, options: &CheckOptions) {
        let theory = claim.scope.games.first().and_then(|game| self.theory_of(game, options));
        let (Some(archive), Some(theory)) = (&options.archive, theory) else { return };
        if claim.scope.games.iter().any(|game| !game.rules.parts_reached().is_empty()) {
            return;
        }
        for question in &claim.scope.questions {
            if let Question::Position { game, what: What::Value { misere }, .. } = question {
                let game = &claim.scope.games[*game];
                if let Some(proof) = theory.proof(&self.claims, game, *misere) {
                    archive.keep_values(game, &proof);
                }
            }
        }
    }

    /// The claims, with games of one group that formulas say where their moves depend on P-positions of parts; and the hashes of these rules, by those of the rules
    /// that they stand for.
    fn said(&self, group: usize, options: &CheckOptions) -> (Vec<Arc<Claim>>, BTreeMap<String, String>) {
        let (mut claims, mut parts, mut instead) = (self.claims.clone(), Parts::default(), BTreeMap::new());
        for member in self.groups.members(group) {
            let claim = &mut claims[*member];
            for number in 0..claim.scope.games.len() {
                let rules = &claim.scope.games[number].rules;
                if let Some(said) = parts.said(rules, &options.limits) {
                    instead.insert(rules.hash(), said.hash());
                    Arc::make_mut(claim).scope.games[number].rules = said;
                }
            }
        }
        (claims, instead)
    }

    /// What was proved in the group of claims about a game.
    fn theory_of(&self, game: &Game, options: &CheckOptions) -> Option<Arc<Theory>> {
        self.theory(self.groups.of_game(&game.rules)?, options)
    }

    fn theory(&self, group: usize, options: &CheckOptions) -> Option<Arc<Theory>> {
        let mut theory = self.theories[group].lock().unwrap_or_else(PoisonError::into_inner);
        let theory = &mut theory[usize::from(options.to.is_some())];
        if let Some(found) = theory {
            return Some(found.clone());
        }
        // Each claim asks again once the time is over.
        if options.limits.ended().is_some() {
            return None;
        }
        let found = self.found(group, options);
        // Work that was ended says nothing of claims that it did not reach.
        options.limits.ended().is_none().then(|| theory.insert(found).clone())
    }

    /// Proves what can be proved of some claims, and of those that share games with them, within the limits. What they cut off is left open for good.
    pub(crate) fn prove(&self, numbers: impl Iterator<Item = usize>, options: &CheckOptions) {
        for group in numbers.map(|number| self.groups.of_number(number)).collect::<BTreeSet<usize>>() {
            let mut theory = self.theories[group].lock().unwrap_or_else(PoisonError::into_inner);
            theory[usize::from(options.to.is_some())].get_or_insert_with(|| self.found(group, options));
        }
    }

    fn found(&self, group: usize, options: &CheckOptions) -> Arc<Theory> {
        let (claims, instead) = self.said(group, options);
        let members = self.groups.members(group);
        let mut found = with_budget(options, |budget| Theory::of(&claims, members, options, budget));
        found.find_nearby(&self.claims, &self.checker, options);
        Arc::new(Theory { instead, ..found })
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

/// The positions of which what is known is put together, to decide a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    /// Those with the first coordinate of the claim's own positions.
    Row,
    /// The lines on which the positions lie that the claim asks for.
    Lines,
    /// Those of which something was proved, one of the pieces of each game.
    Piece(usize),
    /// All, as they are known in one numeration.
    ReadIn(Numeration),
}

/// What is said of games with more coordinates is not needed to decide other claims, and its automata are large: a correspondence of moves is enough.
const WIDE: usize = 4;

impl Theory {
    /// What is proved of some of the claims.
    fn of(claims: &[Arc<Claim>], members: &[usize], options: &CheckOptions, budget: &Budget<'_>) -> Theory {
        let far: BTreeSet<usize> = members.iter().copied().filter(|n| !claims[*n].is_small(options)).collect();
        let mut all: Vec<usize> = far.iter().copied().filter(|n| claims[*n].is_decidable()).collect();
        // What names its positions is evaluated. A proof is asked for where this is too much work, and then no other claim may have begun it.
        if all.is_empty() {
            all = far.iter().copied().filter(|n| claims[*n].asks_of_positions()).collect();
        }
        let threads = proofs_at_a_time(&options.limits, options.effort.above());
        let named = one_numeration::named(members.iter().map(|number| &*claims[*number]));
        let mut theory = Theory { asked: all.clone(), named, ..Theory::default() };
        theory.find_alike(claims, false, threads, budget);
        let mut by_game: BTreeMap<String, (Arc<Ruleset>, Vec<Numbered<'_>>)> = BTreeMap::new();
        for (number, claim) in members.iter().map(|number| (*number, &claims[*number])) {
            if let Some(own) = claim.scope.own {
                let rules = &claim.scope.games[own].rules;
                if rules.width() > WIDE && theory.alike.contains_key(&number) {
                    continue;
                }
                by_game.entry(rules.hash()).or_insert_with(|| (rules.clone(), vec![])).1.push((number, claim));
            }
        }
        // What is said of a few positions may be a part of what is said of all, and is of no use alone.
        by_game.retain(|_, (_, claims)| claims.iter().any(|(number, _)| far.contains(number)));
        let learned = in_threads(threads, by_game.into_iter().collect(), &|(hash, (rules, claims))| {
            let mut game = OfGame::new(rules);
            let budget = watched(budget);
            let proved = game.learn(claims, &budget);
            (hash.clone(), game, proved, budget.memory.was_refused())
        });
        for (hash, game, proved, large) in learned {
            theory.large.1.extend(large.then(|| hash.clone()));
            theory.games.insert(hash, game);
            theory.proved.extend(proved);
        }
        theory.find_out(claims, (&theory.unproved(members), None), &[], options, budget);
        theory.decide_claims(claims, &all, threads, budget);
        let left: Vec<usize> = all.into_iter().filter(|n| !theory.is_proved(*n)).collect();
        let news = theory.find_out(claims, (&theory.unproved(members), None), &left, options, budget);
        let concerned = |n: &usize| claims[*n].scope.games.iter().any(|game| news.contains(&game.rules.hash()));
        let left: Vec<usize> = left.into_iter().filter(concerned).collect();
        theory.decide_claims(claims, &left, threads, budget);
        theory.find_alike(claims, true, threads, budget);
        theory.find_alike_beyond(claims, threads, budget);
        theory.find_answered(claims, threads, budget);
        theory.decide_in_one_numeration(claims, options, budget);
        theory.decide_apart(claims, options, budget);
        theory.find_meant(claims, threads, budget);
        theory
    }

    /// What is known of a game.
    fn of_game(&self, rules: &Ruleset) -> Option<&OfGame> {
        let hash = rules.hash();
        self.games.get(self.instead.get(&hash).unwrap_or(&hash))
    }

    /// Did a proof of a claim, or of what is known of its games, take more memory than is allowed?
    fn crowded(&self, claim: &Claim, number: usize) -> bool {
        let of_game = |game: &Game| {
            let hash = game.rules.hash();
            self.large.1.contains(self.instead.get(&hash).unwrap_or(&hash))
        };
        self.asked.contains(&number) && (self.large.0.contains(&number) || claim.scope.games.iter().any(of_game))
    }

    fn unproved(&self, members: &[usize]) -> Vec<usize> {
        members.iter().copied().filter(|number| !self.is_proved(*number)).collect()
    }

    fn is_proved(&self, claim: usize) -> bool {
        self.proved.contains_key(&claim) || self.alike.contains_key(&claim)
    }

    /// Finds the claims that views decide. The prover looks at one number of each residue, which is a guess; what the checker does not verify is open.
    fn find_nearby(&mut self, claims: &[Arc<Claim>], checker: &Checker, options: &CheckOptions) {
        let is_open = |n: &usize| !self.is_proved(*n) && !self.refuted.contains_key(n) && !self.meant.contains_key(n);
        let mut by_game: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for number in self.asked.iter().copied().filter(is_open) {
            if let Some(rules) = views::game(&claims[number]) {
                by_game.entry(rules.hash()).or_default().push(number);
            }
        }
        let threads = proofs_at_a_time(&options.limits, options.effort.above());
        let found = in_threads(threads, by_game.into_values().collect(), &|numbers: &Vec<usize>| {
            let of_game: Vec<&Claim> = numbers.iter().map(|number| &*claims[*number]).collect();
            let found = views::by_views(&of_game, &options.limits).into_iter().zip(of_game);
            let proofs =
                found.map(|(found, claim)| verified(views::certificate(claim, &found?)?, checker, &options.limits));
            numbers.iter().copied().zip(proofs).collect::<Vec<_>>()
        });
        self.nearby.extend(found.into_iter().flatten().filter_map(|(number, proof)| Some((number, proof?))));
    }

    /// Finds the claims that say what their words mean; and among those that are not proved, the ones that follow from what values are.
    fn find_meant(&mut self, claims: &[Arc<Claim>], threads: usize, budget: &Budget<'_>) {
        let all = self.asked.iter().copied().filter(|n| !self.refuted.contains_key(n)).collect();
        let budget =
            &Budget { states: MEANT.0, nodes: MEANT.1, work: MEANT.2, spent: Arc::default(), ..budget.clone() };
        let found = in_threads(threads, all, &|number: &usize| {
            let (claim, open) = (&claims[*number], !self.proved.contains_key(number));
            let meanings = [Meaning::Words, Meaning::Moves, Meaning::Rank].into_iter().take(if open { 3 } else { 1 });
            let of = |claim: &Claim| meanings.clone().find(|meaning| Theory::is_meant(claim, *meaning, budget));
            let elsewhere = || {
                let (claim, stands) = (!self.is_proved(*number)).then(|| in_own_game(claim, budget)).flatten()?;
                Some((of(&claim)?, stands))
            };
            (*number, of(claim).map(|meaning| (meaning, vec![])).or_else(elsewhere))
        });
        self.meant.extend(found.into_iter().filter_map(|(number, meaning)| Some((number, meaning?))));
    }

    fn is_meant(claim: &Claim, meaning: Meaning, budget: &Budget<'_>) -> bool {
        let (mut plays, mut questions) = (vec![], vec![]);
        for question in &claim.scope.questions {
            let Question::Position { game, what, .. } = question else { return false };
            let (asks, misere) = match what {
                What::Value { misere } => (Asks::Value, *misere),
                What::Terminal => (Asks::Terminal, false),
                What::Exists => (Asks::Exists, false),
                What::Outcome | What::Code => return false,
            };
            plays.push(2 * game + usize::from(misere));
            questions.push(Some(Asked { rules: &claim.scope.games[*game].rules, asks, known: None }));
        }
        let running: Vec<_> = claim.running.iter().map(|(_, range)| range.clone()).collect();
        follows(&claim.statement(&running, &questions), &plays, meaning, budget)
    }

    /// Reads the values that some claims ask for off tables, and decides the properties that claims ask for. Returns the games of which something new is known,
    /// by the hashes of their rules. `asking`: the claims that ask, and, if not all games are looked at, the hashes of those that are.
    fn find_out(
        &mut self,
        claims: &[Arc<Claim>],
        asking: (&[usize], Option<&BTreeSet<String>>),
        unproved: &[usize],
        options: &CheckOptions,
        budget: &Budget<'_>,
    ) -> BTreeSet<String> {
        let mut wanted: BTreeMap<String, Wanted> = BTreeMap::new();
        for (number, claim) in asking.0.iter().map(|number| (*number, &claims[*number])) {
            for question in &claim.scope.questions {
                let (game, plays, property) = match question {
                    Question::Position { game, what: What::Value { misere }, .. } => (game, [!misere, *misere], None),
                    Question::Property { game, property } => (game, [true, property.needs_misere()], Some(*property)),
                    _ => continue,
                };
                let rules = &claim.scope.games[*game].rules;
                if asking.1.is_some_and(|games| !games.contains(&rules.hash())) {
                    continue;
                }
                let of_game = wanted.entry(rules.hash()).or_insert_with(|| Wanted::of(rules));
                if unproved.contains(&number) {
                    for play in (0..2).filter(|play| plays[*play]) {
                        of_game.plays[play] = true;
                        of_game.lines[play].extend(claim.lines(*game, play == 1).into_iter().flatten());
                    }
                    of_game.rows.extend(claim.row());
                }
                of_game.properties.extend(property);
            }
        }
        let jobs: Vec<(String, Wanted)> = wanted.into_iter().collect();
        let games = in_threads(proofs_at_a_time(&options.limits, options.effort.above()), jobs, &|(hash, wanted)| {
            let mut game = self.games.get(hash).cloned().unwrap_or_else(|| OfGame::new(&wanted.rules));
            let (mut is_new, budget) = (false, watched(budget));
            for misere in [false, true].into_iter().filter(|misere| wanted.plays[usize::from(*misere)]) {
                let lines = &wanted.lines[usize::from(misere)];
                is_new |= game.read_table(misere, (&wanted.rows, lines), options, &budget);
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
    fn decide_claims(&mut self, claims: &[Arc<Claim>], which: &[usize], threads: usize, budget: &Budget<'_>) {
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
                Decided::True { states } => _ = self.proved.insert(number, states),
                Decided::False { variables, running } => _ = self.refuted.insert(number, (variables, running)),
                Decided::Open(why) => _ = self.open.insert(number, why),
            }
        }
    }

    /// Decides a claim by what is known of whole games, or of a part of the positions as well.
    fn decided(&self, claim: &Claim, part: Part, budget: &Budget<'_>) -> Decided {
        let answers = claim.scope.questions.iter().map(|question| self.answer(claim, question, part));
        let answers: Vec<Option<Answer>> = answers.collect();
        let questions: Vec<_> = answers.iter().map(|answer| Some(answer.as_ref()?.asked())).collect();
        let running: Vec<_> = claim.running.iter().map(|(_, range)| range.clone()).collect();
        let statement = claim.statement(&running, &questions);
        let of_properties = claim.scope.questions.iter().filter_map(|question| self.property(claim, question));
        let of_properties = of_properties.map(|(_, states)| states).max().unwrap_or(0);
        match decide(&statement, budget) {
            Decided::True { states } => Decided::True { states: states.max(of_properties) },
            decided => decided,
        }
    }

    /// What was proved of the values of a game, and the formulas of the claims that say them.
    fn proof(&self, claims: &[Arc<Claim>], game: &Game, misere: bool) -> Option<ValuesProof> {
        let hash = game.rules.hash();
        let told = self.games.get(&hash)?.told(misere)?;
        let of_game =
            |said: &Said, claim: &Claim| said.misere == misere && claim.scope.games[said.game].rules.hash() == hash;
        let says = self.proved.keys().filter_map(|number| {
            let (claim, said) = (&claims[*number], Said::of(&claims[*number])?);
            (said.is_told(told) && plain_entries(claim) && of_game(&said, claim)).then(|| said.says(claim))
        });
        let play = Play::of(misere);
        Some(ValuesProof { says: says.collect(), values: Everywhere::of(told.clone(), play), named: None })
    }

    /// The values of one of the claim's games in one play, as its certificate states them.
    fn block(
        &self,
        claim: &Claim,
        (game, misere): (usize, bool),
        options: &CheckOptions,
    ) -> Result<Value, &'static str> {
        let rules = &claim.scope.games[game].rules;
        let of_game = self.of_game(rules).ok_or("nothing is known of the values of a game")?;
        let needed = Needed::of(claim, game, misere);
        let one = self.one_numeration(claim);
        let made = with_budget(options, |budget| self.blocks.of(of_game, claim, (&needed, game, misere), one, budget))?;
        let mut written = block(rules, (game, Play::of(misere)), &made.block);
        if let Some(lines) = &made.lines {
            written["lines"] = lines.clone().into();
            written.as_object_mut().map(|block| block.shift_remove("falls"));
        }
        Ok(written)
    }

    fn property(&self, claim: &Claim, question: &Question) -> Option<(bool, usize)> {
        let Question::Property { game, property } = question else { return None };
        self.games.get(&claim.scope.games[*game].rules.hash())?.property(*property)
    }

    /// Are the values along lines known of a game, which a claim asks for?
    fn has_lines(&self, claim: &Claim) -> bool {
        let of_lines = |question: &Question| match question {
            Question::Position { game, what: What::Value { misere }, .. } => {
                self.along(claim, (*game, *misere)).is_some()
            }
            _ => false,
        };
        claim.scope.questions.iter().any(of_lines)
    }

    /// The values along the lines on which the positions of a claim lie, in one of its games and a play.
    fn along(&self, claim: &Claim, (game, misere): (usize, bool)) -> Option<Knowledge> {
        self.of_game(&claim.scope.games[game].rules)?.along(misere, &claim.lines(game, misere)?)
    }

    /// How many pieces are known of the game of which most are, of those that a claim asks for.
    fn pieces(&self, claim: &Claim) -> usize {
        let of_question = |question: &Question| match question {
            Question::Position { game, what: What::Value { misere }, .. } => {
                self.of_game(&claim.scope.games[*game].rules).map_or(0, |of_game| of_game.pieces(*misere).len())
            }
            _ => 0,
        };
        claim.scope.questions.iter().map(of_question).max().unwrap_or(0)
    }

    /// What answers a question.
    fn answer<'t>(&'t self, claim: &'t Claim, question: &Question, part: Part) -> Option<Answer<'t>> {
        let (Question::Position { game, .. } | Question::Property { game, .. }) = question else { return None };
        let rules = &*claim.scope.games[*game].rules;
        let (asks, known) = match question {
            Question::Position { what: What::Terminal, .. } => (Asks::Terminal, None),
            Question::Position { what: What::Exists, .. } => (Asks::Exists, None),
            Question::Position { what: What::Outcome | What::Code, .. } => return None,
            Question::Position { what: What::Value { misere }, .. } => {
                let of_game = self.games.get(&rules.hash())?;
                let of_part = match part {
                    Part::Whole => None,
                    Part::Row => claim.row().and_then(|row| of_game.row(*misere, row)).map(Cow::Borrowed),
                    Part::Lines => self.along(claim, (*game, *misere)).map(Cow::Owned),
                    Part::ReadIn(numeration) => {
                        return Some(Answer {
                            rules,
                            asks: Asks::Value,
                            known: Some(Cow::Owned(of_game.read_in(*misere, numeration)?)),
                        });
                    }
                    Part::Piece(number) => {
                        let pieces = of_game.pieces(*misere).into_iter();
                        pieces.take(number + 1).last().map(|told| Cow::Owned(Knowledge::Characterized(told)))
                    }
                };
                (Asks::Value, Some(of_part.or_else(|| of_game.known(*misere).map(Cow::Borrowed))?))
            }
            _ => (Asks::Whole(self.property(claim, question)?.0), None),
        };
        Some(Answer { rules, asks, known })
    }
}

/// What answers a question.
struct Answer<'t> {
    rules: &'t Ruleset,
    asks: Asks,
    known: Option<Cow<'t, Knowledge>>,
}

impl Answer<'_> {
    fn asked(&self) -> Asked<'_> {
        Asked { rules: self.rules, asks: self.asks, known: self.known.as_deref() }
    }
}

impl Wanted {
    fn of(rules: &Arc<Ruleset>) -> Wanted {
        let (rows, lines, properties) = (BTreeSet::new(), Default::default(), vec![]);
        Wanted { rules: rules.clone(), plays: [false; 2], rows, lines, properties }
    }
}

impl Claim {
    /// The claim, with its ranges and with what answers its questions.
    fn statement<'s>(&'s self, running: &'s [Range], questions: &'s [Option<Asked<'s>>]) -> Statement<'s> {
        Statement {
            variables: self.vars.len(),
            position: self.scope.own.map(|own| (&*self.scope.games[own].rules, &self.entries[..])),
            ascend: self.is_symmetric(),
            filter: &self.filter,
            running,
            inner: &self.inner,
            body: &self.body,
            questions,
        }
    }
}

/// The same limits for a job of which one wants to know whether it was refused memory.
fn watched<'e>(budget: &Budget<'e>) -> Budget<'e> {
    Budget { memory: budget.memory.watched(), ..budget.clone() }
}

/// The results of jobs, in the order of the jobs, by so many threads.
fn in_threads<J: Sync, R: Send>(threads: usize, jobs: Vec<J>, work: &(dyn Fn(&J) -> R + Sync)) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = each(threads.min(jobs.len()), || {
        let mut own = vec![];
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(work_on) = jobs.get(job) else { return own };
            own.push((job, work(work_on)));
        }
    });
    let mut found: Vec<(usize, R)> = found.into_iter().flatten().collect();
    found.sort_by_key(|(job, _)| *job);
    found.into_iter().map(|(_, result)| result).collect()
}
