//! Properties of games inside claims: what a finite range says about them.
//!
//! In: the properties that a claim names, and its bound N. Out: whether each property holds to N, and the claim's verdict. A property that fails has
//! a witness, and so fails for good; a property that holds to N may still fail beyond. So the claim is called true or false only if it is so for both
//! possible truth values of every property that holds to N. Otherwise a claim that is true with these properties holds to N, and one that is false is
//! open.

use std::sync::Arc;

use crate::check::usual_range::{POSITIONS, Usual};
use crate::check::world::World;
use crate::{CheckOptions, Status, Verdict};
use grundy::engine::default_bound;
use grundy::theory::structure::{Property, classify_by, foreseen_by};
use grundy_core::contract::options::{EngineName, Play};
use grundy_core::contract::reason::Account;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::{Question, Scope};
use grundy_rules::session::Game;

/// The most properties that one claim may name.
const MOST: usize = 8;

/// The properties that a claim names, checked to a bound.
pub(crate) struct Properties {
    found: Vec<FoundProperty>,
}

struct FoundProperty {
    question: usize,
    holds: bool,
    to: u64,
    positions: u64,
    /// A sentence with the position that breaks the property.
    witness: Option<String>,
    /// The tables used: the game, the play, and how the table was made.
    tables: Vec<(String, Play, Account)>,
}

/// A verdict, and whether it rests on a fact that is known only up to a bound.
pub(crate) struct Decided {
    pub(crate) verdict: Verdict,
    pub(crate) ranged: bool,
}

impl Properties {
    /// Checks every property that the claim names.
    ///
    /// # Errors
    /// As [`classify_by`].
    pub(crate) fn find(
        scope: &Scope,
        to: (Option<u64>, Usual),
        options: &CheckOptions,
    ) -> Result<Properties, Diagnostic> {
        let mut found = vec![];
        for (question, asked) in scope.questions.iter().enumerate() {
            let Question::Property { game, property } = asked else { continue };
            found.push(FoundProperty::of(question, &scope.games[*game], *property, to, options)?);
        }
        if found.len() > MOST {
            return Err(Diagnostic::limit(
                Code::TooLarge,
                format!("a claim may name {MOST} properties, this one has more"),
            ));
        }
        Ok(Properties { found })
    }

    /// The verdict of the claim; `run` evaluates the claim for one assignment of the answers.
    ///
    /// # Errors
    /// Those of `run`.
    pub(crate) fn decide(
        &self,
        world: &mut Arc<World>,
        run: &mut dyn FnMut(&Arc<World>) -> Result<Verdict, Diagnostic>,
    ) -> Result<Decided, Diagnostic> {
        self.put(world, u32::MAX);
        let mut verdict = run(world)?;
        verdict.tables = [world.accounts(), self.accounts()].concat();
        if self.found.is_empty() {
            return Ok(Decided { verdict, ranged: false });
        }
        let open: Vec<&FoundProperty> = self.found.iter().filter(|f| f.holds).collect();
        let mut settled = true;
        for pattern in 0..(1u32 << open.len()) - 1 {
            self.put(world, pattern);
            settled &= run(world)?.status == verdict.status;
        }
        let to = self.found.iter().map(|f| f.to).max().unwrap_or(0);
        let positions = self.found.iter().map(|f| f.positions).sum();
        if verdict.status == Status::False && !settled {
            let open = Verdict::open(format!("it rests on a property that has no counterexample to {to}"));
            verdict = Verdict { tables: verdict.tables, ..open };
        }
        if verdict.status == Status::False {
            let witnesses: Vec<String> = self.found.iter().filter_map(|f| f.witness.clone()).collect();
            verdict.reason = (!witnesses.is_empty()).then(|| witnesses.join("; "));
        }
        if verdict.positions <= 1 {
            verdict.positions = positions;
        }
        verdict.to = Some(to);
        Ok(Decided { verdict, ranged: !settled })
    }

    /// How the tables were made.
    pub(crate) fn accounts(&self) -> Vec<(String, Play, Account)> {
        self.found.iter().flat_map(|f| f.tables.clone()).collect()
    }

    /// Sets the answers for one assignment: among the properties that hold to the bound, those whose bit in `pattern` is 0 count as failing.
    fn put(&self, world: &mut Arc<World>, pattern: u32) {
        let Some(world) = Arc::get_mut(world) else { unreachable!("no thread is at work") };
        let mut bit = 0;
        for found in &self.found {
            let holds = found.holds && pattern >> bit & 1 == 1;
            bit += u32::from(found.holds);
            world.constants[found.question] = Some(i64::from(holds));
        }
    }
}

impl FoundProperty {
    fn of(
        question: usize,
        game: &Game,
        property: Property,
        (to, usual): (Option<u64>, Usual),
        options: &CheckOptions,
    ) -> Result<FoundProperty, Diagnostic> {
        let rules = &game.rules;
        let reach = |to: u64| (0..rules.width()).map(|c| default_bound(rules, c, to)).collect::<Vec<u64>>();
        // Tables are made fast, and then the options of every position are visited.
        let work = |hi: &[u64]| {
            let visits = foreseen_by(None, true, rules, hi);
            foreseen_by(options.engine, options.plain, rules, hi).max(visits)
        };
        let to = to.unwrap_or_else(|| usual.bound(POSITIONS, reach, work));
        let hi = reach(to);
        let engine = if options.plain { Some(EngineName::Search) } else { options.engine };
        let report = classify_by(engine, rules, &hi, &[property], &options.limits)?;
        let witness = report.findings.first().and_then(|f| f.witness.as_ref());
        let sentence = witness.map(|w| {
            let (g, m) = w.pair;
            let path: Vec<String> = w.path.iter().map(|p| game.show_parts(p)).collect();
            let moves = if path.is_empty() { String::new() } else { format!(", by {}", path.join(" -> ")) };
            format!(
                "{}({}) fails at {} with (G, G_misere) = ({g}, {m}){moves}",
                property.name(),
                game.text,
                game.show_parts(&w.position)
            )
        });
        let tables = report.tables.into_iter().map(|(play, account)| (game.text.clone(), play, account)).collect();
        Ok(FoundProperty {
            question,
            holds: sentence.is_none(),
            to,
            positions: report.positions,
            witness: sentence,
            tables,
        })
    }
}
