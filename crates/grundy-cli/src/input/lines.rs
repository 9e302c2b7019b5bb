//! Positions on standard input: `-` in the place of the positions.

use std::borrow::Cow;
use std::path::Path;

use grundy::Diagnostic;
use grundy::lang::Code;

use super::file::read_text;
use super::game::split_file;
use crate::context::Context;
use crate::failure::Outcome;

/// The positions as they were typed; `-` alone stands for those on standard input, one a line. Blank lines are none.
pub(crate) fn positions<'a>(context: &mut Context, game: &str, typed: &'a [String]) -> Outcome<Cow<'a, [String]>> {
    if typed != ["-"] {
        return Ok(Cow::Borrowed(typed));
    }
    if split_file(game).is_some_and(|(path, _)| path == "-") {
        let error = Diagnostic::new(Code::Input, "rules and positions cannot both come from standard input");
        return Err(error.help("give the rules as a file or with `-e`").into());
    }
    let text = read_text(Path::new("-"), context.console)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(Cow::Owned(lines.map(str::to_string).collect()))
}
