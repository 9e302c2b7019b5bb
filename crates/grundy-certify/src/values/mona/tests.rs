//! The texts say what the formulas say: some texts as they are; and by MONA, in the long tests where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use grundy_testing::{Noise, cases, is_long};

use super::super::diagrams::Diagrams;
use super::super::diagrams::tests::{MANY, Tape};
use super::*;

/// The text of a formula, without what all texts begin with.
fn own(sets: &Sets, set: Set) -> String {
    file(sets, set).expect("small").strip_prefix(BEGIN).expect("it begins so").to_string()
}

#[test]
fn the_texts_of_small_formulas() {
    let mut sets = Sets::default();
    let equal = sets.zero(&Sum { terms: [(0, 1), (1, -2)].into(), one: 5 });
    let added = "(ex2 S1: plus({0, 2}, X0, S1) & (ex2 S2: plus(X1, X1, S2) & S1 = S2))";
    assert_eq!(own(&sets, equal), format!("all2 X0, X1: {added};\n"));
    let thirds = sets.divides(3, &Sum::track(0));
    let some = sets.exists(&[0], thirds);
    let times = "(ex2 S1: plus(M, M, S1) & (ex2 S2: plus(S1, M, S2) & (plus(X0, S2, empty) | plus(empty, S2, X0))))";
    assert_eq!(own(&sets, some), format!("(ex2 X0: (ex2 M: {times}));\n"));
    let nim = sets.nim_sum_is_zero(&[1, 2]);
    let not = sets.not(nim);
    let both = sets.iff(nim, not);
    assert!(own(&sets, both).starts_with("pred part"), "a part that occurs twice is a predicate");
}

#[test]
fn the_text_of_an_automaton() {
    let mut sets = Sets::default();
    // An even number of places have the digit 1.
    let even = sets.table(&Table { next: vec![vec![0, 1], vec![1, 0]], accepts: vec![true, false] });
    let even = sets.is_in(even, vec![7]);
    let tree = "((t in T0 & ((t in Q0 & false) | (~(t in Q0) & true))) | (~(t in T0) & ((t in Q0 & true) | (~(t in Q0) & false))))";
    assert_eq!(
        own(&sets, even),
        format!(
            "pred table0(var2 T0) = ex1 n: (all1 t: ((t in T0) => t < n)) & (ex2 Q0: ~(0 in Q0) & (all1 t: (t < n => ((t + 1 in Q0 <=> {tree})))) & \
             ((n in Q0 & false) | (~(n in Q0) & true)));\nall2 X7: table0(X7);\n"
        )
    );
}

#[test]
fn other_numerations_and_large_automata_are_left_out() {
    let mut sets = Sets::default();
    let large = vec![vec![0; 2]; PLACES];
    let large = sets.table(&Table { next: large, accepts: vec![true; PLACES] });
    let large = sets.is_in(large, vec![0]);
    assert_eq!(file(&sets, large), None);
    sets.numeration = Numeration::Ostrowski(1);
    let zero = sets.zero(&Sum::track(0));
    assert_eq!(file(&sets, zero), None);
}

/// Kilobytes of address space for MONA: a bound on its memory ends what would take long, on every machine at the same place.
const SPACE: u64 = 200_000;

/// What MONA says; nothing if that takes more memory.
fn by_mona(text: &str) -> Option<bool> {
    let limited = format!("ulimit -v {SPACE}; exec mona -q /dev/stdin");
    let mut program = Command::new("sh");
    let program = program.args(["-c", &limited]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().expect("a shell");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("read");
    let output = child.wait_with_output().expect("an answer");
    let said = [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said)).concat();
    match (said.contains("Formula is valid"), said.contains("Formula is unsatisfiable")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ if said.contains("out of memory") => None,
        _ => panic!("MONA says: {said}\n{text}"),
    }
}

/// A formula may hold nowhere, everywhere, for all values of some track, or for some.
#[test]
fn mona_agrees_about_random_formulas() {
    if !is_long() {
        return;
    }
    if Command::new("mona").arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        println!("MONA is not installed (Debian: `apt install mona`): formulas are not compared with it");
        return;
    }
    let (mut noise, mut found) = (Noise(5), [0, 0]);
    for round in 0..cases(20) {
        let bytes: Vec<u8> = (0..160).map(|_| noise.below(256) as u8).collect();
        let mut sets = Sets::default();
        let set = Tape(bytes.iter()).formula(&mut sets, round % 4, true);
        let mut asked = vec![set, sets.not(set)];
        asked.extend([[0, 1, 2], [1, 2, 3]].map(|tracks| sets.exists(&tracks, set)));
        asked.push(sets.exists(&[0, 1, 2, 3], set));
        for set in asked {
            let Ok(holds) = Diagrams::default().holds(&mut sets, set, &mut |spent| spent.steps > MANY) else {
                continue;
            };
            let text = file(&sets, set).expect("small");
            let Some(there) = by_mona(&text) else { continue };
            assert_eq!(there, holds, "{text}");
            found[usize::from(holds)] += 1;
        }
    }
    assert!(found.iter().all(|count| *count >= 20), "{found:?} are false and true");
}
