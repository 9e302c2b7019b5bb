//! Heaps compared with the literature, and with plain enumeration far beyond what was proved.

use proptest::prelude::*;

use crate::heaps::*;
use grundy::Evaluator;
use grundy_core::contract::options::{Options, Play};
use grundy_rules::session::{Game, Session};

fn game(text: &str) -> Game {
    Session::new().game(text, None).unwrap()
}

fn rules(clauses: &str) -> Game {
    let mut session = Session::new();
    session.load("own.game", &format!("game own(n) {{ {clauses} }}")).unwrap();
    session.game("own", None).unwrap()
}

/// The heaps after a search among some 30,000 of them.
fn found(game: &Game) -> HeapLine {
    let mut heaps = HeapLine::of(&game.rules, Play::Normal).unwrap();
    heaps.solve(&Limits::default(), Effort::Usual, &mut |terms| terms > 30_000).unwrap();
    heaps
}

/// The number of heaps looked at, and why they prove no period.
fn open(game: &Game) -> (u64, String) {
    match found(game).into_known(None) {
        Known::Open(open) => (open.reached, open.why),
        Known::Proved(_, theorem) => panic!("{}: {theorem}", game.text),
    }
}

/// The period and the preperiod, if they are proved.
fn proved(text: &str) -> Option<(u64, u64)> {
    found(&game(text)).shown.map(|shown| (shown.period, shown.preperiod))
}

/// The tables of Gangolf, of Flammenkamp, and of Guy and Smith.
#[test]
fn periods_of_octal_games() {
    for (code, period, from) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.45", 20, 498),
        ("0.156", 349, 3479),
        ("0.165", 1550, 5181),
        ("0.3", 2, 0),
        ("0.31", 2, 3),
        ("4.3", 2, 2),
        ("4.7", 2, 1),
    ] {
        assert_eq!(proved(&format!("octal[{code}]")), Some((period, from)), "{code}");
    }
    for code in ["0.6", "0.007", "4.004", "0.106"] {
        let (reached, why) = open(&game(&format!("octal[{code}]")));
        assert!(reached > 30_000 && why.contains("do not reach"), "{code}: {why}");
    }
}

/// Gangolf and Plambeck's period of 0.16, and Flammenkamp's of 0.56 and 0.127, each proved before Guy and Smith's bound is reached.
#[test]
fn long_periods_are_proved_by_rare_heaps() {
    for (code, preperiod, period) in [("0.16", 105_351, 149_459), ("0.56", 326_640, 144), ("0.127", 46_578, 4)] {
        let mut heaps = HeapLine::of(&game(&format!("octal[{code}]")).rules, Play::Normal).unwrap();
        heaps.solve(&Limits::default(), Effort::Usual, &mut |_| false).unwrap();
        let shown = heaps.shown.as_ref().expect("a proof");
        assert_eq!((shown.preperiod, shown.period), (preperiod, period), "{code}");
        let common = shown.common.expect("a proof by rare heaps");
        assert!(common.below < 2 * preperiod + 2 * period, "{code}: {common:?}");
    }
    // The end of memory ends the search, without an error.
    let little = Limits { memory: 60_000, ..Limits::default() };
    let mut few = HeapLine::of(&game("octal[0.16]").rules, Play::Normal).unwrap();
    few.solve(&little, Effort::Unending, &mut |_| false).unwrap();
    assert!(few.shown.is_none() && few.sequence.len() < 60_000 && few.ended.is_some());
}

/// What rare heaps prove of octal games of three digits, with little work, is so of many more values.
#[test]
fn values_go_on_as_rare_heaps_prove() {
    let mut proved = 0;
    for code in (1..512u32).filter(|code| code % 7 == 3 || code % 64 == 0o56 || *code == 0o156) {
        let game = game(&format!("octal[0.{}{}{}]", code >> 6, code >> 3 & 7, code & 7));
        let mut heaps = HeapLine::of(&game.rules, Play::Normal).unwrap();
        heaps.search((30_000, u64::MAX), &Limits::default(), &mut |_| false).unwrap();
        let Some(Shown { preperiod, period, common: Some(common), .. }) = heaps.shown.clone() else { continue };
        proved += 1;
        heaps.sequence.extend(3 * index(common.below), &Limits::default(), &mut |_| false).unwrap();
        let (from, period) = (index(preperiod), index(period));
        let differs = |n: &usize| heaps.sequence.get(*n) != heaps.sequence.get(n + period);
        assert_eq!((from..heaps.sequence.len() - period).find(differs), None, "{}", game.text);
        assert!(from == 0 || differs(&(from - 1)), "{}: {from} is not least", game.text);
    }
    assert!(proved >= 3, "{proved} games are proved by rare heaps");
}

/// Howse and Nowakowski's table.
#[test]
fn arithmetic_periods_of_hexadecimal_games() {
    for (code, period, saltus, from) in [("0.137F", 2, 1, 0), ("0.13FF", 7, 4, 6), ("0.8", 3, 1, 1), ("0.3F", 6, 3, 0)]
    {
        let game = game(&format!("hexadecimal[{code}]"));
        let line = found(&game);
        let shown = line.shown.as_ref().expect("a proof");
        assert_eq!((shown.period, shown.saltus, shown.preperiod), (period, saltus, from), "{code}");
        let mut further = Sequence::new(line.sequence.heaps().clone());
        further.extend(600, &Limits::default(), &mut |_| false).unwrap();
        for (n, value) in further.into_first(600).into_iter().enumerate() {
            assert_eq!(line.known(n as u64), Some(u64::from(value)), "{code} at {n}");
        }
    }
}

#[test]
fn unequal_parts_are_refused() {
    let (_, why) = open(&game("grundy"));
    assert!(why.contains("must differ"), "{why}");
}

#[test]
fn misere_play_is_refused() {
    let Err(reason) = HeapLine::of(&game("kayles").rules, Play::Misere) else { panic!() };
    assert!(reason.to_string().contains("no nim-sum"), "{reason}");
}

/// Compares the values with those by enumeration of all options, and the period with values up to four times the bound.
fn compare(game: &Game, to: u64) {
    let line = match HeapLine::of(&game.rules, Play::Normal) {
        Ok(line) => line,
        Err(reason) => panic!("{}: {reason}", game.text),
    };
    compare_line(game, line, to);
}

fn compare_line(game: &Game, mut line: HeapLine, to: u64) {
    let plain = Options { plain: true, ..Options::default() };
    let plain = Evaluator::new(&game.rules, plain).table(&[to]).unwrap();
    let (terms, _) = line.terms(to as usize + 1, &Limits::default()).unwrap();
    let all: Vec<u32> = (0..=to).map(|n| plain.get(&[n]).unwrap_or(Values::NOWHERE)).collect();
    assert_eq!(terms, all, "{}", game.text);
    if let Some(shown) = line.shown.clone() {
        // Further values, computed by the recursion alone, have the period.
        let known = line.sequence.len();
        let mut further = Sequence::new(line.sequence.heaps().clone());
        further.extend(4 * known.min(3000), &Limits::default(), &mut |_| false).unwrap();
        let value = |n: usize| further.get(n).filter(|v| *v != Values::NOWHERE).map(u64::from);
        for n in 0..further.len() {
            assert_eq!(line.known(n as u64), value(n), "{} at {n}, {shown:?}", game.text);
        }
        let (n0, p) = (shown.preperiod as usize, shown.period as usize);
        let differs = |n: usize| value(n + p) != value(n).map(|v| v + shown.saltus);
        assert!(n0 == 0 || differs(n0 - 1), "{}: {shown:?} is not least", game.text);
    }
}

#[test]
fn built_in_games_agree() {
    for text in ["kayles", "dawson_kayles", "dawson_chess", "treblecross", "grundy", "octal[4.7]", "octal[0.15]"] {
        compare(&game(text), 150);
    }
    for text in ["hexadecimal[0.8]", "octal[0.137F]", "octal[0.13FF]", "hexadecimal[8.8]", "octal[0.3F]"] {
        compare(&game(text), 45);
    }
}

/// Rules of many shapes that are read.
#[test]
fn shapes_that_are_read() {
    for clauses in [
        "move n - 1\n split a, n - 3 - a for a in 0..n - 3",
        "split n - i, i - 2 for i in 3..n - 1",
        "split a, b for a in 1..n, b in 1..n if a + b = n - 1",
        "split a, b for a in 0..n, b in 0..n, k in 1..3 if n - k = a + b and a <= b and k != 2",
        "split a, b, c for a in 0..n, b in a..n, c in b..n if a + b + c + 2 = n",
        "split a, b for b in 1..n, a in b..n if a = n - b - 2 and b mod 2 = 1\n move n - 1",
        "move n - k for k in {1, 4} if n mod 3 = 1\n split a, n - 1 - a for a in 1..(n - 1) div 2 if a mod 2 = 1",
        "split a, n - 2 - a for a in 0..n - 2 if a mod 2 = 0 and n mod 4 != 3",
        "split a, b, n - a - b - 2 for a in 0..n - 2, b in 0..n - 2 - a",
        "split a, n - 1 - a for a in 1..n - 2 if a != n - 1 - a\n move n - 1",
        "split a, n - a for a in 1..n div 2 if n - 2 * a >= 3",
        "split 1, n - 3\n move n - 2",
        "move 0 if n >= 3 and n mod 5 != 0\n split a, n - 2 - a for a in 2..(n - 2) div 2",
        "move 2 if n > 6\n split a, n - 1 - a for a in 3..n if n < 40 or n mod 2 = 0",
        "split a, n - k - a for k in 1..min(n, 3), a in 1..(n - k) div 2",
        "split max(0, i - 2), max(0, n - i - 1) for i in 1..n",
        "split max(0, i - 1), max(0, n - i - 3) for i in 1..n if i mod 2 = 1",
        "split max(0, i - 2), max(2, n - i - 3) for i in n - 3..n - 1 if n > 9\n move n - 1",
        "move max(0, n - 3) if n > 0",
        "move min(n - 1, 7) if n > 0 and n mod 3 != 1",
    ] {
        compare(&rules(clauses), 60);
    }
}

/// The reason why rules with these clauses are not read.
fn refusal(clauses: &str) -> String {
    let read = HeapLine::of(&rules(clauses).rules, Play::Normal);
    read.err().unwrap_or_else(|| panic!("{clauses}")).to_string()
}

#[test]
fn shapes_that_are_not() {
    for (clauses, why) in [
        ("move n - i for i in 1..n\n split a, n - a for a in 1..n - 1", "whose sum is not the whole less a constant"),
        ("split a, n - a for a in 0..n - 1", "does not make every heap smaller"),
        ("split a, n - 1 - a for a in 1..n - 1 if gcd(n, a) = 1", "is none on their order"),
        ("split n div 2, n - n div 2 if n > 1", "do not give one by one"),
    ] {
        let text = refusal(clauses);
        assert!(text.contains(why), "{clauses}: {text}");
    }
}

/// Rules that keep some heaps from being positions.
#[test]
fn heaps_that_are_no_positions() {
    for clauses in [
        "require n != 5 and n mod 4 != 3\n move n - 1\n move n - 2\n split a, n - 1 - a for a in 1..n - 2",
        "require n mod 4 != 3\n move n - 1\n split a, n - 2 - a for a in 0..(n - 2) div 2",
        "require n >= 1\n split a, n - a for a in 0..n\n move n - 3",
        "require n <= 20 or n mod 3 = 0\n split a, n - a for a in 1..n - 1\n move n - 2",
        "require n <= 17\n split a, n - 1 - a for a in 1..n - 1\n move n - 2",
        "require n mod 5 != 2\n move 0 if n >= 3\n move 2 if n > 6\n split 1, n - 3\n split 2, n - 4",
        "require n != 2 and n != 9\n move 2 if n > 6\n split 2, n - 3\n split a, n - 1 - a for a in 1..n - 2 if a != n - 1 - a",
        "require n mod 3 != 1\n split a, b, n - a - b - 1 for a in 1..(n - 1) div 3, b in a..(n - 1 - a) div 2",
        "require n mod 4 != 3 and n != 6\n split a, b, n - a - b - 2 for a in 0..n - 2, b in 0..n - 2 - a\n move n - 1",
    ] {
        compare(&rules(clauses), 70);
    }
}

#[test]
fn conditions_on_positions_that_are_not_read() {
    for (clauses, why) in [
        ("require gcd(n, 6) = 1\n split a, n - 1 - a for a in 0..n - 1", "residues do not decide far out"),
        ("require n < 2 or log2(n) != 3\n split a, n - 1 - a for a in 0..n - 1", "is not defined everywhere"),
    ] {
        let text = refusal(clauses);
        assert!(text.starts_with("which heaps are positions depends on `") && text.contains(why), "{clauses}: {text}");
    }
}

#[test]
fn a_heap_of_a_thousand_digits() {
    let game = game("kayles");
    let mut evaluator = Evaluator::new(&game.rules, Options::default());
    let ten = IBig::from(10).pow(1000);
    let answer = evaluator.value(std::slice::from_ref(&ten)).unwrap();
    let near = (&ten - IBig::from(72)) % IBig::from(12) + IBig::from(72);
    let plain = Options { plain: true, ..Options::default() };
    assert_eq!(answer.value, Evaluator::new(&game.rules, plain).value(&[near]).unwrap().value);
    assert_eq!(answer.by_name(), "heaps");
    assert!(answer.explain().contains("preperiod 71 period 12"), "{}", answer.explain());
}

/// Steps: taken, modulus, residue, least. Splits: taken, least, modulus, residue, kind.
fn steps_and_splits(steps: &[(u64, u64, u64, u64)], splits: &[(u64, u64, u64, u64, usize)]) -> String {
    let mut text = String::new();
    for (take, modulus, residue, least) in steps {
        text += &format!("move n - {take} if n mod {modulus} = {residue} or n < {least}\n");
    }
    for (take, least, modulus, residue, kind) in splits {
        let range = [
            format!("a in {least}..n - {take}"),
            format!("a in {least}..(n - {take}) div 2"),
            format!("a in {least}..n - {take} - {least}"),
            format!("a in {least}..(n - {take} - 1) div 2"),
            format!("a in {least}..n - {take} if a mod {modulus} = {residue}"),
            format!("a in {least}..(n - {take}) div 2 if (n + a) mod {modulus} = {residue}"),
        ];
        text += &format!("split a, n - {take} - a for {}\n", range[*kind]);
    }
    text
}

/// Moves to three heaps and to a fixed one: taken, least, kind.
fn others(kinds: &[(u64, u64, usize)]) -> String {
    let mut text = String::new();
    for (take, least, kind) in kinds {
        let last = format!("n - {take} - a - b");
        let own = least + 1;
        text += &[
            format!("split a, b, {last} for a in {least}..n, b in {least}..n - a - {take} - {least}\n"),
            format!("split a, b, {last} for a in {least}..(n - {take}) div 3, b in a..(n - {take} - a) div 2\n"),
            format!("move {least} if n > {own} and n mod {own} != 0\n"),
            format!("split {least}, n - {take} - {least}\n"),
        ][*kind];
    }
    text
}

/// Conditions on positions.
fn requires() -> impl Strategy<Value = String> {
    let one = (0u64..14, 1u64..5, 0u64..5, 0usize..7).prop_map(|(k, modulus, residue, kind)| {
        [
            format!("require n != {k}\n"),
            format!("require n mod {} != {residue}\n", modulus + 1),
            format!("require n >= {}\n", k / 3),
            format!("require n <= {} or n mod {modulus} = {residue}\n", 3 * k),
            format!("require n mod {modulus} = {residue} or n < {k}\n"),
            format!("require not (n = {k} or n = {})\n", k + residue + 1),
            format!("require (n div {modulus}) mod 2 = 0 or n > {k}\n"),
        ][kind]
            .clone()
    });
    prop::collection::vec(one, 1..3).prop_map(|list| list.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(75), ..ProptestConfig::default() })]

    #[test]
    fn rules_with_conditions_on_positions_agree(
        requires in requires(),
        steps in prop::collection::vec((1u64..6, 1u64..4, 0u64..3, 0u64..12), 0..3),
        splits in prop::collection::vec((1u64..5, 0u64..3, 1u64..4, 0u64..3, 0usize..6), 0..3),
        more in prop::collection::vec((1u64..4, 0u64..3, 0usize..4), 0..2),
    ) {
        let text = requires + &steps_and_splits(&steps, &splits) + &others(&more);
        let game = rules(&text);
        let to = if more.iter().any(|(_, _, kind)| *kind < 2) { 36 } else { 60 };
        match HeapLine::of(&game.rules, Play::Normal) {
            Ok(line) => compare_line(&game, line, to),
            Err(reason) => prop_assert!(reason.to_string().contains("on their order"), "{}{}", text, reason),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(30), ..ProptestConfig::default() })]

    #[test]
    fn octal_codes_agree(first in prop::sample::select(vec!["0", "4"]), digits in "[0-7]{1,4}") {
        compare(&game(&format!("octal[{first}.{digits}]")), 90);
    }

    #[test]
    fn hexadecimal_codes_agree(first in prop::sample::select(vec!["0", "4", "8"]), digits in "[0-9A-F]{1,3}") {
        compare(&game(&format!("hexadecimal[{first}.{digits}]")), 32);
    }

    /// A move takes a place of a row and some that are next to it.
    #[test]
    fn places_with_their_neighbours_agree(
        (before, behind) in (0u64..5, 0u64..5), (least, most) in (0u64..3, 0u64..3), (one, other) in (0usize..2, 0usize..2),
        condition in prop::sample::select(vec!["i >= 1", "i mod 2 = 1", "n mod 3 != 2", "i != 3"]), more in any::<bool>(),
    ) {
        let word = |k: usize| ["max", "min"][k];
        let text = format!(
            "split {}({least}, i - {before}), {}({most}, n - i - {behind}) for i in 1..n if n > 9 and {condition}\n{}",
            word(one), word(other), if more { "move n - 1" } else { "" },
        );
        let game = rules(&text);
        // Where a part is the least of two numbers, the parts may be less than the whole by any number; and where a part is the whole, or the parts are more, there is no such game.
        if let Ok(line) = HeapLine::of(&game.rules, Play::Normal) {
            compare_line(&game, line, 60);
        } else {
            prop_assert!(text.contains("min") || before <= most || behind < least, "{}", text);
        }
    }

    #[test]
    fn step_and_split_rules_agree(
        steps in prop::collection::vec((1u64..6, 1u64..4, 0u64..3, 0u64..12), 0..3),
        splits in prop::collection::vec((1u64..5, 0u64..3, 1u64..4, 0u64..3, 0usize..6), 1..3),
    ) {
        let text = steps_and_splits(&steps, &splits);
        let game = rules(&text);
        match HeapLine::of(&game.rules, Play::Normal) {
            Ok(line) => compare_line(&game, line, 60),
            Err(reason) => prop_assert!(reason.to_string().contains("on their order"), "{}{}", text, reason),
        }
    }
}

/// Where memory or an interruption ends the search, what was computed by then is known.
#[test]
fn a_limit_leaves_the_values() {
    let rules = Session::new().game("octal[0.007]", None).expect("a game").rules;
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let mut heaps = HeapLine::of(&rules, Play::Normal).expect("heaps");
    heaps.solve(&limits, Effort::Usual, &mut |_| false).expect("what is known");
    let Known::Open(Open { why, terms, .. }) = heaps.into_known(None) else { panic!("no proof") };
    assert!(why.contains("memory") && terms.is_some_and(|terms| terms.len() > 1000), "{why}");
    let limits = Limits::default();
    let mut heaps = HeapLine::of(&rules, Play::Normal).expect("heaps");
    let mut interrupts = |terms| {
        limits.interrupt.store(terms >= 1024, std::sync::atomic::Ordering::Relaxed);
        false
    };
    heaps.solve(&limits, Effort::Usual, &mut interrupts).expect("what is known");
    let Known::Open(Open { why, terms, .. }) = heaps.into_known(None) else { panic!("no proof") };
    assert_eq!((why.as_str(), terms.map(|terms| terms.len())), ("interrupted", Some(1280)));
}

/// A folder of its own, removed at the end.
struct Place(std::path::PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(std::env::temp_dir().join(format!("grundy-heaps-{}-{name}", std::process::id())))
    }

    fn keep(&self, game: &Game) -> HeapLine {
        let mut line = HeapLine::of(&game.rules, Play::Normal).expect("heaps");
        let folder = Folder::of_line(&self.0, &game.rules, (&[0], 0), Play::Normal).expect("a folder");
        line.keep(folder, &Limits::default()).expect("the values that are kept");
        line
    }

    fn tiles(&self) -> Vec<std::path::PathBuf> {
        let list = std::fs::read_dir(self.0.join("heaps")).expect("the tiles");
        let mut tiles: Vec<_> = list.map(|entry| entry.expect("a tile").path()).collect();
        tiles.sort();
        tiles
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A search that was ended goes on from the values that are kept, whichever engine computed them, and without those of a tile that was damaged.
#[test]
fn a_search_goes_on_from_a_checkpoint() {
    let limits = Limits::default();
    for (text, stops) in
        [("octal[0.156]", [2000, 3700]), ("octal[0.376]", [20_000, 60_000]), ("octal[0.1F]", [300, 700])]
    {
        let game = game(text);
        let place = Place::new(text);
        let mut begun = HeapLine::of(&game.rules, Play::Normal).expect("heaps");
        let expected = begun.terms(1 << 10, &limits).expect("values").0;
        let mut reached = 0;
        for stop in stops {
            let mut line = place.keep(&game);
            assert!(line.sequence.len() as u64 >= reached, "{text}: {reached}");
            line.solve(&limits, Effort::Unending, &mut |terms| terms >= stop).expect("values");
            reached = line.sequence.len() as u64;
            assert!(reached >= stop, "{text}");
        }
        // Of two tiles the second is damaged: its values are computed again.
        let tiles = place.tiles();
        assert!(tiles.len() >= 2, "{text}: {tiles:?}");
        let mut bytes = std::fs::read(&tiles[1]).expect("a tile");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&tiles[1], bytes).expect("written");
        let mut line = place.keep(&game);
        assert!((line.sequence.len() as u64) < reached, "{text}");
        let far = if text == "octal[0.156]" { u64::MAX } else { reached };
        line.solve(&limits, Effort::Usual, &mut |terms| terms > far).expect("values");
        let shown = line.shown.as_ref().map(|shown| (shown.period, shown.preperiod));
        assert_eq!(shown, (text == "octal[0.156]").then_some((349, 3479)));
        let (values, _) = line.terms(expected.len(), &limits).expect("values");
        assert_eq!(values, expected, "{text}");
    }
}

/// As values that are all held say, so do the first and the last ones: which period there is, and which value far out; and so does a search that goes on from a checkpoint.
#[test]
fn values_without_end_are_those_of_the_sequence() {
    let limits = Limits::default();
    for (text, period, preperiod) in [("octal[0.56]", 144, 326_640), ("octal[0.16]", 149_459, 105_351)] {
        let game = game(text);
        let mut all = HeapLine::of(&game.rules, Play::Normal).expect("heaps");
        let (values, _) = all.terms(700_000, &limits).expect("values");
        let place = Place::new(&format!("far-{text}"));
        // The last run begins after a mark beyond the period.
        for stop in [200_000, 450_000, 900_000, u64::MAX, u64::MAX] {
            let mut line = place.keep(&game);
            line.far_terms = 1 << 17;
            let mut first = None;
            line.solve(&limits, Effort::Unending, &mut |terms| {
                first = first.or((terms > 1 << 17).then_some(terms));
                terms >= stop
            })
            .expect("values");
            // The run before had a mark beyond.
            assert!(stop != u64::MAX || first.is_none_or(|first| first >= 390_000), "{first:?}");
            if let Some(shown) = &line.shown {
                assert_eq!((shown.period, shown.preperiod), (period, preperiod), "{text}");
                for n in (0..700_000).step_by(9_973) {
                    let far = n + (1 << 45) * period;
                    let told = line.told(n, &limits).expect("a value");
                    assert_eq!(told, Some(u64::from(values[index(n)])), "{text}: {n}");
                    assert!(n < preperiod || line.told(far, &limits).expect("a value") == told, "{text}: {far}");
                }
            }
            eprintln!(
                "{text} {stop} {} {:?} {:?}",
                line.sequence.len(),
                line.endless.as_ref().map(|e| e.len()),
                line.shown.as_ref().map(|s| s.common)
            );
            assert_eq!(line.shown.is_some(), stop > 500_000 || period == 149_459 && stop > 400_000, "{text}");
        }
        let mut line = HeapLine::of(&game.rules, Play::Normal).expect("heaps");
        line.far_terms = 1 << 17;
        for n in [699_999, 131_072, 300_001] {
            let value = line.value(&IBig::from(n), &limits).expect("a value");
            assert_eq!(value, Some(IBig::from(values[n])), "{text}: {n}");
        }
    }
}
