//! Automata against the evaluation of formulas on boxes.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use grundy_automata::{
    Automaton, Budget, Connective, Decider, Formula, Formulas, Linear, Numeration, Relation, Sample, Stop, Var,
};
use proptest::prelude::*;

/// A formula without quantifiers, to be evaluated directly.
#[derive(Clone, Debug)]
enum Plain {
    Linear(Vec<(Var, i64)>, i64, Relation),
    NimSum(Vec<Var>),
    Bit(Var, u32),
    Power(Var, Var),
    Not(Box<Plain>),
    And(Vec<Plain>),
    Or(Vec<Plain>),
}

/// How many classes of states there are by the textbook: those that accept and the others, divided by the classes that each letter leads to, until nothing changes.
fn classes(automaton: &Automaton) -> usize {
    let rows = automaton.rows(VARS as usize);
    let mut class: Vec<usize> = automaton.accepting().iter().map(|accepts| usize::from(*accepts)).collect();
    let mut count = 0;
    loop {
        let mut numbers: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
        let finer = rows.iter().enumerate().map(|(state, row)| {
            let next = numbers.len();
            let to = row.iter().map(|to| class[*to as usize]).collect();
            *numbers.entry((class[state], to)).or_insert(next)
        });
        class = finer.collect();
        if numbers.len() == count {
            return count;
        }
        count = numbers.len();
    }
}

const VARS: Var = 3;
const SIDE: u64 = 12;

fn plain(base: Numeration) -> impl Strategy<Value = Plain> {
    let relation =
        prop_oneof![Just(Relation::Zero), Just(Relation::AtMostZero), (1i64..7).prop_map(Relation::MultipleOf)];
    let linear = (prop::collection::vec((0..VARS, -3i64..4), 1..4), -8i64..9, relation)
        .prop_map(|(terms, c, relation)| Plain::Linear(terms, c, relation));
    let bits = prop_oneof![
        prop::collection::vec(0..VARS, 1..4).prop_map(Plain::NimSum),
        (0..VARS, 0u32..4).prop_map(|(var, place)| Plain::Bit(var, place)),
        (0..VARS, 1..VARS).prop_map(|(a, more)| Plain::Power(a, (a + more) % VARS)),
    ];
    let atom = if base == Numeration::Base(2) { prop_oneof![3 => linear, 2 => bits].boxed() } else { linear.boxed() };
    atom.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|f| Plain::Not(Box::new(f))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Plain::And),
            prop::collection::vec(inner, 2..4).prop_map(Plain::Or),
        ]
    })
}

impl Plain {
    fn said(&self, all: &mut Formulas) -> Formula {
        match self {
            Plain::Linear(terms, c, relation) => all.linear(Linear::new(terms.iter().copied(), *c).unwrap(), *relation),
            Plain::NimSum(vars) => all.nim_sum_is_zero(vars.clone()),
            Plain::Bit(var, place) => all.bit(*var, *place),
            Plain::Power(number, power) => all.highest_power(*number, *power),
            Plain::Not(inner) => {
                let inner = inner.said(all);
                all.not(inner)
            }
            Plain::And(list) => {
                let list: Vec<Formula> = list.iter().map(|f| f.said(all)).collect();
                all.and(list)
            }
            Plain::Or(list) => {
                let list: Vec<Formula> = list.iter().map(|f| f.said(all)).collect();
                all.or(list)
            }
        }
    }

    fn holds(&self, x: &[i128]) -> bool {
        match self {
            Plain::Linear(terms, c, relation) => {
                let sum = terms.iter().map(|(var, factor)| i128::from(*factor) * x[*var as usize]).sum::<i128>()
                    + i128::from(*c);
                match relation {
                    Relation::Zero => sum == 0,
                    Relation::AtMostZero => sum <= 0,
                    Relation::MultipleOf(m) => sum.rem_euclid(i128::from(*m)) == 0,
                }
            }
            Plain::NimSum(vars) => vars.iter().fold(0, |sum, var| sum ^ x[*var as usize]) == 0,
            Plain::Bit(var, place) => x[*var as usize] >> place & 1 == 1,
            Plain::Power(number, power) => {
                x[*number as usize] > 0 && x[*power as usize] == 1 << x[*number as usize].ilog2()
            }
            Plain::Not(inner) => !inner.holds(x),
            Plain::And(list) => list.iter().all(|f| f.holds(x)),
            Plain::Or(list) => list.iter().any(|f| f.holds(x)),
        }
    }
}

fn tuples() -> impl Iterator<Item = [u64; 3]> {
    (0..SIDE * SIDE * SIDE).map(|n| [n / SIDE / SIDE, n / SIDE % SIDE, n % SIDE])
}

fn contains(automaton: &Automaton, x: &[u64]) -> bool {
    automaton.contains(&x.iter().map(|n| UBig::from(*n)).collect::<Vec<_>>())
}

/// A random formula whose automaton does not fit the budget says nothing.
fn small<T>(made: Result<T, Stop>) -> Result<T, TestCaseError> {
    made.map_err(|stop| match stop {
        Stop::TooLarge => TestCaseError::reject("an automaton is too large"),
        other => TestCaseError::fail(format!("{other:?}")),
    })
}

fn of_base(base: Numeration, plain: &Plain) -> Result<(Formulas, Formula, Automaton), TestCaseError> {
    let mut all = Formulas::new();
    let formula = plain.said(&mut all);
    let made = small(Decider::new(base, &Budget::default()).automaton(&all, formula))?;
    let automaton = Automaton::clone(&made);
    Ok((all, formula, automaton))
}

fn any_base() -> impl Strategy<Value = (Numeration, Plain)> {
    let base = prop_oneof![
        3 => Just(Numeration::Base(2)),
        1 => Just(Numeration::Base(3)),
        1 => Just(Numeration::Base(5)),
        2 => (1usize..4).prop_map(Numeration::Ostrowski),
        2 => (3usize..6).prop_map(Numeration::Unit),
    ];
    base.prop_flat_map(|base| (Just(base), plain(base)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(60)))]

    #[test]
    fn an_automaton_accepts_what_its_formula_says((base, plain) in any_base(), far in prop::collection::vec(any::<u64>(), 3)) {
        let (_, _, automaton) = of_base(base, &plain)?;
        for x in tuples().chain([[far[0], far[1], far[2]], [far[0], far[0], 0]]) {
            prop_assert_eq!(contains(&automaton, &x), plain.holds(&x.map(i128::from)), "{:?}", x);
        }
    }

    #[test]
    fn what_exists_has_a_witness_and_what_has_one_exists((base, plain) in any_base()) {
        let (mut all, formula, automaton) = of_base(base, &plain)?;
        let some = all.exists([2], formula);
        let mut decider = Decider::new(base, &Budget::default());
        let exists = small(decider.automaton(&all, some))?;
        for [a, b, _] in tuples().filter(|x| x[2] == 0) {
            let here = (0..4 * SIDE).any(|c| plain.holds(&[a.into(), b.into(), c.into()]));
            let found = contains(&exists, &[a, b, 0]);
            prop_assert!(found || !here, "({a}, {b}) has a witness");
            if found && !here {
                let at = [(0, a), (1, b)].map(|(var, n)| Linear::new([(var, 1)], -(n as i64)).unwrap());
                let lines = at.map(|at| Automaton::linear(base, &at, Relation::Zero, &Budget::default()).unwrap());
                let both = lines[0].combine(&lines[1], Connective::And, &Budget::default()).unwrap();
                let witness = automaton.combine(&both, Connective::And, &Budget::default()).unwrap().shortest();
                let c = witness.and_then(|x| x.get(&2).cloned()).unwrap_or_default();
                let c = i128::try_from(&c).unwrap();
                prop_assert!(plain.holds(&[a.into(), b.into(), c]), "({a}, {b}) with {c}");
            }
        }
    }

    #[test]
    fn equal_sets_have_equal_automata((base, plain) in any_base()) {
        let (_, _, automaton) = of_base(base, &plain)?;
        let twice = automaton.combine(&automaton.not(), Connective::Differ, &Budget::default()).unwrap();
        prop_assert!(twice.is_everything());
        let mut all = Formulas::new();
        let (said, not) = (plain.said(&mut all), Plain::Not(Box::new(Plain::Not(Box::new(plain.clone())))).said(&mut all));
        let same = all.iff(said, not);
        prop_assert_eq!(Decider::new(base, &Budget::default()).is_valid(&all, same), Ok(true));
        let again = automaton.combine(&automaton, Connective::And, &Budget::default()).unwrap();
        prop_assert_eq!(again.states(), automaton.states());
        prop_assert!(again.equals(&automaton, &Budget::default()).unwrap());
    }

    #[test]
    fn no_two_states_accept_the_same_words((base, plain) in any_base()) {
        let (_, _, automaton) = of_base(base, &plain)?;
        prop_assert_eq!(classes(&automaton), automaton.states());
    }

    #[test]
    fn other_names_read_other_digits((base, plain) in any_base(), names in prop::collection::vec(0..VARS, 3)) {
        let (_, _, automaton) = of_base(base, &plain)?;
        let map: BTreeMap<Var, Var> = names.iter().enumerate().map(|(i, name)| (i as Var, *name)).collect();
        let renamed = automaton.rename(&map, &Budget::default()).unwrap();
        for x in tuples() {
            let old: Vec<u64> = names.iter().map(|name| x[*name as usize]).collect();
            prop_assert_eq!(contains(&renamed, &x), contains(&automaton, &old));
        }
    }

    #[test]
    fn a_set_is_asked_for_under_other_names_and_for_all((base, plain) in any_base(), names in prop::collection::vec(0..VARS, 3)) {
        let (mut all, formula, automaton) = of_base(base, &plain)?;
        let set = all.set(&std::sync::Arc::new(automaton.clone()));
        let member = all.member(set, names.clone());
        let every = all.for_all([1], formula);
        let mut decider = Decider::new(base, &Budget::default());
        let member = small(decider.automaton(&all, member))?;
        let every = small(decider.automaton(&all, every))?;
        for x in tuples() {
            let old: Vec<u64> = names.iter().map(|name| x[*name as usize]).collect();
            prop_assert_eq!(contains(&member, &x), contains(&automaton, &old));
            prop_assert!(!contains(&every, &x) || plain.holds(&x.map(i128::from)));
        }
    }

    #[test]
    fn the_shortest_member_is_one((base, plain) in any_base()) {
        let (_, _, automaton) = of_base(base, &plain)?;
        match automaton.shortest() {
            None => prop_assert!(automaton.is_empty()),
            Some(found) => {
                let x: Vec<i128> = (0..VARS).map(|var| found.get(&var).map_or(0, |n| i128::try_from(n).unwrap())).collect();
                prop_assert!(plain.holds(&x));
            }
        }
    }
}

#[test]
fn a_budget_is_kept_and_an_end_is_seen() {
    let linear = Linear::new([(0, 1), (1, -1)], -(1i64 << 40)).unwrap();
    let small = Budget { states: 5, ..Budget::default() };
    assert!(Automaton::linear(Numeration::Base(2), &linear, Relation::Zero, &small).is_err());
    let ended = Budget { ended: &|| true, ..Budget::default() };
    assert!(Automaton::linear(Numeration::Base(2), &linear, Relation::Zero, &ended).is_err());
    assert_eq!(Linear::new([(0, i64::MAX), (0, 1)], 0), Err(grundy_automata::Stop::Overflow));
}

/// Constants of any length: near the numbers that solve `k·x - y + c = 0` or `k·x - y + c <= 0`, or the same with the other sign of `k·x - y`, membership is what arithmetic says.
#[test]
fn constants_have_any_length() {
    let cases = [
        (Numeration::Base(2), 62, 3),
        (Numeration::Base(2), 63, 1),
        (Numeration::Base(2), 63, 7),
        (Numeration::Base(2), 64, 7),
        (Numeration::Base(3), 63, 5),
        (Numeration::Base(2), 200, 3),
        (Numeration::Base(3), 65, 5),
        (Numeration::Ostrowski(1), 70, 1),
        (Numeration::Unit(4), 70, 1),
    ];
    for (numeration, bits, k) in cases {
        let power = &(IBig::ONE << bits);
        for (sign, more) in [(1, -1), (1, 0), (1, 3), (-1, -1), (-1, 0), (-1, 2)] {
            let c = power * IBig::from(-sign) + IBig::from(more);
            let linear = Linear::new([(0, sign * k), (1, -sign)], c.clone()).expect("a linear form");
            for relation in [Relation::Zero, Relation::AtMostZero] {
                let automaton = Automaton::linear(numeration, &linear, relation, &Budget::default()).expect("small");
                for (near, y) in (-4..=4).flat_map(|near| [(near, 0u32), (near, 1)]) {
                    let x = power / IBig::from(k) + IBig::from(near);
                    let sum = (&x * IBig::from(k) - IBig::from(y)) * IBig::from(sign) + &c;
                    let holds = if relation == Relation::Zero { sum == IBig::ZERO } else { sum <= IBig::ZERO };
                    let at = [UBig::try_from(x).expect("a natural number"), y.into()];
                    assert_eq!(automaton.contains(&at), holds, "{numeration:?}: {linear:?} {relation:?} at {at:?}");
                }
            }
        }
    }
}

/// Automata read off a table say the same far beyond the table.
#[test]
fn what_is_read_off_a_table_goes_on() {
    type Function = fn(u64, u64) -> u32;
    let functions: [(Function, u64); 5] = [
        (|a, b| ((a + 2 * b) % 5) as u32, 64),
        (|a, b| (a ^ b) as u32, 32),
        (|a, b| a.min(b) as u32, 32),
        (|a, b| if a <= b { (a % 2) as u32 } else { 2 + (b % 2) as u32 }, 32),
        (|a, b| ((a + b) / 2) as u32, 32),
    ];
    for (number, (function, size)) in functions.into_iter().enumerate() {
        let sample =
            Sample::of(Numeration::Base(2), &[size, size], &[false, false], &mut |x| Some(function(x[0], x[1])));
        let graph = sample.graph(100, &Budget::default()).expect("no limit").expect("an automaton");
        for (a, b) in (0..40).map(|i| (i * 997 + 3, i * 611)) {
            let value = function(a, b);
            let holds = |value: u32| graph.contains(&[a.into(), b.into(), value.into()]);
            assert!(holds(value) && !holds(value + 1), "function {number} at {a}, {b}");
        }
    }
}

/// A bounded argument is read to its end, and levels are told apart where the function has few values.
#[test]
fn levels_are_read_off_rows() {
    let function = |x: &[u64]| (x[0] + x[1] > 0).then(|| ((x[0] * x[1]) % 3) as u32);
    let sample = Sample::of(Numeration::Base(2), &[5, 64], &[true, false], &mut |x| function(x));
    let levels = sample.levels(100, &Budget::default()).expect("no limit").expect("automata");
    for (a, b) in (0..7).flat_map(|a| (0..300).map(move |b| (a, b))) {
        let inside = |(_, set): &&(u32, Automaton)| set.contains(&[a.into(), b.into()]);
        let found: Vec<u32> = levels.iter().filter(inside).map(|(value, _)| *value).collect();
        let expected: Vec<u32> = function(&[a, b]).filter(|_| a < 5).into_iter().collect();
        assert_eq!(found, expected, "at {a}, {b}");
    }
}

/// The parity of floor(n * sqrt 2) is no automatic sequence, and no automaton of it is read off a table.
#[test]
fn what_no_automaton_has_is_not_read_off() {
    let sample =
        Sample::of(Numeration::Base(2), &[4096], &[false], &mut |x| Some(((2 * x[0] * x[0]).isqrt() % 2) as u32));
    let levels = sample.levels(60, &Budget::default());
    assert!(matches!(levels, Ok(None) | Err(Stop::TooLarge)), "{levels:?}");
}

/// The least number of a set of numbers is found, however far out.
#[test]
fn the_least_number_of_a_set() {
    let far = |c: i64, m: i64, r: i64| {
        let mut all = Formulas::new();
        let beyond = all.linear(Linear::new([(0, -1)], c).expect("a linear form"), Relation::AtMostZero);
        let residue = all.linear(Linear::new([(0, 1)], -r).expect("a linear form"), Relation::MultipleOf(m));
        let both = all.and([beyond, residue]);
        Decider::new(Numeration::Base(2), &Budget::default()).automaton(&all, both).expect("an automaton").least()
    };
    for (c, m, r) in [(0, 3, 0), (0, 3, 2), (100, 7, 3), (1 << 40, 5, 4), ((1 << 40) + 1, 12, 11)] {
        let expected = (c..).find(|n: &i64| n % m == r).expect("one of each residue");
        assert_eq!(far(c, m, r), u64::try_from(expected).ok().map(Into::into), "at least {c}, {r} mod {m}");
    }
    assert_eq!(Automaton::constant(Numeration::Base(2), false).least(), None);
    assert_eq!(Automaton::constant(Numeration::Base(2), true).least(), Some(0u8.into()));
}

/// In the numeration of Fibonacci numbers, Wythoff's pairs are an automatic set; the same with the pairs of Fraenkel's games, in theirs.
#[test]
fn beatty_pairs_are_read_off_a_table() {
    // The pairs are rare: a small table shows none of those that tell two states apart.
    for (a, size) in [(1u64, 512), (2, 512), (3, 2048)] {
        // The least numbers that are in no pair before, and their partners.
        let (mut pairs, mut used) = (vec![], std::collections::BTreeSet::new());
        for n in 0..2000 {
            let low = (0..).find(|low| !used.contains(low)).expect("numbers do not end");
            used.extend([low, low + a * n]);
            pairs.push([low, low + a * n]);
        }
        let inside: std::collections::BTreeSet<[u64; 2]> = pairs.iter().copied().collect();
        let numeration = Numeration::Ostrowski(a as usize);
        let sample = Sample::of(numeration, &[size, size], &[false, false], &mut |x| {
            Some(u32::from(inside.contains(&[x[0], x[1]])))
        });
        let levels = sample.levels(100, &Budget::default()).expect("no limit").expect("automata");
        let (value, set) = levels.last().expect("two levels");
        assert_eq!(*value, 1);
        for pair in &pairs {
            assert!(set.contains(&pair.map(UBig::from)), "{pair:?} with a = {a}");
            assert!(!set.contains(&[pair[0], pair[1] + 1].map(UBig::from)), "{pair:?} and 1 with a = {a}");
        }
    }
}
