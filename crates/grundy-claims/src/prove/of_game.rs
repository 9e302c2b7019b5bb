//! What the claims of a file say of one game, proved.
//!
//! In: the claims about a game. Out: which of them are proved by induction along the game, and what is then known of its values in both plays, of its swap
//! positions, and of its properties. What no claim says is read off tables, when a claim asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy_automata::{Budget, Numeration};
use grundy_decide::{
    BothPlays, Characterization, Coordinates, Knowledge, Level, Outcome, Swap, has_property, prove, prove_swap, ways,
};
use grundy_rules::rules::{Line, LineEntry, Play, Property, Ruleset};

use grundy::engine::chooser;
use grundy_proofs::automata::{Look, learn, within};

use crate::CheckOptions;
use crate::prove::periodic_line::OnLine;
use crate::prove::values_claimed::{Stated, swap_of};
use crate::read::claim::Claim;
use crate::tell::why::Lack;

/// A claim about the game, by its number in the file.
pub(crate) type Numbered<'c> = (usize, &'c Claim);

/// The states of the largest automaton of the proof of a claim, by the claim's number.
pub(crate) type Sizes = BTreeMap<usize, usize>;

/// What is known of a game, for all positions.
#[derive(Clone, Debug)]
pub(crate) struct OfGame {
    rules: Arc<Ruleset>,
    /// The values in normal and in misère play.
    known: [Option<Knowledge>; 2],
    /// What was proved of a part of the positions.
    parts: [Vec<Arc<Characterization>>; 2],
    /// The values of the positions with a first coordinate up to a number, where no more is known.
    rows: [Option<(u64, Knowledge)>; 2],
    /// What is known in other numerations, where a claim needs it beside another game; nothing where it was looked for and not found.
    read: [BTreeMap<Numeration, Option<Arc<Characterization>>>; 2],
    /// The values along single lines, where no more is known; nothing where they were looked for and not found.
    lines: [BTreeMap<Line, Option<OnLine>>; 2],
    swap: Option<Swap>,
    properties: BTreeMap<&'static str, (bool, usize)>,
    /// The claims that were not put to an induction of their own, since the values were known.
    untried: BTreeSet<usize>,
    /// What became of the inductions of claims that were not proved, by their numbers.
    inductions: BTreeMap<usize, Lack>,
    /// Why the values in one play are not known, once they were looked for.
    lacks: [Option<Lack>; 2],
}

impl OfGame {
    pub(crate) fn new(rules: &Arc<Ruleset>) -> OfGame {
        OfGame {
            rules: rules.clone(),
            known: [None, None],
            parts: Default::default(),
            rows: [None, None],
            read: Default::default(),
            lines: Default::default(),
            swap: None,
            properties: BTreeMap::new(),
            untried: BTreeSet::new(),
            inductions: BTreeMap::new(),
            lacks: [None, None],
        }
    }

    /// Are all values in one play known?
    fn says_values(&self, play: Play) -> bool {
        self.known(play).is_some_and(Knowledge::says_values)
    }

    /// Takes over what is known of the same game elsewhere, and not here.
    pub(crate) fn complete(&mut self, other: &OfGame) {
        for (k, play) in Play::BOTH.into_iter().enumerate() {
            if !self.says_values(play) && other.says_values(play) {
                self.known[k].clone_from(&other.known[k]);
            }
            if self.rows[k].is_none() {
                self.rows[k].clone_from(&other.rows[k]);
            }
            for (line, known) in &other.lines[k] {
                self.lines[k].entry(line.clone()).or_insert_with(|| known.clone());
            }
        }
        if self.swap.is_none() {
            self.swap.clone_from(&other.swap);
        }
        for (property, decided) in &other.properties {
            self.properties.entry(property).or_insert(*decided);
        }
    }

    /// The values in one play.
    pub(crate) fn known(&self, play: Play) -> Option<&Knowledge> {
        self.known[play as usize].as_ref()
    }

    /// The values of positions with this first coordinate in one play.
    pub(crate) fn row(&self, play: Play, row: u64) -> Option<&Knowledge> {
        self.rows(play).filter(|(most, _)| row <= *most).map(|(_, known)| known)
    }

    /// The values along some lines in one play, if each of them is known.
    pub(crate) fn along(&self, play: Play, lines: &BTreeSet<Line>) -> Option<Knowledge> {
        let each = self.on_lines(play, lines)?;
        let descriptions = each.iter().flat_map(|known| known.told.descriptions.clone()).collect();
        let first = (*each.first()?.told).clone();
        Some(Knowledge::Characterized(Arc::new(Characterization { descriptions, ..first })))
    }

    /// What is known of each of some lines in one play.
    pub(crate) fn on_lines(&self, play: Play, lines: &BTreeSet<Line>) -> Option<Vec<&OnLine>> {
        lines.iter().map(|line| self.lines[play as usize].get(line)?.as_ref()).collect()
    }

    /// What is known in one play and one numeration.
    pub(crate) fn read_in(&self, play: Play, numeration: Numeration) -> Option<Knowledge> {
        let own = self.known(play).filter(|known| known.numeration() == numeration).cloned();
        let other = || self.read[play as usize].get(&numeration)?.clone().map(Knowledge::Characterized);
        own.or_else(other)
    }

    /// Finds what is known in one play and one numeration: what is said by formulas is put to the proof in it, else a table is read in it.
    pub(crate) fn read_again(
        &mut self,
        play: Play,
        numeration: Numeration,
        options: &CheckOptions,
        budget: &Budget<'_>,
    ) {
        if self.read_in(play, numeration).is_some() || self.read[play as usize].contains_key(&numeration) {
            return;
        }
        let formulas = self.told(play).filter(|told| told.automata().is_none());
        let again = formulas.and_then(|told| {
            let told = Characterization { numeration, ..(**told).clone() };
            match prove(&self.rules, play, &told, &within(&self.rules, numeration, budget)) {
                Outcome::Proved { full: true, told, .. } => Some(told),
                _ => None,
            }
        });
        let look = Look { numeration: Some(numeration), effort: options.effort.above(), ..Look::default() };
        let learned = || learn(&self.rules, play, &look, &options.limits, &*chooser(), budget).told;
        let found = again.or_else(learned).map(Arc::new);
        self.read[play as usize].insert(numeration, found);
    }

    /// What became of the induction of a claim that was not proved.
    pub(crate) fn induction(&self, claim: usize) -> Option<&Lack> {
        self.inductions.get(&claim)
    }

    /// Why the values in one play are not known, if they were looked for.
    pub(crate) fn lack(&self, play: Play) -> Option<&Lack> {
        self.lacks[play as usize].as_ref()
    }

    /// Was a claim not put to an induction of its own, since the values were known?
    pub(crate) fn is_untried(&self, claim: usize) -> bool {
        self.untried.contains(&claim)
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// What was proved in one play of parts of the positions: of all parts whose values are known at once, if they are several, and of each. No move leads
    /// out of a part, and so none out of several together.
    pub(crate) fn pieces(&self, play: Play) -> Vec<Arc<Characterization>> {
        let parts = &self.parts[play as usize];
        let plain = |told: &&Arc<Characterization>| told.says_values() && told.coordinates == Coordinates::Plain;
        let mut valued = parts.iter().filter(plain).peekable();
        let first = valued.peek().map(|first| first.numeration);
        let valued: Vec<_> = valued.filter(|told| Some(told.numeration) == first).collect();
        let descriptions = || valued.iter().flat_map(|told| told.descriptions.clone()).collect();
        let together = || Arc::new(Characterization { descriptions: descriptions(), ..(**valued[0]).clone() });
        (valued.len() > 1).then(together).into_iter().chain(parts.iter().cloned()).collect()
    }

    /// The values in misère play by those of normal play, if the swap positions are known.
    pub(crate) fn swapped(&self) -> Option<Knowledge> {
        Some(Knowledge::Swapped(self.told(Play::Normal)?.clone(), self.swap.clone()?))
    }

    /// The swap positions, if these were proved.
    pub(crate) fn swap(&self) -> Option<&Swap> {
        self.swap.as_ref()
    }

    /// The values of the positions with a first coordinate up to a number, and this number.
    pub(crate) fn rows(&self, play: Play) -> Option<&(u64, Knowledge)> {
        self.rows[play as usize].as_ref()
    }

    /// Has the game a property? Also the states of the largest automaton.
    pub(crate) fn property(&self, property: Property) -> Option<(bool, usize)> {
        self.properties.get(property.name()).copied()
    }

    /// What was said of the values in one play and proved.
    pub(crate) fn told(&self, play: Play) -> Option<&Arc<Characterization>> {
        match self.known(play)? {
            Knowledge::Characterized(told) => Some(told),
            Knowledge::Swapped(..) => None,
        }
    }

    fn note(&mut self, play: Play, told: Characterization) {
        self.known[play as usize] = Some(Knowledge::Characterized(Arc::new(told)));
    }

    /// Proves what claims say of the game: each by itself, in their order; those that do not stand alone, together; and the swap positions.
    pub(crate) fn learn(&mut self, claims: &[Numbered<'_>], budget: &Budget<'_>) -> Sizes {
        let mut proved = Sizes::new();
        let said: Vec<(Numbered<'_>, Stated)> =
            claims.iter().filter_map(|claim| Some((*claim, Stated::of(claim.1)?))).collect();
        for ((number, claim), said) in &said {
            if self.told(said.play).is_some_and(|told| told.says_values()) {
                self.untried.insert(*number);
            } else {
                match self.alone(said, claim, budget) {
                    Ok(states) => _ = proved.insert(*number, states),
                    Err(lack) => _ = lack.and_then(|lack| self.inductions.insert(*number, lack)),
                }
            }
        }
        // What is a part of a claim proves no claim, and is of use for the whole.
        for (_, claim) in claims {
            for part in Stated::parts(claim) {
                if !self.told(part.play).is_some_and(|told| told.says_values()) {
                    _ = self.alone(&part, claim, budget);
                }
            }
        }
        // First what says values, then the levels in ascending order.
        let levels: BTreeSet<Option<u32>> = said.iter().map(|(_, said)| said.level()).collect();
        for play in Play::BOTH {
            for level in levels.iter().copied() {
                let same = |(_, said): &&(Numbered<'_>, Stated)| said.play == play && said.level() == level;
                let same: Vec<_> = said.iter().filter(same).collect();
                if same.iter().all(|((number, _), _)| proved.contains_key(number)) {
                    continue;
                }
                if let Some(states) = self.together(play, &same, budget) {
                    let new = same.iter().map(|((number, _), _)| *number).filter(|number| !proved.contains_key(number));
                    proved.extend(new.map(|number| (number, states)).collect::<Vec<_>>());
                }
            }
        }
        self.swap_positions(claims, &mut proved, budget);
        proved
    }

    /// Proves what one claim says by itself, or as the next level.
    ///
    /// # Errors
    /// It is not proved: why, if it was tried.
    fn alone(&mut self, said: &Stated, claim: &Claim, budget: &Budget<'_>) -> Result<usize, Option<Lack>> {
        let names: Vec<String> = claim.vars.iter().map(|var| var.name.clone()).collect();
        let mut lack = None;
        let known = self.told(said.play).cloned().unwrap_or_default();
        for told in said.ways(claim) {
            let higher = said.level().is_some_and(|level| level > 0);
            let numeration = match claim.numeration_of_terms() {
                None if higher => known.numeration,
                _ => told.numeration,
            };
            let told = Characterization { numeration, ..told };
            let descriptions = match said.level().filter(|level| *level > 0) {
                Some(level) if level as usize != known.height() => return Err(lack),
                Some(_) if (told.coordinates, told.numeration) != (known.coordinates, known.numeration) => continue,
                Some(_) => [&known.descriptions[..], &told.descriptions].concat(),
                None => told.descriptions,
            };
            let told = Characterization { descriptions, ..told };
            let budget = within(&self.rules, told.numeration, budget);
            let outcome = prove(&self.rules, said.play, &told, &said.share(claim, &budget));
            lack = Lack::of_induction(&outcome, &names).or(lack);
            match outcome {
                Outcome::Proved { states, full, told } => {
                    if !full {
                        self.parts[said.play as usize].push(Arc::new(told));
                    } else if said.level().is_none() || told.height() > known.height() {
                        self.note(said.play, told);
                    }
                    return Ok(states);
                }
                // Another way may do: the game cannot be looked at in this one, or positions that symmetries make are missing.
                Outcome::NotClosed | Outcome::NotSaid(_) => {}
                Outcome::Open(_) | Outcome::Stopped(_) => return Err(lack),
            }
        }
        Err(lack)
    }

    /// Proves claims about parts of the game together: what they say of the values, or of the next level.
    fn together(&mut self, play: Play, said: &[&(Numbered<'_>, Stated)], budget: &Budget<'_>) -> Option<usize> {
        let known = self.told(play).cloned().unwrap_or_default();
        let level = said[0].1.level().filter(|level| *level > 0);
        let is_next = level.is_none_or(|level| {
            known.coordinates == Coordinates::Plain && !known.says_values() && level as usize == known.height()
        });
        if said.len() < 2 && level.is_none() || !is_next {
            return None;
        }
        let of_root = said.iter().find_map(|((_, claim), _)| claim.numeration_of_terms());
        let numeration = if level.is_some() { known.numeration } else { of_root.unwrap_or(known.numeration) };
        let lower = if level.is_some() { &known.descriptions[..] } else { &[] };
        let all = |symmetric: bool| -> Option<Characterization> {
            let of = |((_, claim), one): &&(Numbered<'_>, Stated)| one.descriptions(claim).nth(usize::from(symmetric));
            let descriptions = said.iter().map(of).collect::<Option<Vec<_>>>()?;
            Some(Characterization {
                descriptions: [lower, &descriptions].concat(),
                numeration,
                ..Characterization::default()
            })
        };
        for told in [all(false), all(true)].into_iter().flatten() {
            let Outcome::Proved { states, full, told } = prove(&self.rules, play, &told, budget) else { continue };
            if !full {
                self.parts[play as usize].push(Arc::new(told));
            } else if self.known(play).is_none() || level.is_some() {
                self.note(play, told);
            }
            return Some(states);
        }
        None
    }

    /// Proves what claims say of the swap positions, which shows that the game is miserable.
    fn swap_positions(&mut self, claims: &[Numbered<'_>], proved: &mut Sizes, budget: &Budget<'_>) {
        let find = |zero_one: bool| {
            claims.iter().find_map(|(number, claim)| match swap_of(claim)? {
                (own, told) if own == zero_one => Some((*number, told)),
                _ => None,
            })
        };
        let (Some((first, a)), Some((second, b))) = (find(true), find(false)) else { return };
        for coordinates in ways(&self.rules, budget) {
            let level = |told: &Characterization| {
                let told = Characterization { coordinates, ..told.clone() };
                Level { told: Arc::new(told), value: 0 }
            };
            let swap = Swap { zero_one: level(&a), one_zero: level(&b) };
            if let Some((swap, states)) = prove_swap(&self.rules, &swap, budget) {
                proved.extend([(first, states), (second, states)]);
                return self.note_swap(swap);
            }
        }
    }

    /// Notes the swap positions; the values in misère play follow from those in normal play.
    fn note_swap(&mut self, swap: Swap) {
        if let Some(told) = self.told(Play::Normal).cloned().filter(|_| !self.says_values(Play::Misere)) {
            self.known[1] = Some(Knowledge::Swapped(told, swap.clone()));
        }
        self.swap = Some(swap);
    }

    /// Finds the values in one play that no claim says, as far as a table shows them; in misère play also from those in normal play. Is anything new?
    /// `rows`: first coordinates of positions that claims speak of, and `lines` on which such positions lie.
    pub(crate) fn read_table(
        &mut self,
        play: Play,
        (rows, lines): (&BTreeSet<u64>, &BTreeSet<Line>),
        options: &CheckOptions,
        budget: &Budget<'_>,
    ) -> bool {
        if self.says_values(play) {
            return false;
        }
        let normal = self.told(Play::Normal).filter(|told| told.says_level(0) && told.says_level(1)).cloned();
        if let Some(told) = normal.filter(|_| play.is_misere() && self.swap.is_none()) {
            let swap = Swap { zero_one: Level { told: told.clone(), value: 0 }, one_zero: Level { told, value: 1 } };
            if let Some((swap, _)) = prove_swap(&self.rules, &swap, budget) {
                self.note_swap(swap);
                return true;
            }
        }
        let known = self.told(play).map_or(0, |told| told.height());
        let look = Look { effort: options.effort.above(), ..Look::default() };
        let learned = learn(&self.rules, play, &look, &options.limits, &*chooser(), budget);
        if !learned.told.as_ref().is_some_and(|told| told.complete) {
            self.lacks[play as usize] = Some(Lack::of_values(&self.rules, play, &learned, budget));
        }
        let learned = learned.told.filter(|told| told.complete || told.height() > known);
        let mut is_new = learned.is_some();
        learned.into_iter().for_each(|told| self.note(play, told));
        if !self.says_values(play) {
            is_new |= self.read_rows(play, rows, options, budget);
            is_new |= self.read_lines(play, lines, options, budget);
        }
        is_new
    }

    /// Finds the values of the positions with small first coordinates, as far as a table shows them. Is anything new?
    fn read_rows(&mut self, play: Play, rows: &BTreeSet<u64>, options: &CheckOptions, budget: &Budget<'_>) -> bool {
        let learned = |row: &u64| {
            let look = Look { rows: Some(*row), effort: options.effort.above(), ..Look::default() };
            let told = learn(&self.rules, play, &look, &options.limits, &*chooser(), budget)
                .told
                .filter(|told| told.complete)?;
            Some((*row, Knowledge::Characterized(Arc::new(told))))
        };
        // The automata of more rows are larger: where one is not found, none of more is.
        let found = rows.iter().map_while(learned).last();
        let (play, is_new) = (play as usize, found.is_some());
        self.rows[play] = found.or(self.rows[play].take());
        is_new
    }

    /// Finds the values along lines by their periods, where the table of rows does not show them. Is anything new?
    fn read_lines(&mut self, play: Play, lines: &BTreeSet<Line>, options: &CheckOptions, budget: &Budget<'_>) -> bool {
        let mut is_new = false;
        for line in lines {
            let in_rows = matches!(line.entries[..], [LineEntry::Fixed(row), _, ..] if self.row(play, row).is_some());
            if in_rows || self.lines[play as usize].contains_key(line) {
                continue;
            }
            let found = OnLine::of(&self.rules, line, play, options, budget);
            is_new |= found.is_some();
            self.lines[play as usize].insert(line.clone(), found);
        }
        is_new
    }

    /// Decides a property by what is known. Is anything new?
    pub(crate) fn decide(&mut self, property: Property, budget: &Budget<'_>) -> bool {
        if self.property(property).is_some() {
            return false;
        }
        let known =
            BothPlays { normal: self.known(Play::Normal), misere: self.known(Play::Misere), swap: self.swap.as_ref() };
        let decided = has_property(&self.rules, property, &known, budget);
        let is_new = decided.is_some();
        self.properties.extend(decided.map(|decided| (property.name(), decided)));
        is_new
    }
}
