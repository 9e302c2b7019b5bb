//! The values of every position of a game, by automata that were proved; and the certificate of that proof.
//!
//! In: a game, the play. Out: automata that read the digits of a position and give its value, found in tables and proved by induction; or only some of
//! them, such as the one for the value 0. The book describes the certificates ("Periods and certificates", kind `values`); the crate `grundy-certify`
//! verifies them.

use std::sync::Arc;

use grundy_automata::{Automaton, Budget};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::diagnostic;
use grundy_decide::{Automata, Block, Characterization, Claimed, Listed};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::{C, E};
use grundy_rules::rules::symmetry::is_symmetric;
use grundy_rules::session::Game;
use serde_json::{Value, json};

pub use grundy_automata::Numeration;
pub use grundy_decide::Coordinates;

use super::machine::Machine;
use crate::checked::{Checked, check};
use crate::choose::chooser;
use crate::envelope::{begun, begun_of, falls, sealed};
use grundy_proofs::automata::{Learned, Look, learn, memory};

/// A proof of the values of every position, or of some values.
#[derive(Clone, Debug)]
pub struct Everywhere {
    told: Arc<Characterization>,
    play: Play,
}

/// Looks for automata that give the values, or the positions with the first few values; `None` if none is found and proved.
///
/// ```
/// # use grundy::{Options, Session, theory::everywhere::everywhere};
/// let game = Session::new().game("slow_exact[4, 2]", None)?;
/// let proved = everywhere(&game.rules, &Options::default())?.expect("a proof");
/// assert!(proved.is_complete() && proved.states() <= 12);
/// let theorem = grundy_certify::verify(&proved.certificate(&game).expect("automata"), &mut |_| false).expect("it holds");
/// assert!(theorem.statement.contains("for every position"), "{}", theorem.statement);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// An interruption.
pub fn everywhere(rules: &Arc<Ruleset>, options: &Options) -> Result<Option<Everywhere>, Diagnostic> {
    everywhere_in(rules, None, options)
}

/// The same by automata that read numbers in one numeration, if one is given.
///
/// # Errors
/// An interruption.
pub fn everywhere_in(
    rules: &Arc<Ruleset>,
    numeration: Option<Numeration>,
    options: &Options,
) -> Result<Option<Everywhere>, Diagnostic> {
    let look = Look { numeration, ..Look::default() };
    Ok(learned_in(rules, &look, options)?.told.map(|told| Everywhere::of(Arc::new(told), options.play)))
}

/// What is learned of automata where they are looked for.
///
/// # Errors
/// An interruption.
pub fn learned_in(rules: &Arc<Ruleset>, look: &Look, options: &Options) -> Result<Learned, Diagnostic> {
    let limits = &options.limits;
    let ended = || limits.ended().is_some();
    let budget = Budget { ended: &ended, memory: memory(limits), ..Budget::default() };
    let learned = learn(rules, options.play, look, limits, &*chooser(), &budget);
    limits.interrupted().map_err(diagnostic)?;
    Ok(learned)
}

impl Everywhere {
    /// The proof of the values in a play.
    #[must_use]
    pub fn of(told: Arc<Characterization>, play: Play) -> Everywhere {
        Everywhere { told, play }
    }

    /// Are the values of all positions known, and not only the positions with some values?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.told.complete || self.told.says_values()
    }

    /// The play.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// The states of the largest automaton.
    #[must_use]
    pub fn states(&self) -> usize {
        self.told.descriptions.iter().map(grundy_decide::Description::states).max().unwrap_or(0)
    }

    /// How the automata read numbers.
    #[must_use]
    pub fn numeration(&self) -> Numeration {
        self.told.numeration
    }

    /// How the automata look at positions.
    #[must_use]
    pub fn coordinates(&self) -> Coordinates {
        self.told.coordinates
    }

    /// One automaton that gives all values; `None` if expressions give some of them, or if the automaton is too large to be looked at.
    ///
    /// ```
    /// # use grundy::{Options, Session, theory::everywhere::everywhere};
    /// let game = Session::new().game("nim[2]", None)?;
    /// let machine = everywhere(&game.rules, &Options::default())?.and_then(|found| found.machine()).expect("an automaton");
    /// // It reads a, b and G: a letter with an odd number of ones leads away for good.
    /// assert!(machine.reads_value && machine.next == [[0, 1, 1, 0, 1, 0, 0, 1], [1; 8]] && machine.is_dead(1));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn machine(&self) -> Option<Machine> {
        let width = self.told.descriptions.first().map(|description| description.patterns[0].len())?;
        Machine::of(&self.told.automata()?, width)
    }

    /// The certificate, without a final newline; `None` if expressions give some of the values.
    #[must_use]
    pub fn certificate(&self, game: &Game) -> Option<String> {
        self.certificate_of(game, &[])
    }

    /// Has the checker read the certificate of these values, which are of a game with these rules?
    #[must_use]
    pub fn checked(&self, rules: &Ruleset, limits: &Limits) -> Checked {
        self.checked_with(rules, &[], limits)
    }

    /// Has the checker read the certificate of these values, and of some formulas about them?
    pub fn checked_with(&self, rules: &Ruleset, says: &[Says], limits: &Limits) -> Checked {
        let mut object = begun_of("values", "", rules, self.play);
        match self.state(rules, says, &mut object) {
            Some(()) => check(&sealed(object), limits),
            None => Checked::No("expressions say a part of the values, and the checker reads automata".to_string()),
        }
    }

    /// The certificate of the values, and of some formulas about them.
    pub fn certificate_of(&self, game: &Game, says: &[Says]) -> Option<String> {
        let mut object = begun("values", game, self.play);
        self.state(&game.rules, says, &mut object)?;
        Some(sealed(object))
    }

    /// Adds the keys that state the values; nothing if expressions give some of them.
    fn state(&self, rules: &Ruleset, says: &[Says], object: &mut Value) -> Option<()> {
        let width = rules.width();
        object["base"] = json_base(self.told.numeration);
        let differences = self.told.coordinates == Coordinates::Differences;
        object["coordinates"] = if differences { "differences" } else { "plain" }.into();
        object["falls"] = falls(rules);
        match self.told.automata()? {
            Automata::Levels(levels) => {
                object["levels"] = levels.iter().map(|level| table(level, width)).collect();
                object["complete"] = self.told.complete.into();
            }
            Automata::Graph(graph) => object["graph"] = table(graph, width + 1),
        }
        object["says"] = says.iter().map(Says::json).collect();
        Some(())
    }
}

/// Values as a block of the certificate of a claim that asks for them: those of the game with a number there.
pub fn block(rules: &Ruleset, (game, play): (usize, Play), block: &Block) -> Value {
    let (width, differences) = (rules.width(), block.coordinates == Coordinates::Differences);
    let mut object = json!({"game": game, "play": play.name(), "base": json_base(block.numeration)});
    object["coordinates"] = if differences { "differences" } else { "plain" }.into();
    object["falls"] = falls(rules);
    if let Some(domain) = &block.domain {
        object["domain"] = table(domain, width);
    }
    if block.fixed.iter().any(Option::is_some) {
        object["fixed"] = block.fixed.iter().copied().collect();
    }
    match &block.values {
        Listed::Levels(levels, complete) => {
            object["levels"] = levels.iter().map(|level| table(level, width)).collect();
            object["complete"] = (*complete).into();
        }
        Listed::Graph(graph) => object["graph"] = table(graph, width + 1),
    }
    object["says"] = json!([]);
    object
}

/// A numeration in JSON: a base as a number, others by name.
#[must_use]
pub fn json_base(numeration: Numeration) -> Value {
    match numeration {
        Numeration::Base(base) => json!(base),
        other => json!(other.name()),
    }
}

/// A statement about the positions that meet a condition: it gives their values, or says which of them have a given value.
#[derive(Clone, Debug)]
pub struct Says {
    /// The condition on positions.
    pub among: C,
    /// The statement about these positions.
    pub sentence: Sentence,
}

/// A sentence about the values of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// The value is a number.
    Value(E),
    /// The value is this number if and only if a condition holds.
    Level(u32, C),
}

impl Sentence {
    /// Does it stay the same, whichever of the first coordinates are exchanged?
    #[must_use]
    pub fn is_symmetric(&self, width: usize) -> bool {
        match self {
            Sentence::Value(e) => is_symmetric(e, width),
            Sentence::Level(_, c) => is_symmetric(c, width),
        }
    }
}

impl From<Sentence> for Claimed {
    fn from(sentence: Sentence) -> Claimed {
        match sentence {
            Sentence::Value(e) => Claimed::Value(e),
            Sentence::Level(level, c) => Claimed::Level(level, c),
        }
    }
}

impl Says {
    fn json(&self) -> Value {
        let among = Ruleset::canonical_expression(&self.among);
        match &self.sentence {
            Sentence::Value(e) => json!({"where": among, "value": Ruleset::canonical_expression(e)}),
            Sentence::Level(level, c) => {
                json!({"where": among, "level": level, "iff": Ruleset::canonical_expression(c)})
            }
        }
    }
}

/// An automaton that reads so many numbers.
pub(super) fn table(automaton: &Automaton, tracks: usize) -> Value {
    json!({"next": automaton.rows(tracks), "accepts": automaton.accepting()})
}
