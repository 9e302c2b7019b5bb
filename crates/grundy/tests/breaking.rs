//! Games of taking and breaking: the notation means what its definition says, for the plain engine and for the engine of heaps.

use grundy::lang::Code;
use grundy::{Evaluator, Options, Play, Session};
use proptest::prelude::*;

/// A number of heaps that may be left: the least, the greatest if there is one, and what is asked of them.
type Count = (usize, Option<usize>, char);

/// A digit by its meaning.
#[derive(Clone, Debug)]
struct Digit(Vec<Count>);

impl Digit {
    fn text(&self) -> String {
        if self.0.is_empty() {
            return "0".into();
        }
        let order = |order: char| if order == ' ' { String::new() } else { order.to_string() };
        // Only the last number may go on without end.
        let mut counts = self.0.clone();
        counts.sort_by_key(|(least, most, _)| (most.is_none(), *least));
        let count = |(least, most, asked): &Count| {
            let end = most.map_or(least + 1, |most| most + 1);
            let each = (*least..end).map(|n| format!("{n}{}{}", if most.is_none() { "+" } else { "" }, order(*asked)));
            each.collect::<Vec<_>>().join(",")
        };
        format!("{{{}}}", counts.iter().map(count).collect::<Vec<_>>().join(","))
    }

    fn allows(&self, parts: &[usize]) -> bool {
        let differ = || parts.windows(2).filter(|pair| pair[0] != pair[1]).count();
        self.0.iter().any(|(least, most, asked)| {
            let count = parts.len() >= *least && most.is_none_or(|most| parts.len() <= most);
            count
                && (parts.len() < 2
                    || match asked {
                        '!' => differ() == parts.len() - 1,
                        '?' => differ() > 0,
                        '=' => differ() == 0,
                        _ => true,
                    })
        })
    }
}

pub(crate) fn partitions(rest: usize, parts: &mut Vec<usize>, see: &mut dyn FnMut(&[usize])) {
    if rest == 0 {
        return see(parts);
    }
    for part in parts.last().copied().unwrap_or(1)..=rest {
        parts.push(part);
        partitions(rest - part, parts, see);
        parts.pop();
    }
}

/// The values of the heaps up to `to`, by the definition: `digits[k]` is for moves that take k tokens.
fn defined(digits: &dyn Fn(usize) -> Option<Digit>, to: usize) -> Vec<usize> {
    let mut values = vec![0];
    for n in 1..=to {
        let mut options = vec![];
        for k in 0..=n {
            let Some(digit) = digits(k) else { continue };
            partitions(n - k, &mut vec![], &mut |parts| {
                if digit.allows(parts) {
                    options.push(parts.iter().fold(0, |sum, part| sum ^ values[*part]));
                }
            });
        }
        values.push((0..).find(|value| !options.contains(value)).expect("a value"));
    }
    values
}

fn values(code: &str, to: u64, plain: bool) -> Vec<usize> {
    let game = Session::new().game(&format!("take_and_break[\"{code}\"]"), None).expect("a game");
    let mut evaluator = Evaluator::new(&game.rules, Options { plain, ..Options::default() });
    let value = |n: u64| evaluator.value(&[n.into()]).expect("a value").value.to_string().parse().expect("a number");
    (0..=to).map(value).collect()
}

fn counts() -> impl Strategy<Value = Vec<Count>> {
    let order = || prop::sample::select(vec![' ', '!', '?', '=']);
    let exact = (0usize..6, 0usize..2, order()).prop_map(|(least, more, order)| (least, Some(least + more), order));
    let without_end = (0usize..5, order()).prop_map(|(least, order)| (least, None, order));
    (prop::collection::vec(exact, 0..3), prop::option::of(without_end))
        .prop_map(|(exact, last)| exact.into_iter().chain(last).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(60), ..ProptestConfig::default() })]

    #[test]
    fn codes_mean_what_the_definition_says(
        first in counts(),
        rest in prop::collection::vec(counts(), 0..3),
        tail in prop::collection::vec(counts(), 0..3),
    ) {
        // A move that takes nothing leaves two heaps or more.
        let first = Digit(first.into_iter().map(|(least, most, order)| (least + 2, most.map(|m| m + 2), order)).collect());
        let rest: Vec<Digit> = rest.into_iter().map(Digit).collect();
        let tail: Vec<Digit> = tail.into_iter().map(Digit).collect();
        let text = |digits: &[Digit]| digits.iter().map(Digit::text).collect::<String>();
        let mut code = format!("{}.{}", first.text(), text(&rest));
        if !tail.is_empty() {
            code += &format!("[{}]", text(&tail));
        }
        let digit = |k: usize| match k.checked_sub(1) {
            None => Some(first.clone()),
            Some(k) if k < rest.len() => Some(rest[k].clone()),
            Some(_) if tail.is_empty() => None,
            Some(k) => Some(tail[(k - rest.len()) % tail.len()].clone()),
        };
        let expected = defined(&digit, 17);
        prop_assert_eq!(values(&code, 17, true), expected.clone(), "{}, plain", code);
        prop_assert_eq!(values(&code, 17, false), expected, "{}", code);
    }
}

/// What is computed of lists of heaps agrees with the definition farther out, where lists of unequal parts have grown twice.
#[test]
fn lists_of_heaps_agree_far_out() {
    for (code, count) in [
        ("0.{3+}!", (3, None, '!')),
        ("0.{3}!", (3, Some(3), '!')),
        ("0.{2,3,4}?", (2, Some(4), '?')),
        ("0.*?", (0, None, '?')),
        ("0.{5}", (5, Some(5), ' ')),
        ("0.{4+}", (4, None, ' ')),
        ("{2+}=.0", (2, None, '=')),
    ] {
        let digit = Digit(vec![count]);
        let taken = usize::from(!code.ends_with(".0"));
        let expected = defined(&|k| (k == taken).then(|| digit.clone()), 34);
        assert_eq!(values(code, 34, false), expected, "{code}");
    }
}

/// Games that have other names, by codes.
#[test]
fn codes_of_known_games() {
    let by_name = |game: &str| {
        let game = Session::new().game(game, None).expect("a game");
        let mut evaluator = Evaluator::new(&game.rules, Options::default());
        (0..40u64).map(|n| evaluator.value(&[n.into()]).expect("a value").value.to_string()).collect::<Vec<_>>()
    };
    for (code, name) in [
        ("4!.0", "grundy"),
        ("0.77", "kayles"),
        ("0.[3]", "nim[1]"),
        ("4.[3]", "more.lasker"),
        ("0.3003", "subtraction[{1, 4}]"),
        ("0.[03]", "subtraction[{2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38}]"),
        ("8.3F", "hexadecimal[8.3F]"),
    ] {
        assert_eq!(by_name(&format!("take_and_break[\"{code}\"]")), by_name(name), "{code}");
    }
}

/// In misère play all heaps that are left count.
#[test]
fn lists_of_heaps_in_misere_play() {
    let game = Session::new().game("take_and_break[\"{3+}.3\"]", None).expect("a game");
    let options = Options { play: Play::Misere, ..Options::default() };
    let mut evaluator = Evaluator::new(&game.rules, options);
    let mut known = std::collections::HashMap::new();
    for n in 0..9usize {
        let value = evaluator.value(&[n.into()]).expect("a value").value.to_string();
        assert_eq!(value, misere(&[n], &mut known).to_string(), "{n}");
    }
}

/// The misère value of heaps of the game in which one token is taken, or a heap broken into three or more.
fn misere(heaps: &[usize], known: &mut std::collections::HashMap<Vec<usize>, usize>) -> usize {
    let mut heaps: Vec<usize> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
    heaps.sort_unstable();
    if let Some(value) = known.get(&heaps) {
        return *value;
    }
    let mut options = vec![];
    for (i, heap) in heaps.iter().enumerate() {
        let others = || heaps.iter().enumerate().filter(move |(j, _)| *j != i).map(|(_, heap)| *heap);
        options.push(others().chain([heap - 1]).collect::<Vec<_>>());
        partitions(*heap, &mut vec![], &mut |parts| {
            if parts.len() >= 3 {
                options.push(others().chain(parts.iter().copied()).collect());
            }
        });
    }
    let values: Vec<usize> = options.iter().map(|option| misere(option, known)).collect();
    let value = if values.is_empty() { 1 } else { (0..).find(|value| !values.contains(value)).expect("a value") };
    known.insert(heaps, value);
    value
}

/// Codes that add tokens are refused with the circle where play never ends, and played where it ends.
#[test]
fn codes_that_add_tokens() {
    let value = |code: &str, n: u64| {
        let game = Session::new().game(&format!("take_and_break[\"{code}\"]"), None).expect("a game");
        Evaluator::new(&game.rules, Options::default()).value(&[n.into()])
    };
    for (code, message) in [
        ("20.7", "play never ends: the move (+1) leads from (5) to (6), and lowers nothing"),
        ("40.7", "play never ends: the move (+0) leads from (5) to (5) beside others, and lowers nothing there"),
        ("2.7", "the rules go round, so play would never end: (5) -> (5)"),
    ] {
        let Err(error) = value(code, 5) else { panic!("{code} ends") };
        assert_eq!((error.code, error.message.as_str()), (Code::Circle, message), "{code}");
    }
    // One token more, in three equal heaps: 2, 5, 8, … are broken into smaller heaps.
    let third = |n: usize| defined(&|k| (k == 1).then(|| Digit(vec![(0, Some(1), ' ')])), n)[n];
    for n in [1u64, 3, 4] {
        assert_eq!(value("{3=}0.3", n).expect("a value").value.to_string(), third(n as usize).to_string(), "{n}");
    }
    assert_eq!(value("{3=}0.3", 5).expect("a value").value, 1.into());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(40), ..ProptestConfig::default() })]

    /// A heap of the first cousin is worth a heap of one token more.
    #[test]
    fn first_cousins_have_one_token_less(
        first in prop::sample::select(vec!["0", "4"]), even in "[0246]", rest in "[0-7]{0,3}",
    ) {
        let code = format!("{first}.{even}{rest}");
        let game = |text: &str| Session::new().game(text, None).expect("a game");
        let (own, cousin) = (game(&format!("octal[{code}]")), game(&format!("octal[first_cousin({code})]")));
        let values = |game: &grundy::session::Game, n: u64| {
            Evaluator::new(&game.rules, Options::default()).table(&[n]).expect("values")
        };
        let (own, cousin) = (values(&own, 60), values(&cousin, 59));
        for n in 1..=60 {
            prop_assert_eq!(own.get(&[n]), cousin.get(&[n - 1]), "{}, {}", code, n);
        }
    }
}
