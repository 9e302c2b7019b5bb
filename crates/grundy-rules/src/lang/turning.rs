//! Codes of coin-turning games.
//!
//! In: the text of a code, such as `1-3C(5)`. Out: [`Turning`]: how many coins of a row a move may turn, and how they lie. The notation is that of
//! A. N. Siegel's program CGSuite.

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::source::Span;

/// One part of a code: the coins that a move may turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Way {
    /// The least number of coins.
    pub least: u64,
    /// The greatest number of coins; `None` if there is none.
    pub most: Option<u64>,
    /// All coins lie within so many neighbouring places (`C(n)`).
    pub within: Option<u64>,
    /// The coins are neighbours (`C`).
    pub neighbours: bool,
    /// The coins are equally spaced (`E`).
    pub spaced: bool,
    /// The coins lie symmetrically (`S`).
    pub symmetric: bool,
    /// The first coin of the row is among them (`F`).
    pub first: bool,
}

impl Way {
    /// May so many coins be turned?
    #[must_use]
    pub fn counts(&self, coins: u64) -> bool {
        self.least <= coins && self.most.is_none_or(|most| coins <= most)
    }
}

/// A code: a move may turn coins in any of its ways.
#[derive(Clone, Debug)]
pub struct Turning {
    /// The text.
    pub text: String,
    /// The ways.
    pub ways: Vec<Way>,
}

impl PartialEq for Turning {
    fn eq(&self, other: &Turning) -> bool {
        self.ways == other.ways
    }
}

/// Numbers in codes are below this.
const NUMBERS: u64 = 1 << 20;

const HELP: &str = "a code of coins is a number of coins, as `3`, `1-3` or `1+`, perhaps with letters: C for neighbouring coins, C(5) for coins within 5 \
                    neighbouring places, E for equally spaced, S for symmetric, F for the first coin among them; commas join several";

impl Turning {
    /// Is a text in quotes meant as a code of coins? It begins with a number that is not 0, and has no point.
    ///
    /// ```
    /// use grundy_rules::lang::Turning;
    ///
    /// assert!(Turning::is_meant("1-3C(5)") && !Turning::is_meant("4!.0") && !Turning::is_meant("07"));
    /// ```
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with(|c: char| ('1'..='9').contains(&c))
            && !text.contains(['.', '{', '*', '&', '!', '?', '='])
    }

    /// Reads a code. `at` is the place of its first character.
    ///
    /// # Errors
    /// A text that is no code.
    pub fn read(text: &str, at: Span) -> Result<Turning, Diagnostic> {
        let mut reader = Reader { text, at, next: 0 };
        let mut ways = vec![reader.way()?];
        while reader.takes(',') {
            ways.push(reader.way()?);
        }
        match reader.peek() {
            None => Ok(Turning { text: text.to_string(), ways }),
            Some(_) => Err(reader.wrong("letters and a comma may follow a number of coins", "not this")),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: Span,
    /// The place of the next character.
    next: usize,
}

impl Reader<'_> {
    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.next..];
        self.next += rest.len() - rest.trim_start().len();
        rest.trim_start().chars().next()
    }

    /// Takes the next character if it is this one, small or capital.
    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek().is_some_and(|c| c.to_ascii_uppercase() == wanted);
        self.next += usize::from(found);
        found
    }

    /// An error at the next character.
    fn wrong(&mut self, message: &str, label: &str) -> Diagnostic {
        let length = self.peek().map_or(1, |c| c.len_utf8() as u32);
        let start = self.at.start + self.next as u32;
        let message = format!("`{}` is no code of coins: {message}", self.text.escape_debug());
        Diagnostic::at(Code::BadCode, Span { start, end: start + length, ..self.at }, message, label).help(HELP)
    }

    fn number(&mut self) -> Result<u64, Diagnostic> {
        self.peek();
        let rest = &self.text[self.next..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse().ok().filter(|n| (1..NUMBERS).contains(n)) {
            Some(number) => {
                self.next += digits;
                Ok(number)
            }
            None if digits == 0 => Err(self.wrong("a number is missing", "expected a number")),
            None => Err(self.wrong("numbers are at least 1, and below 2^20", "this number is not")),
        }
    }

    fn way(&mut self) -> Result<Way, Diagnostic> {
        let least = self.number()?;
        let most = if self.takes('+') {
            None
        } else if self.takes('-') {
            Some(self.number()?)
        } else {
            Some(least)
        };
        if most.is_some_and(|most| most < least) {
            return Err(self.wrong("a range of numbers ends before it begins", "here"));
        }
        let mut way = Way { least, most, ..Way::default() };
        loop {
            let again = if self.takes('C') {
                match self.takes('(') {
                    true => way.within.replace(self.within()?).is_some(),
                    false => std::mem::replace(&mut way.neighbours, true),
                }
            } else if self.takes('E') {
                std::mem::replace(&mut way.spaced, true)
            } else if self.takes('S') {
                std::mem::replace(&mut way.symmetric, true)
            } else if self.takes('F') {
                std::mem::replace(&mut way.first, true)
            } else {
                return Ok(way);
            };
            if again {
                return Err(self.wrong("a letter stands twice", "before this"));
            }
        }
    }

    /// The number behind `C(`, and the closing bracket.
    fn within(&mut self) -> Result<u64, Diagnostic> {
        let places = self.number()?;
        if self.takes(')') {
            return Ok(places);
        }
        Err(self.wrong("the bracket of `C(` is not closed", "expected `)`"))
    }
}
