//! The name of a certificate's file in a folder of certificates.
//!
//! In: the rules, the line and the play that it is of. Out: a name, the same for the same statement on every machine, another one for another.

use crate::engine::Play;
use crate::rules::{Line, Ruleset};

/// Lines of more characters are named by their hash: names of files have some 255 at most.
const LONGEST: usize = 80;

/// The name of the file of a certificate.
///
/// ```
/// # use grundy::{Play, Session, theory::periods::certificate_name};
/// let mut session = Session::new();
/// let game = session.game("star_nim[2]", None)?;
/// let line = session.line(&game, "(7, _)")?;
/// let name = certificate_name(&game.rules, &line, Play::Normal);
/// assert_eq!(name, "5702dd1588007e87ed98ee69aa87bfc2-normal-7,_.json");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn certificate_name(rules: &Ruleset, line: &Line, play: Play) -> String {
    let written: String = line.to_string().chars().filter(|c| !"( )".contains(*c)).collect();
    // A hash has no `_`, and every line has one.
    let short = if written.len() <= LONGEST { written } else { blake3::hash(written.as_bytes()).to_hex()[..32].into() };
    format!("{}-{}-{short}.json", rules.hash(), play.name())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Session;
    use crate::rules::LineEntry::{Fixed, Runs};

    #[test]
    fn other_lines_and_plays_have_other_names() {
        let mut session = Session::new();
        let mut names = HashSet::new();
        let many = |first| [vec![Fixed(first), Runs(0)], vec![Fixed(u64::MAX); 200]].concat();
        let lines = [
            vec![Runs(0), Fixed(7)],
            vec![Fixed(7), Runs(0)],
            vec![Fixed(7), Runs(1)],
            vec![Fixed(1), Fixed(2), Runs(0)],
            vec![Fixed(12), Runs(0)],
            many(1),
            many(2),
        ];
        for game in ["wythoff", "star_nim[2]"] {
            let game = session.game(game, None).expect("a game");
            for entries in &lines {
                for play in [Play::Normal, Play::Misere] {
                    let name = certificate_name(&game.rules, &Line { entries: entries.clone() }, play);
                    assert!(name.len() < 150, "{name}");
                    assert!(names.insert(name.clone()), "{name}");
                }
            }
        }
    }
}
