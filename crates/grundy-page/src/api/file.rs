//! Tables as files, as the program writes them.
//!
//! In: a box of positions, a format, how a picture is drawn. Out: lines that say how far the work is, and the file. The values are those of the box that was
//! asked for and of no larger one, so that the bytes are those of `grundy table -o`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy::theory::loopy::{Loopy, LoopyValue, is_round};
use grundy::{Diagnostic, Evaluator, IBig, Limits, Options, Play, Progress, Values, bytes};
use grundy_claims::{CheckOptions, Figure};
use grundy_format::picture::{Drawn, MisereValues, Mode, Style, about};
use grundy_format::{Axis, Column, Content, FormatError, FormatName, Grid, KnownPeriod, Points, Source, Text};
use grundy_picture::{NAMES, Palette};
use serde_json::json;

use super::asked::Asked;
use super::table::{Piece, formula};
use super::{Lines, Reply};

/// A picture has so many times the cells of another answer.
const PICTURE: u64 = 16;
/// A proof takes one of so many parts of the time.
const PARTS: usize = 2;
/// How often it is told how far the work is.
const LOOK: Duration = Duration::from_millis(200);

/// The file of a box.
pub(super) fn file(asked: &mut Asked, lines: &mut Lines) -> Result<Reply, Diagnostic> {
    let name: FormatName = asked.question.need("format")?.parse().map_err(|error: FormatError| refused(&error))?;
    let pictures = if name.says().is_picture { PICTURE } else { 1 };
    let piece = Piece::read(asked, asked.desk.settings.cells.saturating_mul(pictures))?;
    let axes = piece.file_axes();
    let mut style = style(asked, &piece, name)?;
    let period = if asked.question.flag("prove")? { prove(asked, &piece, (name, &mut style), lines)? } else { None };
    let memory = asked.desk.settings.memory;
    if name.says().is_picture && style.memory(&axes) > memory.into() {
        let message = format!("this picture needs more than the {} of memory allowed", bytes(memory));
        return Err(Diagnostic::limit(Code::Memory, message).help("ask for fewer cells, or smaller ones"));
    }
    let is_formula = matches!(style.mode, Mode::Formula(_));
    let format = name.format(Text::default(), style).map_err(|error| refused(&error))?;
    format.accepts(Content::Table(&axes)).map_err(|error| refused(&error))?;
    let (options, play) = (asked.options()?, asked.play()?.name());
    let values =
        watched(&options.limits, lines, || Evaluator::new(&piece.game.rules, options.clone()).table(&piece.most()));
    let mut file = vec![];
    let written = match values {
        Err(round) if is_round(&round, &options) && name.says().shows_infinity && !is_formula => {
            let loopy = piece.loopy_cells(&options, &axes)?;
            piece.grid((axes, period), Origin::Theory(&loopy), play, |grid| format.write(grid, &mut file))
        }
        values => piece.grid((axes, period), Origin::Engine(&values?), play, |grid| format.write(grid, &mut file)),
    };
    written.map_err(|error| {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>());
        inner.map_or_else(|| Diagnostic::limit(Code::Output, error.to_string()), refused)
    })?;
    lines(
        json!({"v": 1, "cmd": "file", "ending": name.ending(), "size": file.len(), "content": STANDARD.encode(&file)}),
    );
    Ok(Reply::Lines)
}

fn refused(error: &FormatError) -> Diagnostic {
    Diagnostic::new(Code::Format, error.to_string())
}

/// Puts what is proved into a picture, as `grundy table --prove` does; the period of points is returned. If nothing is proved, a line says why.
fn prove(
    asked: &mut Asked,
    piece: &Piece,
    (name, style): (FormatName, &mut Style),
    lines: &mut Lines,
) -> Result<Option<KnownPeriod>, Diagnostic> {
    if !name.says().is_picture {
        let message = format!("the parameter `prove` is for pictures, and this is `{}`", name.word());
        return Err(Diagnostic::new(Code::Parameter, message));
    }
    let formula = if let Mode::Formula(formula) = &style.mode { Some(formula.text.clone()) } else { None };
    let formula = formula.as_deref();
    let figure = Figure { game: &piece.game, formula, free: &piece.axes, held: &piece.held, filter: None };
    let options = CheckOptions { limits: asked.limits.share(PARTS), ..CheckOptions::default() };
    let play = asked.play()?;
    match asked.ask("mode", |session| figure.proved(session, &options, play))? {
        Ok((period, sentence)) => Ok(style.say(period.map(|known| (known.preperiod, known.period)), sentence)),
        Err(why) => {
            lines(json!({"v": 1, "cmd": "file", "proved": false, "reason": why}));
            Ok(None)
        }
    }
}

/// Does the work on another thread, and tells how far it is. Where there are no threads, nothing is told until it is done.
#[expect(clippy::disallowed_methods, reason = "the one thread is joined, and its panic goes on")]
fn watched<T: Send>(
    limits: &Limits,
    lines: &mut Lines,
    work: impl FnOnce() -> Result<T, Diagnostic> + Send,
) -> Result<T, Diagnostic> {
    if cfg!(all(target_family = "wasm", not(target_feature = "atomics"))) {
        return work();
    }
    let progress: &Arc<Progress> = &limits.progress;
    std::thread::scope(|scope| {
        let (working, done) = channel::<()>();
        let thread = std::thread::Builder::new().stack_size(super::STACK).spawn_scoped(scope, move || {
            // Dropped at the end of the work, which is the sign.
            let _working = working;
            work()
        });
        let thread = thread.map_err(|error| Diagnostic::limit(Code::Serve, format!("there is no thread: {error}")))?;
        while done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            let now = progress.read();
            // Where nobody reads on, the work is interrupted by whoever serves.
            let _ = lines(json!({"v": 1, "cmd": "file", "done": now.done, "of": now.total}));
        }
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// How a picture is drawn.
fn style(asked: &mut Asked, piece: &Piece, name: FormatName) -> Result<Style, Diagnostic> {
    if !name.says().is_picture {
        return Ok(Style::default());
    }
    let palette = match asked.question.get("palette").filter(|text| !text.is_empty()) {
        None => Palette::default(),
        Some(text) => Palette::named(text).ok_or_else(|| {
            Diagnostic::new(Code::Palette, format!("there is no palette `{text}`")).nearest(text, NAMES)
        })?,
    };
    let mode = match asked.question.get("mode").map(str::trim) {
        None | Some("" | "value") => Mode::Values,
        Some("p") => Mode::Wanted,
        Some(text) => mode(asked, piece, text)?,
    };
    let (rows, scale) = (asked.question.number("rows")?, asked.question.number("scale")?);
    let about = about(asked.session(), &piece.game);
    Ok(Style { mode, palette, scale, rows, about, ..Style::default() })
}

/// Residues or a formula, with the values in misère play that it asks for.
fn mode(asked: &mut Asked, piece: &Piece, text: &str) -> Result<Mode, Diagnostic> {
    if let Some(modulus) = text.strip_prefix("mod ") {
        let modulus = modulus.trim().parse::<u64>().ok().filter(|modulus| *modulus > 0);
        let wrong = || Diagnostic::new(Code::Mode, format!("a modulus is a number from 1 on, found `{text}`"));
        return modulus.map(Mode::Residues).ok_or_else(wrong);
    }
    let formula = formula(asked, &piece.game, ("mode", text))?;
    let misere = formula.asks_misere().then(|| -> Result<MisereValues, Diagnostic> {
        let options = Options { play: Play::Misere, ..asked.options()? };
        let values = Evaluator::new(&piece.game.rules, options).table(&piece.most())?;
        Ok(Box::new(move |position| values.get(position).map(u64::from)))
    });
    let misere = misere.transpose()?;
    Ok(Mode::Formula(Box::new(Drawn { text: text.to_string(), formula: RefCell::new(formula), misere })))
}

/// The values of a loopy game: the number of a value at each point where there is a position.
#[derive(Default)]
struct LoopyCells {
    cells: HashMap<Vec<u64>, u64>,
    values: Vec<LoopyValue>,
}

/// Where values are from.
#[derive(Clone, Copy)]
enum Origin<'v> {
    Engine(&'v Values),
    Theory(&'v LoopyCells),
}

impl Piece {
    /// The axes as a format has them.
    fn file_axes(&self) -> Vec<Axis> {
        let most = self.most();
        let axis = |(i, coord): (usize, &usize)| Axis { name: self.name(*coord), lo: self.lo[i], hi: most[*coord] };
        self.axes.iter().enumerate().map(axis).collect()
    }

    fn name(&self, coord: usize) -> String {
        self.game.rules.coords[coord].name.clone()
    }

    /// The values where play may go on for ever.
    fn loopy_cells(&self, options: &Options, axes: &[Axis]) -> Result<LoopyCells, Diagnostic> {
        let evaluator = Evaluator::new(&self.game.rules, options.clone());
        let mut loopy = Loopy::new(&self.game.rules, options);
        loopy.reach(&self.most())?;
        let (mut found, mut points) = (LoopyCells::default(), Points::new(axes));
        while let Some(point) = points.advance() {
            let position: Vec<IBig> = self.position(point).into_iter().map(IBig::from).collect();
            if !evaluator.exists(&position)? {
                continue;
            }
            let value = loopy.value(&position)?;
            let number = found.values.iter().position(|known| *known == value).unwrap_or_else(|| {
                found.values.push(value);
                found.values.len() - 1
            });
            found.cells.insert(point.to_vec(), number as u64);
        }
        Ok(found)
    }

    /// The position at a point of the axes.
    fn position(&self, point: &[u64]) -> Vec<u64> {
        let mut position = self.held.clone();
        self.axes.iter().zip(point).for_each(|(axis, at)| position[*axis] = *at);
        position
    }

    /// Gives the values to a writer, as a format has them.
    fn grid<T>(
        &self,
        (axes, period): (Vec<Axis>, Option<KnownPeriod>),
        from: Origin,
        play: &str,
        write: impl FnOnce(&Grid) -> T,
    ) -> T {
        let held = || (0..self.held.len()).filter(|coord| !self.axes.contains(coord));
        let source = |coord: usize| match self.axes.iter().position(|axis| *axis == coord) {
            Some(axis) => Source::Axis(axis),
            None => Source::Fixed(self.held[coord]),
        };
        let value = |point: &[u64]| match from {
            Origin::Engine(values) => values.get(&self.position(point)).map(u64::from),
            Origin::Theory(found) => found.cells.get(point).copied(),
        };
        let (engine, values, loopy) = match from {
            Origin::Engine(values) => (values.by().name(), Some(values), None),
            Origin::Theory(found) => ("loopy", None, Some(&found.values[..])),
        };
        write(&Grid {
            game: &self.game.text,
            rules: &self.game.rules.hash(),
            play,
            shows: Quantity::Value,
            engine,
            fixed: held().map(|coord| (self.name(coord), self.held[coord])).collect(),
            coordinates: (0..self.held.len())
                .map(|coord| Column { name: self.name(coord), source: source(coord) })
                .collect(),
            axes,
            value: &value,
            values,
            loopy,
            entries: None,
            asked: vec![],
            period,
        })
    }
}
