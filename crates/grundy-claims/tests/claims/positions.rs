//! The words of claims: about the claim's own position, and about others.

use super::told::check;

#[test]
fn of_the_own_position() {
    check(&[
        ("claim \"c\" on nim[1] at (a) to 5: P iff a = 0", "holds 6 to 5; all"),
        ("claim \"c\" on nim[1] at (a) to 5: N iff a > 0", "holds 6 to 5; all"),
        ("claim \"c\" on nim[1] at (a) to 5: P_misere iff a = 1", "holds 6 to 5; all"),
        ("claim \"c\" on nim[1] at (a) to 5: G_misere = (if a < 2 then 1 - a else a)", "holds 6 to 5; all"),
        ("claim \"c\" on nim[2] at (a, b) to 5: terminal iff a + b = 0", "holds 36 to 5; all"),
        (
            "claim \"all at once\" on nim[1] at (a) to 5: P = terminal and G = a and (G_misere = 0 iff P_misere)",
            "holds 6 to 5; all",
        ),
        ("claim \"terminal alone\" on subtraction[{2}] at (a) to 5: terminal iff a < 2", "holds 6 to 5; all"),
        (
            "claim \"binders over the word\" on nim[1] at (a) to 5: all i in 0..G - 1: G(nim(i)) != G",
            "holds 6 to 5; all",
        ),
    ]);
}

/// A genus is a vector whose length the position decides. The checker reads none, so nothing is proved.
#[test]
fn of_genera() {
    const ONE: &str = "holds 1; every position was looked at, by one engine, not checked: the checker does not read questions of this kind";
    const ALL: &str = "holds 21; every position was looked at, by one engine, not checked: the checker does not read questions of this kind";
    check(&[
        ("claim \"c\": genus(kayles(5)) = [4, 1, 4, 6] and [2, 2, 0] = genus(nim(2))", ONE),
        ("claim \"c\": genus(kayles(5)) != [4, 1, 4] and genus(kayles(5)) != [4, 1, 4, 6, 4]", ONE),
        ("claim \"c\": genus(kayles(20)) = genus(nim(1)) and genus(kayles(5)) != genus(kayles(9))", ONE),
        ("claim \"c\": len(genus(kayles(5))) = 4 and genus(kayles(5))[3] = 4", ONE),
        ("claim \"c\": genus(grundy(13)) in {[3, 1, 4, 3, 1], [0, 1]}", ONE),
        ("claim \"c\": genus((kayles + nim[1])(5, 2)) = [6, 4, 6]", ONE),
        (
            "claim \"c\": all n in 0..20: genus(kayles(n))[1] = G(kayles(n)) and genus(kayles(n))[2] = G_misere(kayles(n))",
            ALL,
        ),
        ("claim \"c\" on kayles at (n) to 20: genus(kayles(n))[2] = G_misere", "holds 21 to 20; question"),
        (
            "claim \"c\": genus(kayles(5)) = [4, 1, 4]",
            "false 1; genus(kayles(5)) is [4, 1, 4, 6], [4, 1, 4] is [4, 1, 4]",
        ),
        ("def genus(n) = n + 1\nclaim \"a name of the file\": genus(5) = 6", "proved 1"),
    ]);
}

#[test]
fn of_other_positions() {
    check(&[
        ("claim \"c\": G(nim(1, 2, 3)) = 0", "proved 1"),
        ("claim \"c\": G(nim(1)) = 1 and G(nim(1, 2)) = 3 and G(nim[3](1, 2, 4)) = 7", "proved 1"),
        ("claim \"c\": G_misere(nim(1, 1)) = 1 and P_misere(nim(1)) and not P_misere(nim(0))", "proved 1"),
        ("claim \"c\": P(nim(2, 2)) and N(nim(1, 2)) and not N(nim(0))", "proved 1"),
        ("claim \"c\": terminal(nim(0, 0)) and not terminal(nim(0, 1))", "proved 1"),
        ("claim \"c\": exists(star_nim(0, 1)) and not exists(star_nim(0, 0))", "proved 1"),
        ("claim \"c\": not exists(nim(0 - 1))", "proved 1"),
        ("claim \"c\": exists(pass(nim[1])(3, 1)) and not exists(pass(nim[1])(3, 2))", "proved 1"),
        ("def v = [1, 2, 3]\nclaim \"a vector\": G(nim(v)) = 0 and G(nim[3](v)) = 0 and G(nim(v + 1)) = 5", "proved 1"),
        (
            "def s = [[2], [2, 5, 8], [1, 5, 10]]\nclaim \"strips\": G(star_silver_dollar(s)) = 5 and G(star_silver_dollar(s[1], s[2], s[3])) = 5",
            "proved 1",
        ),
        (
            "claim \"an argument\" on nim[3] to 2: G = G(nim(x)) and G(nim(x[1], x[2])) = x[1] xor x[2]",
            "holds 27 to 2; all",
        ),
        ("claim \"a compound\": G((nim[1] + bar[z -> z div 2])(1, 1, 3)) = 3", "proved 1"),
        ("claim \"a compound\": G(pass(nim[2])(1, 2, 1)) = 0 and G(pass(nim[2])(1, 2, 0)) = 3", "proved 1"),
        ("claim \"a compound\": G((3*nim[1])(1, 2, 4)) = 7 and G((nim + nim[1])(1, 2)) = 3", "proved 1"),
        ("claim \"a compound\": G(near(nim[1], nim[1])(1, 1, 0)) = G(near(nim[1], nim[1])([1, 1, 0]))", "proved 1"),
        ("claim \"all cases count\": all a, b in 0..5: G(nim(a, b)) = a xor b", "proved 36"),
        ("claim \"all with a filter\": all a, b in 0..5 if a < b: G(nim(a, b)) > 0", "proved 15"),
        ("claim \"later ranges see earlier binders\": all a in 0..5, b in 0..a: G(nim(a, b)) = a xor b", "proved 21"),
        ("claim \"over a set\": all a in {1, 4}, v in {[1, 2], [3, 4]}: G(nim(v)) != a", "proved 1"),
        ("claim \"a count\": (count a in 0..9: P(subtraction[{1, 2}](a))) = 4", "proved 1"),
        ("def D(a) = G(nim(a)) + 1\nclaim \"in a def\": D(3) = 4 and D(0) = 1", "proved 1"),
        (
            "def mine = G = 3\nclaim \"the own position in a def\" on nim[1] at (a) to 5: mine iff a = 3",
            "holds 6 to 5; all",
        ),
        (
            "claim \"asked only where it exists\" on star_nim[2] at (a, b) to 5: exists(star_nim(a, 0)) implies G(star_nim(a, 0)) = a - 1",
            "holds 35 to 5; all",
        ),
        ("claim \"more than 16 entries\": G(nim(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)) = 1", "proved 1"),
        (
            "claim \"positions that are far\" on nim[1] at (a) to 3: G(subtraction[{1}](10^6 + a)) = a mod 2",
            "holds 4 to 3; all",
        ),
        (
            "claim \"hidden\" on pass(nim[1]) at (a, p) to 3: G = (if a = 0 then 0 else if p = 0 then a else if a mod 2 = 1 then a + 1 else a - 1)",
            "holds 8 to 3; all",
        ),
    ]);
}

#[test]
fn errata() {
    check(&[
        ("erratum \"e\"\nclaim \"c\": G(nim(1)) = 2", "noted 1; G(nim(1)) is 1, 2 is 2"),
        (
            "erratum \"e\"\nclaim \"c\": G(nim(1)) = 1",
            "error 1; the erratum says that this is wrong as printed, and it is true here",
        ),
        (
            "erratum \"e\"\nclaim \"c\" on nim[1] at (a) to 4: G = a",
            "error 5 to 4; the erratum says that this is wrong as printed, and it is true here",
        ),
        (
            "erratum \"e\"\ntable \"t\" on nim[1] at (a) for a in 0..2: 0 2 2\nclaim \"c\": G(nim(1)) = 1",
            "noted 3; at (1): G is 1, the table's entry is 2 | proved 1",
        ),
        (
            "erratum \"e\"\nclaim \"c\": period(nim[1](_)) = 1",
            "error 1; the erratum says that this is wrong as printed, and it is true here",
        ),
        (
            "erratum \"e\"\nclaim \"c\": G(nimm(1)) = 1",
            "error; c:2:14: the name `nimm` is not known; not defined; help: did you mean `nim`?",
        ),
        (
            "claim \"c\": G(nim(1)) = 1\nerratum \"e\"",
            "proved 1 | error; c:2:1: an `erratum` stands directly before the claim or table that the paper prints; no claim follows",
        ),
        (
            "erratum \"e\"\nerratum \"f\"\nclaim \"c\": G(nim(1)) = 2",
            "error; c:1:1: an `erratum` stands directly before the claim or table that the paper prints; no claim follows | noted 1; G(nim(1)) is 1, 2 is 2",
        ),
        (
            "erratum \"e\"\ndef f = 2\nclaim \"c\": G(nim(1)) = f",
            "error; c:1:1: an `erratum` stands directly before the claim or table that the paper prints; no claim follows | false 1; G(nim(1)) is 1, f is 2",
        ),
    ]);
}

/// Turning Corners (Winning Ways, chapter 14) plays the nim-product, so the game and the function are two ways to one value. The checker has a third.
#[test]
fn nim_products() {
    check(&[
        ("claim \"c\" on more.turning_corners at (x, y) to 20: G = nim_product(x, y)", "holds 441 to 20; formula"),
        ("claim \"c\": all x, y in 0..12: G(more.turning_corners(x, y)) = nim_product(x, y)", "proved 169"),
        (
            "claim \"c\" on more.turning_corners at (x, y) to 20: G = nim_product(x, y + 1)",
            "false 256 to 15; at (1,0): G is 0, nim_product(x, y + 1) is 1",
        ),
        ("claim \"c\": all a in 1..99: nim_product(a, nim_inverse(a)) = 1", "proved 99"),
        ("claim \"c\": all a in 0..99: nim_product(nim_sqrt(a), nim_sqrt(a)) = a", "proved 100"),
        (
            "claim \"c\": all a in 0..99: nim_product(a, nim_inverse(a)) = 1",
            "error 100; c:1:43: 0 has no nim-inverse, at a = 0; not defined there",
        ),
    ]);
}
