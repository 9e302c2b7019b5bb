//! The texts of programs: what is not one is refused with a line, what is too much is refused, and MONA's files are as they should be.

use grundy_certify::decide;
use grundy_testing::program::{Program, mona};

/// Why a program is refused, whose lines after the first are given.
fn refused(lines: &str) -> String {
    decide(&format!("grundy program 1\n{lines}"), &mut |_| false).expect_err("refused").to_string()
}

#[test]
fn what_is_no_program_is_refused() {
    assert!(
        decide("", &mut |_| false).expect_err("empty").to_string().contains("begins with the line `grundy program 1`")
    );
    for (lines, why) in [
        ("1 zero 0", "the number 0 of the next step"),
        ("0 zer 0", "`zero`, `atmost`"),
        ("0 zero", "a number is missing"),
        ("0 zero x", "`x` is no number"),
        ("0 zero 0 1", "no `track:factor`"),
        ("0 zero 0 1:1 1:2", "a track of its own"),
        ("0 zero 0 1:99999999999999999999", "too large"),
        ("0 zero 0 1:999999999999999999999999999999999999999999", "no term"),
        ("0 zero 0 65536:1", "tracks are below 65536"),
        ("0 divides 0 0 1:1", "at least 1"),
        ("0 divides 9223372036854775808 0 1:1\nholds 0", "too large for the kernel"),
        ("0 not 0", "steps before it"),
        ("0 and 1", "steps before it"),
        ("0 in 0 1", "no automaton 0"),
        ("automaton 0 1 1\n1 0 0\n0 in 0 1 2", "reads 2 numbers"),
        ("automaton 0 1 2\n1 0 0", "1 lines of 2"),
        ("automaton 0 1 1\n1 0 1", "below 1"),
        ("automaton 0 1 1\n2 0 0", "0 or 1"),
        ("automaton 1 1 1\n1 0 0", "numbered from 0"),
        ("automaton 0 99 1\n1 0 0", "at most 16"),
        ("automaton 0 1 2\n1 1 0\n0 1 1\n0 in 0 0\nholds 0", "zeros in front"),
        ("0 zero 0\nholds 1", "no step 1"),
        ("0 zero 0\nholds 0 0", "too much"),
        ("0 zero 1\nholds 0", "step 0 of the program does not hold"),
        ("0 zero 0\nfails 0", "step 0 of the program holds"),
    ] {
        let found = refused(lines);
        assert!(found.contains(why), "{lines}: {found}");
    }
}

#[test]
fn work_may_be_stopped_and_is_limited() {
    let large = format!("grundy program 1\n0 zero 0 0:{} 1:-{}\n1 not 0\nholds 1\n", 1i64 << 40, (1i64 << 40) - 1);
    let stopped = decide(&large, &mut |spent| spent.steps > 1000);
    assert_eq!(stopped, Err(grundy_certify::Refusal::Stopped));
    let why = decide(&large, &mut |_| false).expect_err("too many states").to_string();
    assert!(why.contains("too much for this checker"), "{why}");
}

/// A chain of steps, as long as a text may be, takes no room on the stack.
#[test]
fn steps_may_be_deep() {
    let steps: String = (1..100_000).map(|number| format!("{number} not {}\n", number - 1)).collect();
    let text = format!("grundy program 1\n0 zero 0 0:1\n{steps}fails 99999\n");
    assert_eq!(decide(&text, &mut |_| false), Ok(1));
}

/// The file of MONA of the last step, without what all files begin with.
fn own(lines: &str) -> String {
    let program = Program::read(&format!("grundy program 1\n{lines}"));
    let text = mona::mona(&program, program.steps.len() - 1).expect("small");
    let begin = text.find("(t in y & t in c))));\n").expect("it begins so") + 22;
    text[begin..].to_string()
}

#[test]
fn the_files_of_small_formulas() {
    let added = "(ex2 S1: plus({0, 2}, X0, S1) & (ex2 S2: plus(X1, X1, S2) & S1 = S2))";
    assert_eq!(own("0 zero 5 0:1 1:-2"), format!("all2 X0, X1: {added};\n"));
    let times = "(ex2 S1: plus(M, M, S1) & (ex2 S2: plus(S1, M, S2) & (plus(X0, S2, empty) | plus(empty, S2, X0))))";
    assert_eq!(own("0 divides 3 0 0:1\n1 exists 0 0"), format!("(ex2 X0: (ex2 M: {times}));\n"));
    assert!(
        own("0 nim 1 2\n1 not 0\n2 or 0 1").starts_with("pred part0(var2 X1, var2 X2)"),
        "a step that is spoken of twice is a predicate"
    );
}

#[test]
fn the_file_of_an_automaton() {
    // An even number of places have the digit 1.
    let tree = "((t in T0 & ((t in Q0 & false) | (~(t in Q0) & true))) | (~(t in T0) & ((t in Q0 & true) | (~(t in Q0) & false))))";
    assert_eq!(
        own("automaton 0 1 2\n1 0 1\n0 1 0\n0 in 0 7"),
        format!(
            "pred table0(var2 T0) = ex1 n: (all1 t: ((t in T0) => t < n)) & (ex2 Q0: ~(0 in Q0) & (all1 t: (t < n => ((t + 1 in Q0 <=> {tree})))) & \
             ((n in Q0 & false) | (~(n in Q0) & true)));\nall2 X7: table0(X7);\n"
        )
    );
    let large: String = (0..1 << 14).map(|_| "1 0 0\n").collect();
    let large = Program::read(&format!("grundy program 1\nautomaton 0 1 {}\n{large}0 in 0 0\n", 1 << 14));
    assert_eq!(mona::mona(&large, 0), None, "large automata are left out");
}
