//! Verifies a number of steps after which guesses about a subtraction-division game agree.
//!
//! In: a certificate of kind `convergence`. Out: the proof in words, or the part of the certificate that fails.
//!
//! From n the moves lead to n - s, s in S, and to n / d, d in D ([`Moves`]); m is the greatest s. A guess at n gives each of n, …, n + m - 1 a value of at most
//! the number of its options, and goes on by the least value that is missing, with true values at quotients. The *steps* from n are the least k such that all
//! guesses agree at n + k, …, n + k + m - 1 (Nivasch and Rubinstein, section 2).
//!
//! A *view* of n has the last m values up to floor(n / p), for each p of a list of numbers that has all of D. Let M be a multiple of p and of p·d, for all of
//! them. If p divides n, the value at n / p is the least that is missing among those the view has below it and those at n / (p·d): what the view has for
//! p·d, or any value if p·d is not in the list. So the view of n + 1 is one of finitely many that follow from n + 1 mod M and the view of n. The
//! views that occur are among those that follow from all views at some n. Round after round, those of a residue become fewer, or stay the same. The set of tuples that guesses have follows
//! from the view, too. From every view of every residue all ways are followed until one tuple is left; starts before those views are tried one by one.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::Refusal;
use super::divisions::Moves;
use super::expr::{Result, Rules, short};
use super::guesses::Guesses;
use super::keys::{list, number};
use super::line::Stop;
use super::numbers::{index, lcm};
use super::possible::Classes;
use super::spent::Spent;

/// Values are below this.
const MOST_VALUES: usize = 16;
/// The limit on the tuples of all guesses at a start, and on the views to begin with.
const FIRST: usize = 1 << 14;
/// The limit on the views of all residues, and on the states of guesses.
const STATES: usize = 1 << 21;
const MODULUS: u64 = 1 << 12;
const MOST_STEPS: u64 = 1 << 9;
/// The limit on the numbers whose values are computed.
const NUMBERS: u64 = 1 << 26;
/// The rounds through the residues.
const ROUNDS: u64 = 8;

/// What a certificate states.
#[derive(Debug)]
pub(crate) struct Claim {
    steps: u64,
    start: u64,
    taken: u64,
    /// The numbers p, the greatest first.
    products: Vec<u64>,
    /// The values that guesses may have, if not all.
    classes: Option<Classes>,
}

impl Claim {
    /// Reads the keys of the kind.
    pub(crate) fn read(object: &Map<String, Value>) -> Result<Claim> {
        let product = |p: &Value| {
            let product = p.as_u64().filter(|p| (2..=MODULUS).contains(p));
            product.ok_or_else(|| format!("{} is no number from 2 to {MODULUS}, as its `products` are", short(p)))
        };
        let products = list(object, "products")?.iter().map(product).collect::<Result<BTreeSet<u64>>>()?;
        let claim = Claim {
            steps: number(object, "steps")?,
            start: number(object, "start")?,
            taken: number(object, "taken")?,
            products: products.into_iter().rev().collect(),
            classes: object.get("classes").map(Classes::read).transpose()?,
        };
        if claim.steps > MOST_STEPS || claim.taken > claim.steps || claim.start >= NUMBERS {
            return Err(format!(
                "its `taken` is at most its `steps`, these are at most {MOST_STEPS}, and its `start` is below {NUMBERS}"
            ));
        }
        Ok(claim)
    }

    /// The largest number of steps from any start is at least the first number, and at most the second; `None` if not all guesses are meant.
    pub(crate) fn steps(&self) -> Option<(u64, u64)> {
        self.classes.is_none().then_some((self.taken, self.steps))
    }

    /// The theorem, in words that follow "in normal play, for".
    pub(crate) fn words(&self, game: &str) -> String {
        let Claim { steps, start, taken, classes, .. } = self;
        let exact = if taken == steps { " No smaller number will do." } else { "" };
        if let Some(classes) = classes {
            let (from, classes) = (classes.from, classes.words());
            return format!(
                "In normal play, for every n >= {from}: the value of n in {game} is in {classes}; and all guesses at n with values in these classes agree after at most \
                 {steps} steps. From {start} they take {taken}.{exact}"
            );
        }
        format!(
            "In normal play, for every n >= 0: all guesses at n about {game} agree after at most {steps} steps. From {start} they take {taken}.{exact}"
        )
    }
}

/// The last values, the oldest first.
pub(crate) type Tuple = Vec<u8>;

/// The game.
pub(crate) struct Game {
    minus: Vec<usize>,
    /// The divisors, the least first.
    pub(crate) over: Vec<u64>,
    /// The greatest subtrahend.
    pub(crate) length: usize,
}

impl Game {
    fn of(rules: &Rules) -> Result<Game> {
        match Game::any(rules)? {
            game if !game.over.is_empty() => Ok(game),
            _ => Err("steps to convergence are those of games that divide".into()),
        }
    }

    /// A game that subtracts, whether it divides or not.
    pub(crate) fn any(rules: &Rules) -> Result<Game> {
        let moves = Moves::of(rules)?;
        let minus: Vec<usize> = moves.minus.iter().map(|s| index(*s)).collect();
        let over: Vec<u64> = moves.over.into_iter().collect();
        match minus.last() {
            Some(length) if *length > 0 && *length < MOST_VALUES && minus.len() + over.len() < MOST_VALUES => {
                Ok(Game { length: *length, minus, over })
            }
            _ => Err("guesses are about games that subtract and divide, with few moves".into()),
        }
    }

    /// The least value that is missing after a tuple, if the quotients have some values.
    pub(crate) fn next(&self, tuple: &[u8], quotients: u32) -> u8 {
        let used = self.minus.iter().fold(quotients, |used, s| used | 1 << tuple[self.length - s]);
        // At most 15 values are used.
        u8::try_from(used.trailing_ones()).unwrap_or(u8::MAX)
    }

    /// The values of the first numbers, by the definition.
    pub(crate) fn values(&self, count: u64, stop: Stop) -> Result<Vec<u8>> {
        let mut values: Vec<u8> = vec![];
        for n in 0..count {
            if n % (1 << 16) == 0 && stop(Spent::steps(n)) {
                return Err(String::new());
            }
            let place = index(n);
            let below = self.minus.iter().filter(|s| **s <= place).map(|s| values[place - s]);
            let used = below.fold(self.quotients(&values, n), |used, value| used | 1 << value);
            values.push(u8::try_from(used.trailing_ones()).unwrap_or(u8::MAX));
        }
        Ok(values)
    }

    /// The values at the quotients of a number, as bits.
    pub(crate) fn quotients(&self, values: &[u8], n: u64) -> u32 {
        let over = self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d));
        over.fold(0, |used, d| used | 1 << values[index(n / d)])
    }

    /// The number of options.
    pub(crate) fn most_at(&self, n: u64) -> u8 {
        let minus = self.minus.iter().filter(|s| **s as u64 <= n).count();
        let over = self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d)).count();
        u8::try_from(minus + over).unwrap_or(u8::MAX)
    }

    /// All guesses at a start, or those with values in classes.
    pub(crate) fn guesses(&self, start: u64, classes: Option<&Classes>) -> Result<BTreeSet<Tuple>> {
        let mut all: BTreeSet<Tuple> = [vec![]].into();
        for n in (start..).take(self.length) {
            let (most, class) = (self.most_at(n), classes.map_or(u32::MAX, |classes| classes.at(n)));
            let longer = |tuple: &Tuple| {
                let tuple = tuple.clone();
                let possible = (0..=most).filter(move |value| class >> value & 1 == 1);
                possible.map(move |value| [tuple.as_slice(), &[value]].concat())
            };
            all = all.iter().flat_map(longer).collect();
            if all.len() > FIRST {
                return Err(format!(
                    "there are more than {FIRST} guesses at {start}, which is too many for this checker"
                ));
            }
        }
        Ok(all)
    }
}

/// The views that can occur.
struct Views<'g> {
    game: &'g Game,
    /// The greatest first, so that what a value depends on is known before.
    products: &'g [u64],
    modulus: u64,
    /// For each residue, the views: the tuples of all products, one behind the other.
    at: Vec<BTreeSet<Tuple>>,
    /// The views are among these from here on.
    from: u64,
}

impl<'g> Views<'g> {
    /// All views, and after them round after round until they are no longer fewer.
    fn of(game: &'g Game, products: &'g [u64], stop: Stop) -> Result<Views<'g>> {
        let large = || "the views of the proof are too many for this checker".to_string();
        let mut modulus = 1u64;
        for p in products {
            for d in &game.over {
                modulus = lcm(modulus, p.saturating_mul(*d));
            }
        }
        if modulus > MODULUS {
            return Err(large());
        }
        let mut views = Views { game, products, modulus, at: vec![BTreeSet::new(); index(modulus)], from: 0 };
        let mut now = views.everything().ok_or_else(large)?;
        let begin = products.iter().max().map_or(0, |p| p * game.length as u64).next_multiple_of(modulus);
        let mut before = usize::MAX;
        for round in 1..=ROUNDS {
            for residue in (1..modulus).chain([0]) {
                if stop(Spent::steps(round * modulus + residue)) {
                    return Err(String::new());
                }
                now = now.iter().flat_map(|view| views.after(residue, view)).collect();
                views.at[index(residue)].clone_from(&now);
            }
            views.from = begin + round * modulus;
            let count = views.at.iter().map(BTreeSet::len).sum();
            if count > STATES {
                return Err(large());
            }
            if count == before {
                break;
            }
            before = count;
        }
        Ok(views)
    }

    /// All views; `None` if they are too many.
    fn everything(&self) -> Option<BTreeSet<Tuple>> {
        let (length, most) = (self.products.len() * self.game.length, self.most());
        let count = (usize::from(most) + 1).checked_pow(u32::try_from(length).ok()?)?;
        let longer = |view: &Tuple| {
            let view = view.clone();
            (0..=most).map(move |value| [view.as_slice(), &[value]].concat())
        };
        let grown = |all: BTreeSet<Tuple>, _| all.iter().flat_map(longer).collect();
        (count <= FIRST).then(|| (0..length).fold([vec![]].into(), grown))
    }

    /// The greatest value.
    fn most(&self) -> u8 {
        u8::try_from(self.game.minus.len() + self.game.over.len()).unwrap_or(u8::MAX)
    }

    /// The views of a number with a residue, given that of the number before it.
    fn after(&self, residue: u64, view: &[u8]) -> Vec<Tuple> {
        let (length, mut views) = (self.game.length, vec![view.to_vec()]);
        for (place, p) in self.products.iter().enumerate().filter(|(_, p)| residue.is_multiple_of(**p)) {
            let own = place * length..(place + 1) * length;
            let moved = |view: &Tuple| {
                let next = |quotients: u32| {
                    let mut view = view.clone();
                    let value = self.game.next(&view[own.clone()], quotients);
                    view[own.clone()].rotate_left(1);
                    view[own.end - 1] = value;
                    view
                };
                self.quotients(residue, *p, view).into_iter().map(next).collect::<Vec<Tuple>>()
            };
            views = views.iter().flat_map(moved).collect();
            views.sort_unstable();
            views.dedup();
        }
        views
    }

    /// The sets of values, as bits, that the quotients of n / p can have, where n has a residue.
    fn quotients(&self, residue: u64, p: u64, view: &[u8]) -> Vec<u32> {
        let mut sets = vec![0u32];
        for over in self.game.over.iter().map(|d| p * d).filter(|over| residue.is_multiple_of(*over)) {
            let values = match self.products.iter().position(|p| *p == over) {
                Some(place) => {
                    let value = view[(place + 1) * self.game.length - 1];
                    value..=value
                }
                None => 0..=self.most(),
            };
            sets = sets.iter().flat_map(|set| values.clone().map(move |value| set | 1 << value)).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        sets
    }
}

/// The ways of guesses from all views.
struct Ways<'v, 'g> {
    views: &'v Views<'g>,
    guesses: Guesses,
    /// By residue, view and guesses, the steps that are left; `None` while they are looked for.
    left: HashMap<(u64, Tuple, usize), Option<u64>>,
}

impl Ways<'_, '_> {
    /// The most steps from any start that has one of the views.
    fn most(&mut self, classes: Option<&Classes>, stop: Stop) -> Result<u64> {
        let (views, mut most) = (self.views, 0);
        let length = views.game.length as u64;
        let modulus = lcm(views.modulus, classes.map_or(1, Classes::modulus));
        for residue in 0..modulus {
            // A number of this residue from which everything can be subtracted.
            let start = residue + modulus * (length + 1);
            let set = self.guesses.start(views.game, start, classes)?;
            let last = (start + length - 1) % views.modulus;
            for view in &views.at[index(last)] {
                most = most.max(self.from((last, view.clone(), set), 0, stop)?);
            }
        }
        Ok(most)
    }

    fn from(&mut self, state: (u64, Tuple, usize), depth: u64, stop: Stop) -> Result<u64> {
        if self.guesses.agree(state.2) {
            return Ok(0);
        }
        match self.left.get(&state) {
            Some(Some(left)) => return Ok(*left),
            Some(None) => return Err("some guesses may differ for ever, as far as its `products` show".into()),
            None => {}
        }
        if depth > MOST_STEPS || self.left.len() > STATES {
            return Err("the ways of guesses are too long or too many for this checker".into());
        }
        if self.left.len().is_multiple_of(1 << 10) && stop(Spent::steps(self.left.len() as u64)) {
            return Err(String::new());
        }
        self.left.insert(state.clone(), None);
        let next = (state.0 + 1) % self.views.modulus;
        let mut most = 0;
        for view in self.views.after(next, &state.1) {
            // All of D is among the products, so that there is one set.
            for quotients in self.views.quotients(next, 1, &view) {
                let set = self.guesses.step(self.views.game, state.2, quotients);
                most = most.max(1 + self.from((next, view.clone(), set), depth + 1, stop)?);
            }
        }
        self.left.insert(state, Some(most));
        Ok(most)
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
pub(crate) fn verify(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    proof(rules, misere, claim, stop).map_err(Refusal::of)
}

fn proof(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String> {
    if misere {
        return Err("steps to convergence are those of normal play".into());
    }
    let game = Game::of(rules)?;
    if let Some(d) = game.over.iter().find(|d| !claim.products.contains(d)) {
        return Err(format!("its `products` lack {d}, by which a move divides"));
    }
    let views = Views::of(&game, &claim.products, stop)?;
    let Views { from, modulus, .. } = views;
    let mut ways = Ways { views: &views, guesses: Guesses::default(), left: HashMap::new() };
    let classes = claim.classes.as_ref();
    if let Some(classes) = classes {
        classes.verify(&game, stop)?;
    }
    let most = ways.most(classes, stop)?;
    if most > claim.steps {
        return Err(format!("from some start there may be {most} steps, as far as its `products` show"));
    }
    let values = game.values(from.max(claim.start + 1) + claim.steps + game.length as u64 + 1, stop)?;
    let mut guesses = Guesses::default();
    for start in classes.map_or(0, |classes| classes.from)..from {
        if start % (1 << 10) == 0 && stop(Spent::steps(start)) {
            return Err(String::new());
        }
        if guesses.steps_from(&game, &values, (start, claim.steps), classes)?.is_none() {
            return Err(format!("from {start} there are more than {} steps", claim.steps));
        }
    }
    match guesses.steps_from(&game, &values, (claim.start, claim.steps), classes)? {
        Some(taken) if taken == claim.taken => {}
        _ => return Err(format!("from {} there are not {} steps", claim.start, claim.taken)),
    }
    Ok(format!(
        "From {from} on, the last values at floor(n / p), for p = {}, are among those that follow from all tuples of values, residue by residue modulo {modulus}. From \
         each of them all guesses were followed, which are {} states, and at most {most} steps are left. The starts before {from} were tried one by one.",
        claim.products.iter().rev().map(u64::to_string).collect::<Vec<_>>().join(", "),
        ways.left.len(),
    ))
}
