//! What the language got later: `;`, `let`, comprehensions, functions of sets, whole roots, divisors, digits, entrywise `min` and `max`.
//!
//! Every form is compared with the same thing written without it.

use grundy::{Evaluator, IBig, Library, Options, Session};
use proptest::prelude::*;

/// Pairs of games with the same positions, the second without the additions.
const PAIRS: &[(&str, &str, &[u64])] = &[
    (
        "game g(n) { split all (n - j for j in 1..2) for k in 2..n }",
        "game g(n) { split n - 1, n - 2 if n >= 2 }",
        &[40],
    ),
    (
        "game g(n) { split all (n div k for j in 1..k) for k in 2..n if k divides n and k <= 4 }",
        "game g(n) { split n div 2, n div 2 if n mod 2 = 0 and n > 0\n split n div 3, n div 3, n div 3 if n mod 3 = 0 and n > 0\n\
         split n div 4, n div 4, n div 4, n div 4 if n mod 4 = 0 and n > 0 }",
        &[80],
    ),
    (
        "game g(n) { split n - 1, all (j - 1 for j in S if j <= n) for S in {{1, 2, 5}} if n > 0 }",
        "game g(n) { split 0, 0 if n = 1\n split n - 1, 0, 1 if n >= 2 and n < 5\n split n - 1, 0, 1, 4 if n >= 5 }",
        &[40],
    ),
    // A split into no parts ends the play: an option of value 0, and of value 1 in misère play.
    ("game g(n) { split all (j for j in 1..n if j < 0) for k in 1..n }", "game g(n) { move 0 if n > 0 }", &[20]),
    (
        "game g(n) { split all (j for j in n - k + 1..n - 1) for k in 1..min(n, 3) }",
        "game g(n) { move 0 if n = 1\n move 0 if n = 2\n move 1 if n = 2\n move 0 if n >= 3\n move n - 1 if n >= 3\n split n - 2, n - 1 if n >= 3 }",
        &[40],
    ),
    (
        "game g(a, b) { split all ((a - i, j) for j in 0..b - 1 if j mod 2 = 0) for i in 1..a if b in 1..4 }",
        "game g(a, b) { move (a - i, 0) for i in 1..a if b in {1, 2}\n split (a - i, 0), (a - i, 2) for i in 1..a if b in {3, 4} }",
        &[9, 6],
    ),
    ("game g(n) { move n - 1; move n - 3; }", "game g(n) { move n - 1\n move n - 3\n }", &[30]),
    ("game g(n) { ; move n - 2;; }", "game g(n) { move n - 2 }", &[9]),
    ("def k = 2; game g(n) { move n - k }; paper \"none\"", "game g(n) { move n - 2 }", &[9]),
    (
        "game g(n, q) { move (n - k, t) for k in 1..min(n, q), let t = 2*k }",
        "game g(n, q) { move (n - k, 2*k) for k in 1..min(n, q) }",
        &[20, 20],
    ),
    (
        "game g(n) { move n - q for k in 1..n, let q = k^2 if q <= n }",
        "game g(n) { move n - k^2 for k in 1..n if k^2 <= n }",
        &[60],
    ),
    ("game g(n) { move n - k^2 for k in 1..isqrt(n) }", "game g(n) { move n - k^2 for k in 1..n }", &[90]),
    ("game g(n) { move floor(n/phi) if n > 0 }", "game g(n) { move (isqrt(5*n^2) - n) div 2 if n > 0 }", &[90]),
    (
        "def B(n) = floor(n*phi^2)\ngame g(a, b) { move (a, b - i) for i in 1..b if a + i = floor(i*phi) or b = B(a) }",
        "game g(a, b) { move (a, b - i) for i in 1..b if a + i = (i + isqrt(5*i*i)) div 2 or b = (3*a + isqrt(5*a*a)) div 2 }",
        &[9, 24],
    ),
    // Where a name is taken, it means what it meant.
    ("game g(phi) { move floor(phi/2) if phi > 0 }", "game g(n) { move n div 2 if n > 0 }", &[40]),
    (
        "def phi = 2; game g(n) { move n - ceil(phi*n/3) if n > 0 }",
        "game g(n) { move n - (2*n + 2) div 3 if n > 0 }",
        &[40],
    ),
    (
        "def sqrt(n) = n + 1; game g(n) { move n - floor(sqrt(n)/2) if n > 0 }",
        "game g(n) { move n - (n + 1) div 2 if n > 0 }",
        &[40],
    ),
    ("def floor(n) = n; game g(n) { move n - floor(2) }", "game g(n) { move n - 2 }", &[40]),
    (
        "def f(x) = let s = sum(x), let t = s + 1: s*t\ngame g(a, b) { move (a - i, b) for i in 1..a if f([a, i]) mod 4 != 2 }",
        "game g(a, b) { move (a - i, b) for i in 1..a if (a + i)*(a + i + 1) mod 4 != 2 }",
        &[12, 3],
    ),
    (
        "game g[n](x[n]) { require all i in 1..n - 1: x[i] >= x[i + 1]\n
         move [if j < i then x[j] else min(x[j], c) for j in 1..n] for i in 1..n, c in 0..x[i] - 1 }",
        "game g(a, b) { require a >= b\n move (c, min(b, c)) for c in 0..a - 1\n move (a, c) for c in 0..b - 1 }",
        &[9, 9],
    ),
    (
        "game g[n](x[n]) { move min(x, c) for c in 0..max(x) - 1 }",
        "game g(a, b) { move (min(a, c), min(b, c)) for c in 0..max(a, b) - 1 }",
        &[7, 7],
    ),
    (
        "game g[n](x[n]) { move max(x - t, [0 for i in 1..n]) for t in bits(n) if sum(min(x, t)) > 0 }",
        "game g(a, b) { move (max(a - s, 0), max(b - t, 0)) for s in 0..1, t in 0..1 if min(a, s) + min(b, t) > 0 }",
        &[6, 6],
    ),
    (
        "game g(n) { move n - d for d in divisors(n) if d < n }",
        "game g(n) { move n - d for d in 1..n - 1 if d divides n }",
        &[70],
    ),
    (
        "game g(n) { move n - d for d in difference(divisors(n), {n}) }",
        "game g(n) { move n - d for d in 1..n - 1 if d divides n }",
        &[70],
    ),
    (
        "game g(n) { move n - s for s in difference(1..n, union({2}, {4, 6})) }",
        "game g(n) { move n - s for s in 1..n if s != 2 and s != 4 and s != 6 }",
        &[40],
    ),
    (
        "game g(n) { move n - s for s in intersection(1..n, {i^2 for i in 1..6}) }",
        "game g(n) { move n - s for s in {1, 4, 9, 16, 25, 36} }",
        &[50],
    ),
    ("game g(n) { move n - s for s in union({1, 2}, {2, 5}) }", "game g(n) { move n - s for s in {1, 2, 5} }", &[40]),
    (
        "game g(n) { move n - 1 if (count i in 1..n, let q = i*i if q <= n: q mod 2 = 1) mod 2 = 0; move n - 2 }",
        "game g(n) { move n - 1 if (count i in 1..n if i*i <= n: i*i mod 2 = 1) mod 2 = 0\n move n - 2 }",
        &[50],
    ),
    (
        "game g(n) { move n - [1, 3, 4][i] for i in 1..len(digits(5, 2)) }",
        "game g(n) { move n - s for s in {1, 3, 4} }",
        &[30],
    ),
];

#[test]
fn games_are_those_written_without_the_additions() {
    for (new, old, hi) in PAIRS {
        let table = |text: &str| {
            let mut session = Session::new();
            session.load("g.game", text).unwrap_or_else(|e| panic!("{text}: {}", e.message));
            let entries = vec![grundy::Entry::One; hi.len()];
            let game = session.game("g", Some(&entries)).unwrap_or_else(|e| panic!("{text}: {}", e.message));
            let values = Evaluator::new(&game.rules, Options::default()).table(hi).expect("a table");
            let (mut at, mut all) = (vec![0; hi.len()], vec![]);
            loop {
                all.push(values.get(&at));
                if !grundy::table::next(&mut at, hi) {
                    return all;
                }
            }
        };
        assert_eq!(table(new), table(old), "{new}");
    }
}

/// Texts that cannot be read, and a part of the sentence that says why.
const WRONG: &[(&str, &str)] = &[
    ("game g(n) { move n - k for let k = 2 if }", "found `}`, expected an expression"),
    ("game g(n) { move n - 1 for let = 2 }", "found `=`"),
    ("def f(x) = let s = 1 s", "`:` before the expression that uses the names"),
    ("def f(x) = let s = 1, t: s", "another `let NAME = VALUE`"),
    ("game g[n](x[n]) { move [0 for i in 1..x[1]] }", "its range must be known before the position is"),
    ("game g[n](x[n]) { move [0 for i in 1..n if x[i] > 0] }", "a vector has as many entries at every position"),
    ("game g(n) { move n - s for s in union(1..n, {2}) }", "a name runs through a union only if"),
    ("game g(n) { move n - digits(n, 2)[1] }", "of a constant natural number"),
    ("game g(n) { move n - digits(5, 1)[1] }", "a constant base b of at least 2"),
    ("game g(n) { move n - union({1}, 2) }", "expected a set"),
    ("game g[n](x[n]) { move min(x, [1, 2, 3]) }", "entries"),
    ("game g(n) { move n - isqrt(n, 2) }", "`isqrt` has 1 argument, found 2"),
    ("game g(n) { move n - [i for i in 1..3][4] }", "no entry 4"),
    ("game g(n) { move n - phi }", "the name `phi` is not known"),
    ("game g(n) { move n - sqrt(2) }", "the name `sqrt` is not known"),
    ("game g(n) { move floor(n*phi) + n/2 }", "`/` means nothing in the rules language"),
    ("game g(n) { move n - floor(sqrt(n)) }", "the number under `sqrt` is a constant"),
    ("game g(n) { move n - floor(sqrt(1 - 3)) }", "-2 is negative, and has no square root"),
    ("game g(n) { move n - floor(n*phi + sqrt(2)) }", "numbers with one square root, found those of 5 and 2"),
    ("game g(n) { move n - floor(n*phi*n) }", "a number that varies times another that varies"),
    ("game g(n) { move n - floor(2/n) }", "division by a number that varies"),
    ("game g(n) { move n - floor(n/(sqrt(4) - 2)) }", "division by 0"),
    ("game g(n) { move n - floor(phi^n) }", "the exponent of a number with a root is a constant"),
    ("game g(n) { move n - floor(n*phi mod 2) }", "found a real number that is not rounded, expected an integer"),
    ("game g(n) { move n - floor(min(n, phi)) }", "found a real number that is not rounded, expected a number"),
    ("game g(n) { move n - floor(sqrt(1, 2)) }", "`sqrt` has 1 argument, found 2"),
    ("game g(n) { move n - floor([1]) }", "found a vector, expected a number"),
    ("game g(n) { move n - slice(n, 2) }", "`slice` has 3 or 4 arguments, found 2"),
    ("game g(n) { move n - slice(n, -1, 2) }", "counts digits from the least"),
    ("game g(n) { move n - slice(n, 1, 2, 1) }", "the base of `slice` is 2 or more"),
];

#[test]
fn what_is_wrong_is_said() {
    for (text, part) in WRONG {
        let mut session = Session::new();
        let entries = [grundy::Entry::One, grundy::Entry::One];
        let read = session.load("g.game", text).and_then(|_| {
            let two = text.contains("x[n]");
            let game = session.game("g", Some(if two { &entries[..] } else { &entries[..1] }))?;
            let at: Vec<IBig> = vec![IBig::from(9); game.rules.width()];
            Evaluator::new(&game.rules, Options::default()).value(&at)
        });
        let error = read.expect_err(text);
        assert!(error.message.contains(part), "{text}: {}", error.message);
    }
}

/// Files that gave these names a meaning of their own keep it.
#[test]
fn names_of_later_functions_may_be_defined() {
    let text =
        "def digits(x) = x + 1\ndef union = 3\ngame g(let, n) { move (let, n - digits(0)) if union = 3 and let = 0 }";
    let library = Library::from_text("own.game", text).expect("rules");
    let game = library.game("g").expect("a game");
    assert_eq!(game.value([0, 3]).expect("a value"), 1.into());
    assert_eq!(game.value([1, 3]).expect("a value"), 0.into());
}

/// As with functions; a position may follow such a game, as it may follow every game.
#[test]
fn names_of_later_compounds_may_be_defined() {
    let text = "game product(a, b) { move (a - 1, b); move (a, b - 1) }\ndef ordinal(x) = x + 1\ngame turned(n) { move n - ordinal(0) }";
    let mut session = Session::new();
    session.load("own.game", text).expect("rules");
    for (written, game) in
        [("product(2, 3)", "product"), ("pass(product)(2, 3, 1)", "pass(product)"), ("turned(4)", "turned")]
    {
        let placed = session.placed(written).expect("an expression").expect("a game with its position");
        assert_eq!(placed.0, game);
        let entries = session.entries(&placed.1).expect("entries");
        session.game(&placed.0, Some(&entries)).expect("a game");
    }
    assert_eq!(Session::new().placed("product(nim[1], nim[1])").expect("an expression"), None);
}

proptest! {
    #![proptest_config(crate::config(60))]

    /// Sets of small numbers against their definition, and roots and digits against theirs.
    #[test]
    fn functions_agree_with_their_definitions(
        a in prop::collection::btree_set(0u64..12, 0..6), b in prop::collection::btree_set(0u64..12, 0..6),
        n in 0u64..1_000_000, base in 2u64..12,
    ) {
        let written = |set: &std::collections::BTreeSet<u64>| {
            format!("{{{}}}", set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        };
        let (x, y) = (written(&a), written(&b));
        let root = (0..).take_while(|t| t * t <= n).last().unwrap_or(0);
        let mut digits = vec![];
        let mut rest = n;
        while digits.is_empty() || rest > 0 {
            digits.push((rest % base).to_string());
            rest /= base;
        }
        let divisors: std::collections::BTreeSet<u64> = (1..=n % 500).filter(|d| (n % 500).is_multiple_of(*d)).collect();
        // Digits from place i to place j.
        let (i, j) = (n % 5, n % 7);
        let slice = if j < i { 0 } else { n / base.pow(i as u32) % base.pow((j - i + 1) as u32) };
        let claims = [
            format!("slice({n}, {i}, {j}, {base}) = {slice}"),
            format!("slice(n + {n}, 0, {j}, {base}) = slice({}, 0, {j}, {base})", n + 1),
            format!("slice({n}, {i}, {i}) = bit({n}, {i})"),
            format!("union({x}, {y}) = {}", written(&a.union(&b).copied().collect())),
            format!("intersection({x}, {y}) = {}", written(&a.intersection(&b).copied().collect())),
            format!("difference({x}, {y}) = {}", written(&a.difference(&b).copied().collect())),
            format!("isqrt({n}) = {root}"),
            format!("digits({n}, {base}) = [{}]", digits.join(", ")),
            format!("divisors({}) = {}", n % 500, written(&divisors)),
        ];
        for claim in claims {
            let library = Library::from_text("c.game", &format!("game g(n) {{ move n - 1 if {claim} }}"));
            let value = library.and_then(|l| l.game("g")).and_then(|g| g.value([1])).map_err(|e| {
                TestCaseError::fail(format!("{claim}: {e}"))
            })?;
            prop_assert_eq!(value, IBig::ONE, "{}", claim);
        }
    }
}

/// A `require` that speaks of parameters alone says for which of them rules are made; one that speaks of nothing, like any other, which positions exist.
#[test]
fn conditions_on_parameters_and_on_nothing() {
    let mut session = Session::new();
    let text = "game few[k](n) { require k > 1; move n - k }\ngame none(n) { require 0 < 0; move n - 1 }";
    session.load("few.game", text).expect("rules");
    let refused = session.game("few[1]", None).expect_err("k is 1");
    assert!(refused.message.contains("not made for these parameters"), "{refused}");
    let few = session.game("few[2]", None).expect("k is 2");
    assert_eq!(Evaluator::new(&few.rules, Options::default()).table(&[3]).expect("a table").get(&[3]), Some(1));
    let none = session.game("none", None).expect("no position exists, which is no error");
    assert_eq!(Evaluator::new(&none.rules, Options::default()).table(&[3]).expect("a table").get(&[3]), None);
}

/// The least n with (a + b*sqrt(d))/c <= n, for c > 0 and d >= 0.
fn rounded_up([a, b, c, d]: [&IBig; 4]) -> IBig {
    let above = |n: &IBig| {
        let m = n * c - a;
        let (square, other) = (b * b * d, &m * &m);
        if m >= IBig::ZERO { *b <= IBig::ZERO || square <= other } else { *b < IBig::ZERO && square >= other }
    };
    let (mut low, mut high) = (IBig::from(-1), IBig::from(1));
    while above(&low) {
        low *= IBig::from(2);
    }
    while !above(&high) {
        high *= IBig::from(2);
    }
    while &high - &low > IBig::ONE {
        let middle = (&high + &low) / IBig::from(2);
        if above(&middle) { high = middle } else { low = middle }
    }
    high
}

#[test]
fn numbers_with_roots_are_rounded_exactly() {
    let mut noise = grundy_testing::Noise(5);
    for _ in 0..200 {
        let mut number = |below: usize| IBig::from(noise.below(below)) - IBig::from(below / 2);
        let (a, b) = (number(1 << 40) * number(1 << 40), number(1 << 40) * number(1 << 30));
        let (c, d) = (number(50) + IBig::from(26), number(60) + IBig::from(30));
        let (up, down) = (rounded_up([&a, &b, &c, &d]), -rounded_up([&-a.clone(), &-b.clone(), &c, &d]));
        let x = format!("(n*({a}) + ({b})*n*sqrt({d}))/{c}");
        let rules = format!("game g(n) {{ move n - 1 if floor({x}) = {down} and ceil({x}) = {up} }}");
        let value = Library::from_text("c.game", &rules).and_then(|l| l.game("g")).and_then(|g| g.value([1]));
        assert_eq!(value.map_err(|error| error.to_string()), Ok(IBig::ONE), "{rules}");
    }
}
