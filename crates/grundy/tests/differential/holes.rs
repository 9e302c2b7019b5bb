//! Lines on which some positions do not exist: periods, proved and observed, against values by brute force.
//!
//! Of random small games with `require … mod m != r`, the values are computed here, by the definition. A period must hold where positions exist, and
//! where none exists there must be none a period later; what is called proved gives all values, and its checker has read it.

use std::collections::HashMap;

use grundy::lang::Code;
use grundy::theory::periods::{Period, Verdict, observed_period, period};
use grundy::{EngineName, IBig, Options, Play, Session};

use grundy_testing::{Noise, Tape};

/// The values that are compared.
const COLUMNS: u64 = 240;

/// Which amounts a move takes.
#[derive(Debug)]
enum Amounts {
    Any,
    AtMost(u64),
    Not(u64),
    One(u64),
    Odd,
}

/// A game of heaps a and b; of b alone, if `row` is `None`, the row of the line.
#[derive(Debug)]
pub(crate) struct Holed {
    row: Option<u64>,
    /// What m and r are about, with `b` or `a + b` for the first.
    of_sum: bool,
    modulus: u64,
    residue: u64,
    /// Positions begin here.
    least: u64,
    /// By how much a and b fall for an amount of one.
    moves: Vec<((u64, u64), Amounts)>,
}

pub(crate) fn holed(t: &mut Tape) -> Holed {
    let modulus = 2 + t.below(7) as u64;
    let row = [None, None, Some(t.below(4) as u64)][t.below(3)];
    let amounts = |t: &mut Tape| match t.below(5) {
        0 => Amounts::Any,
        1 => Amounts::AtMost(1 + t.below(4) as u64),
        2 => Amounts::Not(1 + t.below(4) as u64),
        3 => Amounts::One(1 + t.below(9) as u64),
        _ => Amounts::Odd,
    };
    let one = |t: &mut Tape| ([(0, 1), (1, 0), (1, 1)][if row.is_some() { t.below(3) } else { 0 }], amounts(t));
    Holed {
        row,
        of_sum: row.is_some() && t.below(2) == 0,
        modulus,
        residue: t.below(modulus as usize) as u64,
        least: [0, 0, 0, 1, 5][t.below(5)],
        moves: (0..1 + t.below(3)).map(|_| one(t)).collect(),
    }
}

impl Amounts {
    fn has(&self, i: u64) -> bool {
        match self {
            Amounts::Any => true,
            Amounts::AtMost(most) => i <= *most,
            Amounts::Not(k) => i != *k,
            Amounts::One(k) => i == *k,
            Amounts::Odd => i % 2 == 1,
        }
    }

    fn guard(&self) -> String {
        match self {
            Amounts::Any => String::new(),
            Amounts::AtMost(most) => format!(" if i <= {most}"),
            Amounts::Not(k) => format!(" if i != {k}"),
            Amounts::One(k) => format!(" if i = {k}"),
            Amounts::Odd => " if i mod 2 = 1".into(),
        }
    }
}

impl Holed {
    fn text(&self) -> String {
        let heaps = if self.row.is_some() { "a, b" } else { "b" };
        let of = if self.of_sum { "(a + b)" } else { "b" };
        let mut text = format!(
            "game g({heaps}) {{\n    require {of} mod {} != {} and b >= {}\n",
            self.modulus, self.residue, self.least
        );
        for ((da, db), amounts) in &self.moves {
            let less = |name: &str, by: u64| if by == 1 { format!("{name} - i") } else { name.to_string() };
            let to = match self.row {
                Some(_) => format!("({}, {})", less("a", *da), less("b", *db)),
                None => less("b", *db),
            };
            let most = match (da, db) {
                (0, _) => "b",
                (_, 0) => "a",
                _ => "min(a, b)",
            };
            text += &format!("    move {to} for i in 1..{most}{}\n", amounts.guard());
        }
        text + "}"
    }

    fn exists(&self, (a, b): (u64, u64)) -> bool {
        let of = if self.of_sum { a + b } else { b };
        of % self.modulus != self.residue && b >= self.least
    }

    /// The values of the line, by the definition.
    fn values(&self, play: Play) -> Vec<Option<u64>> {
        let mut known: HashMap<(u64, u64), u64> = HashMap::new();
        let row = self.row.unwrap_or(0);
        for at in (0..=row).flat_map(|a| (0..=COLUMNS).map(move |b| (a, b))).filter(|at| self.exists(*at)) {
            let (a, b) = at;
            let mut options = vec![];
            for ((da, db), amounts) in &self.moves {
                for i in (1..=a.max(b)).filter(|i| amounts.has(*i) && da * i <= a && db * i <= b) {
                    options.extend(known.get(&(a - da * i, b - db * i)));
                }
            }
            let mex = (0..).find(|value| !options.contains(value)).expect("there is a least one");
            known.insert(at, if options.is_empty() && play.is_misere() { 1 } else { mex });
        }
        (0..=COLUMNS).map(|b| known.get(&(row, b)).copied()).collect()
    }
}

/// The first difference, as a sentence; or how often a period is proved, and how often one is observed.
pub(crate) fn compare(case: &Holed) -> Result<(usize, usize), String> {
    let text = case.text();
    let mut session = Session::new();
    session.load("random.game", &text).map_err(|e| format!("{text}: {}", e.message))?;
    let game = session.game("g", None).map_err(|e| e.message)?;
    let line =
        session.line(&game, &case.row.map_or("(_)".into(), |row| format!("({row}, _)"))).map_err(|e| e.message)?;
    let mut counts = (0, 0);
    for play in Play::BOTH {
        let values = case.values(play);
        let wrong = |what: String| Err(format!("{text}\n{line} in {} play: {what}\n{values:?}", play.name()));
        let holds = |Period { preperiod, period, saltus }: Period| {
            let goes_on = |n: u64| {
                let (near, far) = (values[n as usize], values[(n + period) as usize]);
                near.map(|near| near as i64 + saltus) == far.map(|far| far as i64)
            };
            let all = (preperiod..(COLUMNS + 1).saturating_sub(period)).all(goes_on);
            all && (preperiod == 0 || preperiod + period > COLUMNS || !goes_on(preperiod - 1))
        };
        for engine in [None, Some(EngineName::Line)] {
            let options = Options { play, engine, ..Options::default() };
            let found = match period(&game.rules, &line, &options, &mut |column| column > 1 << 14) {
                Err(error) if engine.is_some() && [Code::NoShape, Code::NoVerb].contains(&error.code) => continue,
                found => found.map_err(|error| error.message)?,
            };
            match found {
                Verdict::Proved(mut proof) => {
                    if !holds(proof.period) {
                        return wrong(format!("not {}", proof.period));
                    }
                    for (n, value) in values.iter().enumerate() {
                        let told = proof.value(&IBig::from(n)).map_err(|error| error.message)?;
                        if told != value.map(IBig::from) {
                            return wrong(format!("at {n} the proof has {told:?}"));
                        }
                    }
                    if !proof.checked.is_yes() {
                        return wrong("the checker refuses the certificate".into());
                    }
                    counts.0 += 1;
                }
                Verdict::Observed(seen, ..) if holds(seen) => counts.1 += 1,
                Verdict::Observed(seen, ..) => return wrong(format!("{seen} is not observed")),
                Verdict::NotFound(to, _) => {
                    let seen = observed_period(&values);
                    if let Some(seen) = seen.filter(|seen| to >= COLUMNS && 4 * seen.period < COLUMNS) {
                        return wrong(format!("{seen} is not seen in the values 0 to {to}"));
                    }
                }
            }
        }
    }
    Ok(counts)
}

/// Most of these lines are proved; otherwise the comparison would show nothing.
#[test]
fn lines_with_holes_are_proved() {
    let rounds = grundy_testing::cases(40) as usize;
    let (mut noise, mut proved, mut observed) = (Noise(5), 0, 0);
    for _ in 0..rounds {
        let bytes = noise.bytes(60);
        let (more, seen) = compare(&holed(&mut Tape::new(&bytes))).unwrap_or_else(|e| panic!("{e}"));
        (proved, observed) = (proved + more, observed + seen);
    }
    println!("{proved} proved, {observed} observed of {}", 4 * rounds);
    assert!(proved > 2 * rounds, "{proved} of {} are proved", 4 * rounds);
}
