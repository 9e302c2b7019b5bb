//! Properties of games and functions inside claims, and claims that stay open.

use super::told::{check, check_to};

#[test]
fn of_games() {
    let rows = [
        ("claim \"c\": tame(nim[2])", "proved 121 to 10; all"),
        ("claim \"c\": not tame(nim[2])", "open 121 to 10; it rests on a property that has no counterexample to 10"),
        ("claim \"c\" to 5: tame(nim[2])", "holds 36 to 5; all"),
        ("claim \"either way\": tame(nim[2]) or G(nim(1)) = 1", "proved 121 to 10"),
        ("claim \"false anyway\": tame(nim[2]) and G(nim(1)) = 2", "false 121 to 10; G(nim(1)) is 1, 2 is 2"),
        ("claim \"both\": pet(nim[1]) implies tame(nim[2])", "proved 132 to 10; all"),
        (
            "claim \"a witness\": tame(kayles)",
            "false 56 to 10; tame(kayles) is false, true is true; tame(kayles) fails at 5 with (G, G_misere) = (4, 1)",
        ),
        ("claim \"a witness\": not tame(kayles)", "proved 56 to 10"),
        ("claim \"with positions\" on nim[1] at (a) to 5: tame(nim[2]) and G = a", "holds 6 to 5; all"),
        ("claim \"with positions\" on nim[1] at (a) to 5: tame(kayles) or G = a", "holds 6 to 5; values"),
        ("claim \"in a where\" on nim[1] at (a) where tame(kayles) to 5: G != a", "holds 11 to 5; values"),
        ("claim \"in a where\" on nim[1] at (a) where tame(nim[2]) to 5: G = a", "holds 6 to 5; all"),
        (
            "claim \"all eight\": tame(nim[1]) and pet(nim[1]) and domestic(nim[1]) and miserable(nim[1]) and returnable(nim[1]) and forced(nim[1]) and one_move(nim[1]) and sg_decreasing(nim[1])",
            "proved 88 to 10; all",
        ),
        ("claim \"a compound\": tame(nim[1] + wythoff)", "holds 1331 to 10; values"),
        ("claim \"passes keep their range\": domestic(pass(nim[1], 3)) or true", "proved 44 to 10"),
    ];
    check_to(&rows, Some(10));
}

#[test]
fn of_functions() {
    check(&[
        ("claim \"c\": ns_property(z -> z div 2, 1000)", "proved 1"),
        ("claim \"c\": not ns_property(z -> z, 1000)", "proved 1"),
        (
            "claim \"c\": ns_property(z -> z, 1000)",
            "false 1; ns_property(z -> z, 1000) is false, true is true; the NS-property fails at 0 and 1: the values 0 and 1 differ after division by 2^0",
        ),
        ("claim \"c\": ns_property(z -> z, 1)", "proved 1"),
        ("claim \"c\": ns_property(z -> z, 0)", "proved 1"),
        ("claim \"c\": ns_property((x, z) -> z div 2, 50)", "proved 1"),
        (
            "claim \"c\": ns_property((x, z) -> (x + z) div 2, 50)",
            "false 1; ns_property((x, z) -> (x + z) div 2, 50) is false, true is true; the NS-property fails at (1, 0) and (1, 1): the values 0 and 1 differ after division by 2^0",
        ),
        ("claim \"c\": ns_property((x, z) -> max(x, z) div 2, 50)", "proved 1"),
        (
            "claim \"negative\": ns_property(z -> z div 2 - 100, 50)",
            "false 1; ns_property(z -> z div 2 - 100, 50) is false, true is true; the NS-property fails at 7 and 8: the values -97 and -96 differ after division by 2^3",
        ),
        ("def f(z) = z div 4\nclaim \"a def\": ns_property(f, 100) and ns_property(z -> f(z), 100)", "proved 1"),
        ("claim \"among others\" on nim[1] at (a) to 3: ns_property(z -> z, 10) or G = a", "holds 4 to 3; all"),
    ]);
}

#[test]
fn open_questions() {
    check(&[
        (
            "claim \"c\": (count n in 0..4000000: P(grundy(n))) = 42",
            "open; the values that it asks for take too much work",
        ),
        ("claim \"c\": period(star_nim[2](3, _)) = 9", "proved 1"),
        ("claim \"c\": period(star_nim[2](3, _)) = 3", "false 1; period(star_nim[2](3, _)) is 9, 3 is 3"),
        ("claim \"c\": period(star_nim[2](_, _ + 3)) = 144", "proved 1"),
        ("claim \"c\": preperiod(star_nim[2](3, _)) = 5 and saltus(star_nim[2](3, _)) = 9", "proved 1"),
        ("claim \"c\": period(solutions(star_nim[2], 6)) = 12", "proved 1"),
        (
            "claim \"c\": period(euclid(3, _)) = 3",
            "open; observed preperiod 11 period 3 saltus 1 to 4095, which is no proof; the move a -> a - b*i has an amount that grows along the line and is not what b loses",
        ),
        (
            "claim \"c\": period(star_nin[2](3, _)) = 9",
            "error; c:1:19: the name `star_nin` is not known; not defined; help: did you mean `star_nim`?",
        ),
        (
            "claim \"c\": convergence(marc[{1}, {2}]) = 3",
            "error; c:1:24: the name `marc` is not known; not defined; help: did you mean `mark`?",
        ),
        (
            "claim \"c\": period(solutions(star_nin[2], 3)) = 9",
            "error; c:1:29: the name `star_nin` is not known; not defined; help: did you mean `star_nim`?",
        ),
    ]);
}

/// Measured from the starts to a bound, and bounded by theorems: 10 and 64 steps for {1}, {2, 3}.
#[test]
fn steps_to_convergence() {
    let rows = [
        ("claim \"c\": convergence(mark[{1}, {2, 3}]) <= 64", "proved 1001 to 1000"),
        ("claim \"c\": convergence(mark[{1}, {2, 3}]) = 10", "proved 1001 to 1000"),
        ("claim \"c\": convergence(mark[{1, 2}, {2, 3}]) = 21", "holds 1001 to 1000; question"),
        (
            "claim \"c\": convergence(mark[{1}, {2, 3}]) < 10",
            "false 1001 to 1000; convergence(mark[{1}, {2, 3}]) is 10, 10 is 10",
        ),
        (
            "claim \"c\": convergence(mark[{1, 2}, {2, 3}]) = 22",
            "open to 1000; it is false of the steps measured from the starts to 1000, and from later ones there may be more",
        ),
        (
            "claim \"c\": convergence(mark[{1}, {2, 3}]) = 65",
            "false 1001 to 1000; convergence(mark[{1}, {2, 3}]) is 10, 65 is 65",
        ),
        ("claim \"no theorem\": convergence(mark[{1, 2}, {2, 3}]) <= 1000", "holds 1001 to 1000; question"),
        ("claim \"it does\": converges(mark[{2}, {2, 3}])", "proved 1"),
        ("claim \"not\": converges(mark[{2}, {2, 4}])", "false 1; converges(mark[{2}, {2, 4}]) is false, true is true"),
        ("claim \"it does not\": not converges(mark[{2}, {2, 4}])", "proved 1"),
        ("claim \"no division\": not converges(subtraction[{2, 5}])", "proved 1"),
        ("claim \"as far as seen\": converges(mark[{1, 2}, {2, 3}])", "holds 1001 to 1000; question"),
        (
            "claim \"as far as seen\": not converges(mark[{1, 2}, {2, 3}])",
            "open 1001 to 1000; all guesses agree from the starts that were tried, and no theorem says that they do from all",
        ),
        (
            "claim \"c\": convergence(mark[{2}, {2, 4}]) = 3",
            "open; from 2 on guesses about `mark[{2}, {2, 4}]` do not agree: two of them never do, by induction",
        ),
        (
            "claim \"c\": convergence(nim[1]) = 3",
            "error; convergence is that of guesses about games which subtract and divide: the move x1 -> x1 - i takes amounts whose range depends on the position; fixed subtractions and divisors are read; help: such as `move n - 1` and `move n div 2 if n > 0 and 2 divides n`",
        ),
    ];
    check_to(&rows, Some(1000));
}

/// Claims that follow from what their words mean, or from what values are, whatever the game's values are.
#[test]
fn what_follows_from_the_meaning_of_values() {
    let rows = [
        ("claim \"c\" on wythoff: P iff G = 0", "proved 169 to 12; words"),
        ("claim \"c\" on wythoff: (N iff G > 0) and (P_misere iff G_misere = 0)", "proved 169 to 12; words"),
        ("claim \"c\" on wythoff at (a, b): G(wythoff(a + b, b)) = G(wythoff(b + a, b))", "proved 169 to 12; words"),
        ("claim \"c\" on wythoff at (a, b): all i in 1..a: G != G(wythoff(a - i, b))", "proved 169 to 12; all"),
        (
            "claim \"c\" on wythoff at (a, b): not any i in 1..a: G = G(wythoff(a - i, b)) and i > 3",
            "proved 169 to 12; all",
        ),
        ("claim \"c\" on wythoff at (a, b): G = G(wythoff(b, a))", "proved 169 to 12; all"),
        (
            "claim \"c\" on wythoff at (a, b): all i in 1..a: G_misere != G_misere(wythoff(a - i, b))",
            "proved 169 to 12; all",
        ),
        // The two plays have different values; a sum of two moves may keep the value; behind "there is" stand several values.
        ("claim \"c\" on wythoff: P iff P_misere", "false 169 to 12; at (0,0): P is true, P_misere is false"),
        (
            "claim \"c\" on wythoff at (a, b): G(wythoff(a + 1, b)) != G(wythoff(a, b + 1))",
            "false 169 to 12; at (0,0): G(wythoff(a + 1, b)) is 1, G(wythoff(a, b + 1)) is 1",
        ),
        ("claim \"c\" on wythoff at (a, b): any i in 1..a + 1: G != G(wythoff(a + i, b))", "holds 169 to 12; values"),
    ];
    check_to(&rows, Some(12));
}
