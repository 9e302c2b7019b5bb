//! The notation of games of taking and breaking.
//!
//! In: the text of a code, such as `4!.0` or `0.1[3]`. Out: [`Notation`], its digits. Digit k after the point says what a move that takes k tokens
//! may leave of a heap, the digit before the point what a move that takes none may leave; digits further to the left are for moves that add tokens.
//! The notation is that of A. N. Siegel's program CGSuite, which extends that of R. K. Guy and C. A. B. Smith, The G-values of various games (1956).

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::print::code_text;
use super::source::Span;

/// What is asked of the heaps that a move leaves. It binds from two heaps on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Nothing.
    Any,
    /// No two are equal (`!`).
    Unequal,
    /// Not all are equal (`?`).
    NotAllEqual,
    /// All are equal (`=`).
    Equal,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 4] = [Order::Any, Order::Unequal, Order::NotAllEqual, Order::Equal];

    /// The word in the canonical form of rules.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Order::Any => "any",
            Order::Unequal => "unequal",
            Order::NotAllEqual => "not all equal",
            Order::Equal => "equal",
        }
    }
}

/// How many heaps a move may leave, and what is asked of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps {
    /// The least number of heaps.
    pub least: u64,
    /// The greatest number of heaps; `None` if there is none.
    pub most: Option<u64>,
    /// What is asked of them.
    pub order: Order,
}

impl Heaps {
    /// May there be so many heaps?
    #[must_use]
    pub fn counts(&self, heaps: u64) -> bool {
        self.least <= heaps && self.most.is_none_or(|most| heaps <= most)
    }
}

/// A digit: the numbers of heaps that may be left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// For each order, the set of these numbers as bits.
    exact: [u64; 4],
    /// If set, all numbers from this one on.
    from: Option<(u64, Order)>,
}

/// The greatest number of heaps in a digit.
const MOST: u64 = 63;

impl Digit {
    /// The digit that is the sum of the powers 2^j for the numbers j of heaps that may be left, without order.
    #[must_use]
    pub fn of_bits(bits: u64) -> Digit {
        Digit { exact: [bits, 0, 0, 0], from: None }
    }

    /// The sum of the powers 2^j, if it is a digit up to `V`, and says all.
    #[must_use]
    pub fn plain(&self) -> Option<u8> {
        let short = self.exact[1..] == [0; 3] && self.from.is_none();
        u8::try_from(self.exact[0]).ok().filter(|bits| short && *bits < 32)
    }

    /// May a move leave this number of heaps?
    #[must_use]
    pub fn allows(&self, heaps: u64) -> bool {
        self.from.is_some_and(|(from, _)| heaps >= from)
            || heaps <= MOST && self.exact.iter().any(|bits| bits >> heaps & 1 == 1)
    }

    /// The numbers of heaps, by order, neighbours together.
    #[must_use]
    pub fn heaps(&self) -> Vec<Heaps> {
        let mut all = vec![];
        for (order, bits) in Order::ALL.into_iter().zip(self.exact) {
            let mut left = bits;
            while left != 0 {
                let least = u64::from(left.trailing_zeros());
                let count = u64::from((left >> least).trailing_ones());
                all.push(Heaps { least, most: Some(least + count - 1), order });
                left &= !(u64::MAX >> (64 - count) << least);
            }
        }
        all.extend(self.from.map(|(least, order)| Heaps { least, most: None, order }));
        all
    }

    fn is_zero(&self) -> bool {
        *self == Digit::default()
    }

    /// Adds a number of heaps, and with `on` all greater ones. What is asked of heaps binds from two on, so that 0 and 1 stand without order.
    fn add(&mut self, (heaps, on): (u64, bool), order: Order) {
        let binds = if order == Order::Any { 0 } else { 2 };
        let few = heaps..if on { binds } else { binds.min(heaps + 1) };
        few.for_each(|heaps| self.exact[Order::Any as usize] |= 1 << heaps);
        if on {
            self.from = Some((heaps.max(binds), order));
        } else if heaps >= binds {
            self.exact[order as usize] |= 1 << heaps;
        }
    }

    /// Writes numbers that `from` reaches as a part of it, so that equal digits are written alike.
    fn settled(mut self) -> Digit {
        if let Some((from, order)) = &mut self.from {
            let bits = &mut self.exact[*order as usize];
            while *from > 0 && *bits >> (*from - 1) & 1 == 1 {
                *from -= 1;
            }
            *bits &= (1 << *from) - 1;
        }
        self
    }
}

/// A code in full notation.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The code as it was written.
    pub text: String,
    /// What a move that adds 1, 2, … tokens may leave.
    pub added: Vec<Digit>,
    /// What a move that takes 0, 1, … tokens may leave.
    pub digits: Vec<Digit>,
    /// The digits that follow, repeated for ever; empty if there is none.
    pub tail: Vec<Digit>,
}

impl PartialEq for Notation {
    fn eq(&self, other: &Notation) -> bool {
        (&self.added, &self.digits, &self.tail) == (&other.added, &other.digits, &other.tail)
    }
}

impl Notation {
    /// Reads a code. `at` is the place of its first character.
    ///
    /// # Errors
    /// A text that is no code.
    pub fn read(text: &str, at: Span) -> Result<Notation, Diagnostic> {
        let mut reader = Reader { text, at, next: 0 };
        let mut before = reader.digits(".")?;
        if before.is_empty() {
            return Err(reader.wrong("a code has a digit before its point", "expected a digit"));
        }
        reader.expect('.')?;
        let mut digits = vec![before.pop().expect("it is not empty")];
        before.reverse();
        digits.extend(reader.digits("[")?);
        let mut tail = vec![];
        if reader.peek() == Some('[') {
            reader.expect('[')?;
            tail = reader.digits("]")?;
            if tail.is_empty() {
                return Err(reader.wrong("no digits are repeated", "expected a digit"));
            }
            reader.expect(']')?;
        }
        if reader.peek().is_some() {
            return Err(reader.wrong("a code ends with its digits, or with `[…]`", "expected its end"));
        }
        if tail.iter().all(Digit::is_zero) {
            tail.clear();
        }
        while tail.is_empty() && digits.len() > 1 && digits.last().is_some_and(Digit::is_zero) {
            digits.pop();
        }
        while before.last().is_some_and(Digit::is_zero) {
            before.pop();
        }
        Ok(Notation { text: text.to_string(), added: before, digits, tail })
    }

    /// The code with these digits, the one before the point first.
    #[must_use]
    pub fn plainly(digits: &[u8]) -> Notation {
        let all = digits.iter().map(|bits| Digit::of_bits(u64::from(*bits))).collect();
        Notation { text: code_text(digits), added: vec![], digits: all, tail: vec![] }
    }

    /// The digits as numbers, the one before the point first, if the code can be written with digits up to `V` alone.
    #[must_use]
    pub fn plain(&self) -> Option<Vec<u8>> {
        let all = self.digits.iter().map(Digit::plain).collect();
        if self.added.is_empty() && self.tail.is_empty() { all } else { None }
    }

    /// What a move that takes this number of tokens may leave; `None` for additions beyond the first digit.
    #[must_use]
    pub fn digit(&self, taken: i64) -> Option<Digit> {
        let Ok(taken) = usize::try_from(taken) else {
            return usize::try_from(-(taken + 1)).ok().and_then(|k| self.added.get(k)).cloned();
        };
        let repeated = || {
            let beyond = taken - self.digits.len();
            (!self.tail.is_empty()).then(|| self.tail[beyond % self.tail.len()].clone())
        };
        Some(self.digits.get(taken).cloned().or_else(repeated).unwrap_or_default())
    }
}

struct Reader<'a> {
    text: &'a str,
    at: Span,
    /// The place of the next character.
    next: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.next..].chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let found = self.peek()?;
        self.next += found.len_utf8();
        Some(found)
    }

    fn expect(&mut self, wanted: char) -> Result<(), Diagnostic> {
        if self.peek() == Some(wanted) {
            self.take();
            return Ok(());
        }
        let found = self.peek().map_or("the end".to_string(), |c| format!("`{}`", c.escape_debug()));
        Err(self.wrong(&format!("found {found} in a code, expected a digit or `{wanted}`"), "here"))
    }

    /// An error at the next character.
    fn wrong(&self, message: &str, label: &str) -> Diagnostic {
        let start = self.at.start + self.next as u32;
        let end = start + self.peek().map_or(1, |c| c.len_utf8() as u32);
        let message = format!("`{}` is no code: {message}", self.text.escape_debug());
        Diagnostic::at(Code::BadCode, Span { start, end, ..self.at }, message, label).help(HELP)
    }

    /// Digits up to one of these characters.
    fn digits(&mut self, ends: &str) -> Result<Vec<Digit>, Diagnostic> {
        let mut digits = vec![];
        while self.peek().is_some_and(|c| !ends.contains(c)) {
            digits.push(self.digit()?);
        }
        Ok(digits)
    }

    fn digit(&mut self) -> Result<Digit, Diagnostic> {
        let mut digit = Digit::default();
        match self.peek() {
            Some('{') => return self.braces(),
            Some('*') => {
                self.take();
                let order = self.order()?;
                digit.add((0, true), order);
            }
            Some('&') => {
                let bits = self.mask()?;
                let order = self.order()?;
                (0..=MOST).filter(|j| bits >> j & 1 == 1).for_each(|j| digit.add((j, false), order));
            }
            Some(c) => {
                let Some(bits) = c.to_digit(32) else { return Err(self.wrong(&no_digit(c), "no digit")) };
                self.take();
                let order = self.order()?;
                (0..5).filter(|j| bits >> j & 1 == 1).for_each(|j| digit.add((j, false), order));
            }
            None => return Err(self.wrong("it ends too early", "expected a digit")),
        }
        Ok(digit.settled())
    }

    /// What is asked of the heaps, after a digit.
    fn order(&mut self) -> Result<Order, Diagnostic> {
        let order = match self.peek() {
            Some('!') => Order::Unequal,
            Some('?') => Order::NotAllEqual,
            Some('=') => Order::Equal,
            _ => return Ok(Order::Any),
        };
        self.take();
        if matches!(self.peek(), Some('!' | '?' | '=')) {
            return Err(self.wrong("a digit has one of `!`, `?` and `=`", "a second one"));
        }
        Ok(order)
    }

    /// `&12;`
    fn mask(&mut self) -> Result<u64, Diagnostic> {
        let start = self.next;
        self.take();
        let length = self.text[self.next..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text[self.next..self.next + length].parse().ok();
        let Some(bits) = number else {
            self.next = start;
            return Err(self.wrong("`&` is followed by a number below 2^64 and `;`", "here"));
        };
        self.next += length;
        self.expect(';')?;
        Ok(bits)
    }

    fn number(&mut self) -> Result<u64, Diagnostic> {
        let length = self.text[self.next..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text[self.next..self.next + length].parse().ok().filter(|n| *n <= MOST);
        let Some(number) = number else {
            return Err(self.wrong(&format!("braces hold numbers of heaps from 0 to {MOST}"), "expected a number"));
        };
        self.next += length;
        Ok(number)
    }

    /// `{2!,5+}`, and what is asked of all of them.
    fn braces(&mut self) -> Result<Digit, Diagnostic> {
        self.take();
        let mut found = vec![];
        loop {
            let heaps = self.number()?;
            let on = self.peek() == Some('+');
            if on {
                self.take();
            }
            found.push(((heaps, on), self.order()?));
            if on || self.peek() != Some(',') {
                break;
            }
            self.take();
        }
        if found.last().is_some_and(|((_, on), _)| *on) && self.peek() == Some(',') {
            return Err(self.wrong("a number with `+` is the last one in its braces", "expected `}`"));
        }
        self.expect('}')?;
        let place = self.next;
        let common = self.order()?;
        let mut digit = Digit::default();
        for (heaps, own) in found {
            if own != Order::Any && common != Order::Any {
                self.next = place;
                return Err(self.wrong("`!`, `?` and `=` stand inside the braces or behind them", "both are here"));
            }
            digit.add(heaps, if common == Order::Any { own } else { common });
        }
        Ok(digit.settled())
    }
}

fn no_digit(c: char) -> String {
    format!("`{}` is no digit", c.escape_debug())
}

const HELP: &str =
    "a digit is one of 0-9 and A-V, `*`, `&N;`, or `{2,5+}`, and `!`, `?` or `=` may follow it: \"4!.0\", \"0.1[3]\"";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Notation, Diagnostic> {
        Notation::read(text, Span { source: 0, start: 0, end: text.len() as u32 })
    }

    fn heaps(text: &str, taken: i64) -> Vec<(u64, Option<u64>, Order)> {
        let digit = read(text).unwrap().digit(taken).unwrap();
        digit.heaps().iter().map(|h| (h.least, h.most, h.order)).collect()
    }

    #[test]
    fn digits_say_how_many_heaps_may_be_left() {
        use Order::{Any, Equal, NotAllEqual, Unequal};
        for (text, taken, expected) in [
            ("0.7", 1, vec![(0, Some(2), Any)]),
            ("0.G", 1, vec![(4, Some(4), Any)]),
            ("0.v", 1, vec![(0, Some(4), Any)]),
            ("4!.0", 0, vec![(2, Some(2), Unequal)]),
            ("0.7!", 1, vec![(0, Some(1), Any), (2, Some(2), Unequal)]),
            ("0.*?3", 1, vec![(0, Some(1), Any), (2, None, NotAllEqual)]),
            ("0.*?3", 2, vec![(0, Some(1), Any)]),
            ("{2+}=.0", 0, vec![(2, None, Equal)]),
            ("0.&36;", 1, vec![(2, Some(2), Any), (5, Some(5), Any)]),
            ("0.{2!,3=,7+}", 1, vec![(7, None, Any), (2, Some(2), Unequal), (3, Some(3), Equal)]),
            ("0.{0,1,2,5}", 1, vec![(0, Some(2), Any), (5, Some(5), Any)]),
            ("0.{1,2,3+}", 1, vec![(1, None, Any)]),
            ("0.&18446744073709551615;", 1, vec![(0, Some(63), Any)]),
            ("0.1[32]", 4, vec![(0, Some(1), Any)]),
            ("0.1[32]", 5, vec![(1, Some(1), Any)]),
            ("24.0", -1, vec![(1, Some(1), Any)]),
            ("0.7", 9, vec![]),
        ] {
            let mut found = heaps(text, taken);
            found.sort_unstable_by_key(|(least, _, order)| (*order, *least));
            let mut expected = expected;
            expected.sort_unstable_by_key(|(least, _, order)| (*order, *least));
            assert_eq!(found, expected, "{text}, {taken}");
        }
    }

    #[test]
    fn codes_that_say_the_same_are_equal() {
        for (a, b) in [("0.70", "0.7"), ("0.7[0]", "0.7"), ("00.7", "0.7"), ("0.*", "0.{0+}"), ("0.{2,3+}", "0.{2+}")] {
            assert_eq!(read(a).unwrap(), read(b).unwrap(), "{a}, {b}");
        }
        assert_eq!(read("0.137F").unwrap().plain(), Some(vec![0, 1, 3, 7, 15]));
        for more in ["0.[3]", "4!.0", "10.7", "0.*"] {
            assert_eq!(read(more).unwrap().plain(), None, "{more}");
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for text in [
            "",
            ".",
            "0",
            ".7",
            "0.7.1",
            "0.W",
            "0.7!!",
            "0.&;",
            "0.&12",
            "0.{}",
            "0.{64}",
            "0.{2+,3}",
            "0.{2!}!",
            "0.[",
            "0.[]",
            "0.[3]1",
            "0.7 1",
            "!.0",
            "0.&18446744073709551616;",
            "0.{2,}",
            "0.é",
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.code, Code::BadCode, "{text}");
            assert!(error.labels[0].span.end as usize <= text.len() + 1, "{text}");
        }
    }
}
