//! The file name of a certificate in a folder of certificates.
//!
//! In: the rules, the sequence and the play of the certificate. Out: a name, equal for equal statements on every machine and different for different
//! statements.

use super::Sequence;
use grundy_core::contract::options::Play;
use grundy_rules::rules::Ruleset;

/// Lines of more characters are named by their hash, since file names have at most some 255 characters.
const LONGEST: usize = 80;

/// The name of the file of a certificate.
///
/// ```
/// # use grundy::{Play, Session, theory::periods::{Sequence, certificate_name}};
/// let mut session = Session::new();
/// let game = session.game("star_nim[2]", None)?;
/// let line = session.line(&game, "(7, _)")?;
/// let name = certificate_name(&game.rules, &Sequence::Line(line), Play::Normal);
/// assert_eq!(name, "5702dd1588007e87ed98ee69aa87bfc2-normal-7,_.json");
/// let name = certificate_name(&game.rules, &Sequence::Solutions(6), Play::Normal);
/// assert_eq!(name, "5702dd1588007e87ed98ee69aa87bfc2-normal-value-6.json");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn certificate_name(rules: &Ruleset, sequence: &Sequence, play: Play) -> String {
    // The three forms never collide: every line contains a `_`, which no hash or value does, and no hash contains a `v`.
    let written: String = match sequence {
        Sequence::Line(line) => line.to_string().chars().filter(|c| !"( )".contains(*c)).collect(),
        Sequence::Solutions(value) => format!("value-{value}"),
    };
    let short = if written.len() <= LONGEST { written } else { blake3::hash(written.as_bytes()).to_hex()[..32].into() };
    format!("{}-{}-{short}.json", rules.hash(), play.name())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use grundy_rules::rules::Line;
    use grundy_rules::rules::LineEntry::{Fixed, Runs};
    use grundy_rules::session::Session;

    #[test]
    fn other_sequences_and_plays_have_other_names() {
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
        let lines = lines.map(|entries| Sequence::Line(Line { entries }));
        let sequences = || lines.iter().cloned().chain([0, 7, 12].map(Sequence::Solutions));
        for game in ["wythoff", "star_nim[2]"] {
            let game = session.game(game, None).expect("a game");
            for sequence in sequences() {
                for play in Play::BOTH {
                    let name = certificate_name(&game.rules, &sequence, play);
                    assert!(name.len() < 150, "{name}");
                    assert!(names.insert(name.clone()), "{name}");
                }
            }
        }
    }
}
