//! Rank, equal parts, the same moves, windows: theorems that need no values.
//!
//! In: random games whose moves lower a sum, or split a heap, and claims that these theorems prove; each beside one that is false far out alone, where a single heap has no move or one value more is claimed.
//! Out: no wrong verdict, and of the right claims most are proved.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::{checked, options};

/// A heap beyond all tables.
fn far(noise: &mut Noise) -> usize {
    1_000_000 + noise.below(1_000_000)
}

/// A game with two coordinates each of whose moves lowers x a + y b, and the two factors.
fn falling(noise: &mut Noise) -> (String, [usize; 2]) {
    let factors = [1 + noise.below(2), 1 + noise.below(2)];
    let moves = (0..1 + noise.below(3)).map(|_| {
        let (less, i) = (1 + noise.below(3), noise.below(2));
        // What is added to the other coordinate is worth less than what is taken.
        let more = noise.below(1 + (factors[i] * less - 1) / factors[1 - i]);
        let guard = ["", " if (a + b) mod 2 = 0", " if a >= b", " if a != 3"][noise.below(4)];
        let (to, enough) = match i {
            0 => (format!("(a - {less}, b + {more})"), format!("a >= {less}")),
            _ => (format!("(a + {more}, b - {less})"), format!("b >= {less}")),
        };
        match guard {
            "" => format!("  move {to} if {enough}\n"),
            guard => format!("  move {to}{guard} and {enough}\n"),
        }
    });
    let moves: String = moves.collect();
    (format!("game g(a, b) {{\n{moves}}}\n"), factors)
}

/// The moves of a heap that splits: it loses some tokens, and leaves two heaps, one of which may be empty or not. A heap of another number has no move.
fn splitting(name: &str, (least, most, empty): (usize, usize, bool), but: Option<usize>) -> String {
    let first = usize::from(!empty);
    let guard = but.map_or(String::new(), |but| format!(" if n != {but}"));
    format!(
        "game {name}(n) {{\n  split a, n - k - a for k in {least}..{most}, a in {first}..n - k - {first}{guard}\n}}\n"
    )
}

/// A text, and whether its claim is true.
fn statement(noise: &mut Noise, case: usize) -> (String, bool) {
    let is_true = case.is_multiple_of(2);
    let misere = noise.below(3) == 0;
    let word = if misere { "G_misere" } else { "G" };
    match case / 2 % 4 {
        0 => {
            let (game, [x, y]) = falling(noise);
            let (place, rank) = (far(noise), format!("{x}*a + {y}*b"));
            // In misère play a terminal position has the value 1.
            let rank = if misere { format!("max(1, {rank})") } else { rank };
            let most = if is_true { rank } else { format!("(if a = {place} and b = 0 then 0 - 1 else {rank})") };
            (format!("{game}claim \"c\" on g at (a, b): {word} <= {most}\n"), is_true)
        }
        3 => {
            let (k, place) = (2 + noise.below(4), far(noise));
            let r = 1 + noise.below(k - 1);
            let (at, value) = match noise.below(2) {
                0 => (format!("{k}*n"), "n".to_string()),
                _ => (format!("{k}*n + {r}"), format!("G(g({}*n + {}))", k - 1, r - 1)),
            };
            let more = if is_true { String::new() } else { format!(" + (if n = {place} then 1 else 0)") };
            let game = format!("game g(n) {{\n  move n - i for i in 1..n div {k}\n}}\n");
            (format!("{game}claim \"c\" on g at (n): G(g({at})) = {value}{more}\n"), is_true)
        }
        1 => {
            // Some k has the parity of n, so that what is left splits into two equal heaps.
            let least = 1 + noise.below(4);
            let kind = (least, least + 1 + noise.below(4), noise.below(2) == 0);
            let game = splitting("g", kind, (!is_true).then(|| far(noise)));
            (format!("{game}claim \"c\" on g at (n): N or n < {}\n", kind.1 + 3), is_true)
        }
        _ => {
            let least = 1 + noise.below(4);
            let kind = (least, least + 1 + noise.below(4), noise.below(2) == 0);
            let shift = if kind.2 { 0 } else { noise.below(3) };
            let (own, but) = (splitting("g", kind, None), (!is_true).then(|| far(noise)));
            // Each heap of the other game has so many tokens more than its like.
            let (first, more) = (usize::from(!kind.2), shift);
            let guard = but.map_or(String::new(), |but| format!(" and n != {but}"));
            let other = format!(
                "game h(n) {{\n  split a + {more}, n - {more} - k - a + {more} for k in {}..{}, a in {first}..n - {more} - k - {first} if n >= {more}{guard}\n}}\n",
                kind.0, kind.1
            );
            // In normal play a heap with a move to two equal parts has no value 0; without a move it has.
            let word = if is_true { word } else { "G" };
            (format!("{own}{other}claim \"c\" on g at (n): {word} = {word}(h(n + {more}))\n"), is_true)
        }
    }
}

#[test]
fn theorems_without_values_prove_nothing_false() {
    let (mut proved, mut right) = ([0; 4], [0; 4]);
    for case in 0..grundy_testing::slow_cases(128) as usize {
        let mut noise = Noise(51_000 + case as u64 * 977);
        let (text, is_true) = statement(&mut noise, case);
        let found = checked(&text, &options(None, 1)).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let verdict = &found[0].1;
        let is_wrong = match verdict.status {
            Status::Proved => !is_true,
            Status::False => is_true,
            Status::Error | Status::Open => true,
            _ => false,
        };
        assert!(!is_wrong, "{} in\n{text}\n{:?}", verdict.status.name(), verdict.reason);
        right[case / 2 % 4] += usize::from(is_true);
        proved[case / 2 % 4] += usize::from(verdict.status == Status::Proved);
    }
    println!("{proved:?} of {right:?}");
    assert!(proved.iter().zip(&right).all(|(proved, right)| 10 * proved >= 7 * right), "{proved:?} of {right:?}");
}
