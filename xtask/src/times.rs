//! What took how long.
//!
//! In: the steps of a run, cargo's report of what it compiled, the lines of the tests, and the budgets of the steps. Out: a table, the slowest first, and a sentence for
//! each step that took half as much again as its budget. Nobody can shorten what is not shown.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::spent;
use crate::step::step;

/// Rows of the short table for each kind of work.
const FEW: usize = 12;
/// A test that takes fewer seconds is not listed.
const LEAST: f64 = 1.0;

/// The kinds of work, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Step,
    Compilation,
    Test,
}

/// The budgets: a line for each step, its name and its seconds of processors from an empty target folder.
const BUDGETS: &str = include_str!("../budgets.txt");

/// What took how long: seconds by the clock, and of processors where they are known.
#[derive(Debug)]
struct Took {
    work: Work,
    name: String,
    seconds: f64,
    spent: Option<f64>,
}

/// The times of a run. Threads share them.
#[derive(Debug, Default)]
pub(crate) struct Times(Mutex<Vec<Took>>);

impl Times {
    fn note(&self, work: Work, name: &str, seconds: f64, spent: Option<f64>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Took { work, name: name.to_string(), seconds, spent });
    }

    /// Does a step of the run.
    pub(crate) fn step(&self, name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        let start = Instant::now();
        let _ = spent::taken();
        let outcome = step(name, work);
        self.note(Work::Step, name, start.elapsed().as_secs_f64(), spent::taken());
        outcome
    }

    /// Reads what `cargo … --timings` has compiled. Without a report there is nothing to tell.
    pub(crate) fn read_report(&self, root: &Path) {
        let report = root.join("target/cargo-timings/cargo-timing.html");
        for (name, seconds) in fs::read_to_string(report).map(|text| units(&text)).unwrap_or_default() {
            self.note(Work::Compilation, &name, seconds, None);
        }
    }

    /// Reads a line of a program of tests.
    pub(crate) fn read_line(&self, line: &str) {
        if let Some((name, seconds)) = of_test(line) {
            self.note(Work::Test, name, seconds, None);
        }
    }

    /// The table: all of it, or the first rows of each kind.
    pub(crate) fn table(&self, whole: bool) -> String {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        for (work, title) in [
            (Work::Step, "steps"),
            (Work::Compilation, "compilations of the tests"),
            (Work::Test, "tests of a second and more"),
        ] {
            let mut rows: Vec<&Took> = all.iter().filter(|row| row.work == work).collect();
            rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
            if work == Work::Test {
                rows.retain(|row| row.seconds >= LEAST);
            }
            if rows.is_empty() {
                continue;
            }
            let sum: f64 = rows.iter().map(|row| row.seconds).sum();
            let spent: f64 = rows.iter().filter_map(|row| row.spent).sum();
            let computing = if spent > 0.0 { format!(", {spent:.0} s of processors") } else { String::new() };
            text += &format!("== {title}: {}, {sum:.0} s together{computing}\n", rows.len());
            let shown = if whole || work == Work::Step { rows.len() } else { FEW };
            for Took { name, seconds, spent, .. } in rows.iter().take(shown) {
                let spent = match (work, spent) {
                    (Work::Step, Some(spent)) => format!("{spent:7.1} s of processors  "),
                    (Work::Step, None) => format!("{:25}", ""),
                    _ => String::new(),
                };
                text += &format!("   {seconds:7.1} s  {spent}{name}\n");
            }
        }
        text
    }

    /// A sentence for each step that took half as much again as its budget: it warns, and a slow machine does not fail.
    pub(crate) fn beyond(&self) -> Vec<String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let steps = all.iter().filter_map(|row| Some((&*row.name, row.spent?)));
        let beyond =
            steps.filter_map(|(name, spent)| Some((name, spent, budget(name).filter(|most| spent > 1.5 * most)?)));
        beyond
            .map(|(name, spent, most)| format!("`{name}` took {spent:.0} s of processors; the budget is {most:.0}"))
            .collect()
    }
}

/// The budget of a step, if it has one.
fn budget(name: &str) -> Option<f64> {
    BUDGETS.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")?.parse().ok())
}

/// The compiled units of cargo's report, each with its seconds: the report has a line for each entry of each unit.
fn units(report: &str) -> Vec<(String, f64)> {
    let (mut found, mut name, mut target) = (vec![], "", "");
    for line in report.lines().map(|line| line.trim().trim_end_matches(',')) {
        let Some((key, value)) = line.split_once(": ") else { continue };
        match key {
            "\"name\"" => name = value.trim_matches('"'),
            "\"target\"" => target = value.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(value),
            "\"duration\"" => {
                let seconds: f64 = value.parse().unwrap_or_default();
                found.push((format!("{name}{}", target.replace("\\\"", "\"")), seconds));
            }
            _ => {}
        }
    }
    found.retain(|(_, seconds)| *seconds > 0.0);
    found
}

/// The name and the seconds of `test NAME ... ok <SECONDSs>`.
fn of_test(line: &str) -> Option<(&str, f64)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (_, time) = rest.split_once('<')?;
    Some((name, time.strip_suffix("s>")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tests_have_times() {
        assert_eq!(of_test("test a::b ... ok <1.250s>"), Some(("a::b", 1.25)));
        assert_eq!(of_test("test a::b - should panic ... ok <0.001s>"), Some(("a::b - should panic", 0.001)));
        assert_eq!(of_test("test a::b ... FAILED <2.000s>"), Some(("a::b", 2.0)));
        assert_eq!(of_test("test a::b ... ok"), None);
        assert_eq!(of_test("test result: ok. 1 passed; finished in 0.00s"), None);
    }

    #[test]
    fn a_report_of_cargo_has_its_units() {
        let report = "const UNIT_DATA = [\n  {\n    \"i\": 2,\n    \"name\": \"demo\",\n    \"target\": \" lib \\\"demo\\\" (test)\",\n    \"duration\": 1.5,\n  },\n  {\n    \"name\": \"fresh\",\n    \"target\": \"\",\n    \"duration\": 0.0,\n  }\n];";
        assert_eq!(units(report), [("demo lib \"demo\" (test)".to_string(), 1.5)]);
    }

    #[test]
    fn a_step_beyond_its_budget_is_told() {
        let times = Times::default();
        let most = budget("tests").expect("a budget");
        assert!(BUDGETS.lines().all(|line| line.starts_with('#') || line.split_once(": ").is_some()));
        times.note(Work::Step, "tests", 1.0, Some(1.4 * most));
        assert_eq!(times.beyond(), [""; 0]);
        times.note(Work::Step, "tests", 1.0, Some(1.6 * most));
        times.note(Work::Step, "no budget", 1.0, Some(1e9));
        assert!(matches!(&times.beyond()[..], [told] if told.contains("`tests` took")));
    }

    #[test]
    fn the_slowest_come_first() {
        let times = Times::default();
        times.step("a step", || Ok(())).expect("done");
        for (name, seconds) in [("quick", "0.500"), ("slow", "7.000"), ("slower", "9.000")] {
            times.read_line(&format!("test {name} ... ok <{seconds}s>"));
        }
        let table = times.table(true);
        let place = |word: &str| table.find(word).unwrap_or_else(|| panic!("{word} in {table}"));
        assert!(place("a step") < place("slower") && place("slower") < place("slow\n"), "{table}");
        assert!(!table.contains("quick"), "{table}");
    }
}
