//! Claims that automata decide, for every position.
//!
//! In: the claims of a file. Out: which of them are proved for all positions. A claim that says what the values of a game are (`G = …`), or where
//! they are a number (`P iff …`, `G = 1 iff …`), is proved by induction along the game; then every claim that asks for nothing but known values is a
//! formula that automata decide. Values that no claim says are read off tables as automata, and proved. The claims of a file that share games help each other,
//! whatever the order in which they are checked: all of a group are looked through once, when the first of them is asked for. The ways to prove claims are listed in `METHODS`: a new one is a file `by_*` of this room and an entry there. What a claim says, as ways ask for it, is read in the files `*_claimed`.

pub(crate) mod apart;
pub(crate) mod beyond_range;
pub(crate) mod budget;
pub(crate) mod by_correspondences;
pub(crate) mod by_meanings;
pub(crate) mod by_strategies;
pub(crate) mod by_values;
pub(crate) mod by_views;
pub(crate) mod correspondence_claimed;
pub(crate) mod decision;
pub(crate) mod groups;
pub(crate) mod lacking;
pub(crate) mod lines_asked;
pub(crate) mod method;
pub(crate) mod of_game;
pub(crate) mod one_numeration;
pub(crate) mod periodic_line;
pub(crate) mod piles;
pub(crate) mod strategy_claimed;
pub(crate) mod theory;
pub(crate) mod transfer;
pub(crate) mod values_claimed;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use grundy_certify::Checker;
use grundy_decide::{Decided, Knowledge};
use grundy_rules::lang::TIME_IS_OVER;
use grundy_rules::rules::{Play, Property, build};
use grundy_rules::session::Game;

use crate::CheckOptions;
use crate::prove::budget::with_budget;
use crate::prove::by_values::{ByValues, certificate_by_values};
use crate::prove::decision::Decision;
use crate::prove::method::{Method, Proof, Proved, Work};
use crate::prove::theory::{Part, Theory};
use crate::read::claim::Claim;
use crate::state::archive::{ClaimProof, Proofs};
use crate::tell::why::{Why, WhyCode};
use groups::Groups;
use grundy::theory::reached::Parts;
use grundy_proofs::automata::proofs_at_a_time;

const NO_GAME: &str = "the claim speaks of no game";

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
        if let Some(proof) = proof_of(&theory, claim) {
            return Decision::True(proof.words());
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
    pub(crate) fn known(&self, claim: &Claim, game: &Game, play: Play, options: &CheckOptions) -> Option<Knowledge> {
        let theory = self.theory_of(game, options)?;
        let of_game = theory.of_game(&game.rules)?;
        let some = of_game.known(play);
        let known = some.filter(|known| known.says_values());
        let along = || {
            let number = claim.scope.games.iter().position(|own| own.rules.hash() == game.rules.hash())?;
            theory.along(claim, (number, play))
        };
        known.or_else(|| of_game.row(play, claim.row()?)).cloned().or_else(along).or_else(|| some.cloned())
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
        certificate_by_values(claim, &theory, options)
    }

    /// The certificate of what a table says, from what was proved of the values. Claims alone begin proofs, so a game of which none speaks is looked at here.
    pub(crate) fn proof_of_table(&self, claim: &Claim, options: &CheckOptions) -> Result<ClaimProof, String> {
        let is_known = |game: &Game| self.groups.of_game(&game.rules).is_some();
        match claim.scope.games.first() {
            Some(game) if !is_known(game) => File::new(vec![Arc::new(claim.clone())]).proof(claim, options),
            _ => self.proof(claim, options),
        }
    }

    /// The certificates of a claim that was proved.
    pub(crate) fn certificates(&self, number: usize, options: &CheckOptions) -> Proofs {
        let theory = self.theory(self.groups.of_number(number), options).ok_or(TIME_IS_OVER)?;
        let proof = proof_of(&theory, number).ok_or("it is not proved")?;
        proof.certificates(&Proved { claim: &self.claims[number], theory: &theory, options })
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
        let threads = proofs_at_a_time(&options.limits, options.effort.above());
        let (as_read, checker) = (&self.claims[..], &self.checker);
        let found = with_budget(options, |budget| {
            proved(&Work { claims: &claims, as_read, members, checker, options, budget, threads })
        });
        Arc::new(Theory { instead, ..found })
    }
}

/// The ways to prove claims from what is known of games, in an order that matters: each begins with what those before it found. Games on piles have a way of their own (`piles`).
const METHODS: [Method; 9] = [
    by_correspondences::by_moves,
    by_values::by_values,
    by_correspondences::by_moves_and_values,
    by_correspondences::by_values_beyond,
    by_strategies::by_strategies,
    one_numeration::in_one_numeration,
    apart::apart,
    by_meanings::by_meanings,
    by_views::by_views,
];

/// What is proved of the claims of a group.
fn proved(work: &Work<'_>) -> Theory {
    let Work { claims, members, options, .. } = *work;
    let far = || members.iter().copied().filter(|n| !claims[*n].is_small(options));
    let mut asked: Vec<usize> = far().filter(|n| claims[*n].is_decidable()).collect();
    // What names its positions is evaluated. A proof is asked for where this is too much work, and then no other claim may have begun it.
    if asked.is_empty() {
        asked = far().filter(|n| claims[*n].asks_of_positions()).collect();
    }
    let named = one_numeration::named(members.iter().map(|number| &*claims[*number]));
    let mut theory = Theory { asked, named, ..Theory::default() };
    METHODS.iter().for_each(|method| method(&mut theory, work));
    theory
}

/// The proof of a claim.
fn proof_of(theory: &Theory, number: usize) -> Option<Arc<dyn Proof>> {
    let by_values = || Some(Arc::new(ByValues { states: *theory.by_values.get(&number)? }) as Arc<dyn Proof>);
    theory.otherwise.get(&number).cloned().or_else(by_values)
}
