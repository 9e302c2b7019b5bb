//! Certificates of kind `values`, and blocks of values in claims, as theorems about every position.
//!
//! In: a certificate or a block, as JSON. Out: the parts of a file: the automata, the check of `Graph.v`, and its theorem. The automata read binary digits of the coordinates, or the bits of their
//! digits in another numeration.

use grundy_automata::Numeration;
use serde_json::{Map, Value};

use super::formulas::has_formulas;
use super::numeration::{self, Table, in_bits, term};
use super::rules::{key, rules, width};
use super::terms::{Lacks, array, constant};
use super::text::{Part, list, truth};

/// The automata of a block, and what goes with them.
#[derive(Debug)]
pub(super) struct Block<'a> {
    object: &'a Map<String, Value>,
    /// The number of coordinates.
    width: usize,
    play: grundy::Play,
    /// Nothing if the digits are binary.
    numeration: Option<Numeration>,
    /// Do the automata read the least coordinate and the differences of neighbours?
    differences: bool,
    /// The names of the rules and of what the block defines.
    rules: String,
    mark: String,
}

impl<'a> Block<'a> {
    /// A block about rules that have a name in the file; its names end with `mark`.
    pub(super) fn of(block: &'a Value, rules: &str, width: usize, mark: &str) -> Lacks<Block<'a>> {
        let object = block.as_object().ok_or("a block of values has another form")?;
        if object.contains_key("lines") {
            return Err("its values are those of lines with periods, and the library for Coq has automata alone".into());
        }
        let differences = match block["coordinates"].as_str() {
            Some("plain") => false,
            Some("differences") => true,
            _ => return Err("its coordinates have another form".into()),
        };
        let play = match key(object, "play")?.as_str() {
            Some("normal") => grundy::Play::Normal,
            Some("misere") => grundy::Play::Misere,
            _ => return Err("its play has another form".into()),
        };
        if differences && width > ORDERS {
            return Err(format!(
                "its automata read differences of more than {ORDERS} coordinates, which is too much for the library for Coq"
            ));
        }
        let numeration = numeration::of_base(&block["base"])?;
        Ok(Block { object, width, play, numeration, differences, rules: rules.to_string(), mark: mark.to_string() })
    }

    /// The rules and the play, as the library has a game whose values are asked for.
    pub(super) fn game(&self) -> String {
        format!("({}, {})", self.rules, truth(self.play.is_misere()))
    }

    /// The definitions of the automata.
    pub(super) fn definitions(&self) -> Lacks<Part> {
        let mark = &self.mark;
        let mut part = self.numeration.map_or(Ok(Part::default()), |digits| numeration::definition(digits, mark))?;
        if self.differences {
            part.comment(
                "The automata read the least coordinate and the differences of neighbours in ascending order; `plain` makes of each one that reads \
                 the coordinates, in any order, and what is stated is stated of these.",
            );
        }
        if let Some(domain) = self.object.get("domain") {
            part.definition(&format!("the_domain{mark}"), "aut", &self.automaton(domain, 0)?);
        }
        match self.object.get("graph") {
            Some(graph) => part.definition(&format!("the_graph{mark}"), "aut", &self.automaton(graph, 1)?),
            None => {
                let levels = array(key(self.object, "levels")?)?;
                let levels = levels.iter().map(|level| self.automaton(level, 0)).collect::<Lacks<Vec<_>>>()?;
                part.definition(&format!("the_levels{mark}"), "list aut", &format!("[\n  {}]", levels.join(";\n  ")));
            }
        }
        Ok(part)
    }

    /// An automaton that reads a position, and some more tracks.
    fn automaton(&self, value: &Value, more: usize) -> Lacks<String> {
        let (tracks, digits) = (self.width + more, self.numeration.unwrap_or_default().digits());
        let mut table = table(value, u32::try_from(tracks).ok().and_then(|tracks| digits.checked_pow(tracks)))?;
        if let Some(numeration) = self.numeration {
            table = in_bits(&table, numeration, tracks);
        }
        let term = term(&table, tracks);
        Ok(match self.differences {
            true => format!("plain {} {} {more} ({term})", self.digits(), self.width),
            false => term,
        })
    }

    /// The digits that the automata read.
    pub(super) fn digits(&self) -> String {
        numeration::name(self.numeration, &self.mark)
    }

    /// The domain: all positions, or those that an automaton accepts.
    fn domain(&self) -> String {
        match self.object.get("domain") {
            Some(_) => format!("(Some the_domain{})", self.mark),
            None => "None".to_string(),
        }
    }

    /// What `check_graph` and `check_levels` are given, and so `ByGraph` and `ByLevels`.
    fn operands(&self) -> Lacks<String> {
        let (falls, least) = (falls(self.object)?, least(self.object)?);
        let (play, domain, mark) = (truth(self.play.is_misere()), self.domain(), &self.mark);
        let automata = if self.is_graph() { "the_graph" } else { "the_levels" };
        let digits = self.digits();
        Ok(format!("{} {play} {digits} {domain} {automata}{mark} {falls} {least}", self.rules))
    }

    fn is_graph(&self) -> bool {
        self.object.contains_key("graph")
    }

    /// Do the levels say all values?
    fn is_complete(&self) -> bool {
        self.object.get("complete") == Some(&Value::Bool(true))
    }

    /// Does it speak of some positions alone?
    pub(super) fn has_domain(&self) -> bool {
        self.object.contains_key("domain")
    }

    /// Are all values said?
    pub(super) fn says_all(&self) -> bool {
        self.is_graph() || self.is_complete()
    }

    /// Are the first so many values said?
    pub(super) fn says_first(&self, values: usize) -> bool {
        self.object.get("levels").and_then(Value::as_array).is_some_and(|levels| levels.len() >= values)
    }

    /// The values as they are known to a claim.
    pub(super) fn known(&self) -> Lacks<String> {
        let operands = self.operands()?;
        Ok(match self.is_graph() {
            true => format!("ByGraph {operands}"),
            false => format!("ByLevels {} {operands}", truth(self.is_complete())),
        })
    }

    /// The theorem that the automata say the values.
    fn theorem(&self) -> Lacks<Part> {
        let (mut part, mark, operands) = (Part::default(), &self.mark, self.operands()?);
        let (check, says, blanks) = match self.is_graph() {
            true => ("check_graph".to_string(), format!("graph_says {} the_graph{mark}", self.digits()), 7),
            false => (
                format!("check_levels {}", truth(self.is_complete())),
                format!("levels_say {} the_levels{mark}", self.digits()),
                8,
            ),
        };
        part.checked(&format!("checked{mark}"), &format!("{check} {operands}"));
        let (bound, proof) = match (self.is_graph(), self.is_complete()) {
            (true, _) => (String::new(), "split; [exact E|exact K]."),
            (false, true) => (String::new(), "split; [exact E|intros n; exact (K n (or_introl eq_refl))]."),
            (false, false) => {
                let levels = array(key(self.object, "levels")?)?.len();
                (format!("(n < {levels})%N -> "), "split; [exact E|intros n L; exact (K n (or_intror L))].")
            }
        };
        let (inside, inside_name, inside_proof) = match self.object.contains_key("domain") {
            true => (format!("in_domain {} {} xs -> ", self.digits(), self.domain()), " D", "D"),
            false => (String::new(), "", "I"),
        };
        let value = format!("has_value {} {} xs", self.rules, truth(self.play.is_misere()));
        let says = format!(
            "forall xs, is_position {} xs -> {inside}\n  (exists n, {value} n) /\\ forall n, {bound}({says} xs n <-> {value} n)",
            self.rules
        );
        let sound = check.split(' ').next().unwrap_or_default();
        let proof = format!(
            "intros xs P{inside_name}. destruct ({sound}_sound{} checked{mark} xs P {inside_proof}) as (_ & E & K). {proof}",
            " _".repeat(blanks)
        );
        part.theorem(&format!("values{mark}"), &says, &proof);
        Ok(part)
    }
}

/// The factors of the sum that every move lowers.
pub(super) fn falls(object: &Map<String, Value>) -> Lacks<String> {
    Ok(list(&array(key(object, "falls")?)?.iter().map(constant).collect::<Lacks<Vec<_>>>()?))
}

/// The sum of `falls` is not below this number's opposite where a move leads.
pub(super) fn least(object: &Map<String, Value>) -> Lacks<String> {
    let falls = array(key(object, "falls")?)?;
    let least: i128 = falls.iter().filter_map(Value::as_i64).map(|fall| -i128::from(fall.min(0))).sum();
    Ok(format!("{least}%Z"))
}

/// The most coordinates whose orders are listed.
const ORDERS: usize = 5;

/// What the automata of a file need.
pub(super) const REQUIRES: &str = "From Coq Require Import List NArith ZArith Bool.\n\
     From Grundy Require Import Automaton Numeration Program Decision Value Expr Game Graph Statement.\n\
     Import ListNotations.\n";

/// The theorem of a certificate of kind `values`, its rules with it.
pub(super) fn part(certificate: &Value, mark: &str) -> Lacks<Part> {
    let object = certificate.as_object().ok_or("the certificate has another form")?;
    let (game, width) = (key(object, "rules")?, width(key(object, "rules")?)?);
    let name = format!("the_rules{mark}");
    let block = Block::of(certificate, &name, width, mark)?;
    let mut part = Part::default();
    part.definition(&name, "rules", &format!("\n  {}", rules(game)?));
    part.append(&block.definitions()?);
    has_formulas(game)?;
    part.append(&block.theorem()?);
    Ok(part)
}

/// An automaton of a certificate, which reads so many letters.
fn table(value: &Value, letters: Option<usize>) -> Lacks<Table> {
    let form = "an automaton has another form";
    let object = value.as_object().ok_or(form)?;
    let number = |to: &Value| to.as_u64().and_then(|to| usize::try_from(to).ok()).ok_or(form.to_string());
    let row = |row: &Value| array(row)?.iter().map(number).collect::<Lacks<Vec<_>>>();
    let accepts = |accepts: &Value| accepts.as_bool().ok_or(form.to_string());
    let next = array(key(object, "next")?)?.iter().map(row).collect::<Lacks<Vec<_>>>()?;
    let accepts = array(key(object, "accepts")?)?.iter().map(accepts).collect::<Lacks<Vec<_>>>()?;
    let states = next.len();
    let fits = |row: &Vec<usize>| Some(row.len()) == letters && row.iter().all(|to| *to < states);
    let is_one = states > 0 && accepts.len() == states && next.iter().all(fits);
    is_one.then_some(Table { next, accepts }).ok_or(form.into())
}
