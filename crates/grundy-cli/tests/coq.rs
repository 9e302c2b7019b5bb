//! Theorems of Coq, read by Coq itself.
//!
//! `GRUNDY_COQ` names the folder with the compiled library (`coq/theories`). Where it is not set, or there is no `coqc`, the test says so and passes. A theorem that was changed by hand into
//! something false must be refused.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::Folder;

/// Claims of each way to a theorem; and two that have a proof, and none.
const CLAIMS: &str = "
claim \"a pile\" on nim[1] at (n): G = n
claim \"equal piles\" on nim[2] at (a, b): P iff a = b
claim \"some values\": G(wythoff(3, 4)) = 2 and G(wythoff(1, 2)) = 0
claim \"Kayles\": period(kayles(_)) = 12 and preperiod(kayles(_)) = 71
claim \"a row\": period(star_nim[2](3, _)) = 9 and saltus(star_nim[2](3, _)) = 9
claim \"Dawson\": period(octal[0.137](_)) = 34
claim \"two properties\": tame(nim[2]) and not pet(nim[2])
claim \"a property by some values\": pet(exact_nim[3, 2])
claim \"moves\": miserable(nim[2]) and one_move(nim[1]) and sg_decreasing(nim[1])
claim \"Moore\" on moore_nim[3, 2]: P iff (sum b in 0..log2(1 + sum(x)): ((sum v in x: bit(v, b)) mod 3)*3^b) = 0
claim \"the diagonal\" on wythoff at (n, n): P iff n = 0
claim \"no formula\" on nim[1] at (n) where n >= 1: log2(G) = log2(n)
";

/// Changes that make a theorem false, or its proof wrong: a preperiod of a line, a value, an automaton, what a property is, what a game lacks, which property it has, a period, a preperiod, a sum over places, the words of a numeration.
const FORGED: [(&str, &str); 10] = [
    ("saltus_0 columns_0 3) 5 9 9", "saltus_0 columns_0 3) 4 9 9"),
    (" 2%Z)", " 3%Z)"),
    ("(true, [0;", "(false, [0;"),
    ("(NonPos (Plus (Num 2%Z) (-1)%Z", "(NonPos (Plus (Num 0%Z) (-1)%Z"),
    ("1, [] => Some 0%Z", "1, [] => Some 1%Z"),
    ("PropertyCheck.Miserable", "PropertyCheck.OneMove"),
    ("N.to_nat 34", "N.to_nat 17"),
    ("N.to_nat 71", "N.to_nat 70"),
    ("(Num 3%Z)) (Two Power (Num 3%Z)", "(Num 2%Z)) (Two Power (Num 3%Z)"),
    ("(true, [0; 2]);", "(true, [0; 1]);"),
];

/// The library, where there is one.
fn library() -> Option<String> {
    let library = env::var("GRUNDY_COQ").ok().filter(|library| !library.is_empty());
    let coqc = Command::new("coqc").arg("--version").output().is_ok_and(|output| output.status.success());
    if library.is_none() || !coqc {
        println!("not tested: GRUNDY_COQ is not set, or there is no coqc");
    }
    library.filter(|_| coqc)
}

/// What Coq says of a file, if it takes it.
fn taken(library: &str, file: &Path) -> Result<String, String> {
    let output = Command::new("coqc").args(["-q", "-Q", library, "Grundy"]).arg(file).output().expect("coqc");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn coq_takes_the_theorems_and_no_forged_ones() {
    let Some(library) = library() else { return };
    let folder = Folder::new();
    fs::write(folder.0.join("claims.game"), CLAIMS).expect("written");
    let (output, said) = folder.run(&["check", "claims.game", "--coq", "theorems"]);
    assert!(output.status.success(), "{said}");
    let files =
        |folder: &Folder| fs::read_dir(folder.0.join("theorems")).expect("a folder").flatten().map(|file| file.path());
    let all: Vec<_> = files(&folder).collect();
    assert_eq!(all.len(), 10, "{said}");
    assert!(said.contains("10 of 12 claims"), "{said}");
    assert!(said.contains("the word `log2`") && said.contains("not all values"), "{said}");
    let (mut taken_forged, mut forged) = (vec![], 0);
    for file in all {
        let answer = taken(&library, &file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert!(answer.contains("Closed under the global context"), "{answer}");
        let text = fs::read_to_string(&file).expect("a file");
        for (from, to) in FORGED {
            if text.contains(from) {
                forged += 1;
                let path = folder.0.join(format!("forged_{forged}.v"));
                fs::write(&path, text.replacen(from, to, 1)).expect("written");
                taken_forged.extend(taken(&library, &path).is_ok().then_some(path));
            }
        }
    }
    assert!(forged >= 9, "{forged}");
    assert_eq!(taken_forged, Vec::<std::path::PathBuf>::new());
}

#[test]
fn a_name_that_coq_does_not_take_is_refused() {
    let folder = Folder::new();
    folder.run(&["period", "kayles", "(_)", "--certificate", "kayles.json"]);
    let (output, said) = folder.run(&["verify", "kayles.json", "--coq", "1-kayles.v"]);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let (output, said) = folder.run(&["verify", "kayles.json", "--coq", "kayles.v"]);
    assert!(output.status.success(), "{said}");
    assert!(String::from_utf8(folder.read("kayles.v")).expect("text").starts_with("(* A theorem"));
}
