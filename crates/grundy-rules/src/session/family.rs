//! Families of games: `mark[{1}, {a, b}] for a in 2..9, b in a + 1..20 if gcd(a, b) = 1`.
//!
//! In: the text. Out: the game expression of each member, in which the values stand for the names, and these values. A member is a game expression of its
//! own, which every command reads.

use std::collections::BTreeMap;

use super::{Result, Session};
use crate::lang::{Code, Diagnostic, GameFamily, Span, check_family, names_in, parse_family};
use crate::lower::written;

/// A family of games.
#[derive(Clone, Debug)]
pub struct Members {
    /// The names that run.
    pub names: Vec<String>,
    /// The members, the last name running fastest.
    pub members: Vec<Member>,
}

/// A member of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The game expression.
    pub game: String,
    /// The values of the names, as the language writes them.
    pub values: Vec<String>,
}

impl Session {
    /// The members of a family. A game expression alone is a family of one.
    ///
    /// ```
    /// # use grundy_rules::session::Session;
    /// let family = Session::new().family("subtraction[S + {a}] for S in {{1}, {1, 2}}, a in 3..4".replace("S + {a}", "union(S, {a})").as_str())?;
    /// assert_eq!(family.names, ["S", "a"]);
    /// assert_eq!(family.members[3].game, "subtraction[union({1, 2}, {4})]");
    /// # Ok::<(), grundy_rules::lang::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no family; a name that is not known; a range that is wrong or too long; a value that is no number, set, vector or code.
    pub fn family(&mut self, text: &str) -> Result<Members> {
        let source = self.sources.add("<family>", text);
        let family = parse_family(source, text)?;
        check_family(&family, &self.module.all_names())?;
        let mut eval = self.eval(&self.module, vec![]);
        let found = eval.members(&family.binders, family.filter.as_ref())?;
        let names: Vec<String> =
            family.binders.iter().flat_map(|binder| &binder.names).map(|n| n.name.clone()).collect();
        let game = Template::of(&family, source, text, &names)?;
        let mut members = Vec::with_capacity(found.len());
        for member in found {
            let values = member.iter().map(|(name, value)| written(value).ok_or_else(|| unwritten(&family, name)));
            let values = values.collect::<Result<Vec<String>>>()?;
            members.push(Member { game: game.with(&values), values });
        }
        Ok(Members { names, members })
    }
}

/// A name whose values cannot stand in a game expression.
fn unwritten(family: &GameFamily, name: &str) -> Diagnostic {
    let binder = family.binders.iter().find(|binder| binder.names.iter().any(|own| own.name == name));
    let span = binder.map_or(family.game.span, |binder| binder.range.span);
    let message = format!("`{name}` runs through numbers, sets, vectors or codes");
    Diagnostic::at(Code::Family, span, message, "this has other elements")
}

/// A game expression with gaps for the values.
struct Template<'t> {
    /// A piece of text, and the number of the name behind it.
    pieces: Vec<(&'t str, usize)>,
    last: &'t str,
}

impl<'t> Template<'t> {
    fn of(family: &GameFamily, source: u32, text: &'t str, names: &[String]) -> Result<Template<'t>> {
        let numbers: BTreeMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
        let Span { start, end, .. } = family.game.span;
        let (mut pieces, mut at) = (vec![], start as usize);
        for (name, span) in names_in(source, text)? {
            if let Some(number) = numbers.get(name.as_str()).filter(|_| span.start >= start && span.end <= end) {
                pieces.push((&text[at..span.start as usize], *number));
                at = span.end as usize;
            }
        }
        Ok(Template { pieces, last: &text[at..end as usize] })
    }

    fn with(&self, values: &[String]) -> String {
        let pieces = self.pieces.iter().map(|(piece, number)| format!("{piece}{}", values[*number]));
        pieces.chain([self.last.to_string()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<String> {
        let family = Session::new().family(text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
        family.members.into_iter().map(|member| member.game).collect()
    }

    fn refused(text: &str) -> String {
        Session::new().family(text).expect_err(text).message
    }

    #[test]
    fn members_are_game_expressions() {
        assert_eq!(games("kayles"), ["kayles"]);
        assert_eq!(
            games("mark[{1}, {a, b}] for a in 2..3, b in a + 1..4 if gcd(a, b) = 1"),
            ["mark[{1}, {2, 3}]", "mark[{1}, {3, 4}]"]
        );
        assert_eq!(games("subtraction[S] for S in subsets({2, 5}) if S != {}").len(), 3);
        assert_eq!(games("nim[n] + nim[m] for n in 1..2, let m = n + 1"), ["nim[1] + nim[2]", "nim[2] + nim[3]"]);
        // A name inside brackets that binds something else is not the name of the family.
        assert_eq!(games("bar[z -> z div k] for k in {2, 4}"), ["bar[z -> z div 2]", "bar[z -> z div 4]"]);
        let octal = games("octal[c] for c in codes(3)");
        assert_eq!((octal.len(), octal[1].as_str(), octal[511].as_str()), (512, "octal[0.001]", "octal[0.777]"));
        assert_eq!(games("octal[c] for c in codes(2, 16)").len(), 256);
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert!(refused("nim[k] for j in 1..3").contains("`k` is not known"));
        assert!(refused("nim[k] for k in 1..2^40").contains("more than"));
        assert!(refused("nim[k] for k in 3").contains("range"));
        assert!(refused("bar[k -> k div 2] for k in 1..3").contains("taken"));
        assert!(refused("octal[c] for c in codes(9)").contains("codes"));
        assert!(refused("nim[2] for").contains("expected"));
    }
}
