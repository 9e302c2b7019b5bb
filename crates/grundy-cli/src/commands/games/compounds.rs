//! `grundy games pass`: what the compounds of the language are, each with its form, an example and a source.
//!
//! In: the name of a compound. Out: its description. The names are those of [`COMPOUNDS`](grundy::lang::COMPOUNDS).

use serde_json::{Value, json};

use super::wrapped;
use crate::context::Context;
use crate::failure::Outcome;

/// A word that makes one game of several.
pub(super) struct Compound {
    name: &'static str,
    /// How it is written.
    form: &'static str,
    about: &'static str,
    /// A command to try, and what it prints, separated by blanks.
    example: &'static str,
    answer: &'static str,
    source: &'static str,
}

const ALL: [Compound; 11] = [
    Compound {
        name: "at_most",
        form: "at_most(k; G, H, …)",
        about: "Moore's sum: a position is one of G, one of H, and so on; a move is made in at least one and in at most k of \
                these components. With k = 1 this is the disjunctive sum G + H + …; at_most(k; nim[1], nim[1], …) is Moore's Nim.",
        example: "grundy value 'at_most(2; nim[1], nim[1], nim[1])' 2,2,2 1,2,3",
        answer: "0 6",
        source: "E. H. Moore, A generalization of the game called Nim, Ann. of Math. (2) 11 (1910) 93-94.",
    },
    Compound {
        name: "exactly",
        form: "exactly(k; G, H, …)",
        about: "A position is one of G, one of H, and so on; a move is made in exactly k of these components. The game is over \
                when fewer than k of them have a move.",
        example: "grundy value 'exactly(2; nim[1], nim[1], nim[1])' 0,0,5 1,2,2 1,2,3",
        answer: "0 2 3",
        source: "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague-Grundy function of Exact k-Nim, \
                 arXiv:1508.04484.",
    },
    Compound {
        name: "hyper",
        form: "hyper({{1, 2}, {3}, …}; G, H, K, …)",
        about: "Hypergraph compounds: a position is one of G, one of H, and so on; the components have the numbers 1, 2, …. A \
                move chooses one of the given sets of components, and is made in each component of this set. A set with a \
                terminal component cannot be chosen.",
        example: "grundy value 'hyper({{1}, {2, 3}}; nim[1], nim[1], nim[1])' 2,2,2 1,2,3",
        answer: "0 3",
        source: "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, Tetris hypergraphs and combinations of impartial \
                 games, arXiv:1701.02819.",
    },
    Compound {
        name: "conjunctive",
        form: "conjunctive(G, H, …)",
        about: "The conjunctive compound: a position is one of G, one of H, and so on; a move is made in every component, so the \
                game is over as soon as one of them is.",
        example: "grundy value 'conjunctive(wythoff, nim[1])' 3,4,0 3,4,2",
        answer: "0 2",
        source: "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966) 51-81; J. H. Conway, On Numbers and \
                 Games, Academic Press 1976.",
    },
    Compound {
        name: "selective",
        form: "selective(G, H, …)",
        about: "The selective compound: a position is one of G, one of H, and so on; a move is made in any of the components, in \
                at least one. In normal play its P-positions are those that have a P-position in every component.",
        example: "grundy value 'selective(wythoff, kayles)' 1,2,0 1,2,3 3,5,4",
        answer: "0 1 12",
        source: "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966) 51-81; J. H. Conway, On Numbers and \
                 Games, Academic Press 1976.",
    },
    Compound {
        name: "pass",
        form: "pass(G), pass(G, p)",
        about: "G with a pass: a position is one of G, then the number of passes left, at most p; pass(G) is pass(G, 1). A move is \
                one of G, or uses up a pass. A pass is allowed only where G itself has a move.",
        example: "grundy value 'pass(wythoff)' 1,2,0 1,2,1 0,0,1",
        answer: "0 3 0",
        source: "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass: a dynamical systems \
                 approach, arXiv:1204.3222; H. Manabe, R. Miyadera and K. Suetsugu, arXiv:2501.15786.",
    },
    Compound {
        name: "near",
        form: "near(G, H, …)",
        about: "The nearly disjunctive sum: a position is one of G, one of H, and so on, then 0, or 1 while the restriction is on. \
                A move is made in one component. A move that reaches a P-position of its component, taken by itself in normal \
                play, turns the restriction on; while it is on, no move may reach such a position.",
        example: "grundy value 'near(nim[1], nim[1])' 3,3,0 3,2,0 3,2,1",
        answer: "0 4 3",
        source: "G. Farr and N. B. Ho, The Sprague-Grundy function for some nearly disjunctive sums of Nim and Silver Dollar \
                 games, arXiv:1702.07068.",
    },
    Compound {
        name: "blocked",
        form: "blocked(k; G)",
        about: "G, in which the other player may forbid up to k options before each move, in normal play; a player whose options \
                are all forbidden loses. A position is P if at most k of its options are P-positions, and its value is the least \
                number that at most k of its options have. Two moves to one position are one option.",
        example: "grundy value 'blocked(1; wythoff)' 0,1 1,1 2,3",
        answer: "0 1 3",
        source: "U. Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011) P120; F. Smith and P. Stanica, Comply/constrain \
                 games or games with a Muller twist, Integers 2 (2002) G3.",
    },
    Compound {
        name: "ordinal",
        form: "ordinal(G, H, …)",
        about: "The ordinal sum G : H, of a base and a game on top of it: a position is one of G, one of H, then 0, or 1 once a move \
                was made in G. A move is made in G, which ends H for good, or in H. By the colon principle the value is, of the \
                numbers that no option of G has, the one with as many of them below it as the value of H. Ordinal sums are \
                associative: ordinal(G, H, K) is ordinal(G, ordinal(H, K)), with the flags of H and G in this order at the end.",
        example: "grundy value 'ordinal(2*nim[1], kayles)' 1,1,0,0 1,1,5,0 1,1,5,1",
        answer: "0 5 0",
        source: "J. H. Conway, On Numbers and Games, Academic Press 1976, chapter 15; E. R. Berlekamp, J. H. Conway and R. K. Guy, \
                 Winning Ways, chapter 7.",
    },
    Compound {
        name: "product",
        form: "product(G, H, …)",
        about: "The product of coin-turning games: a position is one of G and one of H side by side. A move of G from x to the sum of \
                a1, …, ar and a move of H from y to the sum of b1, …, bs make one move, from (x, y) to the sum of all (ai, y), (x, bj) \
                and (ai, bj). By the Tartan theorem the value of (x, y) in normal play is the nim product of the values of x and y.",
        example: "grundy value 'product(nim[1], kayles)' 2,3 8,11",
        answer: "1 7",
        source: "J. H. Conway, On Numbers and Games, Academic Press 1976, chapter 6; E. R. Berlekamp, J. H. Conway and R. K. Guy, \
                 Winning Ways, chapter 14.",
    },
    Compound {
        name: "acrostic",
        form: "acrostic(G, H, …)",
        about: "The acrostic product of coin-turning games: a position is one of G and one of H side by side. A move of G from x to \
                the sum of a1, …, ar leads from (x, y) to the sum of all (ai, y); a move of H from y to the sum of b1, …, bs leads to \
                the sum of all (x, bj).",
        example: "grundy value 'acrostic(kayles, nim[1])' 5,2 3,4 6,1",
        answer: "6 7 4",
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 14.",
    },
];

/// The compound of this name.
pub(super) fn named(name: &str) -> Option<&'static Compound> {
    ALL.iter().find(|compound| compound.name == name)
}

/// The names, for a sentence.
pub(super) fn names() -> String {
    let names: Vec<String> = ALL.iter().map(|compound| format!("`{}`", compound.name)).collect();
    names.join(", ")
}

impl Compound {
    /// Prints the description.
    pub(super) fn show(&self, context: &mut Context) -> Outcome<()> {
        if context.common.json {
            return context.line(self.json());
        }
        let width = context.text().width;
        context.line(self.form)?;
        context.line(wrapped(self.about, width))?;
        context.line("")?;
        context.line(wrapped(&format!("Source: {}", self.source), width))?;
        context.line("")?;
        context.line(format!("Example: {}", self.example))?;
        context.line(format!("Answer:  {}", self.answer))
    }

    fn json(&self) -> Value {
        json!({
            "v": 1,
            "cmd": "games",
            "name": self.name,
            "head": self.form,
            "family": "compounds",
            "about": self.about,
            "source": self.source,
            "example": self.example,
            "answer": self.answer.split_whitespace().collect::<Vec<_>>(),
            "rules": null,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_compound_of_the_language_is_explained() {
        assert!(ALL.iter().map(|compound| compound.name).eq(grundy::lang::COMPOUNDS.iter().copied()));
    }

    #[test]
    fn examples_have_their_answers() {
        for compound in &ALL {
            let (mut out, mut err) = (vec![], vec![]);
            let mut input = std::io::empty();
            let console = crate::Console::of(&mut input, &mut out, &mut err);
            assert_eq!(crate::run(grundy::library::shell_words(compound.example), console), 0, "{}", compound.name);
            let out = String::from_utf8(out).expect("UTF-8");
            assert_eq!(out.split_whitespace().collect::<Vec<_>>().join(" "), compound.answer, "{}", compound.name);
        }
    }
}
