//! Pieces of tables as binary cells.
//!
//! In: a game, one or two coordinates that run, a box of them; the others are held. Out: the values, row-major over the coordinates that run, in the
//! narrowest width that holds them; or the numbers of a formula, which are signed. Where play may go on for ever, a cell has the value of a loopy game.

use std::time::{Duration, Instant};

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::formula::Formula;
use grundy::theory::loopy::{Loopy, LoopyValue, is_round};
use grundy::{Diagnostic, IBig, Kind, Play, Values, table::box_cells};

use super::asked::Asked;
use super::blocks::{NOWHERE, Rule, blocks};
use super::question::short;
use super::{Cells, Lines, Reply};
use crate::tables::table as values_to;

/// A box of positions: what runs, and where.
pub(super) struct Piece {
    pub(super) game: Game,
    /// The coordinates that run, outermost first.
    pub(super) axes: Vec<usize>,
    pub(super) lo: Vec<u64>,
    pub(super) hi: Vec<u64>,
    /// A position with the entries of the coordinates that are held.
    pub(super) held: Vec<u64>,
    /// The side of the blocks that an answer has a cell for.
    step: u64,
}

/// The time in which single positions show whether they are cheap.
const SHORTLY: Duration = Duration::from_secs(2);

/// The greatest side of a block.
const STEP: u64 = 256;

/// The cells of a box.
pub(super) fn table(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let step = step(asked)?;
    let most = asked.desk.settings.cells.saturating_mul(step * step);
    let piece = Piece { step, ..Piece::read(asked, most)? };
    piece.seen(asked).map(Reply::Cells)
}

/// The side of the blocks that are asked for.
fn step(asked: &Asked) -> Result<u64, Diagnostic> {
    let step = asked.question.number("step")?.unwrap_or(1);
    let wrong = || Diagnostic::new(Code::Parameter, format!("`step` is 1 to {STEP}, found {step}"));
    if (1..=STEP).contains(&step) { Ok(step) } else { Err(wrong()) }
}

/// What a block says, by how the map sees values.
fn rule(asked: &Asked) -> Result<Rule, Diagnostic> {
    let mode = asked.question.get("mode").unwrap_or("value").trim();
    let modulus = mode.strip_prefix("mod ").map(|modulus| modulus.trim().parse().ok().filter(|modulus| *modulus > 0));
    match (mode, modulus) {
        ("value" | "", _) => Ok(Rule::Mean),
        ("p", _) => Ok(Rule::Any(0)),
        (_, Some(Some(modulus))) => Ok(Rule::Most(modulus)),
        _ => {
            let message = format!("the mode of blocks is `value`, `p`, or `mod M`, found `{}`", short(mode));
            Err(Diagnostic::new(Code::Parameter, message))
        }
    }
}

/// The formula in a parameter.
pub(super) fn formula(asked: &mut Asked, game: &Game, (name, text): (&str, &str)) -> Result<Formula, Diagnostic> {
    if asked.play()?.is_misere() {
        let message = "`play` does not go with a formula, which says itself which play it means";
        return Err(Diagnostic::new(Code::Misere, message).help("write `G_misere` for the values in misère play"));
    }
    asked.ask(name, |session| Formula::read(session, game, text))
}

impl Piece {
    /// The first cells, or blocks of cells, along each axis.
    pub(super) fn first(
        asked: &Asked,
        game: Game,
        axes: Vec<usize>,
        held: Vec<u64>,
        sides: &[u64],
    ) -> Result<Piece, Diagnostic> {
        let step = step(asked)?;
        let hi = sides.iter().map(|side| (side * step).saturating_sub(1)).collect();
        Ok(Piece { lo: vec![0; axes.len()], hi, axes, held, step, game })
    }

    /// The cells as they are asked for: values, or the numbers of a formula.
    pub(super) fn seen(&self, asked: &mut Asked) -> Result<Cells, Diagnostic> {
        let (play, rule) = (asked.play()?, rule(asked)?);
        if let Some(text) = asked.question.get("formula").filter(|text| !text.trim().is_empty()) {
            let formula = formula(asked, &self.game, ("formula", text))?;
            return self.numbers(asked, formula);
        }
        // A table that takes long leaves half of the time for single positions, if some of them are welcome.
        let whole = asked.limits.deadline;
        if asked.question.flag("part")? && self.step == 1 {
            asked.limits.deadline = whole.map(|end| end - end.saturating_duration_since(Instant::now()) / 2);
        }
        let values = match self.values(asked, play) {
            Err(round) if is_round(&round, &asked.options()?) => return self.loopy(asked, rule),
            Err(large) if self.step == 1 && large.kind != Kind::Input && large.kind != Kind::Interrupted => {
                return self.one_by_one(asked, whole, large);
            }
            values => values?,
        };
        self.cells_of(asked, &values, rule)
    }

    /// The box of a question, of at most so many cells.
    pub(super) fn read(asked: &mut Asked, most: u64) -> Result<Piece, Diagnostic> {
        let at = asked.question.get("at").filter(|at| !at.trim().is_empty());
        let game = asked.game(at)?;
        let held = match at {
            Some(at) => asked.ask("at", |session| session.position(&game, at))?,
            None => vec![IBig::ZERO; game.rules.width()],
        };
        let axes = axes(&game, asked.question.need("axes")?)?;
        let (lo, hi) = (asked.question.numbers("lo")?, asked.question.numbers("hi")?);
        if lo.len() != axes.len() || hi.len() != axes.len() || lo.iter().zip(&hi).any(|(lo, hi)| lo > hi) {
            let message = "`lo` and `hi` have one number for each of `axes`, and no `lo` is greater than its `hi`";
            return Err(Diagnostic::new(Code::Parameter, message));
        }
        let shape: Vec<u64> = lo.iter().zip(&hi).map(|(lo, hi)| hi - lo).collect();
        if box_cells(&shape) > most {
            let message = format!("an answer has at most {most} cells, and this box more");
            return Err(Diagnostic::limit(Code::Cells, message).help("ask for smaller boxes, one after the other"));
        }
        let small = |(coord, entry)| match (u64::try_from(entry), axes.contains(&coord)) {
            (_, true) => Ok(0),
            (Ok(small), _) => Ok(small),
            (Err(_), _) => Err(Diagnostic::limit(Code::TooLarge, format!("no table goes as far as {entry}"))),
        };
        let held = held.iter().enumerate().map(small).collect::<Result<Vec<u64>, _>>()?;
        Ok(Piece { game, axes, lo, hi, held, step: 1 })
    }

    /// The values position by position, which far out may be proved or cheap where no table fits; where some are welcome, the first ones that are found
    /// until the time is over. Otherwise the error of the table.
    fn one_by_one(&self, asked: &mut Asked, end: Option<Instant>, of_table: Diagnostic) -> Result<Cells, Diagnostic> {
        // Where all cells are wanted, a short time tells whether they are cheap.
        let soon = Instant::now() + SHORTLY;
        asked.limits.deadline =
            if asked.question.flag("part")? { end } else { Some(end.map_or(soon, |end| end.min(soon))) };
        let mut evaluator = asked.evaluator(&self.game)?;
        let mut cells = vec![];
        let mut value = |at: &[u64]| -> Result<i64, Diagnostic> {
            asked.limits.may_go_on()?;
            let at: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
            if evaluator.exists(&at)? { small(&evaluator.value(&at)?.value).map(i64::from) } else { Ok(NOWHERE) }
        };
        let positions =
            self.starts().into_iter().flat_map(|start| (0..self.len()).map(move |step| (start.clone(), step)));
        for (mut position, step) in positions {
            position[self.last()] = position[self.last()].saturating_add(step as u64);
            match value(&position) {
                Ok(value) => cells.push(value),
                Err(error) if error.kind == Kind::Interrupted => return Err(error),
                Err(_) => break,
            }
        }
        let (known, all) = (cells.len(), self.starts().len() * self.len());
        if known < all && (known == 0 || !asked.question.flag("part")?) {
            return Err(of_table);
        }
        cells.resize(all, NOWHERE);
        let part = (known < all).then_some((known as u64, of_table.message));
        Ok(Cells { part, ..self.narrow(&cells) })
    }

    /// The cells row by row, or the blocks of as many rows as a block is high: no more rows are held at once.
    fn by_rows(
        &self,
        asked: &Asked,
        rule: Rule,
        mut row: impl FnMut(Vec<u64>, &mut Vec<i64>) -> Result<(), Diagnostic>,
    ) -> Result<Vec<i64>, Diagnostic> {
        let (side, mut cells) = (self.step as usize, vec![]);
        for starts in self.starts().chunks(side) {
            asked.limits.may_go_on()?;
            let mut rows: Vec<_> = starts.iter().map(|_| Vec::with_capacity(self.len())).collect();
            for (start, line) in starts.iter().zip(&mut rows) {
                row(start.clone(), line)?;
            }
            match side {
                1 => cells.append(&mut rows[0]),
                _ => cells.extend(blocks(&rows, side, rule)),
            }
        }
        Ok(cells)
    }

    /// The values, or their blocks.
    fn cells_of(&self, asked: &Asked, values: &Values, rule: Rule) -> Result<Cells, Diagnostic> {
        let mut line = vec![];
        let cells = self.by_rows(asked, rule, |start, row| {
            values.line(&start, self.last(), self.len(), &mut line);
            row.extend(line.iter().map(|value| if *value == Values::NOWHERE { NOWHERE } else { i64::from(*value) }));
            Ok(())
        })?;
        Ok(self.narrow(&cells))
    }

    /// The values of a box that holds the piece.
    fn values(&self, asked: &Asked, play: Play) -> Result<std::sync::Arc<Values>, Diagnostic> {
        values_to(&asked.desk.tables, &self.game.rules, play, &self.most(), &asked.limits)
    }

    /// The last position of the piece, as far as the rules have positions.
    pub(super) fn most(&self) -> Vec<u64> {
        let mut hi = self.held.clone();
        for (axis, most) in self.axes.iter().zip(&self.hi) {
            hi[*axis] = self.game.rules.own_bound(*axis).map_or(*most, |own| own.min(*most));
        }
        hi
    }

    /// The values where play may go on for ever.
    fn loopy(&self, asked: &Asked, rule: Rule) -> Result<Cells, Diagnostic> {
        let evaluator = asked.evaluator(&self.game)?;
        let mut loopy = Loopy::new(&self.game.rules, evaluator.options());
        loopy.reach(&self.most())?;
        let (mut numbers, mut infinite): (Vec<Cell>, Vec<String>) = (vec![], vec![]);
        for mut position in self.starts() {
            for _ in 0..self.len() {
                let at: Vec<IBig> = position.iter().map(|x| IBig::from(*x)).collect();
                numbers.push(match evaluator.exists(&at)? {
                    true => Cell::of(&loopy.value(&at)?, &mut infinite)?,
                    false => Cell::Nowhere,
                });
                position[self.last()] = position[self.last()].saturating_add(1);
            }
        }
        let greatest = numbers.iter().filter_map(|cell| if let Cell::Number(n) = cell { Some(*n) } else { None }).max();
        let above = greatest.map_or(0, |most| most + 1);
        let code = |cell: &Cell| match cell {
            Cell::Nowhere => NOWHERE,
            Cell::Number(number) => i64::from(*number),
            Cell::Infinite(index) => i64::from(above + index),
        };
        let mut codes: Vec<i64> = numbers.iter().map(code).collect();
        if self.step > 1 {
            let rows: Vec<Vec<i64>> = codes.chunks(self.len()).map(<[i64]>::to_vec).collect();
            codes = rows.chunks(self.step as usize).flat_map(|rows| self.endless(rows, rule)).collect();
        }
        let cells = self.narrow(&codes);
        Ok(Cells { greatest: greatest.map(u64::from), infinite, ..cells })
    }

    /// Blocks of a loopy game. Infinity has no mean: a block says what most of its cells are, or that it holds a P-position where these are asked for.
    fn endless(&self, rows: &[Vec<i64>], rule: Rule) -> Vec<i64> {
        let side = self.step as usize;
        let most = blocks(rows, side, Rule::Most(u64::MAX));
        if rule != Rule::Any(0) {
            return most;
        }
        blocks(rows, side, rule).into_iter().zip(most).map(|(any, most)| if any == 0 { 0 } else { most }).collect()
    }

    /// The positions with which the rows begin.
    fn starts(&self) -> Vec<Vec<u64>> {
        let start = |row: Option<u64>| {
            let mut position = self.held.clone();
            position[self.last()] = self.lo[self.lo.len() - 1];
            if let Some(row) = row {
                position[self.axes[0]] = row;
            }
            position
        };
        match self.axes[..] {
            [_, _] => (self.lo[0]..=self.hi[0]).map(|row| start(Some(row))).collect(),
            _ => vec![start(None)],
        }
    }

    /// The coordinate that runs along a row.
    fn last(&self) -> usize {
        self.axes[self.axes.len() - 1]
    }

    fn len(&self) -> usize {
        (self.hi[self.hi.len() - 1] - self.lo[self.lo.len() - 1] + 1) as usize
    }

    /// Values in the narrowest width.
    fn narrow(&self, cells: &[i64]) -> Cells {
        let greatest = cells.iter().filter(|cell| **cell != NOWHERE).max().map(|most| most.unsigned_abs());
        let width = match greatest {
            Some(most) if most >= u16::MAX.into() => 4,
            Some(most) if most >= u8::MAX.into() => 2,
            _ => 1,
        };
        let number = |cell: &i64| if *cell == NOWHERE { i64::from(Values::NOWHERE) } else { *cell };
        let bytes = cells.iter().flat_map(|cell| number(cell).to_le_bytes().into_iter().take(width));
        self.cells(width, false, greatest, bytes.collect())
    }

    fn cells(&self, width: usize, signed: bool, greatest: Option<u64>, bytes: Vec<u8>) -> Cells {
        let shape = self.lo.iter().zip(&self.hi).map(|(lo, hi)| (hi - lo + 1).div_ceil(self.step)).collect();
        let rules = self.game.rules.hash();
        Cells { width: width as u8, signed, shape, greatest, infinite: vec![], part: None, rules, bytes }
    }

    /// The numbers of a formula.
    fn numbers(&self, asked: &Asked, mut formula: Formula) -> Result<Cells, Diagnostic> {
        let values = self.values(asked, Play::Normal)?;
        let misere = formula.asks_misere().then(|| self.values(asked, Play::Misere)).transpose()?;
        let rule = if formula.is_condition() { Rule::Any(1) } else { Rule::Mean };
        let (mut line, mut other) = (vec![], vec![]);
        let numbers = self.by_rows(asked, rule, |mut position, row| {
            values.line(&position, self.last(), self.len(), &mut line);
            misere.iter().for_each(|values| values.line(&position, self.last(), self.len(), &mut other));
            for (step, value) in line.iter().enumerate() {
                // A formula may run through millions of numbers at each cell.
                asked.limits.may_go_on()?;
                let there = other.get(step).map(|value| u64::from(*value));
                row.push(match *value {
                    Values::NOWHERE => NOWHERE,
                    value => formula.at(&position, value.into(), there)?,
                });
                // The last number of 64 bits may be the last of a row.
                position[self.last()] = position[self.last()].saturating_add(1);
            }
            Ok(())
        })?;
        let greatest = numbers.iter().filter(|n| **n != NOWHERE).map(|number| number.unsigned_abs()).max();
        let width = match greatest {
            Some(most) if most >= 1 << 31 => 8,
            Some(most) if most >= 1 << 15 => 4,
            Some(most) if most >= 1 << 7 => 2,
            _ => 1,
        };
        let least = i64::MIN >> (64 - 8 * width);
        let number = |n: &i64| if *n == NOWHERE { least } else { *n };
        let bytes = numbers.iter().flat_map(|n| number(n).to_le_bytes().into_iter().take(width));
        Ok(self.cells(width, true, greatest, bytes.collect()))
    }
}

/// What a cell of a loopy game has.
enum Cell {
    Nowhere,
    Number(u32),
    /// The value of this number among those that are infinity.
    Infinite(u32),
}

/// So many numbers of four bytes are left for values that are infinity.
const SPARE: u32 = 1 << 24;

/// The bytes of the header that names the values that are infinity.
const HEADER: usize = 1 << 13;

/// A value that fits into a cell.
fn small(value: &IBig) -> Result<u32, Diagnostic> {
    let small = u32::try_from(value).ok().filter(|small| *small < u32::MAX - SPARE);
    small.ok_or_else(|| Diagnostic::limit(Code::Value, format!("a cell has four bytes, and no room for {value}")))
}

impl Cell {
    /// Of a value; a new value that is infinity is added to the others.
    fn of(value: &LoopyValue, infinite: &mut Vec<String>) -> Result<Cell, Diagnostic> {
        if let Some(number) = value.number() {
            return small(number).map(Cell::Number);
        }
        let text = value.to_string();
        if let Some(index) = infinite.iter().position(|known| *known == text) {
            return Ok(Cell::Infinite(index as u32));
        }
        if infinite.iter().map(String::len).sum::<usize>() + text.len() > HEADER {
            let message = "these cells have more different values that are infinity than an answer has room for";
            return Err(Diagnostic::limit(Code::Value, message).help("ask for fewer cells"));
        }
        infinite.push(text);
        Ok(Cell::Infinite(infinite.len() as u32 - 1))
    }
}

/// Coordinates by their names or their numbers, counted from 1.
pub(super) fn axes(game: &Game, text: &str) -> Result<Vec<usize>, Diagnostic> {
    let coords = &game.rules.coords;
    let names = || coords.iter().map(|coord| coord.name.as_str());
    let one = |word: &str| {
        let number = word.parse::<usize>().ok().filter(|n| (1..=coords.len()).contains(n)).map(|n| n - 1);
        names().position(|name| name == word).or(number).ok_or_else(|| {
            let message = format!("`{}` has no coordinate `{}`", game.text, short(word));
            let error = Diagnostic::new(Code::Parameter, message).nearest(word, names());
            error.help(format!("its coordinates are {}", names().collect::<Vec<_>>().join(", ")))
        })
    };
    let axes = text.split(',').map(|word| one(word.trim())).collect::<Result<Vec<usize>, _>>()?;
    match axes[..] {
        [_] => Ok(axes),
        [a, b] if a != b => Ok(axes),
        _ => Err(Diagnostic::new(Code::Parameter, "`axes` names one coordinate, or two different ones")),
    }
}
