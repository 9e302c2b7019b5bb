//! One case: the library's classification against the definitions, position by position.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy::theory::structure::{Finding, Property, Report, classify, classify_plain};
use grundy::{Diagnostic, Limits, Ruleset, Session};

use super::compare::{boxed, lists};
use grundy_testing::Boxed;
use grundy_testing::games::Case;
use grundy_testing::rules::Tuple;
use grundy_testing::textbook::{Book, Game, Pos};

/// A position: the tuples of every leaf.
type Lists = Vec<Vec<Tuple>>;

/// A way to ask.
type Ask = fn(&Arc<Ruleset>, &[u64], &[Property], &Limits) -> Result<Report, Diagnostic>;

/// The facts about a position by the textbook recursion.
struct Facts {
    normal: u32,
    misere: u32,
    options: BTreeSet<Pos>,
}

impl Facts {
    fn is(&self, normal: u32, misere: u32) -> bool {
        (self.normal, self.misere) == (normal, misere)
    }

    fn swaps(&self) -> bool {
        self.is(0, 1) || self.is(1, 0)
    }
}

/// The positions of a box and all their followers.
struct World(BTreeMap<Pos, Facts>);

/// Do tables of both plays, which may be made together, show the same as the graph of all positions?
pub(crate) fn compare_with_plain(case: &Boxed) -> Result<(), String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    let hi: Vec<u64> = case.hi.iter().map(|h| *h.min(&40)).collect();
    let [tables, graph] = [classify as Ask, classify_plain]
        .map(|ask| ask(&game.rules, &hi, &Property::ALL, &Limits::default()).map_err(|e| said(&session, &e)));
    let (tables, graph) = (tables?, graph?);
    let same = tables.findings == graph.findings && tables.positions == graph.positions;
    if same { Ok(()) } else { Err(format!("{case:?} to {hi:?}: {tables:?}, plainly {graph:?}")) }
}

/// The first difference, as a sentence with the rules.
pub(crate) fn compare(case: &Case) -> Result<(), String> {
    let Some(world) = World::of(case) else { return Ok(()) };
    let mut session = Session::new();
    let said = |session: &Session, e: &Diagnostic| {
        format!("{}asked for: {}\n{}", case.text, case.asked, e.one_line(session.sources()))
    };
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    let splits = case.game.splits();
    for (way, ask) in [("default", classify as Ask), ("plain", classify_plain)] {
        let report = ask(&game.rules, &case.hi, &Property::ALL, &Limits::default()).map_err(|e| said(&session, &e))?;
        let wrong = |what: String| format!("{}asked for: {}\n{way}: {what}", case.text, case.asked);
        if !splits && report.positions != world.0.len() as u64 {
            return Err(wrong(format!("{} positions, the textbook has {}", report.positions, world.0.len())));
        }
        for finding in &report.findings {
            world.agrees(finding, splits).map_err(wrong)?;
        }
        implications(&report).map_err(wrong)?;
        for property in Property::ALL {
            let alone = ask(&game.rules, &case.hi, &[property], &Limits::default()).map_err(|e| said(&session, &e))?;
            if alone.findings[..] != [report.findings[property as usize].clone()] {
                return Err(wrong(format!("{} alone: {:?}", property.name(), alone.findings)));
            }
        }
    }
    Ok(())
}

/// The implications between properties that always hold.
fn implications(report: &Report) -> Result<(), String> {
    let holds = |property: Property| report.findings[property as usize].witness.is_none();
    let chains = [
        (Property::Pet, Property::Miserable),
        (Property::Miserable, Property::Tame),
        (Property::Tame, Property::Domestic),
        (Property::Forced, Property::Returnable),
        (Property::SgDecreasing, Property::OneMove),
    ];
    match chains.into_iter().find(|(a, b)| holds(*a) && !holds(*b)) {
        Some((a, b)) => Err(format!("{} but not {}", a.name(), b.name())),
        None => Ok(()),
    }
}

impl World {
    /// The positions of a case; `None` if there are too many.
    fn of(case: &Case) -> Option<World> {
        let mut book = Book::new(&case.defs);
        let mut open: Vec<Pos> = boxed(&case.hi)
            .into_iter()
            .map(|at| case.game.place(&mut &at.iter().map(|v| *v as i64).collect::<Vec<i64>>()[..]))
            .filter(|pos| case.game.exists(book.defs, pos))
            .collect();
        let mut world = BTreeMap::new();
        while let Some(pos) = open.pop() {
            if world.contains_key(&pos) {
                continue;
            }
            let known = known(&mut book, &case.game, &pos);
            if book.too_large() {
                return None;
            }
            open.extend(known.options.iter().cloned());
            world.insert(pos, known);
        }
        Some(World(world))
    }

    /// Is the finding right? Where positions split, a witness may have additional tuples without a move, and the library counts positions
    /// that differ only in these once.
    fn agrees(&self, finding: &Finding, splits: bool) -> Result<(), String> {
        let expected = self.first(finding.property);
        let found = finding.witness.as_ref().map(|w| (lists(&w.position), w.path.iter().map(|to| lists(to)).collect()));
        let same = if splits { found.is_some() == expected.is_some() } else { found == expected };
        if !same {
            return Err(format!("{}: found {found:?}, the textbook says {expected:?}", finding.property.name()));
        }
        let Some(witness) = &finding.witness else { return Ok(()) };
        let there = self.0.iter().find(|(pos, _)| pos.lists() == lists(&witness.position));
        match there {
            Some((_, known)) if !known.is(witness.pair.0, witness.pair.1) => {
                Err(format!("{}: the values at {witness:?}", finding.property.name()))
            }
            None if !splits => Err(format!("{}: no position at {witness:?}", finding.property.name())),
            _ => Ok(()),
        }
    }

    /// The first position that breaks a property, and its first option that does.
    fn first(&self, property: Property) -> Option<(Lists, Vec<Lists>)> {
        let order = |lists: Lists| (lists.iter().flatten().flatten().sum::<i64>(), lists);
        let all = self.0.iter().filter_map(|(pos, known)| Some((order(pos.lists()), self.broken(property, known)?)));
        let ((_, lists), path) = all.min_by(|(a, _), (b, _)| a.cmp(b))?;
        Some((
            lists,
            path.into_iter().map(|p| p.lists()).map(order).min().map(|(_, lists)| lists).into_iter().collect(),
        ))
    }

    /// If a position breaks a property, the options that do.
    fn broken<'a>(&self, property: Property, known: &'a Facts) -> Option<Vec<&'a Pos>> {
        let options: Vec<(&'a Pos, &Facts)> = known.options.iter().map(|pos| (pos, &self.0[pos])).collect();
        let moves_to = |from: &Facts, normal, misere| from.options.iter().any(|o| self.0[o].is(normal, misere));
        let which = |is: &dyn Fn(&Facts) -> bool| -> Option<Vec<&'a Pos>> {
            let some: Vec<&'a Pos> = options.iter().filter(|(_, known)| is(known)).map(|(pos, _)| *pos).collect();
            (!some.is_empty()).then_some(some)
        };
        let (normal, misere) = (known.normal, known.misere);
        match property {
            Property::Tame => (!known.swaps() && normal != misere).then(Vec::new),
            Property::Pet => (!known.swaps() && (normal != misere || normal < 2)).then(Vec::new),
            Property::Domestic => (normal == 0 && misere >= 2 || misere == 0 && normal >= 2).then(Vec::new),
            Property::Miserable if known.swaps() || moves_to(known, 0, 1) == moves_to(known, 1, 0) => None,
            Property::Miserable => which(&|option| option.swaps()),
            Property::Returnable | Property::Forced if !known.swaps() => None,
            Property::Returnable => which(&|option| !option.options.is_empty() && !moves_to(option, normal, misere)),
            Property::Forced => which(&|option| !option.is(misere, normal)),
            Property::OneMove => (normal == 0 && !options.is_empty()).then(Vec::new),
            Property::SgDecreasing => which(&|option| option.normal >= normal),
        }
    }
}

fn known(book: &mut Book, game: &Game, pos: &Pos) -> Facts {
    Facts {
        normal: book.value(game, pos, false),
        misere: book.value(game, pos, true),
        options: book.options(game, pos),
    }
}
