//! The text of the theorems, as trees of words.
//!
//! In: the text, whose head says how it is written. Out: theorems and definitions. A tree is a word with what it stands before: `some move` has a position, a name and a formula; where no bound stands there is a tree of no word.

/// A word, and what it is said of.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) word: String,
    pub(super) of: Vec<Tree>,
}

pub(super) struct Theorem {
    name: String,
    pub(super) obligations: Vec<Obligation>,
}

pub(super) struct Obligation {
    pub(super) name: String,
    /// What it is asked for, `value` or `part`, and its name, if there is one for each.
    pub(super) each: Option<(&'static str, String)>,
    pub(super) formula: Tree,
}

pub(super) struct Definition {
    word: String,
    pub(super) names: Vec<String>,
    pub(super) formula: Tree,
}

#[derive(Default)]
pub(super) struct Text {
    theorems: Vec<Theorem>,
    definitions: Vec<Definition>,
}

impl Tree {
    fn new(word: impl Into<String>, of: Vec<Tree>) -> Tree {
        Tree { word: word.into(), of }
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.word == word
    }

    /// The name that a quantifier gives.
    pub(super) fn bound(&self) -> Option<&str> {
        let place = match self.word.split(' ').nth(1) {
            Some("move") => 1,
            Some(_) => 0,
            None if self.is("let") => 0,
            None => return None,
        };
        Some(&self.of[place].word)
    }

    /// Does a word stand in it, or in what its words stand for?
    pub(super) fn has(&self, word: &str, text: &Text) -> bool {
        let defined = || text.definition(&self.word).is_some_and(|of| of.formula.has(word, text));
        self.is(word) || self.of.iter().any(|inner| inner.has(word, text)) || defined()
    }
}

impl Text {
    /// The theorem with a name.
    pub(super) fn theorem(&self, name: &str) -> &Theorem {
        let found = self.theorems.iter().find(|theorem| theorem.name == name);
        found.unwrap_or_else(|| panic!("there is no theorem `{name}`"))
    }

    pub(super) fn definition(&self, word: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.word == word)
    }

    /// Reads a text. Lines that are more than two blanks in are the rest of the line before.
    pub(super) fn of(text: &str) -> Text {
        let mut all = Text::default();
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let mut whole: Vec<String> = vec![];
        for line in lines {
            match whole.last_mut().filter(|_| line.starts_with("   ")) {
                Some(before) => *before += line,
                None => whole.push(line.to_string()),
            }
        }
        for line in whole {
            if let Some(name) = line.strip_prefix("theorem ") {
                all.theorems.push(Theorem { name: name.to_string(), obligations: vec![] });
            } else if let Some(rest) = line.strip_prefix("define ") {
                let mut words = Words::of(rest);
                let head = words.term();
                words.take(":");
                let names = head.of.into_iter().map(|name| name.word).collect();
                all.definitions.push(Definition { word: head.word, names, formula: words.whole() });
            } else if let Some((head, formula)) = line.rsplit_once('"') {
                let mut words = Words::of(formula);
                let each = words.may("each").then(|| {
                    let kind = if words.may("value") { "value" } else { "part" };
                    let _ = words.may("part");
                    let name = words.word();
                    words.take(":");
                    (kind, name)
                });
                let theorem = all.theorems.last_mut().unwrap_or_else(|| panic!("{line}: this stands in no theorem"));
                let name = head.split_whitespace().next().unwrap_or_default().to_string();
                theorem.obligations.push(Obligation { name, each, formula: words.whole() });
            }
        }
        all
    }
}

struct Words {
    all: Vec<String>,
    next: usize,
}

impl Words {
    fn of(text: &str) -> Words {
        let mut text = text.replace("<->", " ⟷ ").replace("->", " → ");
        for sign in ["(", ")", "[", "]", ":", ",", "=", "<", "."] {
            text = text.replace(sign, &format!(" {sign} "));
        }
        Words { all: text.split_whitespace().map(str::to_string).collect(), next: 0 }
    }

    fn may(&mut self, word: &str) -> bool {
        let is = self.all.get(self.next).is_some_and(|next| next == word);
        self.next += usize::from(is);
        is
    }

    fn take(&mut self, word: &str) {
        assert!(self.may(word), "`{word}` is missing before {:?}", &self.all[self.next..]);
    }

    fn word(&mut self) -> String {
        self.next += 1;
        self.all[self.next - 1].clone()
    }

    /// How tightly a word binds that stands between two formulas, the loosest first.
    const BETWEEN: [&'static str; 4] = ["⟷", "→", "or", "and"];

    fn formula(&mut self) -> Tree {
        self.level(0)
    }

    /// A formula, with which the text ends.
    fn whole(&mut self) -> Tree {
        let formula = self.formula();
        assert!(self.next == self.all.len(), "a formula ends before {:?}", &self.all[self.next..]);
        formula
    }

    fn level(&mut self, level: usize) -> Tree {
        let Some(word) = Self::BETWEEN.get(level) else { return self.single() };
        let mut parts = vec![self.level(level + 1)];
        while self.may(word) {
            // An implication goes on to the right.
            parts.push(self.level(if *word == "→" { level } else { level + 1 }));
        }
        if parts.len() == 1 { parts.remove(0) } else { Tree::new(*word, parts) }
    }

    fn single(&mut self) -> Tree {
        if self.may("(") {
            let inner = self.formula();
            self.take(")");
            return inner;
        }
        if self.may("not") {
            return Tree::new("not", vec![self.single()]);
        }
        if self.may("if") {
            let mut parts = vec![self.formula()];
            self.take("then");
            parts.push(self.formula());
            self.take("else");
            parts.push(self.formula());
            return Tree::new("if", parts);
        }
        if self.may("let") {
            let name = Tree::new(self.word(), vec![]);
            self.take("of");
            let of = self.term();
            self.take(":");
            return Tree::new("let", vec![name, of, self.formula()]);
        }
        for word in ["some", "every", "no"] {
            if self.may(word) {
                return self.quantified(word);
            }
        }
        let first = self.term();
        for sign in ["=", "<"] {
            if self.may(sign) {
                return Tree::new(sign, vec![first, self.term()]);
            }
        }
        first
    }

    fn quantified(&mut self, word: &str) -> Tree {
        let what = self.word();
        let first = self.term();
        let second = match what.as_str() {
            "move" => {
                self.take("→");
                Tree::new(self.word(), vec![])
            }
            "value" if self.may("<") => self.term(),
            "part" if self.may("but") => self.term(),
            _ => Tree::new("", vec![]),
        };
        self.take(":");
        Tree::new(format!("{word} {what}"), vec![first, second, self.formula()])
    }

    /// A name, a number, a part of parts, or a word with what it is said of.
    fn term(&mut self) -> Tree {
        let name = Tree::new(self.word(), vec![]);
        if self.may(".") {
            return Tree::new(".", vec![name, self.term()]);
        }
        if self.may("[") {
            let place = self.term();
            self.take("=");
            let new = self.term();
            self.take("]");
            return Tree::new("[=]", vec![name, place, new]);
        }
        if !self.may("(") {
            return name;
        }
        let mut of = vec![self.term()];
        while self.may(",") {
            of.push(self.term());
        }
        self.take(")");
        Tree::new(name.word, of)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn the_theorems_of_the_checker_are_read_to_their_ends() {
        let text = Text::of(grundy_certify::THEOREMS);
        let names: Vec<&str> = text.theorems.iter().map(|theorem| theorem.name.as_str()).collect();
        assert!(
            ["graph", "levels", "strategy", "correspondence", "swap_positions"].iter().all(|name| names.contains(name))
        );
        assert!(text.theorems.iter().all(|theorem| !theorem.obligations.is_empty()), "{names:?}");
    }
}
