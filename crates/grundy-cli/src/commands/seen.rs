//! Text that several commands share: how an answer was obtained.

use grundy::Play;
use grundy::engine::{Account, Refused};
use grundy::session::Game;

use crate::context::Context;

/// Which engine or theorem gave a value, what the value rests on, and why no quicker engine gave it: a line each.
pub(super) fn explanation(context: &Context, game: &Game, account: &Account) -> Vec<String> {
    let mut lines = account_lines(context, account);
    lines.push(format!("{} play, rules {}", word(context.common.play()), game.rules.hash()));
    lines
}

/// The name of a play for a sentence.
pub(super) fn word(play: Play) -> &'static str {
    if play == Play::Normal { "normal" } else { "misère" }
}

/// How values were obtained, and why not in quicker ways: a line each.
pub(super) fn account_lines(context: &Context, account: &Account) -> Vec<String> {
    let refused = |refused: &Refused| {
        let place = refused.place.and_then(|span| context.session().sources().locate(span));
        place.map_or(refused.to_string(), |place| format!("{refused} ({}:{})", place.file, place.line))
    };
    [account.how.clone()].into_iter().chain(account.refused.iter().map(refused)).collect()
}

/// The same as notes, with `--explain`.
pub(super) fn explain(context: &mut Context, game: &Game, account: &Account) {
    if !context.common.explain {
        return;
    }
    let mut lines = account_lines(context, account);
    lines[0] += &format!("; rules {}", game.rules.hash());
    lines.iter().for_each(|line| context.note(line));
}
