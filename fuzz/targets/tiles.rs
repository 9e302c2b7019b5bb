//! The folder of a checkpoint with damaged files: the table that is made again has the right values, or there is an error with a message.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};

use arbitrary::{Result, Unstructured};
use grundy::{Evaluator, Limits, Options, Session};
use grundy_testing::{Boxed, Noise, Tape, boxes, plain, rays};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (first, rest) = data.split_at(data.len().min(4));
    let case = case(first);
    let folder = room();
    let _ = fs::remove_dir_all(&folder);
    let _ = again(&case, &folder, &mut Unstructured::new(rest));
    let _ = fs::remove_dir_all(&folder);
});

/// A folder in a file system in memory, where files are written quickly.
fn room() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let root = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    root.join(format!("grundy-fuzz-tiles-{}", std::process::id()))
}

/// One of a few thousand games: the input should mutate the files rather than the rules.
fn case(bytes: &[u8]) -> Boxed {
    let seed = bytes.iter().fold(0, |seed, byte| seed * 7 + u64::from(*byte));
    let tape = Noise(seed).bytes(80);
    let tape = &mut Tape::new(&tape);
    let mut case = match seed % 4 {
        0 => rays::rays(tape),
        1 => boxes::steps(tape),
        2 => boxes::boxes(tape),
        _ => plain::plain(tape),
    };
    while case.hi.iter().map(|most| most + 1).product::<u64>() > 400 {
        case.hi.iter_mut().for_each(|most| *most = *most * 3 / 4);
    }
    case
}

/// Makes the table, damages its saved tiles, and makes the table again.
fn again(case: &Boxed, folder: &Path, bytes: &mut Unstructured) -> Result<()> {
    let mut session = Session::new();
    session.load("random.game", &case.text).expect("it is of the language");
    let game = session.game(&case.asked, None).expect("a game of it");
    let plain = Evaluator::new(&game.rules, Options { plain: true, ..Options::default() }).table(&case.hi);
    let Ok(plain) = plain else { return Ok(()) };
    let tile = 1 << bytes.int_in_range(5..=11)?;
    for _ in 0..3 {
        let limits = Limits { threads: 1, tile, memory: 64 << 20, ..Limits::default() };
        let options = Options { limits, checkpoint: Some(folder.to_path_buf()), ..Options::default() };
        match Evaluator::new(&game.rules, options).table(&case.hi) {
            Ok(values) => {
                let mut at = vec![0; case.hi.len()];
                loop {
                    assert_eq!(values.get(&at), plain.get(&at), "{case:?} at {at:?}: {}", values.explain());
                    if !grundy::table::next(&mut at, &case.hi) {
                        break;
                    }
                }
            }
            Err(error) => assert!(!error.message.is_empty(), "{error:?}"),
        }
        damage(folder, bytes)?;
    }
    Ok(())
}

/// Changes some of the files.
fn damage(folder: &Path, bytes: &mut Unstructured) -> Result<()> {
    let mut paths = vec![];
    files(folder, &mut paths);
    paths.sort();
    for _ in 0..bytes.int_in_range(1..=4)? {
        let path = bytes.choose(&paths)?;
        let Ok(mut content) = fs::read(path) else { continue };
        match bytes.int_in_range(0..=6)? {
            0 => {
                let _ = fs::remove_file(path);
                continue;
            }
            1 => content.truncate(bytes.choose_index(content.len() + 1)?),
            2 => content.extend_from_slice(bytes.bytes(3)?),
            3 => content = fs::read(bytes.choose(&paths)?).unwrap_or_default(),
            4 => content = bytes.arbitrary()?,
            _ if content.is_empty() => {}
            _ => {
                let at = bytes.choose_index(content.len())?;
                content[at] = bytes.arbitrary()?;
            }
        }
        let _ = fs::write(path, content);
    }
    Ok(())
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => files(&path, found),
            path => found.push(path),
        }
    }
}
