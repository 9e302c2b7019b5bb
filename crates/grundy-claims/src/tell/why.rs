//! Why a claim is not proved for every position.
//!
//! In: a claim, what was found about its games, and what became of the attempts to prove it. Out: one sentence in the words of the person who wrote the claim, a code
//! for programs, and the list of all that was tried. A sentence names what is missing, not what a program did: the move that no formula says, the term, the values that
//! no small automaton gives, the limit that was met.

use grundy_automata::{Budget, Stop};
use grundy_core::contract::reason::Reason;
use grundy_decide::{NotExpressible, Obstacle, Outcome, obstacle};
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::{Play, Property, Ruleset};
use grundy_rules::session::Game;

use crate::Effort;
use crate::read::claim::Claim;
use grundy_proofs::automata::{Learned, STATES, WIDEST};

/// What kept a claim from being proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyCode {
    /// The claim states a bound; without it, it would be proved.
    Bound,
    /// The claim states a bound, and is false beyond it.
    Beyond,
    /// It is proved, and the checker has not read the proof.
    Unchecked,
    /// A move or a condition of the rules cannot be said to automata.
    Rules,
    /// The values of a game are not known for every position.
    Values,
    /// A term of the claim cannot be said to automata, or the claim does not prove itself by induction.
    Formula,
    /// The claim asks for something that these proofs do not read.
    Question,
    /// A limit on the work was met: more effort may do.
    Limit,
    /// The memory did not suffice.
    Memory,
    /// The time was over.
    Time,
    /// It is proved for some parameters of the games, and not for all.
    Parameters,
    /// None of these.
    Other,
}

impl WhyCode {
    /// The code in output for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            WhyCode::Bound => "bound",
            WhyCode::Beyond => "beyond",
            WhyCode::Unchecked => "unchecked",
            WhyCode::Rules => "rules",
            WhyCode::Values => "values",
            WhyCode::Formula => "formula",
            WhyCode::Question => "question",
            WhyCode::Limit => "limit",
            WhyCode::Memory => "memory",
            WhyCode::Time => "time",
            WhyCode::Parameters => "parameters",
            WhyCode::Other => "other",
        }
    }
}

/// Why a claim is not proved for every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Why {
    pub(crate) code: WhyCode,
    pub(crate) message: String,
    /// What was tried, and what became of it: a line each.
    pub(crate) tried: Vec<String>,
}

/// What is missing of a game, or of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lack {
    pub(crate) code: WhyCode,
    /// Goes on behind `for the values of …, `.
    text: String,
    /// Is it a term that no automaton says?
    is_term: bool,
}

impl Lack {
    fn of(code: WhyCode, text: impl Into<String>) -> Lack {
        Lack { code, text: text.into(), is_term: false }
    }

    /// A limit of the proofs.
    pub(crate) fn limit(text: &str) -> Lack {
        Lack::of(WhyCode::Limit, text)
    }

    /// What is missing, and what would allow more.
    pub(crate) fn words(&self, effort: Effort) -> String {
        let text = &self.text;
        match (self.code, effort.next()) {
            (WhyCode::Limit, Some(next)) => format!("{text} (`--effort {next}` allows four times as much)"),
            (WhyCode::Memory, Some(next)) => {
                format!("{text} (`--effort {next}` allows four times as much, up to a quarter of `--memory`)")
            }
            _ => text.clone(),
        }
    }

    /// What is missing where a formula of the rules or of the claim is not said, or not decided; with names for the coordinates.
    pub(crate) fn of_formula(why: &NotExpressible, names: &[String]) -> Lack {
        match why {
            NotExpressible::Stop(stop) => Lack::of_stop(*stop),
            NotExpressible::Long | NotExpressible::Cases => Lack::limit(&why.to_string()),
            NotExpressible::Unknown(_) => Lack::of(WhyCode::Values, why.to_string()),
            NotExpressible::Size => Lack::of(WhyCode::Formula, why.to_string()),
            NotExpressible::What(_) | NotExpressible::In(..) => {
                Lack { is_term: true, ..Lack::of(WhyCode::Formula, why.words(names)) }
            }
        }
    }

    /// What stopped the automata of a proof.
    pub(crate) fn of_stop(stop: Stop) -> Lack {
        match stop {
            Stop::TooLarge | Stop::TooMuch => Lack::limit(&stop.to_string()),
            Stop::Memory => Lack::of(WhyCode::Memory, stop.to_string()),
            Stop::Ended => Lack::of(WhyCode::Time, stop.to_string()),
            Stop::Overflow | Stop::NotBinary | Stop::NoRoot | Stop::NoPowers => {
                Lack::of(WhyCode::Formula, stop.to_string())
            }
        }
    }

    /// What became of an induction that did not go through; nothing if it did.
    pub(crate) fn of_induction(outcome: &Outcome, names: &[String]) -> Option<Lack> {
        match outcome {
            Outcome::Proved { .. } => None,
            Outcome::NotClosed => {
                let text = "some move leads from these positions to others, of which the claim says nothing";
                Some(Lack::of(WhyCode::Formula, text))
            }
            Outcome::NotSaid(why) => Some(Lack::of_formula(why, names)),
            Outcome::Stopped(stop) => Some(Lack::of_stop(*stop)),
            Outcome::Open(why) => Some(Lack::of(WhyCode::Formula, *why)),
        }
    }

    /// Why the values of a game are not known for every position, after they were looked for.
    pub(crate) fn of_values(rules: &Ruleset, play: Play, learned: &Learned, budget: &Budget<'_>) -> Lack {
        let width = rules.width();
        if play.is_misere() && rules.splits() {
            let text = "in misère play the value of several parts is no nim-sum of theirs, and no proof for every position is looked for";
            return Lack::of(WhyCode::Values, text);
        }
        if let Some(unproved) = &learned.unproved {
            return Lack::of(WhyCode::Values, format!("tables show an automaton {unproved}"));
        }
        match learned.looked {
            _ if width > WIDEST => {
                let text = format!("no automaton is looked for: the game has {width} coordinates, more than {WIDEST}");
                Lack::of(WhyCode::Values, text)
            }
            Some(size) => {
                let text = format!(
                    "a table with {size} values of each coordinate shows no automaton of up to {STATES} states"
                );
                Lack::of(WhyCode::Values, text)
            }
            // No table was looked at, as the rules cannot be said, or as none is small enough.
            None => obstacle(rules, budget).map_or_else(
                || Lack::of(WhyCode::Values, "no table is small enough for automata to be read off it"),
                |obstacle| Lack::of_rules(rules, obstacle),
            ),
        }
    }

    fn of_rules(rules: &Ruleset, obstacle: Obstacle) -> Lack {
        let names: Vec<String> = rules.coords.iter().map(|coord| coord.name.clone()).collect();
        let of_family = |number: usize, text: &str| Reason::family(rules, &rules.families[number], text).to_string();
        match obstacle {
            Obstacle::Rules(why) => Lack::of(WhyCode::Rules, why.words(&names)),
            Obstacle::Family(
                _,
                NotExpressible::Stop(stop @ (Stop::Overflow | Stop::NotBinary | Stop::NoRoot | Stop::NoPowers)),
            ) => Lack::of(WhyCode::Rules, format!("for its rules, {stop}")),
            Obstacle::Family(_, why @ (NotExpressible::Stop(_) | NotExpressible::Long | NotExpressible::Cases)) => {
                Lack::limit(&format!("for its rules, {why}"))
            }
            Obstacle::Family(number, why) => {
                Lack::of(WhyCode::Rules, of_family(number, &format!("is not said: {}", why.words(&names))))
            }
            Obstacle::Rises(number) => {
                Lack::of(WhyCode::Rules, of_family(number, "does not lower the sum of the coordinates"))
            }
            Obstacle::Undecided => Lack::of(
                WhyCode::Rules,
                "it is not decided that every move is defined and lowers the sum of the coordinates",
            ),
        }
    }
}

/// What a claim asks for that these proofs do not read, if it does.
pub(crate) fn unread(claim: &Claim) -> Option<&'static str> {
    claim.scope.questions.iter().find_map(|question| match question {
        Question::Position { what: What::Outcome | What::Code, .. } => {
            Some("values of games in which play may go on for ever")
        }
        Question::Position { .. } | Question::Property { .. } => None,
        Question::Line { .. } | Question::Solutions { .. } => Some("the period of a line"),
        Question::Convergence { .. } | Question::Converges { .. } => {
            Some("steps to convergence, which were seen as far as a table goes")
        }
        Question::Automatic { .. } => Some("whether there is an automaton"),
        _ => Some("more than values, positions and properties"),
    })
}

/// A property of a game that is not known, in words.
pub(crate) fn of_property(game: &Game, property: Property) -> String {
    format!("whether `{}` is {}", game.text, property.name().replace('_', "-"))
}

impl Why {
    /// The sentence that says what is missing: what of the claim's own formula cannot be said comes first, then what is missing of its games, then what
    /// became of the formula, where all values are known.
    pub(crate) fn of(formula: Option<Lack>, games: Vec<(String, Lack)>, decided: Option<Lack>, effort: Effort) -> Why {
        let words = |lack: &Lack| lack.words(effort);
        let mut tried = vec![];
        tried.extend(formula.iter().map(|lack| format!("the claim by induction along the moves: {}", words(lack))));
        tried.extend(games.iter().map(|(asked, lack)| format!("{asked}: {}", words(lack))));
        tried.extend(decided.iter().map(|lack| format!("the claim by what is known of its games: {}", words(lack))));
        let telling = |lack: &Lack| lack.is_term || matches!(lack.code, WhyCode::Limit | WhyCode::Memory);
        let (code, message) = match (&formula, games.first(), &decided) {
            (Some(own), Some((asked, lack)), _) if telling(own) && lack.code != WhyCode::Rules => {
                (own.code, format!("{}; and for {asked}, {}", words(own), words(lack)))
            }
            (Some(own), None, None) => (own.code, words(own)),
            (_, Some((asked, lack)), _) => (lack.code, format!("for {asked}, {}", words(lack))),
            (_, None, Some(lack)) => (lack.code, words(lack)),
            (None, None, None) => (WhyCode::Other, "no proof for every position was found".to_string()),
        };
        let message = format!("not proved for every position: {message}");
        Why { code, message, tried }
    }

    /// The same, where one thing is missing.
    pub(crate) fn only(code: WhyCode, message: impl Into<String>) -> Why {
        Why { code, message: message.into(), tried: vec![] }
    }
}
