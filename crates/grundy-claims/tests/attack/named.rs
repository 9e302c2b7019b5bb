//! Faults that were found, by name.
//!
//! In: files of which a claim was called *proved*, or *false*, wrongly. Out: the right verdicts.

use grundy_claims::Status::{self, Error, False, Holds, Proved};

use super::{each_is, options, verdict};

/// Two claims of one level excused each other where one of them is false.
#[test]
fn a_level_is_not_excused_by_another_claim_of_it() {
    let claims = [
        ("on one at (n): P iff n mod 2 = 0 and n != 10^7", False),
        ("on one at (n): P iff n mod 2 = 0", Proved),
        ("on one at (n): P iff n mod 2 = 0 and n != 10^8", False),
    ];
    for to in [Some(30), None] {
        each_is("game one(n) { move n - 1 }", &claims, &options(to, 1));
    }
    let mixed = [
        ("on one at (n): G = 0 iff n mod 2 = 0 and n != 10^7", False),
        ("on one at (n): N iff n mod 2 = 1 or n = 10^9", False),
        ("on one at (n): G = n mod 2", Proved),
    ];
    each_is("game one(n) { move n - 1 }", &mixed, &options(Some(30), 2));
}

#[test]
fn a_level_of_two_coordinates_is_not_excused_by_another_claim_of_it() {
    let claims = [
        ("on nim[2] at (a, b): P iff a = b and a != 10^7", False),
        ("on nim[2] at (a, b): P iff a = b", Proved),
        ("on nim[2] at (a, b): P iff a = b and a != 10^8", False),
    ];
    each_is("", &claims, &options(Some(12), 2));
    let differences = [
        ("on slow_exact[2, 1] at (a, b) where a <= b: P iff (b - a) mod 2 = 0 and b - a != 10^7", False),
        ("on slow_exact[2, 1] at (a, b) where a <= b: P iff (b - a) mod 2 = 0 and b - a != 10^8", False),
    ];
    each_is("", &differences, &options(Some(12), 2));
}

#[test]
fn a_level_beside_zero_is_not_excused_by_another_claim_of_it() {
    let claims = [
        ("on thirds at (n): G = 1 iff n mod 3 = 1 and n != 10^7", False),
        ("on thirds at (n): G = 1 iff n mod 3 = 1 and n != 10^8", False),
        ("on thirds at (n): G = 2 iff n mod 3 = 2 and n != 10^7 + 1", False),
        ("on thirds at (n): G = 2 iff n mod 3 = 2 and n != 10^7", Proved),
        ("on thirds at (n): G = 2 iff n mod 3 = 2", Proved),
        ("on thirds at (n): P iff n mod 3 = 0 or n = 10^8", False),
    ];
    each_is("game thirds(n) { move n - 1; move n - 2 }", &claims, &options(Some(30), 2));
}

/// The range of a bound variable begins below 0 only far out.
#[test]
fn a_range_that_begins_below_zero_far_out() {
    let claims = [
        ("on nim[1] at (a): all i in 70000 - a..3: i >= 0 or G = 0", False),
        ("on nim[1] at (a): all i in 70000 - a..3: i >= 0 or G = a", Proved),
        ("on nim[1] at (a): not any i in 70000 - a..3: i < 0 and G = a", False),
        ("on nim[1] at (a): all i in 70000 - a..3: (any j in i..2: j = i and j >= 0) or i = 3", False),
        ("on nim[1] at (a): all i in 70000 - a..3: not (all j in i..-1: G != a) or i >= 0", Proved),
        ("on nim[1] at (a): a <= 70000 or not (all i in 70000 - a..3: i >= 0)", Proved),
    ];
    each_is("", &claims, &options(Some(30), 2));
    let first = verdict("claim \"c\" on nim[1] at (a): all i in 70000 - a..3: i >= 0 or G = 0", &options(None, 1));
    let first = first.ok().and_then(|verdict| verdict.counterexample).expect("a counterexample");
    let vars: Vec<String> = first.vars.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    assert!(first.position.as_deref() == Some("70001") && vars.contains(&"i = -1".to_string()), "{first:?}");
}

/// The same where nothing is known of the values: what is false may not follow from the rules alone.
#[test]
fn a_range_that_begins_below_zero_far_out_whatever_the_values_are() {
    let claims = [
        ("on wythoff at (a, b): all i in 3000 - a..3: i >= 0 or N or P", Proved),
        ("on wythoff at (a, b): all i in 3000 - a..3: i >= 0 or N and P", False),
        ("on wythoff at (a, b): (any i in 3000 - a..3: i < 0) implies a > 3000", Proved),
        ("on wythoff at (a, b): not any i in 3000 - a..3: i < 0 and G = G", False),
    ];
    for (claim, truth) in claims {
        let found =
            verdict(&format!("claim \"c\" {claim}"), &options(Some(12), 1)).unwrap_or_else(|why| panic!("{why}"));
        match truth {
            Proved => assert!(matches!(found.status, Proved | Holds), "{claim}: {found:?}"),
            _ => assert!(matches!(found.status, False | Holds), "{claim}: {found:?}"),
        }
    }
}

/// The sum is not defined at 1048577, where its number is below 0.
#[test]
fn a_sum_of_digits_that_is_undefined_far_out() {
    let digits = "(sum k in 0..log2(1 + ((2^20 - b) xor 1) mod 8): ((bit(((2^20 - b) xor 1) mod 8, k)) mod 2)*2^k)";
    let status = |to: &str| -> Status {
        let text = format!("claim \"dig\" on nim[1] at (b){to}: {digits} != 99 and G = b");
        verdict(&text, &options(if to.is_empty() { Some(30) } else { None }, 1))
            .unwrap_or_else(|why| panic!("{why}"))
            .status
    };
    assert_eq!(status(""), Holds);
    assert_eq!(status(" where b > 2^20 - 5 to 1048578"), Error);
    assert_eq!(status(" where b > 2^20 - 5 to 1048576"), Holds);
}

/// A quantified form is true as soon as one number decides it, and is not asked where it would be undefined.
#[test]
fn a_form_that_stops_before_it_is_undefined() {
    let claim = "on nim[1] at (a): tame(nim[2]) and (any i in 0..a: i = 0 or ((a - 2*i) xor 1) = 5)";
    let found = verdict(&format!("claim \"p1\" {claim}"), &options(Some(9), 1)).unwrap_or_else(|why| panic!("{why}"));
    assert!(matches!(found.status, Proved | Holds), "{found:?}");
    let all = "on nim[1] at (a): all i in 0..a: (not any j in i..a + 9: j = i or ((a - 2*j) xor 1) = 5) implies G = 99";
    let found = verdict(&format!("claim \"p2\" {all}"), &options(Some(9), 1)).unwrap_or_else(|why| panic!("{why}"));
    assert!(matches!(found.status, Proved | Holds), "{found:?}");
}

/// The constant is the least that fits 64 bits, and no sum with it may leave them.
#[test]
fn constants_at_the_edge_of_64_bits() {
    for c in ["2^62", "2^63", "-(2^63)", "(2^63 - 1)", "2^64"] {
        let claims = [
            (format!("on nim[2] at (a, b): a - b != {c} or G = a xor b"), Proved),
            (format!("on nim[2] at (a, b): a - b != {c} or G = a xor b + 1"), False),
            (format!("on nim[2] at (b, a): a - b != {c} or G = a xor b + 1"), False),
        ];
        for (claim, status) in claims {
            let found =
                verdict(&format!("claim \"c\" {claim}"), &options(Some(6), 1)).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(found.status, status, "{claim}: {found:?}");
        }
    }
}

/// A claim about the P-positions in misère play, proved first, kept the values in misère play from being found, which the other claims need.
#[test]
fn a_level_that_is_proved_hides_no_values() {
    let claims = [
        ("on one at (n): not any i in 10^8 + 2 - n..-1: i = -2 and G_misere = [1, 0][1 + n mod 2]", False),
        ("on one at (n): tame(one) iff n != 328800930", False),
        ("on one at (n): P_misere iff n mod 2 = 1", Proved),
        ("on one at (n): G_misere = 1 - n mod 2", Proved),
        ("on one at (n): G_misere < 2", Proved),
    ];
    for left in 0..claims.len() {
        let (before, after) = claims.split_at(left);
        each_is("game one(n) { move n - 1 }", &[before, &after[1..]].concat(), &options(Some(30), 1));
    }
}

/// Views answered a question at a negative number with "not known", and `or` went on.
#[test]
fn what_is_asked_of_no_position_is_not_unknown() {
    let claims = [
        (
            "on im at (n): (n mod 2 = 0 and G(im(min(3*n, 80000000 - n))) != 7) or (any i in 0..2: G(im(3*(n + i))) != 0)",
            Holds,
        ),
        (
            "on im at (n): (n mod 2 = 0 and G(im(min(n + 1, 80000000 - n))) != 7) or (any i in 1..19: G(im(n + i)) = 2)",
            Holds,
        ),
        ("on im at (n): any i in 0..4: G(im(n + i)) = 0", Proved),
    ];
    each_is("game im = mark[{1}, {2, 3}]", &claims, &options(Some(30), 2));
}

/// Views look at one number of each residue, which is a guess. A claim that the checker then refused held, and was looked at no farther.
#[test]
fn what_views_propose_is_no_proof() {
    let claims = [
        ("on im at (n): (any i in 0..4: G(im(n + i)) = 0) and n != 70000", False),
        ("on im at (n): (70000 mod (100000 - n)) >= 0 or (any i in 0..4: G(im(n + i)) = 0)", Error),
    ];
    each_is("game im = mark[{1}, {2, 3}]", &claims, &options(None, 2));
}

/// Where some levels of values are known, the checker finds a claim false far out that no evaluation reaches.
#[test]
fn a_counterexample_is_confirmed_at_any_size() {
    let claims = [
        ("on star_nim[2] at (a, b): P implies a + b < 10^10", False),
        ("on star_nim[2] at (a, b): N implies a + b < 10^10", False),
        ("on star_nim[2] at (a, b): P implies a < 10^30", False),
    ];
    each_is("", &claims, &options(None, 2));
    // The values asked for are far from the position of the claim.
    let two = "game two(a, b) { move (a - 2*i, b) for i in 1..a div 2; move (a, b - i) for i in 1..b }";
    each_is(two, &[("on two at (a, b) where b = 68: G(two(699, b + 700)) > 640", False)], &options(None, 2));
}

/// The rule for parts that are undefined: a part is evaluated where its value is needed, by a table, a proof and the checker alike.
#[test]
fn a_part_is_evaluated_where_its_value_is_needed() {
    let claims = [
        ("on nim[1] at (n): len({5 mod (n - 3)}) = 1", Proved),
        ("on nim[1] at (n): len([5 mod (n - 3), 7]) = 2", Proved),
        ("on nim[1] at (n): any i in {5 mod (n - 3)}: true", Proved),
        ("on nim[1] at (n): [5 mod (n - 3), 1][2] = 1", Proved),
        ("on nim[1] at (n): [1, 2, n div 0][1 + G mod 2] <= 2", Proved),
        ("on nim[1] at (n): [1, 2, n div 0][1 + G mod 3] <= 2", Error),
        ("on nim[1] at (n): all k in 0..0, let z = 5 mod (n - 3): k = 0", Proved),
        ("on nim[1] at (n): 1 in {1, 5 mod (n - 3)}", Proved),
        ("on nim[1] at (n): len({5 mod (n - 3), 7}) > 0", Error),
        ("on nim[1] at (n): {1, 5 mod (n - 3)} = {5 mod (n - 3), 1}", Error),
        ("on nim[1] at (n): any i in {5 mod (n - 3)}: i = i", Error),
        ("on nim[1] at (n): [5 mod (n - 3), 1][1] < 9", Error),
        ("on nim[1] at (n): all k in 0..0, let z = 5 mod (n - 3): z < 9", Error),
    ];
    each_is("", &claims, &options(Some(6), 1));
}
