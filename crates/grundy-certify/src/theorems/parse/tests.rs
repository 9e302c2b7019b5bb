//! The theorems as Coq reads them: `coq/theories/Theorems/Text.v` is made of the text, and `Stated.v` beside it proves each of them.

use std::fs;
use std::path::Path;

use crate::theorems::{ALL, Each, Formula, Over, Term, Theorem};

const HEAD: &str = "\
(* The theorems of crates/grundy-certify/theorems.txt, as that file says them: made by a test of grundy-certify, and
   proved in Stated.v.

   The words of a theorem are its arguments. A thing is a position, or what a move leaves; [step x y] says that a move
   leads from x to y; [many] is the number of the parts of a position; [number t] that t is a value that is meant,
   such as a level. All obligations are asked of the [subject]; so is what follows, where something does. *)

From Coq Require Import List NArith.
Import ListNotations.

Definition put {A} (p : list A) (i : nat) (z : A) : list A := firstn i p ++ z :: skipn (S i) p.
";

/// What a word says something of, or what a name stands for.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Thing,
    Number,
    Place,
    Parts,
}

impl Sort {
    fn in_coq(self) -> &'static str {
        match self {
            Sort::Thing => "thing",
            Sort::Number => "N",
            Sort::Place => "nat",
            Sort::Parts => "list thing",
        }
    }
}

/// What a name stands for: a term of Coq, of a sort.
type Meaning = (String, Sort);
type Names = Vec<(String, Meaning)>;

/// A theorem on its way to Coq.
#[derive(Default)]
struct Written {
    /// The names that nothing binds.
    subject: Vec<String>,
    /// Other words, with their types.
    words: Vec<(String, String)>,
    bound: usize,
}

impl Written {
    fn word(&mut self, word: &str, sorts: &[Sort], result: &str) -> String {
        // Coq has these names.
        let name = if ["match", "exists", "N"].contains(&word) { format!("{word}_") } else { word.to_string() };
        if !self.words.iter().any(|(own, _)| *own == name) {
            let of: String = sorts.iter().map(|sort| format!("{} -> ", sort.in_coq())).collect();
            self.words.push((name.clone(), format!("{of}{result}")));
        }
        name
    }

    fn fresh(&mut self, name: &str) -> String {
        self.bound += 1;
        format!("{name}{}", self.bound)
    }

    fn term(&mut self, term: &Term, names: &Names) -> Meaning {
        match term {
            Term::Number(n) => (n.to_string(), Sort::Number),
            Term::Name(name) => match names.iter().rev().find(|(own, _)| own == name) {
                Some((_, meaning)) => meaning.clone(),
                None if name == "saltus" => (self.word(name, &[], "N"), Sort::Number),
                None => {
                    if !self.subject.contains(name) {
                        self.subject.push(name.clone());
                    }
                    (name.clone(), Sort::Thing)
                }
            },
            Term::Part(parts, place) => {
                let (parts, place) = (self.parts(parts, names), self.place(place, names));
                let nowhere = self.word("nowhere", &[], "thing");
                (format!("(nth {place} {parts} {nowhere})"), Sort::Thing)
            }
            Term::With(parts, place, new) => {
                let (parts, place, new) = (self.parts(parts, names), self.place(place, names), self.term(new, names).0);
                (format!("(put {parts} {place} {new})"), Sort::Parts)
            }
        }
    }

    fn parts(&mut self, name: &str, names: &Names) -> String {
        self.term(&Term::Name(name.to_string()), names).0
    }

    fn place(&mut self, place: &Term, names: &Names) -> String {
        let (place, sort) = self.term(place, names);
        if sort == Sort::Number { format!("{place}%nat") } else { place }
    }

    /// A formula, in parentheses if it binds less than it must.
    fn formula(&mut self, formula: &Formula, least: u8, names: &Names) -> String {
        let (text, binds) = self.bound_as(formula, names);
        if binds < least { format!("({text})") } else { text }
    }

    /// A formula, and how it binds: quantifiers 0, `<->` 1, `->` 2, `\/` 3, `/\` 4, the others 5.
    fn bound_as(&mut self, formula: &Formula, names: &Names) -> (String, u8) {
        match formula {
            Formula::Word(word, of) => {
                let of: Vec<Meaning> = of.iter().map(|term| self.term(term, names)).collect();
                if let Some(definition) = ALL.definition(word) {
                    let names = definition.of.iter().cloned().zip(of).collect();
                    return self.bound_as(&definition.formula, &names);
                }
                let sorts: Vec<Sort> = of.iter().map(|(_, sort)| *sort).collect();
                let word = self.word(word, &sorts, "Prop");
                (of.into_iter().fold(word, |all, (term, _)| format!("{all} {term}")), 5)
            }
            Formula::Equal(a, b) => (format!("{} = {}", self.term(a, names).0, self.term(b, names).0), 5),
            Formula::Less(a, b) => (format!("{} < {}", self.term(a, names).0, self.term(b, names).0), 5),
            Formula::Not(inner) => (format!("~ {}", self.formula(inner, 5, names)), 5),
            Formula::Join { all: false, parts } if matches!(&parts[..], [Formula::Not(_), _]) => {
                let [Formula::Not(condition), then] = &parts[..] else { unreachable!("it was looked at") };
                let condition = self.formula(condition, 3, names);
                (format!("{condition} -> {}", self.formula(then, 0, names)), 2)
            }
            Formula::Join { all, parts } => {
                let (sign, binds) = if *all { (" /\\ ", 4) } else { (" \\/ ", 3) };
                let parts: Vec<String> = parts.iter().map(|part| self.formula(part, binds + 1, names)).collect();
                (parts.join(sign), binds)
            }
            Formula::Iff(both) => {
                (format!("{} <-> {}", self.formula(&both[0], 3, names), self.formula(&both[1], 3, names)), 1)
            }
            Formula::Quantified { all, over, of } => (self.quantified(*all, over, of, names), 0),
            Formula::Let(name, of, inner) => {
                let of = self.term(of, names).0;
                let parts_of = self.word("parts_of", &[Sort::Thing, Sort::Parts], "Prop");
                let own = self.fresh(name);
                let inner = self.formula(inner, 4, &with(names, name, (own.clone(), Sort::Parts)));
                (format!("exists {own}, {parts_of} {of} {own} /\\ {inner}"), 0)
            }
        }
    }

    fn quantified(&mut self, all: bool, over: &Over, of: &Formula, names: &Names) -> String {
        // A condition that begins with a blank is a relation.
        let (name, sort, conditions) = match over {
            Over::Moves(from, name) => {
                let from = self.term(from, names).0;
                (name, Sort::Thing, vec![format!("{} {from}", self.word("step", &[Sort::Thing, Sort::Thing], "Prop"))])
            }
            Over::Values(name, below) => {
                let below = below.as_ref().map(|below| format!(" < {}", self.term(below, names).0));
                let number = self.word("number", &[Sort::Number], "Prop");
                (name, Sort::Number, [Some(number), below].into_iter().flatten().collect())
            }
            Over::Parts(name, but) => {
                let many = self.word("many", &[], "nat");
                let but = but.as_ref().map(|but| format!(" <> {}", self.parts(but, names)));
                (name, Sort::Place, [Some(format!(" < {many}")), but].into_iter().flatten().collect())
            }
        };
        let own = self.fresh(name);
        let condition = |condition: &String| match (condition.starts_with(' '), sort) {
            (true, Sort::Place) => format!("({own}{condition})%nat"),
            (true, _) => format!("{own}{condition}"),
            (false, _) => format!("{condition} {own}"),
        };
        let conditions: Vec<String> = conditions.iter().map(condition).collect();
        let names = with(names, name, (own.clone(), sort));
        match all {
            true => format!("forall {own}, {} -> {}", conditions.join(" -> "), self.formula(of, 0, &names)),
            false => format!("exists {own}, {} /\\ {}", conditions.join(" /\\ "), self.formula(of, 4, &names)),
        }
    }
}

fn with(names: &Names, name: &str, meaning: Meaning) -> Names {
    names.iter().cloned().chain([(name.to_string(), meaning)]).collect()
}

/// Lines of at most 110 characters.
fn folded(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("a line");
        match last.chars().count() + word.chars().count() {
            _ if last.is_empty() => last.push_str(word),
            0..110 => *last += &format!(" {word}"),
            _ => lines.push(format!("    {word}")),
        }
    }
    lines.join("\n")
}

/// A theorem, as a definition of Coq.
fn definition(theorem: &Theorem) -> String {
    let (mut written, none) = (Written::default(), vec![]);
    let parts: Vec<String> = theorem
        .obligations
        .iter()
        .map(|obligation| match &obligation.each {
            None => written.formula(&obligation.formula, 0, &none),
            Some(Each::Level(name)) => {
                written.quantified(true, &Over::Values(name.clone(), None), &obligation.formula, &none)
            }
            Some(Each::Part(name)) => {
                written.quantified(true, &Over::Parts(name.clone(), None), &obligation.formula, &none)
            }
        })
        .collect();
    let therefore = theorem.therefore.as_ref().map(|formula| written.formula(formula, 0, &none));
    let subject = written.subject.join(" ");
    let everywhere = |formula: &String| folded(&format!("(forall {subject}, subject {subject} -> {formula})"));
    let obligations: Vec<String> = parts.iter().map(everywhere).collect();
    let body = match &therefore {
        Some(formula) => format!("{} ->\n  (* therefore *)\n  {}", obligations.join(" ->\n  "), everywhere(formula)),
        None => obligations.join(" /\\\n  "),
    };
    let of = format!("{}Prop", "thing -> ".repeat(written.subject.len()));
    let words = [("subject".to_string(), of)].into_iter().chain(written.words);
    let words: String = words.map(|(word, of)| format!(" ({word} : {of})")).collect();
    let head = folded(&format!("Definition {} (thing : Type){words} : Prop :=", theorem.name));
    format!("\n{head}\n  {body}.\n")
}

/// `UPDATE_COQ=1` writes the file anew.
#[test]
fn the_text_is_what_coq_reads() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("coq/theories/Theorems/Text.v");
    if !root.join("coq").exists() {
        return; // This is not a checkout.
    }
    let text: String = ALL.theorems.iter().map(definition).collect();
    let text = format!("{HEAD}\nLocal Open Scope N_scope.\n{text}");
    if std::env::var_os("UPDATE_COQ").is_some() {
        fs::write(&file, &text).expect("written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == text, "{} is not made of the theorems as they are; UPDATE_COQ=1 makes it", file.display());
    let stated = fs::read_to_string(root.join("coq/theories/Theorems/Stated.v")).unwrap_or_default();
    for theorem in &ALL.theorems {
        let proved = format!("Text.{} ", theorem.name);
        assert!(stated.contains(&proved), "Stated.v does not speak of `{}`", theorem.name);
    }
}
