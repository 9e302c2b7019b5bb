//! Claims about finitely many positions and counterexamples are read by the checker; those of the papers are.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use dashu_int::IBig;
use grundy_certify::{refute, verify};
use grundy_rules::session::{Game, Session};
use serde_json::{Value, json};

use crate::certify::Looked;
use crate::check::failure::{Failure, Shown};
use crate::state::archive::{Archive, ClaimProof, ValuesProof};
use crate::state::finite::{Basis, said};
use crate::{CheckOptions, Meter, Statement, Status, Verdict, check, read};
use grundy::theory::convergence::Convergence;
use grundy::theory::envelope::sealed;
use grundy::theory::periods::{Period, Proof, Sequence};
use grundy_core::contract::options::Play;
use grundy_rules::lang::Code;
use grundy_rules::rules::build;

const PAPERS: [(&str, &str); 7] = [
    ("farr-ho.game", include_str!("../../../../../papers/farr-ho.game")),
    ("found.game", include_str!("../../../../../papers/found.game")),
    ("grundy.game", include_str!("../../../../../papers/grundy.game")),
    ("gurvich-ho.game", include_str!("../../../../../papers/gurvich-ho.game")),
    ("manabe-miyadera-suetsugu.game", include_str!("../../../../../papers/manabe-miyadera-suetsugu.game")),
    ("nivasch-rubinstein.game", include_str!("../../../../../papers/nivasch-rubinstein.game")),
    ("octal.game", include_str!("../../../../../papers/octal.game")),
];

/// An archive of the certificates of claims, and of why there are none.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<Result<String, String>>>);

impl Kept {
    fn put(&self, found: Result<String, String>) {
        self.0.lock().expect("no panic").push(found);
    }
}

impl Archive for Kept {
    fn period(&self, _: &Game, _: &Sequence, _: Play) -> Option<Period> {
        None
    }
    fn keep(&self, _: &Game, _: &mut Proof) {}
    fn keep_values(&self, _: &Game, _: &ValuesProof) {}
    fn keep_claim(&self, proof: &ClaimProof) {
        self.put(Ok(proof.text.clone()));
    }
    fn lacks(&self, why: &str) {
        self.put(Err(why.to_string()));
    }
    fn keep_convergence(&self, _: &Game, _: &Convergence) {}
}

/// The claims and tables of a file.
fn statements(text: &str) -> Vec<Statement> {
    let mut session = Session::new();
    let file = session.load("finite.game", text).expect("a file");
    read(&session, &file)
}

/// The verdict of a claim, and its certificates.
fn checked(statement: &Statement) -> (Verdict, Vec<Result<String, String>>, CheckOptions) {
    let kept = Arc::new(Kept::default());
    let options = CheckOptions { archive: Some(kept.clone()), ..CheckOptions::default() };
    let verdict = check(statement, &options, &Meter::default()).expect("no interruption");
    let found = kept.0.lock().expect("no panic").clone();
    (verdict, found, options)
}

/// Is the counterexample of a false claim one?
fn is_refuted(statement: &Statement, verdict: &Verdict, options: &CheckOptions) -> Result<(), String> {
    let failure = verdict.failure.as_ref().ok_or("no place")?;
    let (variables, running) = failure.place()?;
    let mut last = Err("it has no certificate".to_string());
    for basis in [Basis::Proofs, Basis::Definition] {
        if let Ok(proof) = said(statement, failure, &verdict.theorems, options, basis) {
            last = refute(&proof.text, &variables, &running, &mut |_| false).map_err(|why| why.to_string());
            if last.is_ok() {
                return last;
            }
        }
    }
    last
}

/// Claims about finitely many positions, and tables.
const FINITE: &str = r#"
game one(n) { move n - 1 }
claim "closed": G(nim(3, 5, 6)) = 0 and N(kayles(7)) and not exists(star_nim(0, 0)) and terminal(nim[2](0, 0))
claim "no game": all i in 0..300: i mod 3 = (4*i) mod 3 and log2(i + 1) <= 8
claim "bounded" on nim[2] at (a, b) where a <= 20 and b <= a + 3: G = a xor b
claim "by cases" on kayles at (n) where n in {3, 9, 14}: G >= 1
claim "all" on one at (n) where n <= 60: all i in 0..n if i mod 2 = 0: P(one(i))
claim "misere" on nim[3] at (a, b, c) where a + b + c <= 9: P_misere iff (if max(a, b, c) <= 1 then (a + b + c) mod 2 = 1 else a xor b xor c = 0)
claim "passes" on pass(nim[2]) at (a, b, p) where a <= 6 and b <= 6: p = 0 implies G = a xor b
claim "splits" on dawson_kayles at (n) where n <= 40: G = G(dawson_kayles(n))
table "kayles" on kayles at (n) for n in 0..11:
    0 1 2 3 1 4 3 2 1 4 2 6
table "nim" on nim at (a, b + 1) for a in 0..2, b in 0..2:
    1 2 3
    0 3 .
    3 0 1
"#;

/// Claims that are false, some of them far out.
const FALSE: &str = r#"
game one(n) { move n - 1 }
claim "near" on nim[2] at (a, b): G = a + b
claim "all" on nim[2] at (a, b) where a >= 3: all i in 1..a if i != 2: G(nim(i, b)) != 7
claim "closed": G(kayles(20)) = 2
claim "far" on one at (n): P iff n mod 2 = 0 and n != 10^7
claim "farther" on one at (n): P iff n mod 2 = 0 and n != 10^8
claim "below 0" on nim[1] at (a): all i in 70000 - a..3: i >= 0 or G = 0
table "nim" on nim at (a, b) for a in 0..1, b in 0..3:
    0 1 2 3
    1 0 3 3
"#;

#[test]
fn claims_about_finitely_many_positions_are_verified() {
    for statement in statements(FINITE) {
        let (verdict, found, _) = checked(&statement);
        assert_eq!(verdict.status, Status::Proved, "{}: {verdict:?}", statement.name);
        let texts: Vec<&String> = found.iter().flatten().filter(|text| text.contains(r#""most":"#)).collect();
        let [text] = &texts[..] else { panic!("{}: {found:?}", statement.name) };
        assert_eq!(verify(text, &mut |_| false).err(), None, "{}", statement.name);
        let mut other: Value = serde_json::from_str(text).expect("JSON");
        other["holds"] = json!(["not", other["holds"]]);
        let object = other.as_object_mut().expect("an object");
        object.shift_remove("check");
        assert!(verify(&sealed(other), &mut |_| false).is_err(), "{}: its contrary", statement.name);
    }
}

#[test]
fn counterexamples_are_looked_at() {
    for statement in statements(FALSE) {
        let (verdict, _, options) = checked(&statement);
        assert_eq!(verdict.status, Status::False, "{}: {verdict:?}", statement.name);
        assert_eq!(is_refuted(&statement, &verdict, &options), Ok(()), "{}: {verdict:?}", statement.name);
        // The place before is none.
        if let Some(failure) = &verdict.failure
            && let Some((last, rest)) = failure.variables.split_last()
            && verdict.by.is_some()
        {
            let before = Failure { variables: [rest, &[last - IBig::ONE]].concat(), ..failure.clone() };
            let (variables, running) = before.place().expect("numbers");
            let proof = said(&statement, &before, &[], &options, Basis::Proofs).expect("a certificate");
            let outcome = refute(&proof.text, &variables, &running, &mut |_| false);
            assert!(outcome.is_err(), "{}: {variables:?}", statement.name);
        }
    }
}

/// The code of the error where something else is shown of a counterexample.
fn code(statement: &Statement, verdict: &Verdict, failure: Failure, options: &CheckOptions) -> Option<Code> {
    let forged = Verdict { failure: Some(failure), checked: None, ..verdict.clone() };
    let settled = Looked::from(forged).settle(statement, options, &Meter::default());
    settled.error.map(|error| error.code)
}

#[test]
fn what_is_shown_of_a_counterexample_is_looked_at() {
    for statement in statements(FALSE) {
        let (verdict, _, options) = checked(&statement);
        let failure = verdict.failure.clone().expect("a place");
        let other = match &failure.shown {
            // The claim is false there as well, with other values.
            Shown::Sides(_) if statement.name == "near" => {
                Failure { variables: vec![IBig::from(3), IBig::from(3)], ..failure.clone() }
            }
            Shown::Sides(shown) => Failure { shown: Shown::Sides(build::not(shown)), ..failure.clone() },
            Shown::Cell(cell, found) => Failure { shown: Shown::Cell(*cell, found + 5), ..failure.clone() },
        };
        assert_eq!(code(&statement, &verdict, failure, &options), None, "{}", statement.name);
        assert_eq!(code(&statement, &verdict, other, &options), Some(Code::Disagreement), "{}", statement.name);
    }
}

/// What the checker says of the claims of the papers that are evaluated, and of their errata.
#[test]
fn the_papers_are_read() {
    if !grundy_testing::is_long() {
        return;
    }
    let (mut wrong, mut proved, mut noted) = (vec![], 0, 0);
    for (paper, text) in PAPERS {
        for statement in statements(text) {
            let statement = statement.unproved();
            let (verdict, found, options) = checked(&statement);
            let start = Instant::now();
            if matches!(verdict.status, Status::False | Status::Noted) {
                noted += 1;
                let outcome = is_refuted(&statement, &verdict, &options);
                wrong.extend(outcome.err().map(|why| format!("{paper}: {}: {why}", statement.name)));
            }
            for text in found.into_iter().flatten() {
                proved += 1;
                let outcome = verify(&text, &mut |_| false);
                wrong.extend(outcome.err().map(|why| format!("{paper}: {}: {why}", statement.name)));
            }
            if start.elapsed().as_millis() > 300 {
                println!("{paper}: {}: {:?}", statement.name, start.elapsed());
            }
        }
    }
    println!("{proved} certificates of evaluated claims, {noted} counterexamples");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
