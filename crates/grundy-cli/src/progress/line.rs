//! The text of the progress line.
//!
//! In: the work, its counters, its rate. Out: one line that fits, such as
//! `wythoff to 9000,9000  [====      ] 37M/81M cells, 9.1M/s, 5 s left`.

use std::time::Duration;

use grundy::Reading;

/// The length of the bar in characters.
const BAR: usize = 10;

/// Added if there is room.
const WAY_OUT: &str = ", Ctrl-C ends it";

/// Work as the line shows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownWork {
    /// What is being done.
    pub(crate) name: String,
    /// How much is done.
    pub(crate) reading: Reading,
    /// What is counted: `cells`, `positions`.
    pub(crate) what: &'static str,
}

impl ShownWork {
    /// What this run has done: without the cells that were found in a checkpoint.
    pub(super) fn fresh(&self) -> u64 {
        match self.reading {
            Reading { columns: 1.., .. } => self.reading.columns,
            Reading { total: 0, looked, .. } => looked,
            Reading { done, kept, .. } => done - kept.min(done),
        }
    }
}

/// How fast the work goes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The amount per second.
    pub(super) speed: Option<f64>,
    /// The seconds left, where cells take longer and longer.
    pub(super) left: Option<f64>,
}

/// The line, with at most `width` characters.
pub(super) fn text(work: &ShownWork, pace: Pace, elapsed: Duration, width: usize) -> String {
    let speed = pace.speed;
    let end = match work.reading {
        Reading { columns: columns @ 1.., settled: (settled, lines), .. } => {
            let rate = speed.map_or(String::new(), |speed| format!(", {}/s", number(speed)));
            let so_far = time(elapsed.as_secs_f64());
            format!("{} columns{rate}, {settled} of {lines} lines settled, {so_far} so far", number(columns as f64))
        }
        Reading { total: 0, looked: 0, .. } => format!("{} so far", time(elapsed.as_secs_f64())),
        Reading { total: 0, looked, .. } => {
            format!("{} positions looked at, {} so far", number(looked as f64), time(elapsed.as_secs_f64()))
        }
        Reading { total, done, .. } => {
            let mut end =
                format!("{} {}/{} {}", bar(done, total), number(done as f64), number(total as f64), work.what);
            // The work after the last cell is not counted.
            if done >= total {
                end.push_str(&format!(", {} so far", time(elapsed.as_secs_f64())));
            } else {
                let left = pace.left.or_else(|| Some((total - done) as f64 / speed?));
                end.extend(speed.map(|speed| format!(", {}/s", number(speed))));
                end.extend(left.map(|left| format!(", {} left", time(left))));
            }
            end
        }
    };
    let room = width.saturating_sub(end.chars().count() + 2);
    let line = format!("{}  {end}", cut(&work.name, room));
    match line.chars().count() + WAY_OUT.len() <= width {
        true => line + WAY_OUT,
        false => cut(&line, width),
    }
}

/// The first characters, with a mark if some are left out.
fn cut(text: &str, width: usize) -> String {
    match text.chars().count() <= width {
        true => text.to_string(),
        false => text.chars().take(width.saturating_sub(1)).chain(['…'].into_iter().take(width)).collect(),
    }
}

fn bar(done: u64, total: u64) -> String {
    let full = (BAR as u128 * u128::from(done) / u128::from(total)) as usize;
    format!("[{}{}]", "=".repeat(full), " ".repeat(BAR.saturating_sub(full)))
}

/// A number in few characters: `940`, `12k`, `9.1M`; only the first digits matter.
fn number(n: f64) -> String {
    let (mut n, mut units) = (n, ["", "k", "M", "G", "T", "P", "E"].iter());
    let mut unit = units.next();
    // A number that would be shown as 1000 takes the next unit.
    while n >= 999.5
        && let Some(next) = units.next()
    {
        (n, unit) = (n / 1000.0, Some(next));
    }
    let unit = unit.copied().unwrap_or_default();
    // With two digits 9.95 is shown as 10.
    if unit.is_empty() || n >= 9.95 { format!("{n:.0}{unit}") } else { format!("{n:.1}{unit}") }
}

/// A time in few characters, rounded up: `8 s`, `3 min`, `2 h 10 min`, `4 days`.
fn time(seconds: f64) -> String {
    let up = |unit: f64| (seconds / unit).ceil() as u64;
    match up(1.0) {
        seconds @ 0..100 => format!("{seconds} s"),
        1.. if up(60.0) < 100 => format!("{} min", up(60.0)),
        _ if up(60.0) < 48 * 60 => format!("{} h {} min", up(60.0) / 60, up(60.0) % 60),
        _ if up(86400.0) < 1000 => format!("{} days", up(86400.0)),
        _ => "years".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, (total, done, kept, looked): (u64, u64, u64, u64), speed: Option<f64>) -> String {
        let work = ShownWork {
            name: name.into(),
            reading: Reading { total, done, kept, looked, ..Reading::default() },
            what: "cells",
        };
        text(&work, Pace { speed, left: None }, Duration::from_millis(7200), 80)
    }

    #[test]
    fn a_line_has_columns_and_the_lines_settled() {
        let reading = Reading { total: 900, done: 900, columns: 31_000_000, settled: (11, 14), ..Reading::default() };
        let work = ShownWork { name: "(13, _)".into(), reading, what: "cells" };
        let line = text(&work, Pace { speed: Some(7.2e7), left: None }, Duration::from_millis(430), 80);
        assert_eq!(line, "(13, _)  31M columns, 72M/s, 11 of 14 lines settled, 1 s so far, Ctrl-C ends it");
    }

    #[test]
    fn a_table_has_a_bar_a_rate_and_a_time() {
        let line = shown("`wythoff` to 9000,9000", (81_018_001, 37_000_000, 0, 5), Some(9.1e6));
        assert_eq!(line, "`wythoff` to 9000,9000  [====      ] 37M/81M cells, 9.1M/s, 5 s left");
        let line = shown("`nim[2]`", (1_000_000, 0, 0, 0), None);
        assert_eq!(line, "`nim[2]`  [          ] 0/1.0M cells, Ctrl-C ends it");
        let line = shown("`nim[2]`", (1_000_000, 1_000_000, 400_000, 0), Some(42.4));
        assert_eq!(line, "`nim[2]`  [==========] 1.0M/1.0M cells, 8 s so far, Ctrl-C ends it");
    }

    #[test]
    fn a_search_has_no_end_that_is_known() {
        assert_eq!(shown("`kayles` 99", (0, 0, 0, 0), None), "`kayles` 99  8 s so far, Ctrl-C ends it");
        let line = shown("`kayles` 99", (0, 0, 0, 123_456), Some(1000.0));
        assert_eq!(line, "`kayles` 99  123k positions looked at, 8 s so far, Ctrl-C ends it");
    }

    #[test]
    fn a_line_fits_whatever_its_numbers() {
        let long = "`chocolate[(x, z) -> (x + z) div 2] + star_nim[3]` to 100,200,300";
        for total in [1, 999, 1000, 999_499, 999_500, u64::MAX] {
            for speed in [1e-9, 0.4, 9.96, 999.6, 1e19] {
                for width in [0, 1, 20, 60, 80] {
                    let reading = Reading { total, done: total / 2, kept: 0, looked: 0, ..Reading::default() };
                    let work = ShownWork { name: long.into(), reading, what: "positions" };
                    let line = text(&work, Pace { speed: Some(speed), left: None }, Duration::from_secs(3), width);
                    assert!(line.chars().count() <= width, "{line}");
                    assert!(width < 80 || line.starts_with("`chocolate"), "{line}");
                }
            }
        }
    }

    #[test]
    fn numbers_and_times_are_short() {
        let numbers =
            [(0.0, "0"), (0.4, "0"), (999.4, "999"), (999.6, "1.0k"), (9949.0, "9.9k"), (9951.0, "10k"), (1e9, "1.0G")];
        for (n, text) in numbers {
            assert_eq!(number(n), text);
        }
        let times = [
            (0.0, "0 s"),
            (0.2, "1 s"),
            (99.0, "99 s"),
            (99.5, "2 min"),
            (5900.0, "99 min"),
            (6000.0, "1 h 40 min"),
            (172_000.0, "47 h 47 min"),
            (173_000.0, "3 days"),
            (1e12, "years"),
        ];
        for (seconds, text) in times {
            assert_eq!(time(seconds), text);
        }
    }

    #[test]
    fn what_a_checkpoint_had_is_no_work_of_this_run() {
        let work = |total, done, kept| ShownWork {
            reading: Reading { total, done, kept, looked: 7, ..Reading::default() },
            ..ShownWork::default()
        };
        assert_eq!((work(10, 8, 5).fresh(), work(0, 0, 0).fresh()), (3, 7));
    }
}
