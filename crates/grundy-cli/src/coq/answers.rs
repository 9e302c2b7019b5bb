//! What answers the questions of a claim about all positions.
//!
//! In: a certificate of kind `claim`, as JSON. Out: the blocks of values, the rules of which terminal positions are asked for, and the swap positions of the position of the claim, as terms of `Questions.v`; and for
//! each question its number in the file. Blocks come first, then rules, then the values of the position in normal and in misère play.

use serde_json::{Map, Value, json};

use super::rules::{key, width};
use super::terms::{Lacks, array};
use super::text::{Part, list};
use super::values::{Block, falls, least};

/// What answers the questions.
pub(super) struct Answers {
    /// For each question its number in the file.
    pub(super) numbers: Vec<usize>,
    /// The rules and the play of each block, as a pair, and the block.
    pub(super) plays: Vec<String>,
    pub(super) known: Vec<String>,
    /// The rules of which terminal positions are asked for.
    terminal: Vec<String>,
    /// The rules of the position of the claim, and its swap positions.
    swaps: Option<(String, String)>,
}

/// What answers one question; blocks and rules have numbers of their own.
enum Answer {
    Block(usize),
    Terminal(usize),
    Swapped(bool),
}

impl Answers {
    /// What answers the questions of a claim. Its games have names in the file, to which definitions are added.
    pub(super) fn of(
        object: &Map<String, Value>,
        questions: &[Value],
        (names, games): (&[String], &[&Value]),
        part: &mut Part,
    ) -> Lacks<Answers> {
        let (mut blocks, mut terminal, mut answers) = (vec![], vec![], vec![]);
        for question in questions {
            answers.push(if question["asks"] == "terminal" {
                Answer::Terminal(number_in(&mut terminal, of_list(names, &question["game"])?.clone()))
            } else if question.get("swaps").is_some() {
                Answer::Swapped(question["play"] == "misere")
            } else {
                // Several questions may have the same block.
                let block = question["values"].as_u64().and_then(|block| usize::try_from(block).ok());
                Answer::Block(number_in(&mut blocks, block.ok_or("it asks for a value that no block gives")?))
            });
        }
        let (mut plays, mut known) = (vec![], vec![]);
        for number in &blocks {
            let block = array(key(object, "values")?)?.get(*number).ok_or("it asks for a value that no block gives")?;
            let (name, game) = (of_list(names, &block["game"])?, of_list(games, &block["game"])?);
            let block = Block::of(block, name, width(game)?, &format!("_{number}"))?;
            part.append(&block.definitions()?);
            plays.push(block.game());
            known.push(block.known()?);
        }
        let swaps = match answers.iter().any(|answer| matches!(answer, Answer::Swapped(_))) {
            true => Some(swaps(object, (names, games), part)?),
            false => None,
        };
        let number = |answer: &Answer| match answer {
            Answer::Block(number) => *number,
            Answer::Terminal(number) => known.len() + number,
            Answer::Swapped(misere) => known.len() + terminal.len() + usize::from(*misere),
        };
        Ok(Answers { numbers: answers.iter().map(number).collect(), plays, known, terminal, swaps })
    }

    /// Are all answers values by blocks?
    pub(super) fn are_blocks(&self) -> bool {
        self.terminal.is_empty() && self.swaps.is_none()
    }

    /// All that answers, as `Questions.v` has it: the swap positions, and the others.
    pub(super) fn terms(&self) -> (String, String) {
        let blocks = self.known.iter().map(|block| format!("ByBlock ({block})"));
        let rules = self.terminal.iter().map(|rules| format!("ByRules {rules}"));
        let swaps = self.swaps.as_ref().map_or("None".to_string(), |(_, swaps)| format!("(Some {swaps})"));
        (swaps, list(&blocks.chain(rules).collect::<Vec<_>>()))
    }

    /// The questions, as `Finite.v` has them.
    pub(super) fn questions(&self) -> String {
        let blocks = self.plays.iter().map(|game| format!("value_of {game}"));
        let rules = self.terminal.iter().map(|rules| format!("IsTerminal {rules}"));
        let values = self
            .swaps
            .iter()
            .flat_map(|(rules, _)| ["false", "true"].map(|play| format!("value_of ({rules}, {play})")));
        list(&blocks.chain(rules).chain(values).collect::<Vec<_>>())
    }
}

/// The number of something in a list, to whose end it is put if it is new.
pub(super) fn number_in<T: PartialEq>(list: &mut Vec<T>, one: T) -> usize {
    list.iter().position(|other| *other == one).unwrap_or_else(|| {
        list.push(one);
        list.len() - 1
    })
}

/// What a list has at a number that is given as JSON.
fn of_list<'a, T>(list: &'a [T], number: &Value) -> Lacks<&'a T> {
    let one = number.as_u64().and_then(|number| list.get(usize::try_from(number).ok()?));
    one.ok_or_else(|| "a question has another form".into())
}

/// The rules of the position of a claim, and its swap positions.
fn swaps(
    object: &Map<String, Value>,
    (names, games): (&[String], &[&Value]),
    part: &mut Part,
) -> Lacks<(String, String)> {
    let all = array(key(object, "swaps")?)?;
    let ([swaps], at) = (all.as_slice(), key(object, "at")?) else {
        return Err(
            "it rests on the swap positions of several games, and the library for Coq has no such claims".into()
        );
    };
    let (name, width) = (of_list(names, &swaps["game"])?, width(of_list(games, &swaps["game"])?)?);
    let is_whole = at["entries"] == (0..width).map(|i| json!(["x", i])).collect::<Value>();
    if at["game"] != swaps["game"] || !is_whole || object.get("variables") != Some(&json!(width)) {
        return Err("it rests on swap positions of some positions, and the library for Coq has such claims of all positions alone".into());
    }
    let sets = SwapSets::of(&swaps["swap"], name, width, "_swap", part)?;
    let [first, second] = &sets.sets;
    let term = format!(
        "{{| swap_rules := {name}; swap_digits := {}; swap_first := {first}; swap_second := {second}; swap_falls := {}; swap_least := {} |}}",
        sets.digits, sets.falls, sets.least
    );
    Ok((name.clone(), term))
}

/// The two sets of swap positions, as terms, and what goes with them.
pub(super) struct SwapSets {
    pub(super) digits: String,
    pub(super) sets: [String; 2],
    pub(super) falls: String,
    pub(super) least: String,
}

impl SwapSets {
    /// The sets, whose definitions are added to a part; their names end with `mark`.
    pub(super) fn of(swap: &Value, rules: &str, width: usize, mark: &str, part: &mut Part) -> Lacks<SwapSets> {
        let mut sets = swap.clone();
        sets["play"] = json!("normal");
        let block = Block::of(&sets, rules, width, mark)?;
        part.append(&block.definitions()?);
        let object = swap.as_object().ok_or("a question has another form")?;
        let set = |number: usize| format!("(nth {number} the_levels{mark} (automaton 0 []))");
        Ok(SwapSets { digits: block.digits(), sets: [set(0), set(1)], falls: falls(object)?, least: least(object)? })
    }
}
