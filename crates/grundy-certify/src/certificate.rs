//! Reads the file of a certificate.
//!
//! In: text. Out: a [`Certificate`] that has only known keys of its kind and whose hashes are right; or why there is none.

use serde_json::{Map, Value};

use super::Refusal;
use super::apart;
use super::automaton::Table;
use super::blocks::Block;
use super::choice::Choice;
use super::convergence;
use super::expr::{Result, Rules, short};
use super::keys::{Entry, entries, key, list, natural, number, text};
use super::kinds::Together;
use super::nearby;
use super::possible;
use super::quotient;
use super::values::reached::Reached;
use super::values::statement::Statement;
use super::values::{Claim, alike, answered, piles, theorems};
use crate::spent::Stop;

/// The contents of a certificate.
pub(crate) struct Certificate {
    pub(crate) game: String,
    pub(crate) rules: Rules,
    pub(crate) hash: String,
    pub(crate) misere: bool,
    /// The entries of the line, of the kinds `line`, `heaps` and `diagonal`. These and `solutions` have a period.
    pub(crate) line: Vec<Entry>,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    pub(crate) values: Vec<Option<u64>>,
    pub(crate) kind: Kind,
    /// The P-positions of parts that moves ask for.
    pub(crate) reached: Vec<Reached>,
}

/// The kind of proof.
pub(crate) enum Kind {
    /// A state of the line recurs.
    Line { at: u64, after: u64 },
    /// The bound of Guy and Smith, with the most tokens taken and the most parts left; the numbering, if heaps are of several kinds; the common
    /// values, if the proof rests on few heaps being rare.
    Heaps { take: u64, parts: u64, kinds: Option<Together>, common: Option<Choice> },
    /// Blocks of values. The statement is about b - a along the positions of one value.
    Solutions { value: u64, blocks: Vec<Block> },
    /// Blocks of values. Both coordinates run.
    Diagonal { blocks: Vec<Block> },
    /// An automaton whose outputs satisfy the recursion.
    Automaton(Table),
    /// The period of a line, by automata that say the value of every position.
    Recurs(Box<Claim>),
    /// Values that are those of other positions.
    Alike(Box<alike::Claim>),
    /// P-positions by a strategy.
    Answered(Box<answered::Claim>),
    /// The steps after which guesses agree.
    Convergence(convergence::Claim),
    /// What is true of values near each other, and near quotients.
    Nearby(Box<nearby::Claim>),
    /// Values that numbers can have, by residue.
    Classes(possible::Classes),
    /// Two guesses that never agree.
    Apart(apart::Apart),
    /// P-positions or values on any number of piles.
    Piles(Box<piles::Claim>),
    /// A monoid that decides the outcomes of sums of heaps.
    Quotient(quotient::Claim),
    /// Automata that say the value of every position.
    Values(Box<Claim>),
    /// A statement about values.
    Claim(Box<Statement>),
}

impl Kind {
    /// Is the statement one about a period?
    pub(crate) fn is_periodic(&self) -> bool {
        matches!(
            self,
            Kind::Line { .. } | Kind::Heaps { .. } | Kind::Solutions { .. } | Kind::Diagonal { .. } | Kind::Recurs(_)
        )
    }
}

impl Certificate {
    /// The blocks of its `reached` hold: its rules are read with them.
    pub(crate) fn verify_reached(&self, stop: Stop) -> Result<(), Refusal> {
        self.reached.iter().try_for_each(|part| part.verify(stop)).map_err(Refusal::of)
    }
}

/// The number of values in a certificate at most.
const MOST_VALUES: usize = 1 << 22;

/// The number of blocks in a certificate at most.
const MOST_BLOCKS: usize = 1 << 10;

const COMMON: [&str; 8] = ["format", "v", "kind", "game", "rules", "hash", "play", "check"];
/// The keys of the kinds that state a period.
const PERIODS: [&str; 3] = ["preperiod", "period", "saltus"];

/// The first 128 bits of a BLAKE3 hash, in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
}

/// Reads a certificate and checks its hashes.
pub(crate) fn read(text: &str) -> Result<Certificate, Refusal> {
    let no = |why: String| Refusal::NoCertificate(why);
    let json: Value = serde_json::from_str(text).map_err(|error| no(format!("it is no JSON: {error}")))?;
    match json {
        Value::Object(object) => of(object),
        _ => Err(no("it is no JSON object".into())),
    }
}

/// Reads the object of a certificate and checks its hashes.
pub(crate) fn of(mut object: Map<String, Value>) -> Result<Certificate, Refusal> {
    let no = |why: String| Refusal::NoCertificate(why);
    if object.get("format").and_then(Value::as_str) != Some("grundy-certificate") {
        return Err(no("its `format` is not `grundy-certificate`".into()));
    }
    match object.get("v") {
        Some(v) if v.as_u64() == Some(1) => {}
        Some(v) => {
            return Err(no(format!("it is of version {} of the format, and this program reads version 1", short(v))));
        }
        None => return Err(no("it lacks the key `v`".into())),
    }
    let certificate = contents(&object).map_err(no)?;
    let check = object.shift_remove("check");
    let stated = check.as_ref().and_then(Value::as_str).unwrap_or_default();
    if hash(&Value::Object(object.clone()).to_string()) != stated {
        return Err(Refusal::False(
            "its contents are not those of which `check` is the hash: something was changed".into(),
        ));
    }
    if hash(&object["rules"].to_string()) != certificate.hash {
        return Err(Refusal::False(format!("`hash` is not the hash of its rules: it says {}", certificate.hash)));
    }
    Ok(certificate)
}

fn contents(object: &Map<String, Value>) -> Result<Certificate> {
    let kind = text(object, "kind")?;
    if matches!(kind, "alike" | "claim") && object.contains_key("reached") {
        let (object, reached) = Reached::read(object)?;
        return Ok(Certificate { reached, ..contents(&object)? });
    }
    let own: &[&str] = match kind {
        "line" => &["values", "line", "recurrence"],
        "heaps" => &["values", "line", "take", "parts", "kinds", "common"],
        "solutions" => &["values", "value", "blocks"],
        "diagonal" => &["values", "line", "blocks"],
        "automaton" => &["values", "base", "next", "outputs"],
        "alike" => &["coordinates", "falls", "where", "among", "says", "beyond", "games", "numbers", "known"],
        "recurs" => &["values", "line", "base", "coordinates", "falls", "levels", "complete", "graph", "says"],
        "answered" => &["falls", "sets", "where", "says"],
        "convergence" => &["steps", "start", "taken", "products", "classes"],
        "nearby" => {
            &["products", "factor", "more", "steps", "modulus", "questions", "at", "where", "all", "if", "holds"]
        }
        "classes" => &["classes"],
        "apart" => &["start", "guesses", "residue", "modulus"],
        "piles" => &["threshold", "modulus", "where", "of", "says"],
        "quotient" => &["table", "portion", "values", "most", "heaps", "preperiod", "period"],
        "values" => &["base", "coordinates", "falls", "levels", "complete", "graph", "says"],
        "claim" => &[
            "games",
            "values",
            "swaps",
            "theorems",
            "questions",
            "variables",
            "at",
            "where",
            "all",
            "if",
            "holds",
            "most",
        ],
        other => {
            return Err(format!(
                "its `kind` is `{other}`; this program knows `line`, `heaps`, `solutions`, `diagonal`, `recurs`, `alike`, `answered`, `apart`, `automaton`, `claim`, `classes`, `convergence`, `nearby`, `piles`, `quotient` and `values`"
            ));
        }
    };
    let states_period = matches!(kind, "line" | "heaps" | "solutions" | "diagonal" | "recurs");
    let periods: &[&str] = if states_period { &PERIODS } else { &[] };
    let known = |key: &str| [&COMMON, periods, own].iter().any(|keys| keys.contains(&key));
    if let Some(other) = object.keys().find(|key| !known(key)) {
        return Err(format!("it has the key `{other}`, which the format does not know"));
    }
    let kind = match kind {
        "line" => {
            let recurrence = key(object, "recurrence")?.as_object().filter(|r| r.len() == 2);
            let recurrence = recurrence.ok_or("its `recurrence` is not an object with `at` and `after`")?;
            Kind::Line { at: number(recurrence, "at")?, after: number(recurrence, "after")? }
        }
        "heaps" => {
            let kinds = object.get("kinds").map(|kinds| {
                let kinds = kinds.as_object().ok_or("its `kinds` are no object")?;
                Together::read(kinds, Rules::read(key(object, "rules")?)?.width)
            });
            let common = object.get("common").map(Choice::read).transpose()?;
            let (take, parts) = (number(object, "take")?, number(object, "parts")?);
            Kind::Heaps { take, parts, kinds: kinds.transpose()?, common }
        }
        "solutions" => Kind::Solutions { value: number(object, "value")?, blocks: blocks(object)? },
        "automaton" => Kind::Automaton(Table::read(object)?),
        "convergence" => Kind::Convergence(convergence::Claim::read(object)?),
        "nearby" => Kind::Nearby(Box::new(nearby::Claim::read(object)?)),
        "classes" => Kind::Classes(possible::Classes::read(key(object, "classes")?)?),
        "piles" => Kind::Piles(Box::new(piles::Claim::read(object)?)),
        "quotient" => Kind::Quotient(quotient::Claim::read(object)?),
        "apart" => Kind::Apart(apart::Apart::read(object)?),
        "alike" => {
            Kind::Alike(Box::new(alike::Claim::read(object, &Rules::read(key(object, "rules")?)?, &theorems::theorem)?))
        }
        "answered" => Kind::Answered(Box::new(answered::Claim::read(object, &Rules::read(key(object, "rules")?)?)?)),
        "claim" => {
            let rules = Rules::read_any(key(object, "rules")?)?;
            Kind::Claim(Box::new(Statement::read(object, &rules, &theorems::theorem)?))
        }
        "recurs" => Kind::Recurs(Box::new(Claim::read(object, &Rules::read(key(object, "rules")?)?)?)),
        "values" => Kind::Values(Box::new(Claim::read(object, &Rules::read(key(object, "rules")?)?)?)),
        _ => Kind::Diagonal { blocks: blocks(object)? },
    };
    let misere = match text(object, "play")? {
        "normal" => false,
        "misere" => true,
        other => return Err(format!("its `play` is `{other}`, neither `normal` nor `misere`")),
    };
    text(object, "check")?;
    let rules = match kind {
        // Its rules have a form of their own.
        Kind::Piles(_) => Rules::default(),
        Kind::Claim(_) => Rules::read_any(key(object, "rules")?)?,
        _ => Rules::read(key(object, "rules")?)?,
    };
    let line = match kind {
        Kind::Solutions { .. } => vec![],
        _ if kind.is_periodic() => entries(object, rules.width)?,
        _ => vec![],
    };
    let [preperiod, period, saltus] = if kind.is_periodic() {
        [number(object, "preperiod")?, number(object, "period")?, number(object, "saltus")?]
    } else {
        [0; 3]
    };
    let values = match kind {
        Kind::Automaton(_) => first_values(object)?,
        _ if kind.is_periodic() => first_values(object)?,
        _ => vec![],
    };
    Ok(Certificate {
        game: text(object, "game")?.to_string(),
        rules,
        hash: text(object, "hash")?.to_string(),
        misere,
        line,
        preperiod,
        period,
        saltus,
        values,
        kind,
        reached: vec![],
    })
}

/// The first values of what the certificate is about.
fn first_values(object: &Map<String, Value>) -> Result<Vec<Option<u64>>> {
    let values = list(object, "values")?;
    if values.is_empty() || values.len() > MOST_VALUES {
        return Err(format!("its `values` are not 1 to {MOST_VALUES}"));
    }
    let value = |v: &Value| match v {
        Value::Null => Ok(None),
        _ => natural(v).map(Some).ok_or_else(|| format!("{} is no value", short(v))),
    };
    values.iter().map(value).collect()
}

fn blocks(object: &Map<String, Value>) -> Result<Vec<Block>> {
    let blocks = list(object, "blocks")?;
    if blocks.is_empty() || blocks.len() > MOST_BLOCKS {
        return Err(format!("its `blocks` are not 1 to {MOST_BLOCKS}"));
    }
    blocks.iter().map(block).collect()
}

fn block(value: &Value) -> Result<Block> {
    let object = value.as_object().filter(|block| block.len() == 5);
    let object = object.ok_or_else(|| {
        format!("a block is an object with `first`, `last`, `from`, `at` and `after`, not {}", short(value))
    })?;
    Ok(Block {
        first: number(object, "first")?,
        last: number(object, "last")?,
        from: number(object, "from")?,
        at: number(object, "at")?,
        after: number(object, "after")?,
    })
}

/// The line in the usual notation, with `hole` for the running coordinate.
pub(crate) fn written(line: &[Entry], hole: &str) -> String {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => x.to_string(),
        Entry::Runs(0) => hole.to_string(),
        Entry::Runs(more) => format!("{hole} + {more}"),
    };
    format!("({})", line.iter().map(entry).collect::<Vec<_>>().join(", "))
}
