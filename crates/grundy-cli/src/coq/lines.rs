//! Lines whose state comes again as theorems: certificates of kind `recurrence` with that key.
//!
//! In: a certificate, as JSON. Out: the parts of a file: the values of all rows on which the line depends, that they recur, and the least preperiod and period of the line. The rows, and what their
//! options are far out, are guessed here from the options of two columns; Coq decides by formulas whether it is so (`LineRules.v`), and computes the values.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::evaluate::options;
use super::rules::{key, rules};
use super::terms::Lacks;
use super::text::{Part, list, truth};

/// The columns before this one are listed.
const START: i64 = 12;
/// Two columns far out.
const FAR: (i64, i64) = (60, 61);
/// The most rows, and the most cells whose values Coq computes.
const ROWS: usize = 64;
const CELLS: usize = 450_000;

/// A row: its coordinates, 0 for the one that runs.
type Row = Vec<i64>;

/// What some options of a cell are, far out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// In a row, the cell so many columns before.
    Back(usize, i64),
    /// In a row, all cells from this column on.
    Used(usize, i64),
    /// A cell.
    Cell(usize, i64),
}

/// A line, and the rows on which it depends.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    rules: &'a Value,
    play: grundy::Play,
    /// The coordinate that runs.
    run: usize,
    rows: Vec<Row>,
    reach: Vec<Vec<Reach>>,
    /// The row of the line.
    row: usize,
    at: u64,
    after: u64,
    preperiod: u64,
    period: u64,
    saltus: u64,
}

const PATTERN: &str = "the options far out have no pattern that grundy writes down for Coq";

impl Lines<'_> {
    pub(super) const REQUIRES: &'static str = "From Coq Require Import List NArith ZArith.\n\
         From Grundy Require Import Value Expr Game Line LineCheck LineRecurs LineRules LineLeast.\n\
         Import ListNotations.\n";

    /// The line of a certificate, if there is a theorem for it.
    pub(super) fn of(certificate: &Value) -> Lacks<Lines<'_>> {
        let object = certificate.as_object().ok_or("the certificate has another form")?;
        if !object.contains_key("recurrence") || !object.contains_key("line") {
            return Err(
                "its values recur by blocks or by automata, and grundy writes no theorem of Coq for these".into()
            );
        }
        let number = |of: &Value| of.as_u64().ok_or("a number of it is too large");
        let line = certificate["line"].as_array().ok_or("its line has another form")?;
        let running: Vec<usize> =
            (0..line.len()).filter(|i| line.get(*i).is_some_and(|entry| *entry == json!("_"))).collect();
        let [run] = running.as_slice() else {
            return Err(
                "more than one coordinate of its line runs, and grundy writes no theorem of Coq for these".into()
            );
        };
        let entry = |entry: &Value| if *entry == json!("_") { Some(0) } else { entry.as_i64() };
        let first: Row = line
            .iter()
            .map(entry)
            .collect::<Option<_>>()
            .ok_or("more than one coordinate of its line runs, and grundy writes no theorem of Coq for these")?;
        let mut lines = Lines {
            rules: key(object, "rules")?,
            play: grundy::Play::of(certificate["play"] == "misere"),
            run: *run,
            rows: vec![],
            reach: vec![],
            row: 0,
            at: number(&certificate["recurrence"]["at"])?,
            after: number(&certificate["recurrence"]["after"])?,
            preperiod: number(key(object, "preperiod")?)?,
            period: number(key(object, "period")?)?,
            saltus: number(key(object, "saltus")?)?,
        };
        lines.find_rows(first).ok_or(PATTERN)?;
        let columns = usize::try_from(lines.at + lines.after).ok();
        if columns.and_then(|columns| columns.checked_mul(lines.rows.len())).is_none_or(|cells| cells > CELLS) {
            return Err(format!(
                "its {} rows of {} columns are too many for Coq",
                lines.rows.len(),
                lines.at + lines.after
            ));
        }
        Ok(lines)
    }

    /// The preperiod, the period and the saltus.
    pub(super) fn numbers(&self) -> (u64, u64, u64) {
        (self.preperiod, self.period, self.saltus)
    }

    /// The options of a cell: rows and columns.
    fn options(&self, row: &Row, column: i64) -> Option<Vec<(Row, i64)>> {
        let mut position = row.clone();
        *position.get_mut(self.run)? = column;
        let cell = |mut to: Row| {
            let column = std::mem::take(to.get_mut(self.run)?);
            Some((to, column))
        };
        options(self.rules, &position)?.into_iter().map(cell).collect()
    }

    /// Finds the rows on which one depends, in order, and what their options are far out.
    fn find_rows(&mut self, first: Row) -> Option<()> {
        let mut found: BTreeMap<Row, Vec<(Row, &str, i64)>> = BTreeMap::new();
        let mut left = vec![first.clone()];
        while let Some(row) = left.pop() {
            if found.contains_key(&row) {
                continue;
            }
            let far = self.far(&row)?;
            left.extend(far.iter().map(|(other, _, _)| other.clone()));
            found.insert(row, far);
            if found.len() > ROWS {
                return None;
            }
        }
        let rows: Vec<Row> = found.keys().cloned().collect();
        let number = |row: &Row| rows.iter().position(|other| other == row);
        for (i, far) in found.values().enumerate() {
            let reach = |(other, word, x): &(Row, &str, i64)| {
                let other = number(other)?;
                match *word {
                    "Used" => Some(Reach::Used(other, *x)),
                    "Cell" => Some(Reach::Cell(other, *x)),
                    // A cell of the same column is in a row before.
                    _ if *x == 0 && other >= i => None,
                    _ => Some(Reach::Back(other, *x)),
                }
            };
            self.reach.push(far.iter().map(reach).collect::<Option<_>>()?);
        }
        self.row = number(&first)?;
        self.rows = rows;
        Some(())
    }

    /// What the options of a row are, from two columns far out.
    fn far(&self, row: &Row) -> Option<Vec<(Row, &'static str, i64)>> {
        let mut by_row: BTreeMap<Row, [Vec<i64>; 2]> = BTreeMap::new();
        for (which, column) in [FAR.0, FAR.1].into_iter().enumerate() {
            for (other, to) in self.options(row, column)? {
                by_row.entry(other).or_default()[which].push(to);
            }
        }
        let mut found = vec![];
        for (other, [mut ones, mut twos]) in by_row {
            ones.sort_unstable();
            ones.dedup();
            if ones.iter().any(|x| (START..FAR.0 - START).contains(x)) {
                let first = *ones.first()?;
                let are_all = |of: &[i64], end: i64| (first..end).all(|x| of.contains(&x));
                if !are_all(&ones, FAR.0) || !are_all(&twos, FAR.1) {
                    return None;
                }
                found.push((other.clone(), "Used", first));
                ones.retain(|x| *x >= FAR.0);
                twos.retain(|x| *x >= FAR.1);
            }
            for x in ones {
                match (twos.contains(&x) && x < START, twos.contains(&(x + FAR.1 - FAR.0))) {
                    (true, _) => found.push((other.clone(), "Cell", x)),
                    (false, true) => found.push((other.clone(), "Back", FAR.0 - x)),
                    (false, false) => return None,
                }
            }
        }
        Some(found)
    }

    /// The rows and first columns all of whose cells are options.
    fn trackers(&self) -> Vec<(usize, i64)> {
        let used = |reach: &Reach| if let Reach::Used(row, first) = reach { Some((*row, *first)) } else { None };
        let mut trackers: Vec<(usize, i64)> = self.reach.iter().flatten().filter_map(used).collect();
        trackers.sort_unstable();
        trackers.dedup();
        trackers
    }

    /// The values of the first columns.
    fn values(&self) -> Option<Vec<Vec<usize>>> {
        let trackers = self.trackers();
        let mut used: Vec<Vec<bool>> = vec![vec![]; trackers.len()];
        let mut low = vec![0; trackers.len()];
        let mut table: Vec<Vec<usize>> = vec![];
        for column in 0..i64::try_from(self.at + self.after).ok()? {
            table.push(vec![]);
            for row in 0..self.rows.len() {
                let value = self.value(row, column, &table, &trackers, (&used, &low))?;
                table.last_mut()?.push(value);
            }
            for (k, (row, first)) in trackers.iter().enumerate().filter(|(_, (_, first))| *first <= column) {
                let _ = first;
                let value = *table.last()?.get(*row)?;
                let used = used.get_mut(k)?;
                used.resize(used.len().max(value + 1), false);
                used[value] = true;
                while used.get(low[k]) == Some(&true) {
                    low[k] += 1;
                }
            }
        }
        Some(table)
    }

    fn value(
        &self,
        row: usize,
        column: i64,
        table: &[Vec<usize>],
        trackers: &[(usize, i64)],
        (used, low): (&[Vec<bool>], &[usize]),
    ) -> Option<usize> {
        let cell = |row: usize, column: i64| table.get(usize::try_from(column).ok()?)?.get(row).copied();
        let (mut seen, mut sets, mut value) = (vec![], vec![], 0);
        if column < START {
            let options = self.options(&self.rows[row], column)?;
            if self.play.is_misere() && options.is_empty() {
                return Some(1);
            }
            for (other, to) in options {
                seen.push(cell(self.rows.iter().position(|row| *row == other)?, to)?);
            }
        } else {
            for reach in &self.reach[row] {
                match *reach {
                    Reach::Back(other, back) => seen.push(cell(other, column - back)?),
                    Reach::Cell(other, to) => seen.push(cell(other, to)?),
                    Reach::Used(other, first) => {
                        let k = trackers.iter().position(|tracker| *tracker == (other, first))?;
                        sets.push(&used[k]);
                        value = value.max(low[k]);
                    }
                }
            }
        }
        while seen.contains(&value) || sets.iter().any(|set| set.get(value) == Some(&true)) {
            value += 1;
        }
        Some(value)
    }

    /// The theorem; the names end with `mark`.
    pub(super) fn part(&self, mark: &str) -> Lacks<Part> {
        let mut part = Part::default();
        part.definition(&format!("the_rules{mark}"), "rules", &format!("\n  {}", rules(self.rules)?));
        self.system(&mut part, mark).ok_or(PATTERN)?;
        self.numbers_of_rows(&mut part, mark).ok_or(PATTERN)?;
        self.theorems(&mut part, mark);
        Ok(part)
    }

    fn system(&self, part: &mut Part, mark: &str) -> Option<()> {
        let vectors: Vec<String> =
            self.rows.iter().map(|row| list(&row.iter().map(i64::to_string).collect::<Vec<_>>())).collect();
        part.comment(&format!(
            "The rows on which the line depends; the coordinate {}, counted from 0, runs.",
            self.run
        ));
        part.definition(&format!("rows_of{mark}"), "list (list N)", &format!("{}%N", list(&vectors)));
        let near = |row: &Row| {
            let cells = |column: i64| {
                let cells = self.options(row, column)?.into_iter().filter_map(|(other, to)| {
                    Some(format!("({}, {to}%N)", self.rows.iter().position(|row| *row == other)?))
                });
                Some(list(&cells.collect::<Vec<_>>()))
            };
            Some(list(&(0..START).map(cells).collect::<Option<Vec<_>>>()?))
        };
        let near = self.rows.iter().map(near).collect::<Option<Vec<_>>>()?;
        part.comment("The options of their first cells, and of all others.");
        part.definition(
            &format!("near_cells{mark}"),
            "list (list (list (nat * N)))",
            &format!("[\n  {}]", near.join(";\n  ")),
        );
        let trackers = self.trackers();
        let reach = |reach: &Reach| match reach {
            Reach::Back(row, back) => Some(format!("Back {row} {back}")),
            Reach::Cell(row, to) => Some(format!("Cell {row} {to}")),
            Reach::Used(row, first) => Some(format!("Used {}", trackers.iter().position(|of| of == &(*row, *first))?)),
        };
        let far = |of: &Vec<Reach>| Some(list(&of.iter().map(reach).collect::<Option<Vec<_>>>()?));
        let far = self.reach.iter().map(far).collect::<Option<Vec<_>>>()?;
        part.definition(&format!("far_cells{mark}"), "list (list reach)", &format!("[\n  {}]", far.join(";\n  ")));
        let tracker =
            |(row, first): &(usize, i64)| format!("{{| row_of := {row}; from := {first}; class := 1; residue := 0 |}}");
        let trackers: Vec<String> = trackers.iter().map(tracker).collect();
        let system = format!(
            "{{|\n  rows := {}; start := {START}; modulus := 1;\n  trackers := {};\n  near := fun i b => nth (N.to_nat b) (nth i near_cells{mark} []) [];\n  far := fun i _ => nth i far_cells{mark} [] |}}",
            self.rows.len(),
            list(&trackers)
        );
        part.definition(&format!("sys{mark}"), "system", &system);
        Some(())
    }

    /// The saltus of each row, and a bound of the values in rows that do not grow.
    fn numbers_of_rows(&self, part: &mut Part, mark: &str) -> Option<()> {
        let table = self.values()?;
        let (first, last) = (table.get(usize::try_from(self.at).ok()?.checked_sub(1)?)?, table.last()?);
        let saltus: Vec<usize> = first.iter().zip(last).map(|(a, b)| b.checked_sub(*a)).collect::<Option<_>>()?;
        let still = |row: &usize| saltus.get(*row) == Some(&0);
        let bound = (0..self.rows.len())
            .filter(still)
            .filter_map(|row| table.iter().filter_map(|column| column.get(row)).max())
            .max();
        part.comment(
            "From the column A + P on everything is as from the column A on, raised by the saltus of each row.",
        );
        part.definition(&format!("A{mark}"), "N", &self.at.to_string());
        part.definition(&format!("P{mark}"), "N", &self.after.to_string());
        let saltus: Vec<String> = saltus.iter().map(usize::to_string).collect();
        part.definition(&format!("saltus{mark}"), "list N", &format!("{}%N", list(&saltus)));
        part.definition(&format!("bound{mark}"), "N", &bound.map_or(0, |bound| bound + 1).to_string());
        Some(())
    }

    fn theorems(&self, part: &mut Part, mark: &str) {
        let (misere, run) = (truth(self.play.is_misere()), self.run);
        let factors = vec!["1"; self.rows.first().map_or(0, Vec::len)];
        part.checked(
            &format!("rules_checked{mark}"),
            &format!("check_rules the_rules{mark} {run} rows_of{mark} sys{mark} {}%N", list(&factors)),
        );
        let columns = format!(
            "simulate sys{mark} {misere} [] [] (map (fun _ => nothing) (trackers sys{mark})) 0 (N.to_nat (A{mark} + P{mark}))"
        );
        part.definition(&format!("columns{mark}"), "list (list N)", &columns);
        let these = format!("A{mark} P{mark} bound{mark} saltus{mark} columns{mark}");
        part.checked(&format!("checked{mark}"), &format!("LineRecurs.check sys{mark} {misere} {these}"));
        let value = format!("value_at A{mark} P{mark} saltus{mark} columns{mark}");
        part.comment("The values of all cells of the rows; and the period of the line, its preperiod, period and saltus, as `LineLeast.v` says what these are.");
        let says = format!(
            "forall i b, i < {} ->\n  has_value the_rules{mark} {misere} (cell {run} rows_of{mark} i b) ({value} i b)",
            self.rows.len()
        );
        let proof = format!(
            "exact (rules_line_values the_rules{mark} {run} rows_of{mark} sys{mark} _ {these} _ rules_checked{mark} checked{mark})."
        );
        part.theorem(&format!("values{mark}"), &says, &proof);
        let numbers = format!("{} {} {}", self.preperiod, self.period, self.saltus);
        part.checked(
            &format!("period_checked{mark}"),
            &format!("check_period A{mark} P{mark} saltus{mark} columns{mark} {} {numbers}", self.row),
        );
        let says = format!("is_period ({value} {}) {numbers}", self.row);
        let proof =
            format!("exact (check_period_sound sys{mark} _ {these} _ _ _ _ checked{mark} period_checked{mark}).");
        part.theorem(&format!("period{mark}"), &says, &proof);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line (2, _) of a game with two coordinates.
    fn line(game: &str, saltus: u64) -> Value {
        let game = grundy::Session::new().game(game, None).expect("a game");
        json!({
            "kind": "recurrence", "game": game.text, "rules": game.rules.canonical(), "play": "normal", "line": [2, "_"],
            "preperiod": 0, "period": 3, "saltus": saltus, "recurrence": {"at": 210, "after": 3}
        })
    }

    #[test]
    fn rows_and_their_options_are_found() {
        let certificate = line("star_nim[2]", 3);
        let lines = Lines::of(&certificate).expect("lines");
        assert_eq!(lines.rows, [[0, 0], [1, 0], [2, 0]]);
        assert_eq!(lines.reach[2], [Reach::Back(0, 0), Reach::Back(1, 0), Reach::Used(2, 0)]);
        let text = lines.part("").expect("a theorem");
        for part in ["Definition saltus : list N := [3; 3; 3]%N.", "is_period (value_at A P saltus columns 2) 0 3 3."] {
            assert!(text.as_str().contains(part), "{part}: {}", text.as_str());
        }
    }

    #[test]
    fn what_grows_too_much_or_has_no_pattern_is_refused() {
        let mut certificate = line("star_nim[2]", 3);
        certificate["recurrence"]["after"] = json!(1_000_000);
        assert!(Lines::of(&certificate).is_err_and(|why| why.contains("too many")));
        certificate["line"] = json!(["_", "_"]);
        assert!(Lines::of(&certificate).is_err_and(|why| why.contains("more than one coordinate")));
        let certificate = line("euclid", 3);
        assert!(Lines::of(&certificate).is_err_and(|why| why == PATTERN));
    }
}
