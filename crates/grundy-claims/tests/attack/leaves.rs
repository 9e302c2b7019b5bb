//! Tables of games of several leaves that split: with passes, and where a move is made in several components. The checker plays them by the definition.
//!
//! In: octal codes at random, and positions written out as lists of heaps. Out: the values of these lists are proved as tables, in both plays; a table with another number is false, and its certificate
//! is refused.

use std::collections::HashMap;

use grundy_claims::Status;
use grundy_testing::Noise;
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use super::options;
use crate::alike::certificates;
use crate::stated::refusal;

/// The digits of a code: what may be left if 1, 2, … tokens are taken.
type Code = Vec<u64>;
/// The heaps of each component, in order, and the passes left.
type Position = (Vec<Vec<u64>>, u64);

fn code(noise: &mut Noise) -> Code {
    let mut code: Code = (0..1 + noise.below(3)).map(|_| noise.below(8) as u64).collect();
    // Some heap splits.
    code.push(4 + noise.below(4) as u64);
    code
}

fn name(code: &Code) -> String {
    format!("octal[0.{}]", code.iter().map(u64::to_string).collect::<String>())
}

/// The options of the heaps of a component.
fn moves(heaps: &[u64], code: &Code) -> Vec<Vec<u64>> {
    let mut all = vec![];
    for (place, n) in heaps.iter().enumerate() {
        let mut leave = |left: &[u64]| {
            let mut to = [&heaps[..place], &heaps[place + 1..], left].concat();
            to.sort_unstable();
            all.push(to);
        };
        for (digit, rest) in code.iter().zip((0..*n).rev()) {
            match rest {
                0 if digit & 1 > 0 => leave(&[]),
                _ if rest > 0 && digit & 2 > 0 => leave(&[rest]),
                _ => {}
            }
            (1..=rest / 2).filter(|_| digit & 4 > 0).for_each(|a| leave(&[a, rest - a]));
        }
    }
    all
}

/// Which components a move changes, as sets of their numbers; and the passes.
struct Game {
    text: String,
    codes: Vec<Code>,
    edges: Vec<Vec<usize>>,
    passes: u64,
}

fn game(noise: &mut Noise) -> Game {
    let (a, b) = (code(noise), code(noise));
    let (first, second) = (name(&a), name(&b));
    let (text, codes, edges, passes): (String, Vec<Code>, Vec<Vec<usize>>, u64) = match noise.below(5) {
        0 => (format!("pass({first}, 2)"), vec![a], vec![vec![0]], 2),
        1 => (format!("pass({first} + {second})"), vec![a, b], vec![vec![0], vec![1]], 1),
        2 => (format!("exactly(2; {first}, {second})"), vec![a, b], vec![vec![0, 1]], 0),
        3 => (format!("at_most(2; {first}, {second})"), vec![a, b], vec![vec![0], vec![1], vec![0, 1]], 0),
        _ => (format!("pass(hyper({{{{1, 2}}, {{2}}}}; {first}, {second}))"), vec![a, b], vec![vec![0, 1], vec![1]], 1),
    };
    Game { text, codes, edges, passes }
}

impl Game {
    fn options(&self, (heaps, passes): &Position) -> Vec<Position> {
        let mut all: Vec<Position> = vec![];
        for edge in &self.edges {
            let mut ways = vec![heaps.clone()];
            for component in edge {
                let with = |way: Vec<Vec<u64>>| {
                    let moves = moves(&way[*component], &self.codes[*component]);
                    moves.into_iter().map(move |to| {
                        let mut way = way.clone();
                        way[*component] = to;
                        way
                    })
                };
                ways = ways.into_iter().flat_map(with).collect();
            }
            all.extend(ways.into_iter().map(|way| (way, *passes)));
        }
        if !all.is_empty() && *passes > 0 {
            all.push((heaps.clone(), passes - 1));
        }
        all
    }

    fn value(&self, at: &Position, misere: bool, known: &mut HashMap<Position, u64>) -> u64 {
        if let Some(value) = known.get(at) {
            return *value;
        }
        let values: Vec<u64> = self.options(at).iter().map(|option| self.value(option, misere, known)).collect();
        let value = match values.is_empty() && misere {
            true => 1,
            false => (0..).find(|n| !values.contains(n)).expect("a number"),
        };
        known.insert(at.clone(), value);
        value
    }

    /// The values of small positions, row by row, and how the table begins.
    fn table(&self, misere: bool) -> (String, Vec<Vec<u64>>) {
        let of = if misere { "G_misere" } else { "G" };
        let last = if self.passes > 0 { format!(", {}", self.passes) } else { String::new() };
        let mut known = HashMap::new();
        let mut value = |heaps: &[u64]| {
            let heaps = heaps.iter().map(|n| if *n > 0 { vec![*n] } else { vec![] }).collect();
            self.value(&(heaps, self.passes), misere, &mut known)
        };
        let (rows, pattern): (Vec<Vec<u64>>, &str) = match self.codes.len() {
            1 => (vec![(0..=9).map(|n| value(&[n])).collect()], "n"),
            _ => ((0..=5).map(|a| (0..=5).map(|b| value(&[a, b])).collect()).collect(), "a, b"),
        };
        let ranges = if self.codes.len() == 1 { "n in 0..9" } else { "a in 0..5, b in 0..5" };
        (format!("on {} at ({pattern}{last}) of {of} for {ranges}", self.text), rows)
    }
}

fn text((head, rows): &(String, Vec<Vec<u64>>)) -> String {
    let row = |row: &Vec<u64>| format!("    {}\n", row.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
    format!("table \"t\" {head}:\n{}", rows.iter().map(row).collect::<String>())
}

fn status(text: &str) -> (Status, Option<bool>) {
    let mut session = grundy::Session::new();
    let file = session.load("leaves.game", text).unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    let statements = grundy_claims::read(&session, &file);
    let verdict = grundy_claims::check(&statements[0], &options(None, 1), &grundy_claims::Meter::default());
    let verdict = verdict.expect("no interruption");
    assert!(verdict.error.is_none(), "{text}\n{:?}", verdict.error);
    (verdict.status, verdict.checked)
}

#[test]
fn tables_of_games_of_several_leaves_that_split() {
    let mut several = 0;
    for case in 0..u64::from(grundy_testing::cases(120)) {
        let noise = &mut Noise(31_000 + 977 * case);
        let game = game(noise);
        for misere in [false, true] {
            let mut table = game.table(misere);
            assert_eq!(status(&text(&table)), (Status::Proved, Some(true)), "{}", text(&table));
            several += u32::from(table.1.iter().flatten().any(|value| *value > 1));
            if case % 4 == 0 {
                forged(noise, &text(&table));
            }
            let row = noise.below(table.1.len());
            let place = noise.below(table.1[row].len());
            table.1[row][place] += 1 + noise.below(2) as u64;
            assert_eq!(status(&text(&table)), (Status::False, Some(true)), "{}", text(&table));
        }
    }
    assert!(several >= 10, "{several} tables have several values");
}

/// The certificate of a table is verified, and none with another number, or play.
fn forged(noise: &mut Noise, table: &str) {
    let [certificate] = &certificates(table)[..] else { panic!("one certificate of {table}") };
    assert_eq!(refusal(certificate), None, "{table}");
    let object: Value = serde_json::from_str(certificate).expect("JSON");
    let cells = object["holds"].as_array().expect("a list").len() - 1;
    // Behind the word come pairs: the cell is a position; the value is the number.
    let number = format!("/holds/{}/1/1", 2 + 2 * noise.below(cells / 2));
    let mut changed = object.clone();
    let value = changed.pointer_mut(&number).expect("a number");
    *value = json!(value.as_i64().expect("a number") - 1);
    assert!(refusal(&sealed(changed)).is_some(), "{number} of {table}");
}
