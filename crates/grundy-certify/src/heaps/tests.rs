//! The moves read from large heaps, and the automata for arithmetic periods, compared with the definition.

use proptest::prelude::*;
use serde_json::{Value, json};

use std::ops::Range;

use crate::heaps::common::Class;
use crate::heaps::read::Move;
use crate::heaps::rows::Rows;
use crate::heaps::*;
use crate::recurrence::recurs::Of;

fn sum(constant: i64, terms: Value) -> Value {
    json!(["sum", constant, terms])
}

/// The whole less `take` and less the first amounts.
fn rest(take: i64, amounts: usize) -> Value {
    let mut terms = vec![json!([1, ["x", 0]])];
    terms.extend((0..amounts).map(|k| json!([-1, ["v", k]])));
    sum(-take, terms.into())
}

fn rules(families: &[Value]) -> Rules {
    with_requires(&[], families)
}

fn with_requires(requires: &[Value], families: &[Value]) -> Rules {
    let requires: Vec<Value> = requires.iter().map(|e| json!({"leaf": 0, "condition": e})).collect();
    let json = json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["n"], "leaves": [{"first": 0, "length": 1}],
        "requires": requires, "families": families, "parts": [],
    });
    Rules::read(&json).expect("rules")
}

/// A family whose moves leave `parts`.
fn family(params: &[(Value, Value)], guard: Value, parts: &[Value]) -> Value {
    let params: Vec<Value> = params.iter().map(|(lo, hi)| json!([lo, hi])).collect();
    let tuples: Vec<Value> = parts.iter().map(|part| json!([part])).collect();
    json!({"before": true, "params": params, "guard": guard, "targets": [{"leaf": 0, "tuples": tuples}]})
}

fn v(k: usize) -> Value {
    json!(["v", k])
}

fn residue(e: &Value, modulus: i64, residue: i64) -> Value {
    json!(["=0", ["sum", -residue, [[1, ["mod", e, modulus]]]]])
}

/// The condition a <= b.
fn le(a: &Value, b: &Value) -> Value {
    json!(["<=0", ["sum", 0, [[1, a], [-1, b]]]])
}

const TO: u64 = 60;

/// If large heaps can be read, compares the values by the moves read with those by the definition. Returns whether they can.
fn agrees(rules: &Rules) -> bool {
    let Ok(moves) = read(rules, &Kinds::one(), false) else { return false };
    let from = moves.from();
    let one = Kinds::one();
    let mut by_moves = Values::new(rules, &one, false, &moves, from);
    let mut plain = Values::new(rules, &one, false, &moves, u64::MAX);
    for n in 0..from + TO {
        match plain.next() {
            Ok(()) => by_moves.next().expect("values"),
            Err(why) => {
                assert!(n < from, "{why}");
                return false;
            }
        }
        assert_eq!(plain.values[n as usize], by_moves.values[n as usize], "{rules:?} at {n}");
    }
    true
}

/// Constants that are taken from every heap: all ways to write them, and what only looks like them.
#[test]
fn constants_are_read_in_all_their_forms() {
    let x = json!(["x", 0]);
    let (range, all) = ([(json!(3), json!(9))], json!(true));
    let more = |constant: i64, factor: i64| sum(constant, json!([[1, x], [factor, v(0)]]));
    for (ranges, family) in [
        (Some(vec![(4, 4)]), family(&[], all.clone(), &[rest(4, 0)])),
        (Some(vec![(3, 9)]), family(&range, all.clone(), &[rest(0, 1)])),
        (Some(vec![(5, 11)]), family(&range, all.clone(), &[rest(2, 1)])),
        (Some(vec![(1, 7)]), family(&range, all.clone(), &[more(-10, 1)])),
        (None, family(&range, all.clone(), &[more(-9, 1)])),
        (None, family(&range, all.clone(), &[rest(-3, 1)])),
        (None, family(&range, all.clone(), &[more(0, -2)])),
        (None, family(&range, le(&v(0), &json!(5)), &[rest(0, 1)])),
        (None, family(&range, all.clone(), &[rest(4, 0)])),
        (None, family(&[(json!(3), x.clone())], all.clone(), &[rest(0, 1)])),
        (None, family(&[], all.clone(), &[json!(4)])),
        (None, family(&[], all.clone(), &[rest(4, 0), rest(5, 0)])),
        (None, family(&[], all.clone(), &[sum(-1, json!([[2, x]]))])),
    ] {
        assert_eq!(taken(&rules(std::slice::from_ref(&family))), ranges, "{family}");
    }
    let parts = [family(&range, all.clone(), &[rest(0, 1)]), family(&[], all, &[rest(2, 0)])];
    assert_eq!(taken(&rules(&parts)), Some(vec![(2, 9)]));
    assert_eq!(taken(&with_requires(&[le(&json!(3), &x)], &parts)), None);
}

/// Heaps of which a move takes one place with some that are next to it: near the end of a row there are fewer of them.
#[test]
fn places_with_their_neighbours_are_read() {
    let x = json!(["x", 0]);
    let greatest = |least: i64, e: Value| json!(["max", least, e]);
    for (before, behind) in [(1, 0), (2, 1), (1, 3), (4, 0)] {
        let parts = [greatest(0, sum(-before, json!([[1, v(0)]]))), greatest(0, rest(behind, 1))];
        let all = rules(&[family(&[(json!(1), x.clone())], json!(true), &parts)]);
        assert!(agrees(&all), "{before} {behind}");
        let odd = rules(&[family(&[(json!(1), x.clone())], residue(&v(0), 2, 1), &parts)]);
        agrees(&odd);
    }
    // Of heaps with more than three places on both sides no number is taken that all of them have.
    let few = [json!(["min", 3, v(0)]), json!(["min", 3, rest(0, 1)])];
    assert!(!agrees(&rules(&[family(&[(json!(1), x.clone())], json!(true), &few)])));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Least and greatest numbers of all kinds, against the definition.
    #[test]
    fn least_and_greatest_numbers_are_those_of_the_definition(
        (before, behind) in (0i64..5, 0i64..5), (least, most) in (0i64..4, 0i64..4), (one, other) in (any::<bool>(), any::<bool>()),
        (begin, end) in (0i64..4, 0i64..4), (modulus, from) in (1i64..4, prop::bool::ANY),
    ) {
        let word = |is_max: bool, least: i64, e: Value| json!([if is_max { "max" } else { "min" }, least, e]);
        let parts = [word(one, least, sum(-before, json!([[1, v(0)]]))), word(other, most, rest(behind, 1))];
        let x = json!(["x", 0]);
        // From some place on, or the last places.
        let ends = if from { (json!(begin), x.clone()) } else { (sum(-begin - end, json!([[1, x]])), sum(-begin, json!([[1, x]]))) };
        let guard = json!(["and", le(&json!(9), &x), residue(&v(0), modulus, 0)]);
        agrees(&rules(&[family(&[ends], guard, &parts), family(&[], le(&json!(1), &x), &[rest(1, 0)])]));
    }

    /// Values from one heap to the next, against the definition.
    #[test]
    fn sliding_values_are_those_of_the_definition(
        ranges in prop::collection::vec((1..30i64, 0..20i64), 1..4), misere in any::<bool>(),
    ) {
        let one = |(least, more): &(i64, i64)| {
            family(&[(json!(least), json!(least + more))], json!(true), &[rest(0, 1)])
        };
        let rules = rules(&ranges.iter().map(one).collect::<Vec<_>>());
        let Ok(moves) = read(&rules, &Kinds::one(), false) else { panic!("one heap is left") };
        let one = Kinds::one();
        let mut plain = Values::new(&rules, &one, misere, &moves, u64::MAX);
        let taken = taken(&rules).expect("constants");
        let mut sliding = Sliding::new(&taken, misere);
        for _ in 0..200 {
            plain.next().expect("values");
            sliding.next();
        }
        prop_assert_eq!(&plain.values, &sliding.values);
    }
}

#[test]
fn three_heaps_of_many_shapes() {
    let all = json!(true);
    let x = json!(["x", 0]);
    let free = [(json!(0), x.clone()), (json!(0), x.clone())];
    let ordered = [(json!(1), json!(["div", rest(0, 0), 3])), (v(0), json!(["div", rest(0, 1), 2]))];
    for (read, family) in [
        (true, family(&free, all.clone(), &[v(0), v(1), rest(1, 2)])),
        (true, family(&ordered, all.clone(), &[v(0), v(1), rest(0, 2)])),
        // The greatest heap comes first, or an amount is a difference of heaps.
        (true, family(&free, all.clone(), &[rest(2, 2), v(1), v(0)])),
        (
            true,
            family(
                &free,
                all.clone(),
                &[sum(0, json!([[1, v(1)], [-1, v(0)]])), v(0), sum(-1, json!([[1, x], [-1, v(1)]]))],
            ),
        ),
        // One of the two orders is enough.
        (true, family(&[(json!(0), x.clone())], le(&rest(3, 1), &v(0)), &[v(0), rest(3, 1)])),
        // Heaps that must differ, or a condition on one heap only: these are not decided by each heap alone.
        (false, family(&free, json!(["not", ["=0", ["sum", 0, [[1, v(0)], [-1, v(1)]]]]]), &[v(0), v(1), rest(1, 2)])),
        (false, family(&free, residue(&v(0), 2, 0), &[v(0), v(1), rest(1, 2)])),
        // Negative amounts that leave what other amounts leave.
        (false, family(&[(json!(-5), json!(-1))], all.clone(), &[json!(["abs", v(0)]), rest(1, 0)])),
        // No target, and parts that do not add up to the whole less a constant.
        (false, json!({"before": true, "params": [], "guard": true, "targets": []})),
        (false, family(&free, all.clone(), &[v(0), v(1), rest(1, 1)])),
        // An expression that is undefined for some amounts.
        (false, family(&[(json!(-1), x.clone())], le(&json!(["log2", v(0)]), &x), &[v(0), rest(1, 1)])),
        // Up to five heaps are read, not six; heaps that cancel do not count.
        (true, family(&[], all.clone(), &[json!(0), json!(0), json!(0), json!(0), json!(0), rest(1, 0)])),
        (false, family(&[], all.clone(), &[json!(0), json!(1), json!(2), json!(3), json!(4), rest(11, 0)])),
    ] {
        assert_eq!(agrees(&rules(std::slice::from_ref(&family))), read, "{family}");
    }
}

/// Moves that leave only small heaps are no moves from large heaps. Heaps are large only beyond such moves.
#[test]
fn small_heaps_alone() {
    let x = json!(["x", 0]);
    let small = json!(["and", le(&v(0), &json!(5)), le(&rest(2, 1), &json!(5))]);
    let split = [family(&[(json!(0), rest(2, 0))], small, &[v(0), rest(2, 1)])];
    assert!(agrees(&rules(&split)));
    let every = [family(&[(json!(0), rest(2, 0))], residue(&v(0), 3, 2), &[v(0), rest(2, 1)])];
    assert!(agrees(&with_requires(&[json!(["or", le(&x, &json!(6)), residue(&x, 3, 0)])], &every)));
}

/// Parts that an equation determines: a + b = n - 1, where neither is written as the rest of the other.
#[test]
fn parts_that_are_tied() {
    let x = json!(["x", 0]);
    let tie = |sign: i64| json!(["=0", sum(sign, json!([[sign, v(0)], [sign, v(1)], [-sign, x]]))]);
    for guard in [tie(1), tie(-1), json!(["and", tie(1), residue(&v(0), 2, 1)])] {
        let split = [family(&[(json!(1), x.clone()), (json!(1), x.clone())], guard.clone(), &[v(0), v(1)])];
        assert!(agrees(&rules(&split)), "{guard}");
    }
}

/// Enough heaps for several choices of common ones.
const MANY: usize = 1100;

/// Octal games of the digits 0, 3, 4 and 7, where most pairs need not be looked at: the values are those that all pairs give.
#[test]
fn few_pairs_give_the_values_of_all() {
    let mut chosen = 0;
    for code in
        [&[7, 7][..], &[3, 7], &[0, 0, 7], &[4, 3, 4], &[0, 3, 4], &[3, 0, 7], &[0, 7], &[7, 0, 7], &[0, 0, 0, 7]]
    {
        let takes = |digit: u64| (1..).zip(code).filter(move |(_, own)| *own & digit != 0).map(|(take, _)| take);
        let one = takes(3).map(|take: i64| family(&[], json!(true), &[rest(take, 0)]));
        let two = takes(4).map(|take: i64| {
            let half = json!(["div", rest(take, 0), 2]);
            family(&[(json!(1), half)], json!(true), &[v(0), rest(take, 1)])
        });
        let rules = rules(&one.chain(two).collect::<Vec<_>>());
        let moves = read(&rules, &Kinds::one(), false).expect("octal");
        let one = Kinds::one();
        let mut own = Values::new(&rules, &one, false, &moves, moves.from());
        let mut all: Vec<u32> = vec![];
        for n in 0..MANY {
            own.next().expect("a value");
            let left = |take: i64| n.checked_sub(take as usize);
            let mut options: Vec<u32> = takes(3).filter_map(left).map(|left| all[left]).collect();
            for whole in takes(4).filter_map(left) {
                options.extend((1..whole).map(|a| all[a] ^ all[whole - a]));
            }
            options.sort_unstable();
            options.dedup();
            all.push((0..).zip(&options).find(|(value, own)| value != *own).map_or(options.len() as u32, |(v, _)| v));
        }
        assert_eq!(own.values, all, "{code:?}");
        chosen += usize::from(own.chooses());
    }
    assert!(chosen >= 3, "{chosen} games have common heaps");
}

/// Rows of heaps give the values that are computed one by one, whatever class is stated, and whichever is chosen.
#[test]
fn rows_give_the_values_of_single_heaps() {
    const FIRST: usize = 1100;
    let octal = |code: &[u64], least: i64| {
        let takes =
            |digit: u64| (1..).zip(code.to_vec()).filter(move |(_, own)| own & digit != 0).map(|(take, _)| take);
        let one = takes(2).map(|take: i64| family(&[], json!(true), &[rest(take, 0)]));
        let two = takes(4).map(|take: i64| {
            let half = json!(["div", rest(take, 0), 2]);
            family(&[(json!(least), half)], json!(true), &[v(0), rest(take, 1)])
        });
        rules(&one.chain(two).collect::<Vec<_>>())
    };
    let mut read_in_rows = 0;
    for (code, least) in
        [(&[7, 7][..], 1), (&[1, 6], 1), (&[0, 5, 6], 2), (&[1, 5, 6], 1), (&[3, 7, 6], 0), (&[0, 0, 7], 1)]
    {
        let rules = octal(code, least);
        let moves = read(&rules, &Kinds::one(), false).expect("octal");
        let one = Kinds::one();
        let mut single = Values::new(&rules, &one, false, &moves, moves.from());
        (0..5000).for_each(|_| single.next().expect("a value"));
        let odd = Class::stated(0b1011, false, true);
        for stated in [None, Some(odd)] {
            let Some(mut rows) = Rows::new(stated, &moves, &single.values[..FIRST], 5000) else { continue };
            let Ok(()) = rows.run(&mut |_| false) else { continue };
            let values: Vec<u32> = rows.into_values().into_iter().map(u32::from).collect();
            assert_eq!(single.values, values[..5000], "{code:?} {stated:?}");
            read_in_rows += 1;
        }
    }
    assert!(read_in_rows >= 8, "{read_in_rows}");
}

/// Where a move takes thousands of tokens, the parts of the first heaps in rows are small, and must be as large as the rules ask for.
#[test]
fn rows_of_moves_that_take_much() {
    for (take, least) in [(4097, 32), (5000, 3), (4090, 18)] {
        let half = json!(["div", rest(take, 0), 2]);
        let rules = rules(&[
            family(&[], json!(true), &[rest(1, 0)]),
            family(&[], json!(true), &[rest(2, 0)]),
            family(&[(json!(least), half)], json!(true), &[v(0), rest(take, 1)]),
        ]);
        let moves = read(&rules, &Kinds::one(), false).expect("heaps");
        let one = Kinds::one();
        let mut single = Values::new(&rules, &one, false, &moves, moves.from());
        (0..9000).for_each(|_| single.next().expect("a value"));
        let first = index(Rows::begin(&moves).max(4096));
        let mut rows = Rows::new(Some(Class::stated(0b11, false, true)), &moves, &single.values[..first], 9000)
            .expect("moves that are the same for all large heaps");
        rows.run(&mut |_| false).expect("values of a byte");
        let values: Vec<u32> = rows.into_values().into_iter().map(u32::from).collect();
        assert_eq!(single.values, values[..9000], "{take} {least}");
        assert!(Rows::new(None, &moves, &single.values[..first - 1], 9000).is_none() || first == 4096);
    }
}

/// An octal code whose moves take 1, 2, …: digit 1 leaves nothing, 2 one heap, 4 two heaps.
fn octal(code: &[u64]) -> Rules {
    let has = |digit: u64| (1i64..).zip(code.to_vec()).filter(move |(_, own)| own & digit != 0).map(|(take, _)| take);
    let none = has(1).map(|take| family(&[], json!(["=0", rest(take, 0)]), &[json!(0)]));
    let one = has(2).map(|take| family(&[], le(&json!(1), &rest(take, 0)), &[rest(take, 0)]));
    let two = has(4).map(|take| {
        let half = json!(["div", rest(take, 0), 2]);
        family(&[(json!(1), half)], json!(true), &[v(0), rest(take, 1)])
    });
    rules(&none.chain(one).chain(two).collect::<Vec<_>>())
}

/// The options of a heap from their definition by [`Moves`]: the value, and the size of the larger heap (none if the option has heaps of fixed sizes alone).
fn options(moves: &Moves, values: &[u32], n: usize) -> Vec<(u32, Option<usize>)> {
    let mut all = vec![];
    for mv in &moves.by[0] {
        match mv {
            Move::Nothing => all.push((0, None)),
            Move::Fixed(size) => all.push((values[index(*size)], None)),
            Move::One(take) => all.push((values[n - index(*take)], Some(n - index(*take)))),
            Move::Two { take, which } => {
                let whole = n - index(*take);
                let small = (0..=whole / 2).filter(|small| which.has(*small as u64) && whole - small < n);
                all.extend(small.map(|small| (values[small] ^ values[whole - small], Some(whole - small))));
            }
            Move::Many { .. } => panic!("two heaps at most"),
        }
    }
    all
}

/// For each rare value below those of some heaps: how large the larger heap of an option with this value can be.
fn witnesses(moves: &Moves, values: &[u32], class: Class, heaps: Range<usize>) -> Vec<(usize, u32, usize)> {
    let mut all = vec![];
    for n in heaps {
        let options = options(moves, values, n);
        for w in (0..values[n]).filter(|w| !class.is_common(n as u64, *w)) {
            let best =
                options.iter().filter(|(value, _)| *value == w).map(|(_, size)| size.unwrap_or(usize::MAX)).max();
            all.push((n, w, best.expect("a value below that of a heap is that of an option")));
        }
    }
    all
}

/// What is asked of the last heaps: right up to the largest heaps that options leave, and one beyond exactly the first option that is too small is lacking.
#[test]
fn an_option_that_is_just_too_small_is_lacking() {
    let mut near_misses = 0;
    for (code, class) in [
        (&[1, 0, 4][..], Class::stated(23, true, false)),
        (&[0, 5, 4], Class::stated(61, false, true)),
        (&[1, 7, 7, 7], Class::stated(61, false, true)),
        (&[1, 2, 7], Class::stated(1, true, false)),
        (&[3, 5, 4], Class::stated(63, false, true)),
        (&[5, 6], Class::stated(91, false, true)),
    ] {
        let rules = octal(code);
        let moves = read(&rules, &Kinds::one(), false).expect("octal");
        let one = Kinds::one();
        let mut single = Values::new(&rules, &one, false, &moves, moves.from());
        (0..4000).for_each(|_| single.next().expect("a value"));
        // Of the last two ranges the values of some heaps are given.
        for (first, heaps) in [(1000, 3600..4000), (1000, 3977..3978), (3700, 3600..4000), (3990, 3600..3980)] {
            let last = (0..heaps.end).rev().find(|n| !class.is_common(*n as u64, single.values[*n])).unwrap_or(0);
            let all = witnesses(&moves, &single.values, class, heaps.clone());
            let Some(least) = all.iter().map(|(_, _, best)| *best).min() else { continue };
            let lacks = |least: usize| {
                let mut rows = Rows::new(Some(class), &moves, &single.values[..first], 4000).expect("rows");
                rows.ask(heaps.clone(), least);
                rows.run(&mut |_| false).expect("values of a byte");
                rows.lacks().map(|(n, w)| (n, u32::from(w)))
            };
            // Options of one heap have these many tokens, and pairs of two rare heaps have no heap of the last thousand.
            if least + 1 + index(moves.most().0) > heaps.start || last + 1000 > heaps.start {
                continue;
            }
            assert_eq!(lacks(least), None, "{code:?} {heaps:?}");
            let first_lacking = all.iter().find(|(_, _, best)| *best == least).map(|(n, w, _)| (*n, *w));
            assert_eq!(lacks(least + 1), first_lacking, "{code:?} {heaps:?}");
            near_misses += 1;
        }
    }
    assert!(near_misses >= 8, "{near_misses}");
}

/// Random families: (kind, take, least, modulus, residue).
fn random() -> impl Strategy<Value = Vec<(u8, i64, i64, i64, i64)>> {
    prop::collection::vec((0u8..9, 0i64..4, 0i64..3, 1i64..4, 0i64..3), 1..4)
}

fn written(&(kind, take, least, modulus, class): &(u8, i64, i64, i64, i64)) -> Value {
    let x = json!(["x", 0]);
    let least = if take == 0 { least.max(1) } else { least };
    let upto = |used: usize| rest(take + least, used);
    let residue = |e: &Value| residue(e, modulus, class);
    let one = [(json!(least), upto(0))];
    let two = [(json!(least), upto(0)), (json!(least), upto(1))];
    let last = rest(take, 2);
    match kind {
        0 => family(&[], residue(&x), &[rest(take + 1, 0)]),
        1 => family(&one, residue(&v(0)), &[v(0), rest(take, 1)]),
        2 => family(&one, json!(["and", le(&v(0), &rest(take, 1)), residue(&v(0))]), &[v(0), rest(take, 1)]),
        3 => family(&one, residue(&x), &[rest(take, 1), v(0)]),
        4 => family(&two, json!(true), &[v(0), v(1), last]),
        5 => family(&two, json!(["and", residue(&v(0)), residue(&v(1)), residue(&last)]), &[v(0), v(1), last]),
        6 => family(&two, json!(["and", le(&v(0), &v(1)), le(&v(1), &last)]), &[v(1), last, v(0)]),
        7 => family(&two, residue(&x), &[last, v(0), v(1)]),
        _ => family(&[], le(&json!(class + take), &x), &[json!(least), rest(take + least + 1, 0)]),
    }
}

/// Random conditions on positions: (kind, number, modulus, residue).
fn random_requires() -> impl Strategy<Value = Vec<(u8, i64, i64, i64)>> {
    prop::collection::vec((0u8..4, 0i64..11, 1i64..4, 0i64..4), 0..3)
}

fn required(&(kind, number, modulus, class): &(u8, i64, i64, i64)) -> Value {
    let x = json!(["x", 0]);
    match kind {
        0 => json!(["not", ["=0", sum(-number, json!([[1, x]]))]]),
        1 => json!(["not", residue(&x, modulus + 1, class)]),
        2 => json!(["or", le(&x, &json!(number)), residue(&x, modulus, class)]),
        _ => le(&json!(number / 3), &x),
    }
}

/// The shortest period that the last two thirds of the values have.
fn seen(values: &[u32]) -> Option<(u64, u64, u64)> {
    let g = |n: usize| value(values, n as u64).map(|value| value as i64);
    let length = values.len();
    (1..length / 3).find_map(|period| {
        let grows = |n: usize| Some(g(n + period)? - g(n)?);
        let saltus = (0..length - period).rev().find_map(grows).unwrap_or(0);
        let fails = (0..length - period).rev().find(|n| g(n + period) != g(*n).map(|value| value + saltus));
        let preperiod = fails.map_or(0, |n| n + 1);
        (saltus >= 0 && preperiod < length / 3).then_some((preperiod as u64, period as u64, saltus as u64))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(75)))]

    #[test]
    fn values_by_moves_are_those_by_definition(families in random(), requires in random_requires()) {
        let requires: Vec<Value> = requires.iter().map(required).collect();
        agrees(&with_requires(&requires, &families.iter().map(written).collect::<Vec<_>>()));
    }

    /// Rows against a plain loop: moves that take some amounts, leave two heaps of some least sizes, or not of some others, one heap, or one of a fixed size.
    #[test]
    fn rows_of_random_rules(
        two in prop::collection::vec((0i64..40, 1i64..6, 0i64..9), 1..4), one in prop::collection::vec(1i64..40, 0..3),
        small in prop::option::of(0i64..4), digits in 1u32..128, end in 1500usize..1900,
    ) {
        let x = json!(["x", 0]);
        let mut families: Vec<Value> = one.iter().map(|take| family(&[], json!(true), &[rest(*take, 0)])).collect();
        families.extend(small.map(|small| family(&[], le(&json!(small + 1), &x), &[json!(small)])));
        for (take, least, other) in &two {
            let half = json!(["div", rest(*take, 0), 2]);
            let other = json!(["not", ["=0", sum(-other, json!([[1, v(0)]]))]]);
            families.push(family(&[(json!(least), half)], other, &[v(0), rest(*take, 1)]));
        }
        let rules = rules(&families);
        let Ok(moves) = read(&rules, &Kinds::one(), false) else { return Ok(()) };
        let kinds = Kinds::one();
        let mut single = Values::new(&rules, &kinds, false, &moves, moves.from());
        (0..end).for_each(|_| single.next().expect("a value"));
        let takes: Vec<u64> = two.iter().map(|(take, ..)| *take as u64).collect();
        let first = index(Rows::begin(&moves)).max(400);
        let by_size = takes.iter().all(|take| take % 2 == takes[0] % 2).then(|| Class::stated(digits, true, takes[0].is_multiple_of(2)));
        for stated in [None, Some(Class::stated(digits, false, true)), by_size] {
            let Some(mut rows) = Rows::new(stated, &moves, &single.values[..first], end) else { continue };
            if rows.run(&mut |_| false).is_ok() {
                let values: Vec<u32> = rows.into_values().into_iter().map(u32::from).collect();
                for n in first..end {
                    let mut seen: Vec<u32> = options(&moves, &values, n).into_iter().map(|(value, _)| value).collect();
                    seen.sort_unstable();
                    seen.dedup();
                    let mex = (0..).zip(&seen).find(|(value, own)| value != *own).map_or(seen.len() as u32, |(v, _)| v);
                    prop_assert_eq!(values[n], mex, "{:?} at {}", stated, n);
                }
                prop_assert_eq!(&single.values[..end], &values[..end]);
            }
        }
    }

    /// Whatever period the first values show, a verified one holds far beyond them.
    #[test]
    fn what_is_verified_goes_on(families in random(), conditions in random_requires(), length in 12u64..50) {
        let requires: Vec<Value> = conditions.iter().map(required).collect();
        let rules = with_requires(&requires, &families.iter().map(written).collect::<Vec<_>>());
        let Ok(moves) = read(&rules, &Kinds::one(), false) else { return Ok(()) };
        let (take, parts, _) = moves.most();
        let one = Kinds::one();
        let mut all = Values::new(&rules, &one, false, &moves, moves.from());
        for _ in 0..400 {
            if all.next().is_err() {
                return Ok(());
            }
        }
        let Some((preperiod, period, saltus)) = seen(&all.values[..length as usize]) else { return Ok(()) };
        let first = [value(&all.values, 0)];
        let (of, equation) = (Of::Line(vec![Entry::Runs(0)]), Equation { preperiod, period, saltus });
        let heaps = Heaps { recurs: Recurs { of, equation, values: first.to_vec() }, most: (take, parts), kinds: None, common: None };
        if heaps.verify(&rules, false, &mut |_| false).is_ok() {
            let g = |n: u64| value(&all.values, n);
            for n in preperiod..400 - period {
                prop_assert_eq!(g(n + period), g(n).map(|v| v + saltus), "{:?} {:?} at {}", families, conditions, n);
            }
        }
    }
}
