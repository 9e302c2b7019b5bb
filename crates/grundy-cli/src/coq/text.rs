//! The text of a file for Coq: comments, long lines, numbers.
//!
//! In: what people wrote, and terms. Out: text that Coq reads as it is meant. A comment of Coq ends at `*)`, may contain another one, and has strings;
//! so what people wrote is changed there where it would be read as one of these.

use std::fmt::Write as _;

/// The longest line.
const WIDTH: usize = 128;

/// A comment; nothing in it begins or ends another one, or a string.
pub(super) fn comment(text: &str) -> String {
    let text = text.replace('"', "''").replace("(*", "( *").replace("*)", "* )");
    format!("(* {} *)", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text with its long lines broken at blanks.
pub(super) fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let (mut width, mut first) = (0, true);
        for word in line.trim_start().split(' ') {
            let long = word.chars().count();
            match (first, width + 1 + long > WIDTH) {
                (true, _) => width = indent + long,
                (false, true) => {
                    out.push('\n');
                    width = indent + 2 + long;
                }
                (false, false) => {
                    out.push(' ');
                    width += 1 + long;
                    out.push_str(word);
                    continue;
                }
            }
            out.push_str(&" ".repeat(width - long));
            out.push_str(word);
            first = false;
        }
        out.push('\n');
    }
    out
}

/// A list of terms.
pub(super) fn list<T: AsRef<str>>(terms: &[T]) -> String {
    let terms: Vec<&str> = terms.iter().map(AsRef::as_ref).collect();
    format!("[{}]", terms.join("; "))
}

/// An integer, given by its digits.
pub(super) fn integer(digits: &str) -> String {
    if digits.starts_with('-') { format!("({digits})%Z") } else { format!("{digits}%Z") }
}

/// A truth value.
pub(super) fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// A part of a file.
#[derive(Debug, Default)]
pub(super) struct Part {
    text: String,
    /// The names of its theorems.
    theorems: Vec<String>,
}

impl Part {
    /// A comment of its own.
    pub(super) fn comment(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}", comment(text));
    }

    pub(super) fn definition(&mut self, name: &str, of: &str, term: &str) {
        let _ = writeln!(self.text, "Definition {name} : {of} := {term}.");
    }

    /// A computation, and that it gives `true`.
    pub(super) fn checked(&mut self, name: &str, check: &str) {
        let _ = writeln!(self.text, "Lemma {name} : {check} = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n");
    }

    pub(super) fn theorem(&mut self, name: &str, says: &str, proof: &str) {
        let _ = writeln!(self.text, "Theorem {name} : {says}.\nProof. {proof} Qed.\n");
        self.theorems.push(name.to_string());
    }

    pub(super) fn append(&mut self, other: &Part) {
        self.text.push_str(&other.text);
        self.theorems.extend(other.theorems.iter().cloned());
    }

    /// Asks Coq on which assumptions the theorems rest, all at once.
    pub(super) fn assumptions(&self) -> String {
        match self.theorems.as_slice() {
            [] => String::new(),
            [one] => format!("Print Assumptions {one}.\n"),
            all => format!("Definition all_of_this := ({}).\nPrint Assumptions all_of_this.\n", all.join(", ")),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_comment() {
        assert_eq!(comment("a *) b (* c \"*)\" (*)"), "(* a * ) b ( * c ''* )'' ( * ) *)");
        assert_eq!(comment("one\n two"), "(* one two *)");
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        let text = format!("  {}", ["word"; 60].join(" "));
        let broken = wrapped(&text);
        assert!(broken.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(broken.split_whitespace().count(), 60);
        assert!(broken.lines().nth(1).is_some_and(|line| line.starts_with("    word")));
        assert_eq!(wrapped("  a b\n"), "  a b\n");
    }
}
