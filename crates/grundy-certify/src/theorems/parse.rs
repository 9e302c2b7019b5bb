//! The text of theorems.
//!
//! In: the text. Out: theorems and definitions. The text is part of the program, so what is wrong with it ends the program, with the words around.
//!
//! Lines with `#` are prose. `theorem NAME` begins a theorem, `define WORD(names): FORMULA` a definition. An obligation is a line of two blanks, a name and a sentence, and then a formula, whose lines have
//! four blanks or more; `therefore` stands before what follows. In a formula `not` binds before `and`, `or`, `->`, `<->`, and what stands behind a colon reaches as far as it can.

use crate::theorems::{Definition, Each, Formula, Obligation, Over, Term, Theorem, Theorems};

/// Reads a text.
pub(crate) fn parse(text: &str) -> Theorems {
    let mut all = Theorems { theorems: vec![], definitions: vec![] };
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).peekable();
    while let Some(line) = lines.next() {
        let mut formula = |first: &str| {
            let mut text = first.to_string();
            while let Some(more) = lines.next_if(|line| line.starts_with("    ")) {
                text.push_str(more);
            }
            Words::of(&text)
        };
        if let Some(name) = line.strip_prefix("theorem ") {
            all.theorems.push(Theorem { name: name.to_string(), obligations: vec![], therefore: None });
        } else if let Some(definition) = line.strip_prefix("define ") {
            let (head, body) = definition.split_once("):").expect("a definition has names and a formula");
            let (word, of) = head.split_once('(').expect("a definition has names");
            let (of, mut words) = (of.split(", ").map(str::to_string).collect(), formula(body));
            all.definitions.push(Definition { word: word.to_string(), of, formula: words.whole() });
        } else {
            let theorem = all.theorems.last_mut().expect("an obligation stands in a theorem");
            match line.trim().split_once('"') {
                None => theorem.therefore = Some(formula("").whole()),
                Some((_, otherwise)) => {
                    let mut words = formula("");
                    let each = words.each();
                    let otherwise = otherwise.trim_end_matches('"').to_string();
                    theorem.obligations.push(Obligation { otherwise, each, formula: words.whole() });
                }
            }
        }
    }
    all
}

/// The words of a formula, the next one last.
struct Words(Vec<String>);

impl Words {
    fn of(text: &str) -> Words {
        let mut words: Vec<String> = vec![];
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let is_letter = |c: char| c.is_alphanumeric() || c == '_';
            let length = match rest.find(|c| !is_letter(c)).unwrap_or(rest.len()) {
                0 => ["<->", "->"].iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len()),
                length => length,
            };
            words.push(rest[..length].to_string());
            rest = rest[length..].trim_start();
        }
        words.reverse();
        Words(words)
    }

    fn next_is(&mut self, word: &str) -> bool {
        self.0.pop_if(|next| next == word).is_some()
    }

    fn expect(&mut self, word: &str) {
        assert!(self.next_is(word), "expected `{word}`, found {:?}", self.0.iter().rev().take(8).collect::<Vec<_>>());
    }

    fn name(&mut self) -> String {
        self.0.pop().unwrap_or_else(|| panic!("a formula ends too early"))
    }

    fn whole(&mut self) -> Formula {
        let formula = self.formula();
        assert!(self.0.is_empty(), "expected the end, found {:?}", self.0.iter().rev().take(8).collect::<Vec<_>>());
        formula
    }

    /// `each value k:` or `each part i:` in front of an obligation.
    fn each(&mut self) -> Option<Each> {
        if !self.next_is("each") {
            return None;
        }
        let is_level = self.next_is("value");
        if !is_level {
            self.expect("part");
        }
        let name = self.name();
        self.expect(":");
        Some(if is_level { Each::Level(name) } else { Each::Part(name) })
    }

    fn formula(&mut self) -> Formula {
        let first = self.implication();
        match self.next_is("<->") {
            true => Formula::Iff(Box::new([first, self.implication()])),
            false => first,
        }
    }

    fn implication(&mut self) -> Formula {
        let first = self.joined(false);
        if self.next_is("->") { first.implies(self.implication()) } else { first }
    }

    /// Parts with `or`, or with `and`, between them.
    fn joined(&mut self, all: bool) -> Formula {
        let mut parts = vec![];
        loop {
            parts.push(if all { self.one() } else { self.joined(true) });
            if !self.next_is(if all { "and" } else { "or" }) {
                break;
            }
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Formula::Join { all, parts },
        }
    }

    fn one(&mut self) -> Formula {
        if self.next_is("(") {
            let inner = self.formula();
            self.expect(")");
            return inner;
        }
        if self.next_is("not") {
            return self.one().not();
        }
        if self.next_is("if") {
            let condition = self.formula();
            self.expect("then");
            let then = condition.clone().implies(self.formula());
            self.expect("else");
            return Formula::Join { all: true, parts: vec![then, condition.not().implies(self.formula())] };
        }
        if self.next_is("let") {
            let name = self.name();
            self.expect("of");
            let of = self.term();
            return Formula::Let(name, of, self.behind_colon());
        }
        for (word, all, negated) in [("some", false, false), ("every", true, false), ("no", true, true)] {
            if self.next_is(word) {
                let (over, of) = (self.over(), self.behind_colon());
                return Formula::Quantified { all, over, of: if negated { Box::new(of.not()) } else { of } };
            }
        }
        self.relation()
    }

    fn behind_colon(&mut self) -> Box<Formula> {
        self.expect(":");
        Box::new(self.formula())
    }

    fn over(&mut self) -> Over {
        if self.next_is("move") {
            let from = self.term();
            self.expect("->");
            return Over::Moves(from, self.name());
        }
        if self.next_is("value") {
            let name = self.name();
            return Over::Values(name, self.next_is("<").then(|| self.term()));
        }
        self.expect("part");
        let name = self.name();
        Over::Parts(name, self.next_is("but").then(|| self.name()))
    }

    /// A word with what it is said of, or two terms that are compared.
    fn relation(&mut self) -> Formula {
        let first = self.term();
        if self.next_is("=") {
            return Formula::Equal(first, self.term());
        }
        if self.next_is("<") {
            return Formula::Less(first, self.term());
        }
        let Term::Name(word) = first else { panic!("{first:?} says nothing") };
        let mut of = vec![];
        if self.next_is("(") {
            of.push(self.term());
            while self.next_is(",") {
                of.push(self.term());
            }
            self.expect(")");
        }
        Formula::Word(word, of)
    }

    fn term(&mut self) -> Term {
        let name = self.name();
        if self.next_is(".") {
            return Term::Part(name, Box::new(self.term()));
        }
        if self.next_is("[") {
            let place = self.term();
            self.expect("=");
            let with = self.term();
            self.expect("]");
            return Term::With(name, Box::new(place), Box::new(with));
        }
        name.parse().map_or(Term::Name(name), Term::Number)
    }
}

#[cfg(test)]
mod tests;
