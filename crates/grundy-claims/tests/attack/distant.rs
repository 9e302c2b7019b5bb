//! Tables and claims without variables, far from the origin: the definition is too much work there, and the verdict rests on what was proved of the values.
//!
//! In: random games with a closed form, and places far out. Out: what becomes of a table, and of a claim, that is right there, wrong in one entry, or not defined in one.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::set::{Form, far, game};
use super::{checked, options};

/// What a statement is made to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Truth {
    Right,
    Wrong,
    Undefined,
}

/// A table and a claim about the values at a place and near it. Where they are not defined, a position is asked for that has a negative coordinate.
fn statements(noise: &mut Noise, truth: Truth) -> String {
    let (before, _, width, Form { of, .. }, word) = game(noise);
    let ((_, a), b) = (far(noise), noise.below(50) as i128);
    let (rows, columns) = (1 + noise.below(2) as i128, 1 + noise.below(3) as i128);
    let chosen = (noise.below(rows as usize) as i128, noise.below(columns as usize) as i128);
    let cell = |i: i128, j: i128| if width == 1 { of(a + i * columns + j, 0) } else { of(a + i, b + j) };
    let printed = |i: i128, j: i128| {
        let error = i128::from(truth == Truth::Wrong && (i, j) == chosen);
        (cell(i, j) + error).to_string()
    };
    let last = a + chosen.0 * columns + chosen.1;
    let (place, ranges, asked) = match width {
        1 => ("n".to_string(), format!("n in {a}..{}", a + rows * columns - 1), format!("{} - n", last - 1)),
        _ => {
            let ranges = format!("a in {a}..{}, b in {b}..{}", a + rows - 1, b + columns - 1);
            ("a, b".to_string(), ranges, format!("{} - a - b, 0", a + b + chosen.0 + chosen.1 - 1))
        }
    };
    let entry = match truth {
        // At the chosen cell the first number is -1.
        Truth::Undefined => format!(" of {word} + 0*G(g({asked}))"),
        _ => format!(" of {word}"),
    };
    let entries = (0..rows).map(|i| (0..columns).map(|j| printed(i, j)).collect::<Vec<_>>().join(" "));
    let table =
        format!("table \"t\" on g at ({place}){entry} for {ranges}:\n {}\n", entries.collect::<Vec<_>>().join("\n "));
    let at = if width == 1 { a.to_string() } else { format!("{a}, {b}") };
    let beyond = if width == 1 { "-1" } else { "-1, 0" };
    let value = of(a, b) + i128::from(truth == Truth::Wrong);
    let claim = match truth {
        Truth::Undefined => format!("claim \"c\": {word}(g({at})) = {value} + 0*{word}(g({beyond}))\n"),
        _ => format!("claim \"c\": {word}(g({at})) = {value}\n"),
    };
    format!("{before}{table}{claim}")
}

#[test]
fn tables_and_closed_claims_far_out_have_right_verdicts() {
    let mut tally = std::collections::BTreeMap::new();
    for case in 0..grundy_testing::slow_cases(96) {
        let mut noise = Noise(97_000 + u64::from(case) * 1_301);
        let truth = [Truth::Right, Truth::Wrong, Truth::Undefined][case as usize % 3];
        let text = statements(&mut noise, truth);
        match (checked(&text, &options(None, 1)), truth) {
            (Ok(found), _) => {
                for (name, verdict) in found {
                    let is_wrong = match verdict.status {
                        Status::Proved => truth != Truth::Right,
                        Status::False => truth != Truth::Wrong,
                        Status::Error => truth != Truth::Undefined,
                        _ => false,
                    };
                    assert!(!is_wrong, "{name} is {} in\n{text}\n{verdict:?}", verdict.status.name());
                    *tally.entry((truth, verdict.status.name())).or_insert(0) += 1;
                }
            }
            (Err(_), Truth::Undefined) => *tally.entry((truth, "unread")).or_insert(0) += 1,
            (Err(why), _) => panic!("{why}"),
        }
    }
    println!("{tally:?}");
    for sure in [(Truth::Right, Status::Proved), (Truth::Wrong, Status::False)] {
        let found = tally.get(&(sure.0, sure.1.name())).copied().unwrap_or(0);
        assert!(2 * found > grundy_testing::slow_cases(96) / 3, "{tally:?}");
    }
}
