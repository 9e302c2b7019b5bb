//! How a position is drawn: as piles, tokens on strips, a bar, rows of squares, a heap that splits, a graph, coins.
//!
//! In: a ruleset. Out: a [`Drawing`] for each leaf, read off the rules, never off a name; the word after `picture` comes first. A coordinate is a
//! *place* on a strip if a condition on positions forbids it to equal another one; a leaf is a *bar* if a cut of one coordinate also
//! lowers another to at most a height; any other coordinate is a number of things.

use dashu_int::IBig;

use super::build;
use super::change;
use super::evaluate::{Evaluator, NoAtoms};
use super::expr::{C, Cond, E, Expr, Tree};
use super::ruleset::{Leaf, Role, Ruleset, Target};

/// What a leaf is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A pile of counters for each coordinate.
    Piles,
    /// Tokens on strips of squares.
    Strips,
    /// A bar of squares, which is cut.
    Bar,
    /// A row of squares for each coordinate, one below the other. Only a rule file asks for it: the rules of Chomp on two rows are also those of a bar.
    Rows,
    /// A heap that moves split.
    Heap,
    /// A token on a graph.
    Graph,
    /// Coins in a row: the binary digits of a number, or coordinates that are 0 or 1.
    Coins,
    /// The number of passes left.
    Passes,
    /// The flag of `near`, or of an ordinal sum.
    Flag,
    /// The numbers alone.
    Tuple,
}

impl Kind {
    /// The kinds that a rule file can ask for.
    pub const NAMED: [Kind; 8] =
        [Kind::Piles, Kind::Strips, Kind::Bar, Kind::Rows, Kind::Heap, Kind::Graph, Kind::Coins, Kind::Tuple];

    /// The kind that a rule file asks for; coins are binary digits, and have their word, too.
    ///
    /// ```
    /// use grundy_rules::rules::drawing::Kind;
    ///
    /// assert_eq!([Kind::named("rows"), Kind::named("bits"), Kind::named("cake")], [Some(Kind::Rows), Some(Kind::Coins), None]);
    /// ```
    #[must_use]
    pub fn named(word: &str) -> Option<Kind> {
        let word = if word == "bits" { "coins" } else { word };
        Kind::NAMED.into_iter().find(|kind| kind.word() == word)
    }

    /// The word for the kind.
    ///
    /// ```
    /// use grundy_rules::rules::drawing::Kind;
    ///
    /// assert_eq!(Kind::NAMED.map(Kind::word), ["piles", "strips", "bar", "rows", "heap", "graph", "coins", "tuple"]);
    /// ```
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Piles => "piles",
            Kind::Strips => "strips",
            Kind::Bar => "bar",
            Kind::Rows => "rows",
            Kind::Heap => "heap",
            Kind::Graph => "graph",
            Kind::Coins => "coins",
            Kind::Passes => "passes",
            Kind::Flag => "flag",
            Kind::Tuple => "tuple",
        }
    }
}

/// How a leaf is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What it is drawn as.
    pub kind: Kind,
    /// The first coordinate.
    pub first: usize,
    /// The number of coordinates.
    pub len: usize,
    /// The tokens on each strip, as coordinates; for [`Kind::Strips`].
    pub strips: Vec<Vec<usize>>,
    /// Have the strips square 0 in common, so that it holds one token at most? For [`Kind::Strips`].
    pub star: bool,
    /// The coordinate that is the height; for [`Kind::Bar`].
    pub height: usize,
    /// The edges; for [`Kind::Graph`].
    pub edges: Vec<(u64, u64)>,
}

/// The most edges of a graph that is drawn.
const EDGES: usize = 400;
/// The most columns of a bar that is drawn.
const COLUMNS: u64 = 1 << 12;
/// Places that are far from 0 and from each other.
const APART: u64 = 64;
/// Steps of the evaluation of a condition.
const STEPS: u64 = 1 << 16;

/// How each leaf is drawn.
///
/// ```
/// use grundy_rules::rules::drawing::{Kind, drawings};
/// use grundy_rules::session::Session;
///
/// let mut session = Session::new();
/// let mut kinds = |game: &str| -> Vec<Kind> {
///     drawings(&session.game(game, None).expect("a game").rules).iter().map(|d| d.kind).collect()
/// };
/// assert_eq!(kinds("wythoff + star_nim[2]"), [Kind::Piles, Kind::Strips]);
/// assert_eq!(kinds("bar[z -> z div 3]"), [Kind::Bar]);
/// assert_eq!(kinds("pass(kayles)"), [Kind::Heap, Kind::Passes]);
/// ```
#[must_use]
pub fn drawings(rules: &Ruleset) -> Vec<Drawing> {
    (0..rules.leaves.len()).map(|leaf| drawing(rules, leaf)).collect()
}

fn drawing(rules: &Ruleset, index: usize) -> Drawing {
    let leaf = &rules.leaves[index];
    let edges = edges(rules, index);
    let height = height(rules, index);
    let (places, star) = places(rules, index);
    let asked = leaf.picture.0.as_deref().map(Kind::named);
    let kind = match (rules.coords.get(leaf.first).map_or(Role::Own, |coord| coord.role), asked) {
        (Role::Passes(_), _) => Kind::Passes,
        (Role::Flag, _) => Kind::Flag,
        (Role::Own, Some(asked)) => asked.filter(|kind| can_be(*kind, leaf)).unwrap_or(Kind::Tuple),
        (Role::Own, None) if leaf.splits && leaf.len == 1 => Kind::Heap,
        (Role::Own, None) if edges.is_some() => Kind::Graph,
        (Role::Own, None) if height.is_some() => Kind::Bar,
        (Role::Own, None) if !places.is_empty() => Kind::Strips,
        (Role::Own, None) if reads_bits(rules, index) || are_bits(rules, index) => Kind::Coins,
        (Role::Own, None) if leaf.splits || raises(rules, index) => Kind::Tuple,
        (Role::Own, None) => Kind::Piles,
    };
    let alone = || leaf.range().map(|coord| vec![coord]).collect();
    Drawing {
        kind,
        first: leaf.first,
        len: leaf.len,
        strips: if places.is_empty() { alone() } else { places },
        star,
        height: height.unwrap_or(leaf.first),
        edges: edges.unwrap_or_default(),
    }
}

/// Can a leaf with so many coordinates be drawn so?
fn can_be(kind: Kind, leaf: &Leaf) -> bool {
    match kind {
        Kind::Bar => (2..=3).contains(&leaf.len),
        Kind::Heap | Kind::Graph => leaf.len == 1,
        _ => true,
    }
}

/// The entries of the targets of moves in a leaf that change a coordinate: the coordinate and its entry.
fn changes(rules: &Ruleset, index: usize) -> impl Iterator<Item = (usize, &E)> {
    let first = rules.leaves[index].first;
    let targets = rules.families.iter().flat_map(|family| &family.targets).filter(move |target| target.leaf == index);
    let entries = targets.flat_map(Target::all_tuples).flat_map(move |tuple| tuple.iter().enumerate());
    entries.map(move |(i, e)| (first + i, e)).filter(|(coord, e)| ***e != Expr::Coord(*coord))
}

/// The coordinate that some move lowers to at most an expression, while it changes another; `None` unless there is exactly one.
fn height(rules: &Ruleset, index: usize) -> Option<usize> {
    let leaf = &rules.leaves[index];
    let own = |coord: usize| changes(rules, index).any(|(c, e)| c == coord && is_least(e, coord));
    let cut: Vec<usize> = leaf.range().filter(|coord| own(*coord)).collect();
    match cut[..] {
        [height] if (2..=3).contains(&leaf.len) && !leaf.splits => Some(height),
        _ => None,
    }
}

/// Is an expression the least of a coordinate and of something else?
fn is_least(e: &E, coord: usize) -> bool {
    matches!(&**e, Expr::Min(list) if list.iter().any(|e| **e == Expr::Coord(coord)))
}

/// The strips of a leaf, and whether they share square 0: coordinates on one strip may nowhere be equal, those on strips that share square 0 may not both be
/// there. No strips if no two coordinates exclude each other anywhere.
fn places(rules: &Ruleset, index: usize) -> (Vec<Vec<usize>>, bool) {
    let leaf = &rules.leaves[index];
    let apart: Vec<u64> = (0..leaf.len as u64).map(|i| (i + 1) * APART).collect();
    let has_condition = rules.requires.iter().any(|(leaf, ..)| *leaf == index);
    if leaf.len < 2 || !has_condition || !exists(rules, index, &apart) {
        return (vec![], false);
    }
    let meet = |i: usize, j: usize, at: u64| {
        let mut both = apart.clone();
        (both[i], both[j]) = (at, at);
        exists(rules, index, &both)
    };
    let pairs = || (0..leaf.len).flat_map(|j| (0..j).map(move |i| (i, j)));
    if pairs().all(|(i, j)| meet(i, j, 0) && meet(i, j, apart[j])) {
        return (vec![], false);
    }
    let mut strips: Vec<Vec<usize>> = vec![];
    for (j, at) in apart.iter().enumerate() {
        let same = strips.iter().position(|strip| strip.last().is_some_and(|i| !meet(i - leaf.first, j, *at)));
        match same {
            Some(strip) => strips[strip].push(leaf.first + j),
            None => strips.push(vec![leaf.first + j]),
        }
    }
    let star = strips.len() > 1 && pairs().all(|(i, j)| !meet(i, j, 0));
    (strips, star)
}

/// Does a tuple of a leaf exist?
fn exists(rules: &Ruleset, index: usize, tuple: &[u64]) -> bool {
    let first = rules.leaves[index].first;
    let mut coords = vec![IBig::ZERO; rules.width()];
    coords.iter_mut().skip(first).zip(tuple).for_each(|(place, x)| *place = IBig::from(*x));
    let own = rules.requires.iter().filter(|(leaf, ..)| *leaf == index);
    let mut atoms = NoAtoms;
    let mut evaluator = Evaluator { coords: &coords, vars: Default::default(), atoms: &mut atoms, steps: STEPS };
    own.into_iter().all(|(_, condition, _)| evaluator.truth(condition) == Ok(true))
}

/// Does some move of a leaf read the binary digits of a coordinate?
fn reads_bits(rules: &Ruleset, index: usize) -> bool {
    let leaf = &rules.leaves[index];
    let bit =
        |c: &C| c.any_number(&mut |x| matches!(x, Expr::Bit(of, ..) if leaf.range().any(|c| **of == Expr::Coord(c))));
    leaf.len == 1 && rules.families.iter().any(|family| bit(&family.before) || bit(&family.guard))
}

/// Are the coordinates of a leaf 0 or 1, each by a condition on positions?
fn are_bits(rules: &Ruleset, index: usize) -> bool {
    let ones = vec![1; rules.leaves[index].len];
    let larger = |i: usize| {
        let mut tuple = ones.clone();
        tuple[i] = 2;
        exists(rules, index, &tuple)
    };
    ones.len() > 1 && exists(rules, index, &ones) && !(0..ones.len()).any(larger)
}

/// Does some move of a leaf add a constant to a coordinate?
fn raises(rules: &Ruleset, index: usize) -> bool {
    let more = |(coord, e): (usize, &E)| build::sub(e, &build::coord(coord)).as_i64().is_some_and(|more| more > 0);
    changes(rules, index).any(more)
}

/// The edges of a leaf in which every move leads from one number to another; `None` if some move does not, or if there is none.
fn edges(rules: &Ruleset, index: usize) -> Option<Vec<(u64, u64)>> {
    let leaf = &rules.leaves[index];
    let own = rules.families.iter().filter(|family| family.targets.iter().any(|target| target.leaf == index));
    let mut edges = vec![];
    for family in own {
        let [target] = &family.targets[..] else { return None };
        let from = at_only(leaf.first, &family.before).or_else(|| at_only(leaf.first, &family.guard))?;
        let [to] = &target.only()?[..] else { return None };
        let at = change::substitute(to, &|e| (*e == Expr::Coord(leaf.first)).then(|| build::int(from)));
        edges.push((from, u64::try_from(at.as_i64()?).ok()?));
    }
    edges.sort_unstable();
    edges.dedup();
    (!edges.is_empty() && edges.len() <= EDGES).then_some(edges)
}

/// The only value of a coordinate at which a condition can hold, if it says so.
fn at_only(coord: usize, condition: &C) -> Option<u64> {
    build::conjuncts(condition).iter().find_map(|part| {
        let Cond::Zero(e) = &**part else { return None };
        match build::linear(e) {
            (constant, terms) if terms.len() == 1 && *terms[0].0 == Expr::Coord(coord) => {
                let at = build::floor_div(&-constant, &terms[0].1)?;
                u64::try_from(&at).ok()
            }
            _ => None,
        }
    })
}

/// The greatest number that a coordinate can be, if a condition on positions says so of the coordinate alone: `require x < 5`.
///
/// ```
/// use grundy_rules::rules::drawing::most;
/// use grundy_rules::session::Session;
///
/// let mut session = Session::new();
/// session.load("mine.game", "game mine(a, b, c) { require a <= 4 and 2*b < 7 and a + c <= 9; move (a - 1, b, c) }")?;
/// let rules = session.game("mine", None)?.rules.clone();
/// assert_eq!([0, 1, 2].map(|coord| most(&rules, coord)), [Some(4), Some(3), None]);
/// # Ok::<(), grundy_rules::lang::Diagnostic>(())
/// ```
#[must_use]
pub fn most(rules: &Ruleset, coord: usize) -> Option<u64> {
    let of_conjunct = |condition: &C| {
        let Cond::NonPos(e) = &**condition else { return None };
        match build::linear(e) {
            (constant, terms) if terms.len() == 1 && *terms[0].0 == Expr::Coord(coord) && terms[0].1 > IBig::ZERO => {
                u64::try_from(&build::floor_div(&-constant, &terms[0].1)?).ok()
            }
            _ => None,
        }
    };
    let conditions = rules.requires.iter().flat_map(|(_, condition, _)| build::conjuncts(condition));
    conditions.filter_map(|part| of_conjunct(&part)).min().or_else(|| rules.own_bound(coord))
}

/// The heights of the columns of a bar at a tuple: the greatest height, at most that of the tuple, at which a tuple with these other entries
/// exists, row-major over the other coordinates; `None` where there is none. Empty if there are too many columns.
///
/// ```
/// use grundy_rules::rules::drawing::{drawings, profile};
/// use grundy_rules::session::Session;
///
/// let game = Session::new().game("bar[z -> z div 3]", None)?;
/// let bar = &drawings(&game.rules)[0];
/// assert_eq!(profile(&game.rules, 0, bar, &[1, 6]), [0, 0, 0, 1, 1, 1, 1].map(Some));
/// # Ok::<(), grundy_rules::lang::Diagnostic>(())
/// ```
#[must_use]
pub fn profile(rules: &Ruleset, index: usize, bar: &Drawing, tuple: &[u64]) -> Vec<Option<u64>> {
    let height = bar.height - bar.first;
    let others: Vec<usize> = (0..bar.len).filter(|i| *i != height).collect();
    let columns = others.iter().fold(1u64, |n, i| n.saturating_mul(tuple[*i].saturating_add(1)));
    if columns.saturating_mul(tuple[height].saturating_add(1)) > COLUMNS {
        return vec![];
    }
    let column = |number: u64| {
        let (mut at, mut rest) = (tuple.to_vec(), number);
        for i in others.iter().rev() {
            at[*i] = rest % (tuple[*i] + 1);
            rest /= tuple[*i] + 1;
        }
        (0..=tuple[height]).rev().find(|h| {
            at[height] = *h;
            exists(rules, index, &at)
        })
    };
    (0..columns).map(column).collect()
}
