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
use grundy_decide::{Block, Characterization, Listed};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::expr::{C, Formula};
use grundy_rules::rules::{Ruleset, build};
use grundy_rules::session::Game;
use serde_json::{Value, json};

pub use grundy_automata::Numeration;
pub use grundy_decide::Coordinates;

use super::machine::Machine;
use crate::checked::{Checked, check};
use crate::choose::chooser;
use crate::envelope::{begun_of, falls, sealed};
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
        self.certificate_of(&game.text, &game.rules)
    }

    /// Has the checker read the certificate of these values, which are of a game with these rules?
    #[must_use]
    pub fn checked(&self, rules: &Ruleset, limits: &Limits) -> Checked {
        read(self.certificate_of("", rules), limits)
    }

    fn certificate_of(&self, name: &str, rules: &Ruleset) -> Option<String> {
        Some(sealed(with_values(begun_of("values", name, rules, self.play), rules, &Block::told(&self.told)?)))
    }

    /// The certificate of a formula that these values obey: a claim about every position, or about those whose coordinates ascend. `None` if expressions give some of the values.
    pub(crate) fn certificate_of_formula(
        &self,
        name: &str,
        rules: &Ruleset,
        (formula, ascends): (&Formula, bool),
    ) -> Option<String> {
        let width = rules.width();
        let values = block(rules, (0, self.play), &Block::told(&self.told)?);
        let asked = json!(["ask", 0, []]);
        let holds = match formula {
            Formula::Number(e) => json!(["=0", ["sum", 0, [[1, asked], [-1, Ruleset::canonical_expression(e)]]]]),
            Formula::Condition(c) => json!(["iff", ["=0", asked], Ruleset::canonical_expression(c)]),
        };
        let mut object = begun_of("claim", name, rules, self.play);
        object["games"] = json!([]);
        object["values"] = json!([values]);
        object["questions"] = json!([{"game": 0, "asks": "value", "values": 0}]);
        object["variables"] = width.into();
        object["at"] = json!({"game": 0, "entries": (0..width).map(|i| json!(["x", i])).collect::<Value>()});
        object["where"] = Ruleset::canonical_expression(&ordered(if ascends { width } else { 1 }));
        object["all"] = json!([]);
        object["if"] = json!(true);
        object["holds"] = holds;
        Some(sealed(object))
    }
}

/// Has the checker read a certificate of values, or of a formula about them?
pub(crate) fn read(certificate: Option<String>, limits: &Limits) -> Checked {
    match certificate {
        Some(text) => check(&text, limits),
        None => Checked::No("expressions say a part of the values, and the checker reads automata".to_string()),
    }
}

/// Values as a block of the certificate of a claim that asks for them: those of the game with a number there.
pub fn block(rules: &Ruleset, (game, play): (usize, Play), block: &Block) -> Value {
    with_values(json!({"game": game, "play": play.name()}), rules, block)
}

/// The coordinates ascend.
pub(super) fn ordered(width: usize) -> C {
    build::and((1..width).map(|i| build::le(&build::coord(i - 1), &build::coord(i))).collect())
}

/// An object with the keys that state values by automata.
pub(super) fn with_values(mut object: Value, rules: &Ruleset, block: &Block) -> Value {
    let (width, differences) = (rules.width(), block.coordinates == Coordinates::Differences);
    object["base"] = json_base(block.numeration);
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

/// An automaton that reads so many numbers.
pub(super) fn table(automaton: &Automaton, tracks: usize) -> Value {
    json!({"next": automaton.rows(tracks), "accepts": automaton.accepting()})
}
