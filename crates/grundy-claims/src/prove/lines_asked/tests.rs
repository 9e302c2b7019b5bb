//! The lines of claims, written out.

use grundy_core::contract::options::Play;
use std::collections::BTreeMap;

use grundy_rules::session::Session;

use crate::read;
use crate::read::Content;

/// The lines of the first claim of a text, in normal play of its first game.
fn lines(text: &str) -> Option<String> {
    let mut session = Session::new();
    let module = session.load("t.game", text).expect("a file");
    let statements = read(&session, &module);
    let Ok(Content::Claim(claim)) = &statements[0].content else { panic!("a claim") };
    let lines = claim.lines(0, Play::Normal)?;
    Some(lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

#[test]
fn constants_bounds_and_sums_give_lines() {
    for (text, expected) in BTreeMap::from([
        ("claim \"c\" on kayles: G <= 9", Some("(_)")),
        ("claim \"c\" on wythoff at (n, 3): P iff n = 5", Some("(_, 3)")),
        ("claim \"c\" on wythoff at (n + 2, n + 5): N", Some("(_, _ + 3)")),
        ("claim \"c\" on wythoff at (n, 0): G = G(wythoff(n + 1, 1))", Some("(_, 0) (_, 1)")),
        ("claim \"c\" on pass(nim[1]): G = 0 or N", Some("(_, 0) (_, 1)")),
        ("claim \"c\" on wythoff at (n, p) where p <= 2: N or n = p", Some("(_, 0) (_, 1) (_, 2)")),
        ("claim \"c\" on wythoff at (n, 2*n): N or n < 9", None),
        ("claim \"c\" on wythoff: N or a <= b", None),
    ]) {
        assert_eq!(lines(text).as_deref(), expected, "{text}");
    }
}
