//! The kernel, against means that share nothing with it: the numbers themselves, the states of formulas made as they are needed, and MONA.

mod texts;

use std::io::Write;
use std::process::{Command, Stdio};

use grundy_certify::{Refusal, decide};
use grundy_testing::program::random::{TRACKS, random};
use grundy_testing::program::yardstick::Yardstick;
use grundy_testing::program::{Program, mona};
use grundy_testing::{Noise, Tape, cases, is_long};
use proptest::prelude::*;

/// The work of the yardstick.
const STEPS: u64 = 1 << 17;
/// Steps after which the kernel is stopped.
const MANY: u64 = 1 << 17;

/// Does a step hold for all numbers? Nothing if that takes long.
fn holds(text: &str, step: usize) -> Option<bool> {
    match decide(&format!("{text}holds {step}\n"), &mut |spent| spent.steps > MANY) {
        Ok(_) => Some(true),
        Err(Refusal::False(why)) if why.contains("does not hold") => Some(false),
        Err(Refusal::Stopped) => None,
        Err(other) => panic!("{other}\n{text}"),
    }
}

/// A program with the negation of its last step, and with "there is" before it, for one track and for all others. A formula may hold nowhere, everywhere, for
/// all values of some track, or for some.
fn asked(text: &str) -> (String, std::ops::Range<usize>) {
    let last = Program::read(text).steps.len() - 1;
    let mut more = vec![format!("not {last}")];
    for track in 0..TRACKS {
        let others = (0..TRACKS).filter(|other| *other != track).map(|other| format!(" {other}")).collect::<String>();
        more.extend([format!("exists {last} {track}"), format!("exists {last}{others}")]);
    }
    more.push(format!("exists {last} 0 1 2 3"));
    let lines: String = more.iter().zip(last + 1..).map(|(step, number)| format!("{number} {step}\n")).collect();
    (format!("{text}{lines}"), last..last + 1 + more.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn the_kernel_and_the_yardstick_agree(bytes in prop::collection::vec(any::<u8>(), 20..160), depth in 0u32..4) {
        let (text, steps) = asked(&random(&mut Tape::new(&bytes), depth, true));
        let program = Program::read(&text);
        let mut yardstick = Yardstick::new(&program);
        for step in steps {
            let Some(expected) = yardstick.holds(step, STEPS) else { continue };
            match holds(&text, step) {
                Some(holds) => prop_assert_eq!(holds, expected, "step {} of {}", step, text),
                None => break,
            }
        }
    }

    #[test]
    fn formulas_are_what_they_say(bytes in prop::collection::vec(any::<u8>(), 20..120), depth in 0u32..4, codes in prop::collection::vec(0u64..10_000, 12)) {
        let text = random(&mut Tape::new(&bytes), depth, false);
        let program = Program::read(&text);
        let last = program.steps.len() - 1;
        for code in codes {
            let numbers: Vec<u64> = (0..TRACKS).map(|i| code / 10u64.pow(i) % 10).collect();
            let here = numbers.iter().enumerate().map(|(track, n)| format!("{} zero -{n} {track}:1\n", last + 1 + track));
            let here: String = here.collect();
            let next = last + 1 + numbers.len();
            let says = format!("{text}{here}{next} and {} {} {} {}\n{} not {next}\n{} or {} {last}\n", last + 1, last + 2, last + 3, last + 4, next + 1, next + 2, next + 1);
            match holds(&says, next + 2) {
                Some(holds) => prop_assert_eq!(holds, program.is_true(last, &numbers), "{:?} of {}", numbers, text),
                None => break,
            }
        }
    }
}

/// A step with one change: a constant, "and" or "or", a negation left out, tracks exchanged, or a number that need not be.
fn changed(step: &str, noise: &mut Noise) -> String {
    let mut words: Vec<String> = step.split(' ').map(str::to_string).collect();
    let place = match words[1].as_str() {
        "divides" => 3,
        _ => 2,
    };
    match words[1].as_str() {
        "zero" | "atmost" | "divides" => {
            let constant: i128 = words[place].parse().expect("a constant");
            words[place] = (constant + [1, -1][noise.below(2)]).to_string();
        }
        "and" => words[1] = "or".into(),
        "or" => words[1] = "and".into(),
        "not" => words[1] = "and".into(),
        "in" | "nim" if words.len() > place + 2 => {
            let tracks = words.len() - place - 1;
            words.swap(place + 1, place + 1 + noise.below(tracks));
        }
        "exists" => words.truncate(3),
        _ => {}
    }
    words.join(" ")
}

/// The formulas of certificates, each with one step changed: the kernel and the yardstick agree about them.
#[test]
fn changed_formulas_of_certificates_are_judged_alike() {
    let (mut noise, mut found) = (Noise(7), [0, 0]);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/claims");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let (theorem, text) = grundy_certify::program(&text, &mut |_| false);
        assert!(theorem.is_ok(), "{}: {theorem:?}", file.display());
        assert_eq!(decide(&text, &mut |_| false), Ok(Program::read(&text).decided.len()), "{}", file.display());
        for _ in 0..cases(160) {
            let (steps, decided) = (Program::read(&text).steps.len(), Program::read(&text).decided);
            if steps == 0 {
                break;
            }
            let which = format!("{} ", noise.below(steps));
            let is_step = |line: &&str| line.starts_with(&which) && line.contains(|c: char| c.is_ascii_lowercase());
            let line = text.lines().find(is_step).expect("a step");
            let text = text.replacen(&format!("\n{line}\n"), &format!("\n{}\n", changed(line, &mut noise)), 1);
            let says = |line: &&str| line.starts_with("holds") || line.starts_with("fails");
            let text: String = text.lines().filter(|line| !says(line)).map(|line| format!("{line}\n")).collect();
            let program = Program::read(&text);
            let step = decided[noise.below(decided.len())].0;
            let Some(expected) = Yardstick::new(&program).holds(step, STEPS) else { continue };
            if let Some(holds) = holds(&text, step) {
                assert_eq!(holds, expected, "step {step}, with step {which} changed, of {}", file.display());
                found[usize::from(holds)] += 1;
            }
        }
    }
    println!("{found:?}");
    assert!(found.iter().all(|count| *count >= 10), "{found:?} are false and true");
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
        let (text, steps) = asked(&random(&mut Tape::new(&noise.bytes(160)), round % 4, true));
        let program = Program::read(&text);
        for step in steps {
            let Some(holds) = holds(&text, step) else { continue };
            let text = mona::mona(&program, step).expect("small");
            let Some(there) = by_mona(&text) else { continue };
            assert_eq!(there, holds, "{text}");
            found[usize::from(holds)] += 1;
        }
    }
    assert!(found.iter().all(|count| *count >= 20), "{found:?} are false and true");
}
