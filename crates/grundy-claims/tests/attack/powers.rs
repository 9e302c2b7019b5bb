//! Powers with variable exponents, counts of them, and logarithms in claims: what is true beside what is false only far out.
//!
//! In: noise. Out: claims about b^k for all k of a range, and about the P-positions of games of divisions that such powers tell; whether they are true follows from their form, or is
//! computed here for small numbers.

use grundy_claims::{CheckOptions, Status};
use grundy_testing::Noise;

use super::{checked, options, right_verdicts};

/// A game in which a claim has a variable.
const HEAP: &str = "game heap(n) { move n - 1 }\n";
const BASES: [i128; 7] = [2, 3, 4, 5, 6, 9, 10];

/// Numbers that no small position reaches.
fn far(noise: &mut Noise) -> &'static str {
    ["10^9", "(10^6 + 1)", "31337", "2^40"][noise.below(4)]
}

/// A claim about powers, and whether it is true.
fn of_powers(noise: &mut Noise) -> (String, bool) {
    let (b, far) = (BASES[noise.below(BASES.len())], far(noise));
    let (c, m) = (1 + noise.below(4) as i128, 2 + noise.below(4) as i128);
    let end = ["log2(n + 1)", "n", "n + 3", "log2(n + 1) + 2", "2*n"][noise.below(5)];
    let short = "log2(n + 1)";
    let (text, truth) = match noise.below(20) {
        0 => (format!("(any k in 0..{end}: n = {c}*{b}^k) implies {c} divides n"), true),
        1 => (format!("(any k in 0..{end}: n = {c}*{b}^k) implies n < {far}"), false),
        2 => {
            let more = format!("(count k in 0..log2({b}*n + 1): {b}^k <= {b}*n)");
            (format!("(n + {more}) mod {m} = (n + 1 + (count k in 0..{end}: {b}^k <= n)) mod {m} or n = 0"), true)
        }
        3 => {
            let more = format!("(count k in 0..log2(2*{b}*n + 1): {b}^k <= {b}*n + n div {far})");
            (format!("{more} mod {m} = (1 + (count k in 0..{end}: {b}^k <= n)) mod {m} or n = 0"), false)
        }
        4 => (format!("all k in 0..{end}: {b}^k mod {} in {{1, {b}}}", b + 1), true),
        5 => (format!("all k in 0..{end}: {b}^k mod {} in {{1, {b}}} and k != 9", b + 1), false),
        6 => (format!("n > 0 implies (any k in 0..log2(n) + 4: n <= {b}^k < {b}*n)"), true),
        7 => (format!("n > 0 implies (any k in 0..log2(n) + 4: n <= {b}^k < {b}*n - n div {far})"), false),
        8 => {
            let sum = format!("(any j in 0..{short}, k in j..{short}: n = {b}^j + {b}^k)");
            (format!("{sum} implies n mod {} = {}", b - 1, 2 % (b - 1)), true)
        }
        9 => {
            (format!("(any j in 0..{short}, k in j + 1..{short}: n = {b}^k - {b}^j) implies {} divides n", b - 1), true)
        }
        10 => (format!("(any j in 0..{short}, k in j + 1..{short}: n = {b}^k - {b}^j) implies n < {far}"), false),
        11 => {
            let next = format!("(any k in 0..log2(2*{b}*n + 99): {c}*{b}^(k + 1) = {b}*n + {})", b * m + 1);
            (format!("(any k in 0..{end}: {c}*{b}^k = n + {m}) implies not {next}"), true)
        }
        12 => {
            let power = format!("(any k in 0..{short}: n = {b}^k)");
            (format!("(any k in 1..{end}: n = {b}^(k - 1)) iff {power}"), b > 2 || end != short)
        }
        13 => {
            (format!("(any k in 0..{end}: n + 1 = {b}^k) iff (any k in 0..{short}: n + 1 = {b}^k and k != 9)"), false)
        }
        14 => {
            let power = format!("(any k in 0..{short}: n = {b}^k)");
            (format!("(any k in 2..{short}: n = {b}^k) iff {power} and n != 1 and n != {b}"), true)
        }
        15 => {
            let zeros = |n: &str| format!("(count k in 1..{short} + 4: {b}^k divides {n})");
            (format!("n = 0 or ({} + 1) mod {m} = {} mod {m}", zeros("n"), zeros(&format!("({b}*n)"))), true)
        }
        16 => {
            let zeros = |n: &str| format!("(count k in 1..{short} + 4: {b}^k divides {n})");
            let more = zeros(&format!("({b}*n + {b}*(n div {far}))"));
            (format!("n = 0 or ({} + 1) mod {m} = {more} mod {m}", zeros("n")), false)
        }
        17 => (format!("all k in 0..{short} if {b}^k divides n + 1: n mod {b}^k = {b}^k - 1"), true),
        18 => (format!("all k in 0..{short}: n mod {b}^k != {b}^k - 1 or {b}^k < {far} or {b}^k > n - {c}"), false),
        _ => {
            let fewer = format!("(any k in 0..{short} - log2(n div {far} + 1): n = {b}^k)");
            (format!("(any k in 0..{short}: n = {b}^k) iff {fewer}"), false)
        }
    };
    (format!("on heap at (n): {text}"), truth)
}

/// A comparison of logarithms with random numbers, whose truth shows at small numbers: log2(a*n + b) is that of a*n far out, and n runs through powers of 2 and what is near them.
fn of_logarithms(noise: &mut Noise) -> (String, bool) {
    let mut less = |n: usize| noise.below(n) as i128;
    let (a, b, c, d, e, word) = (1 + less(5), 1 + less(6), less(7) - 3, 1 + less(5), 1 + less(6), less(2));
    let word = ["<=", "="][word as usize];
    let holds = |n: i128| {
        let (left, right) = (i128::from((a * n + b).ilog2()) + c, i128::from((d * n + e).ilog2()));
        if word == "=" { left == right } else { left <= right }
    };
    (format!("on heap at (n): log2({a}*n + {b}) + ({c}) {word} log2({d}*n + {e})"), (0..5000).all(holds))
}

/// The P-positions of games of one divisor d = 1 mod t, where the numbers below t may be taken: shifted by one after each threshold (Friman and Nivasch). And near misses.
fn of_thresholds(noise: &mut Noise) -> (String, String, bool) {
    const GAMES: [(&str, u32, u32); 6] =
        [("{1}", 2, 3), ("{1}", 2, 5), ("{1}", 2, 7), ("{1, 2}", 3, 4), ("{1, 2}", 3, 7), ("{1, 2, 3}", 4, 5)];
    let (set, t, d) = GAMES[noise.below(GAMES.len())];
    let far = far(noise);
    let threshold = format!("{t}*{d}^k + ({d}^k - {d}) div {}", d - 1);
    let (mut first, mut end) = (1, "log2(n + 1)".to_string());
    let (mut counted, mut is, mut rest, mut truth) = (format!("{threshold} < n"), format!("{threshold} = n"), 0, false);
    match noise.below(12) {
        0 => truth = true,
        1 => (end, truth) = ("log2(n + 1) - 1".into(), true),
        2 => (end, truth) = ("n".into(), true),
        3 => (counted, truth) = (format!("{threshold} + 1 <= n"), true),
        4 => first = 2,
        // At the first threshold the end is 0 if this is 6, else it is large enough everywhere.
        5 => (end, truth) = ("log2(n + 1) - 2".into(), t * d > 6),
        6 => counted = format!("{threshold} < n and {d}^k < {far}"),
        7 => is = format!("{threshold} = n and n < {far}"),
        8 => is = format!("{threshold} = n + n div {far}"),
        9 => counted = format!("{threshold} + {d}^k div {far} < n"),
        10 => rest = 1,
        _ => end = "9".into(),
    }
    let claim = format!(
        "on g at (n): P iff (n - (count k in {first}..{end}: {counted})) mod {t} = {rest} and not (any k in {first}..{end}: {is})"
    );
    let game = format!("game g = mark[{set}, {{{d}}}]\n");
    (game, claim, truth)
}

/// The same claims, evaluated plainly at small positions: none that is true is false there.
fn plainly(before: &str, claims: &[(String, bool)]) {
    let item = |(n, (claim, _)): (usize, &(String, bool))| format!("claim \"{n}\" {claim}\n");
    let text = format!("{before}{}", claims.iter().enumerate().map(item).collect::<String>());
    let plain = CheckOptions { plain: true, ..options(Some(60), 1) };
    for (name, verdict) in checked(&text, &plain).unwrap_or_else(|why| panic!("{why}")) {
        let (claim, truth) = &claims[name.parse::<usize>().expect("a number")];
        assert!(verdict.status != Status::False || !truth, "{claim} is false at a small position");
        let fine = matches!(verdict.status, Status::Proved | Status::Holds | Status::False);
        assert!(fine, "{claim}: {:?}", verdict.error);
    }
}

/// How many of some claims are proved, and how many are true.
fn proved(before: &str, claims: &[(String, bool)]) -> (usize, usize) {
    plainly(before, claims);
    let found = right_verdicts(before, claims, &options(Some(300), 1));
    let proved = found.iter().filter(|verdict| verdict.status == Status::Proved).count();
    (proved, claims.iter().filter(|(_, truth)| *truth).count())
}

fn most_are_proved(counts: impl Iterator<Item = (usize, usize)>) {
    let (proved, of_true) = counts.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert!(10 * proved > 7 * of_true, "{proved} of {of_true}");
}

#[test]
fn of_powers_what_is_true_alone_is_proved() {
    most_are_proved((0..u64::from(grundy_testing::cases(12))).map(|case| {
        let noise = &mut Noise(52_000 + 17 * case);
        let claims: Vec<(String, bool)> = (0..12).map(|_| of_powers(noise)).collect();
        proved(HEAP, &claims)
    }));
}

#[test]
fn of_logarithms_what_is_true_alone_is_proved() {
    most_are_proved((0..u64::from(grundy_testing::cases(16))).map(|case| {
        let noise = &mut Noise(63_000 + 17 * case);
        let claims: Vec<(String, bool)> = (0..12).map(|_| of_logarithms(noise)).collect();
        proved(HEAP, &claims)
    }));
}

#[test]
fn thresholds_are_proved_where_they_are_the_positions() {
    most_are_proved((0..u64::from(grundy_testing::cases(32))).map(|case| {
        let noise = &mut Noise(74_000 + 17 * case);
        let (game, claim, truth) = of_thresholds(noise);
        proved(&game, &[(claim, truth)])
    }));
}

/// What is not defined somewhere, or is false at one number far out, is not proved, and what is the same but for that is.
#[test]
fn what_is_not_defined_is_not_proved() {
    let claims = [
        // log2(0)
        ("n > 0 implies all k in 0..log2(n): 2^k <= n", true),
        ("all k in 0..log2(n): 2^k <= n", false),
        ("n = 0 or (n + (count k in 1..log2(n): 3^k <= n)) mod 1 = 0", true),
        ("(n + (count k in 1..log2(n): 3^k <= n)) mod 1 = 0", false),
        // 3^(-1)
        ("(any k in 1..log2(n + 1): 3^(k - 1) = n) implies n mod 2 = 1", true),
        ("(any k in 0..log2(n + 1): 3^(k - 1) = n) implies n mod 2 = 1", false),
        ("(any k in 0..log2(n + 1): k > 0 and 3^(k - 1) = n) implies n mod 2 = 1", true),
        ("(all j in 0..2, k in j..log2(n + 1): 2^k <= 2*n + 2)", true),
        ("(all j in -2..2, k in j..log2(n + 1): 2^k <= 2*n + 2)", false),
        ("all j in 0..log2(n + 1), k in j + 2..log2(n + 1): 4*3^j < 3^k", true),
        ("all j in 0..log2(n + 1), k in j - 1..log2(n + 1): 3^j <= 3^(k + 1)", false),
        // The end of the range decides: nothing is said of it in base 3, or it is compared in base 2.
        ("all k in 0..log2(n + 1): 2^k <= n + 1", true),
        ("all k in 0..log2(n + 1) + 1: 2^k <= n + 1", false),
        ("all k in 0..log2(n + 1): 3^k <= n + 1", false),
        ("all k in 0..n: 3^k <= 3*n + 3", false),
        ("(any k in 3..n: 5^k = n) implies n >= 125", true),
        ("(any k in 2..n: 5^k = n) implies n >= 125", false),
        ("(count k in 1..log2(n + 1): 3^k > n) mod 3 = 0 or n < 2", false),
        ("all k in 0..log2(n + 1): n mod 3^k < 3^k", true),
        ("all k in 0..log2(n + 1): n mod 3^k < 3^k - 1 or 3^k < 10^9 or n < 10^20", false),
        ("all k in 0..log2(n + 1): 3^k divides n implies n mod 3^k = 0", true),
        ("log2(n + 1) = log2(n + 2) or any k in 1..log2(n + 2): n + 2 = 2^k", true),
        ("log2(n + 1) = log2(n + 2) or any k in 1..log2(n + 2): n + 2 = 2^k and k < 41", false),
    ];
    let item = |(n, (claim, _)): (usize, &(&str, bool))| format!("claim \"{n}\" on heap at (n): {claim}\n");
    let text = format!("{HEAP}{}", claims.iter().enumerate().map(item).collect::<String>());
    for (name, verdict) in checked(&text, &options(Some(100), 1)).unwrap_or_else(|why| panic!("{why}")) {
        let (claim, truth) = claims[name.parse::<usize>().expect("a number")];
        let proved = (verdict.status, verdict.checked) == (Status::Proved, Some(true));
        assert_eq!(proved, truth, "{claim}: {:?} {:?}", verdict.status, (verdict.reason, verdict.error));
    }
}

/// A relation of powers with the exponent k to n.
fn relation(noise: &mut Noise, b: i128) -> String {
    let (a, c, m) = (noise.below(4), noise.below(9), 1 + noise.below(3));
    let (op, e) = (["<=", "=", ">=", "<", "!="][noise.below(5)], ["k", "k", "(k + 1)", "(k - 1)"][noise.below(4)]);
    match noise.below(8) {
        0..4 => format!("{m}*{b}^{e} {op} {a}*n + {c}"),
        4 => format!("({m}*{b}^{e} + n) mod {} = {}", 2 + a, c % (2 + a)),
        5 => format!("n mod {b}^k {op} {c}"),
        6 => format!("{b}^k divides n + {c}"),
        _ => format!("k {op} {}", c % 4),
    }
}

/// A condition on n that speaks of all k of a range.
fn form(noise: &mut Noise, b: i128) -> String {
    let end =
        ["log2(n + 1)", "log2(n + 1) + 1", "log2(n + 3) + 2", "n", "2*n + 1", "log2(2*n + 1) - 1"][noise.below(6)];
    let (lo, word) = (noise.below(3), ["any", "all", "count"][noise.below(3)]);
    let filter = if noise.below(3) == 0 { format!(" if {}", relation(noise, b)) } else { String::new() };
    let (first, second) = (relation(noise, b), relation(noise, b));
    let body = [format!("{first} and {second}"), format!("{first} or {second}"), first][noise.below(3)].clone();
    // A power in the body makes an exponent of k, and large ones are left out.
    let body = format!("{b}^k <= 99*n + 99 and ({body})");
    let form = format!("({word} k in {lo}..{end}{filter}: {body})");
    let (m, rest) = (2 + noise.below(2), noise.below(2));
    match word {
        "count" => format!("(n + {form}) mod {m} = {rest}"),
        "all" => form.replace(&format!("{b}^k <= 99*n + 99 and"), &format!("{b}^k > 99*n + 99 or")),
        _ => form,
    }
}

/// Random claims: no small number is a counterexample to one that is proved.
#[test]
fn random_claims_on_powers_are_proved_only_where_they_hold() {
    let (mut proved, mut all) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(40)) {
        let noise = &mut Noise(91_000 + 17 * case);
        let claims: Vec<(String, bool)> = (0..10)
            .map(|_| {
                let b = BASES[noise.below(5)];
                let (first, second) = (form(noise, b), form(noise, b));
                let linear = format!("n mod {} = {}", 2 + noise.below(4), noise.below(3));
                let text = match noise.below(5) {
                    0 => format!("{first} implies {second}"),
                    1 => format!("{first} or {second}"),
                    2 => format!("{first} implies {second} or {linear}"),
                    3 => format!("n <= {} or {first}", noise.below(9)),
                    _ => format!("not ({first} and {second} and {linear})"),
                };
                (format!("on heap at (n): {text}"), true)
            })
            .collect();
        let item = |(n, (claim, _)): (usize, &(String, bool))| format!("claim \"{n}\" {claim}\n");
        let text = format!("{HEAP}{}", claims.iter().enumerate().map(item).collect::<String>());
        let plain = CheckOptions { plain: true, ..options(Some(300), 1) };
        let plain = checked(&text, &plain).unwrap_or_else(|why| panic!("{why}"));
        let found = checked(&text, &options(Some(20), 1)).unwrap_or_else(|why| panic!("{why}"));
        for ((name, plain), (_, verdict)) in plain.iter().zip(&found) {
            let (claim, _) = &claims[name.parse::<usize>().expect("a number")];
            let holds = matches!(plain.status, Status::Holds | Status::Proved);
            assert!(
                verdict.status != Status::Proved || holds,
                "{claim} is proved, and ends plainly as {:?}",
                plain.status
            );
            assert!(verdict.status != Status::Proved || verdict.checked == Some(true), "{claim}");
            proved += usize::from(verdict.status == Status::Proved);
            all += 1;
        }
    }
    assert!(12 * proved > all, "{proved} of {all}");
}
