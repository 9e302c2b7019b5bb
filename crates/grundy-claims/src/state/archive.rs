//! An archive of proofs, kept from one check to the next.
//!
//! In: the sequences that claims speak of. Out: their periods, where a stored proof gives them without a search. A store of proofs implements
//! [`Archive`]; the checker of claims asks the archive before it searches, and hands new proofs to it: of periods, and of the values of every position.

use std::fmt;

use grundy::theory::convergence::Convergence;
use grundy::theory::everywhere::Everywhere;
use grundy::theory::periods::{Period, Proof, Sequence};
use grundy_automata::Numeration;
use grundy_core::contract::options::Play;
use grundy_rules::session::Game;

/// Keeps proofs.
pub trait Archive: fmt::Debug + Send + Sync {
    /// The period of a sequence, if a proof of it is kept and holds.
    fn period(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<Period>;

    /// The certificate of a sequence whose period was taken from the archive, if it has one.
    fn certificate(&self, _game: &Game, _sequence: &Sequence, _play: Play) -> Option<String> {
        None
    }

    /// Stores a new proof.
    fn keep(&self, game: &Game, proof: &mut Proof);

    /// Stores a proof of the values of every position of a game.
    fn keep_values(&self, game: &Game, proof: &ValuesProof);

    /// Stores a proof of one claim.
    fn keep_claim(&self, proof: &ClaimProof);

    /// Receives the reason why a proved claim has no certificate.
    fn lacks(&self, _why: &str) {}

    /// Stores the steps after which guesses about a game agree, if they were proved.
    fn keep_convergence(&self, game: &Game, found: &Convergence);
}

/// A proof of one claim: that values are those of other positions, or a statement about values.
#[derive(Clone, Debug)]
pub struct ClaimProof {
    /// The game as written, or the first of several.
    pub game: String,
    /// The hash of its rules.
    pub rules: String,
    /// The play.
    pub play: Play,
    /// The kind of its certificate.
    pub kind: &'static str,
    /// The certificate, without a final newline.
    pub text: String,
}

impl ClaimProof {
    /// A proof about a game.
    pub(crate) fn of(game: &Game, play: Play, kind: &'static str, text: String) -> ClaimProof {
        ClaimProof { game: game.text.clone(), rules: game.rules.hash(), play, kind, text }
    }

    /// The name of the file of its certificate. A game may have several, which their contents tell apart.
    #[must_use]
    pub fn file(&self) -> String {
        let digest = blake3::hash(self.text.as_bytes()).to_hex();
        format!("{}-{}-{}-{}.json", self.rules, self.play.name(), self.kind, &digest[..8])
    }
}

/// A proof of the values of every position.
#[derive(Debug)]
pub struct ValuesProof {
    pub(crate) values: Everywhere,
    /// The digits, where a claim names them.
    pub(crate) named: Option<Numeration>,
}

impl ValuesProof {
    /// The play.
    #[must_use]
    pub fn play(&self) -> Play {
        self.values.play()
    }

    /// The name of the file of its certificate.
    #[must_use]
    pub fn file(&self, game: &Game) -> String {
        let digits = match self.named {
            None => String::new(),
            Some(Numeration::Base(base)) => format!("-base{base}"),
            Some(Numeration::Ostrowski(a)) => format!("-ostrowski{a}"),
            Some(Numeration::Unit(t)) => format!("-unit{t}"),
        };
        format!("{}-{}-values{digits}.json", game.rules.hash(), self.play().name())
    }

    /// The certificate; `None` if no automata give the values.
    #[must_use]
    pub fn certificate(&self, game: &Game) -> Option<String> {
        self.values.certificate(game)
    }
}

/// The certificates that state a claim together; or why there are none.
pub(crate) type Proofs = Result<Vec<ClaimProof>, String>;
