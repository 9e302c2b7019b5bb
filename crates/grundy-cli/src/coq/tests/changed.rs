//! Changed certificates go to the checker, and to Coq.
//!
//! In: certificates of claims and correspondences, with changes of the statement, the rules, the automata and the counterparts. What the checker verifies, Coq must take; and what Coq takes must be true at small numbers. Where Coq has no
//! answer in some seconds, nothing is compared. The library is in the folder that `GRUNDY_COQ` names; without it the test says so and passes.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use grundy_certify::{Refusal, verify};
use grundy_testing::forge::{changed, nearby, sealed};
use serde_json::{Value, json};

use crate::coq::theorem;

/// Claims over automata of each shape: a graph, levels, differences, misère play, Fibonacci digits, digits of base 3; of terminal positions, and of swap positions. And correspondences: with a position, in misère play, with piles.
const CLAIMS: &str = "
claim \"a pile\" on nim[1] at (n): G = n
claim \"equal piles\" on nim[2] at (a, b): P iff a = b
claim \"in misere play\" on nim[2] at (a, b) where a >= 2: P_misere iff a = b
game king(a, b) { move (a - 1, b); move (a, b - 1); move (a - 1, b - 1) }
claim \"a king\" on king at (a, b): P iff a mod 2 = 0 and b mod 2 = 0
claim \"the diagonal\" on wythoff at (n, n): P iff n = 0
game mark_of_3(n) { move n - t for t in 1..2; move n div 3 if n >= 1 }
claim \"a zero more\" on mark_of_3 at (n) where n >= 1: P iff N(mark_of_3(3*n))
claim \"one sum\" on moore_nim[2, 2]: G = G(nim[1](x[1] + x[2]))
claim \"in misere play too\" on moore_nim[2, 2]: G_misere = G_misere(nim[1](x[1] + x[2]))
claim \"where play ends\" on nim[2] at (a, b): terminal iff (max i in 0..a: i) + b = 0
claim \"beside piles\" on wythoff + nim[2] at (a, b, c, d): G = G(wythoff(a, b)) xor c xor d
";
/// How many certificates there are, and how many changes are tried of each; in a long run so many times more.
const CERTIFICATES: usize = 11;
const CHANGES: u64 = 4;
const LONG: u64 = 15;
/// The steps of a proof, and the time of Coq.
const STEPS: u64 = 1 << 16;
const TIME: Duration = Duration::from_secs(10);

/// Does Coq take a file? Nothing if there is no answer in time, where time is limited.
fn takes(library: &str, file: &Path, is_limited: bool) -> Option<bool> {
    let told = File::create(file.with_extension("txt")).expect("a file");
    let mut command = Command::new("coqc");
    command.args(["-q", "-Q", library, "Grundy"]).arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(told);
    let (mut coq, begun) = (command.spawn().expect("coqc"), Instant::now());
    loop {
        if let Some(status) = coq.try_wait().expect("a program") {
            return Some(status.success());
        }
        if is_limited && begun.elapsed() > TIME {
            coq.kill().and_then(|()| coq.wait()).expect("a program");
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Certificates of the claims, and one that rests on swap positions.
fn certificates(folder: &Path) -> Vec<String> {
    let (claims, out) = (folder.join("claims.game"), folder.join("certificates"));
    fs::write(&claims, CLAIMS).expect("written");
    let (mut input, mut answer, mut error) = (std::io::empty(), vec![], vec![]);
    let console = crate::Console::of(&mut input, &mut answer, &mut error);
    let words = ["grundy", "check", claims.to_str().expect("a name"), "--certificates", out.to_str().expect("a name")];
    assert_eq!(crate::run(words, console), 0, "{}", String::from_utf8_lossy(&error));
    let files = fs::read_dir(&out).expect("a folder").map(|file| file.expect("a file").path());
    let is_one = |file: &PathBuf| ["claim", "correspondence"].iter().any(|kind| file.to_string_lossy().contains(kind));
    let mut files: Vec<_> = files.filter(is_one).collect();
    files.sort();
    let claims = files.iter().map(|file| fs::read_to_string(file).expect("a certificate"));
    claims.chain([sealed(super::of_swap_positions())]).collect()
}

/// The certificate with a statement that is false everywhere.
fn contrary(certificate: &str) -> String {
    let mut object: Value = serde_json::from_str(certificate).expect("JSON");
    match object["numbers"].as_array_mut() {
        Some(numbers) => numbers.push(json!(1)),
        None => object["holds"] = json!(["not", object["holds"]]),
    }
    sealed(object)
}

#[test]
fn coq_takes_what_the_checker_verifies_and_nothing_false() {
    let Some(library) = env::var("GRUNDY_COQ").ok().filter(|library| !library.is_empty()) else {
        println!("not tested: GRUNDY_COQ is not set");
        return;
    };
    let folder = env::temp_dir().join(format!("grundy-coq-changed-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let certificates = certificates(&folder);
    assert_eq!(certificates.len(), CERTIFICATES);
    let changes = if grundy_testing::is_long() { CHANGES * LONG } else { CHANGES };
    let (mut verified, mut taken, mut refused) = (0, 0, 0);
    for (number, certificate) in certificates.iter().enumerate() {
        // What is compared below says something.
        let near = nearby(certificate).expect("a statement about small numbers");
        verify(&near, &mut |spent| spent.steps > STEPS).unwrap_or_else(|why| panic!("{why:?}: {near}"));
        for seed in 0..changes + 2 {
            let mut noise = grundy_testing::Noise(seed * 1000 + number as u64);
            // The first one stays as it is, the second one states the contrary; these two are waited for.
            let text = match seed {
                0 => certificate.clone(),
                1 => contrary(certificate),
                _ => changed(certificate, &mut |below| noise.below(below)),
            };
            let Ok(file) = theorem(&text, "") else { continue };
            let path = folder.join(format!("changed_{number}_{seed}.v"));
            // What a theorem rests on takes Coq longer to say than the theorem.
            let proofs: Vec<&str> = file.lines().filter(|line| !line.starts_with("Print Assumptions")).collect();
            fs::write(&path, proofs.join("\n")).expect("written");
            let is_verified = verify(&text, &mut |spent| spent.steps > STEPS).is_ok();
            let Some(is_taken) = takes(&library, &path, seed > 1) else { continue };
            assert!(is_taken || !is_verified, "the checker verifies what Coq refuses: {text}");
            if is_taken
                && let Some(Err(Refusal::False(why) | Refusal::Refuted(why))) =
                    nearby(&text).map(|near| verify(&near, &mut |spent| spent.steps > STEPS))
            {
                assert!(!why.contains("the statement is false"), "Coq takes what is false, {why}: {text}");
            }
            verified += u64::from(is_verified);
            taken += u64::from(is_taken);
            refused += u64::from(!is_taken);
        }
    }
    fs::remove_dir_all(&folder).expect("removed");
    println!("{verified} verified; {taken} taken by Coq, {refused} refused");
    assert!(verified >= CERTIFICATES as u64 && refused >= CERTIFICATES as u64, "{verified} {refused}");
}
