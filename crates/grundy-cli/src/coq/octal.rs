//! Octal games: the code of a game, its values, and which of these are common.
//!
//! In: rules in the canonical form, as JSON, and their hash. Out: the digits of the code whose octal game has just these rules, if there is one. The digits are read off the
//! moves; then the rules of the octal game of this code are made, and must have the same hash. So no name of a game is looked at, and a guess that is
//! wrong is none. The values are those of the engines; Coq checks them.

use grundy::{Evaluator, Options, Session};
use serde_json::Value;

use super::terms::array;

/// The digits of an octal code, the digit before the point first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code(pub(super) Vec<u8>);

/// A family of moves of an octal game, and the tokens that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    TakesAll(usize),
    LeavesOne(usize),
    LeavesTwo(usize),
}

impl Shape {
    /// The tokens that are taken, and the binary digit of the code's digit.
    fn digit(self) -> (usize, u8) {
        match self {
            Shape::TakesAll(taken) => (taken, 1),
            Shape::LeavesOne(taken) => (taken, 2),
            Shape::LeavesTwo(taken) => (taken, 4),
        }
    }

    /// As `OctalRules.v` writes it.
    pub(super) fn term(self) -> String {
        match self {
            Shape::TakesAll(taken) => format!("TakesAll {taken}"),
            Shape::LeavesOne(taken) => format!("LeavesOne {taken}"),
            Shape::LeavesTwo(taken) => format!("LeavesTwo {taken}"),
        }
    }
}

/// Values are common if the parity of their digits is as this says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Common {
    /// The number of rare heaps among those looked at.
    pub(super) rare: usize,
    /// The digits, as the number with these binary digits.
    pub(super) mask: usize,
    pub(super) by_size: bool,
    pub(super) odd: bool,
}

impl Code {
    /// The code whose octal game has these rules, and the shapes of the families of moves.
    pub(super) fn of(rules: &Value, hash: &str) -> Option<(Code, Vec<Shape>)> {
        let shapes = shapes(rules)?;
        let mut digits = vec![0; 2];
        for (taken, digit) in shapes.iter().map(|shape| shape.digit()) {
            digits.resize(digits.len().max(taken + 1), 0);
            digits[taken] |= digit;
        }
        let code = Code(digits);
        let game = Session::new().game(&format!("octal[{}]", code.text()), None).ok()?;
        (game.rules.hash() == hash).then_some((code, shapes))
    }

    /// The code as people write it, such as 0.77.
    pub(super) fn text(&self) -> String {
        let mut digits = self.0.iter().map(|digit| char::from(b'0' + digit));
        let first = digits.next().unwrap_or('0');
        let rest: String = digits.collect();
        format!("{first}.{}", if rest.is_empty() { "0" } else { &rest })
    }

    /// The values of the first heaps.
    pub(super) fn values(&self, count: usize) -> Option<Vec<usize>> {
        let game = Session::new().game(&format!("octal[{}]", self.text()), None).ok()?;
        let table = Evaluator::new(&game.rules, Options::default()).table(&[count.checked_sub(1)? as u64]).ok()?;
        (0..count as u64).map(|n| table.get(&[n]).map(|value| value as usize)).collect()
    }

    /// The kind of common values with the fewest rare heaps.
    pub(super) fn common(&self, values: &[usize]) -> Option<Common> {
        let width = (values.iter().max()? + 1).next_power_of_two();
        let (even, odd) = (signs(values, 0, width), signs(values, 1, width));
        let twos: Vec<bool> =
            self.0.iter().enumerate().filter(|(_, digit)| **digit & 4 != 0).map(|(k, _)| k % 2 == 1).collect();
        let all = i64::try_from(values.len()).ok()?;
        let kinds = |by_size: bool, odd_: bool, sign: [i64; 2]| {
            let (even, odd) = (&even, &odd);
            (1..width).map(move |mask| (all + sign[0] * even[mask] + sign[1] * odd[mask], mask, by_size, odd_))
        };
        let mut found: Vec<(i64, usize, bool, bool)> = kinds(false, true, [1, 1]).collect();
        let all_are = |parity: bool| !twos.is_empty() && twos.iter().all(|odd| *odd == parity);
        if all_are(true) {
            found.extend(kinds(true, false, [-1, 1]));
        }
        if all_are(false) {
            found.extend(kinds(true, true, [1, -1]));
        }
        let (twice, mask, by_size, odd) = found.into_iter().min()?;
        Some(Common { rare: usize::try_from(twice / 2).ok()?, mask, by_size, odd })
    }
}

/// The shapes of the families of moves; families of another form have none.
fn shapes(rules: &Value) -> Option<Vec<Shape>> {
    let shape = |family: &Value| {
        let tuples = array(&family["targets"][0]["tuples"]).ok()?;
        let last = tuples.last()?.as_array()?.first()?;
        let taken = if *last == serde_json::json!(["x", 0]) { 0 } else { -last.get(1)?.as_i64()? };
        let taken = usize::try_from(taken).ok().filter(|taken| *taken <= LONGEST)?;
        Some(match (tuples.len(), family["before"][0].as_str()) {
            (1, Some("=0")) => Shape::TakesAll(taken),
            (1, _) => Shape::LeavesOne(taken),
            _ => Shape::LeavesTwo(taken),
        })
    };
    array(&rules["families"]).ok()?.iter().map(shape).collect()
}

/// The longest code.
const LONGEST: usize = 64;

/// For each mask the values of the heaps of one parity with an even number of digits of the mask, less those with an odd one.
fn signs(values: &[usize], parity: usize, width: usize) -> Vec<i64> {
    let mut sums = vec![0; width];
    values.iter().skip(parity).step_by(2).for_each(|value| sums[*value] += 1);
    let mut half = 1;
    while half < width {
        for first in (0..width).step_by(2 * half) {
            for i in first..first + half {
                (sums[i], sums[i + half]) = (sums[i] + sums[i + half], sums[i] - sums[i + half]);
            }
        }
        half *= 2;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(game: &str) -> (Value, String) {
        let game = Session::new().game(game, None).expect("a game");
        (game.rules.canonical(), game.rules.hash())
    }

    #[test]
    fn codes_are_read_off_the_rules() {
        for (game, code) in
            [("kayles", "0.77"), ("octal[0.156]", "0.156"), ("dawson_chess", "0.137"), ("octal[4.333]", "4.333")]
        {
            let (rules, hash) = canonical(game);
            assert_eq!(Code::of(&rules, &hash).expect("a code").0.text(), code, "{game}");
        }
        for game in ["grundy", "octal[0.3F]", "nim[1]", "nim[2]"] {
            let (rules, hash) = canonical(game);
            assert_eq!(Code::of(&rules, &hash), None, "{game}");
        }
    }

    #[test]
    fn values_are_those_of_the_definition() {
        assert_eq!(Code(vec![0, 7, 7]).values(12).expect("values"), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        assert_eq!(Code(vec![4, 0]).values(4).expect("values"), [0, 0, 1, 0]);
    }

    #[test]
    fn few_heaps_are_rare() {
        let code = Code(vec![0, 1, 5, 6]);
        let common = code.common(&code.values(3479 + 349).expect("values")).expect("a kind");
        assert_eq!(common, Common { rare: 15, mask: 0b11011, by_size: false, odd: true });
    }
}
