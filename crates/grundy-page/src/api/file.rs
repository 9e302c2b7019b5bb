//! Tables as files, as the program writes them.
//!
//! In: a box of positions, a format, how a picture is drawn. Out: lines that say how far the work is, and the file. The values are those of the box that was
//! asked for and of no larger one, so that the bytes are those of `grundy table -o`.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy::{Diagnostic, Evaluator, Limits, Options, Play, Progress, Values};
use grundy_format::picture::{Drawn, MisereValues, Mode, Style, about};
use grundy_format::{Axis, Column, Content, FormatError, FormatName, Grid, Source, Text};
use grundy_picture::{NAMES, Palette};
use serde_json::json;

use super::asked::Asked;
use super::table::{Piece, formula};
use super::{Lines, Reply};

/// A picture has so many times the cells of another answer.
const PICTURE: u64 = 16;
/// How often it is told how far the work is.
const LOOK: Duration = Duration::from_millis(200);

/// The file of a box.
pub(super) fn file(asked: &mut Asked, lines: &mut Lines) -> Result<Reply, Diagnostic> {
    let name: FormatName = asked.question.need("format")?.parse().map_err(|error: FormatError| refused(&error))?;
    let pictures = if name.says().is_picture { PICTURE } else { 1 };
    let piece = Piece::read(asked, asked.desk.settings.cells.saturating_mul(pictures))?;
    let axes = piece.file_axes();
    let style = style(asked, &piece, name)?;
    let format = name.format(Text::default(), style).map_err(|error| refused(&error))?;
    format.accepts(Content::Table(&axes)).map_err(|error| refused(&error))?;
    let options = asked.options()?;
    let values = watched(&options.limits.clone(), lines, || Evaluator::new(&piece.game.rules, options).table(&piece.most()))?;
    let play = asked.play()?.name();
    let mut bytes = vec![];
    piece.grid(axes, &values, play, |grid| format.write(grid, &mut bytes)).map_err(|error| {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>());
        inner.map_or_else(|| Diagnostic::limit(Code::Output, error.to_string()), refused)
    })?;
    lines(json!({"v": 1, "cmd": "file", "ending": name.ending(), "size": bytes.len(), "content": STANDARD.encode(&bytes)}));
    Ok(Reply::Lines)
}

fn refused(error: &FormatError) -> Diagnostic {
    Diagnostic::new(Code::Format, error.to_string())
}

/// Does the work on another thread, and tells how far it is. Where there are no threads, nothing is told until it is done.
fn watched<T: Send>(
    limits: &Limits,
    lines: &mut Lines,
    work: impl FnOnce() -> Result<T, Diagnostic> + Send,
) -> Result<T, Diagnostic> {
    if cfg!(target_family = "wasm") {
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

    /// Gives the values to a writer, as a format has them.
    fn grid<T>(&self, axes: Vec<Axis>, values: &Values, play: &str, write: impl FnOnce(&Grid) -> T) -> T {
        let held = || (0..self.held.len()).filter(|coord| !self.axes.contains(coord));
        let source = |coord: usize| match self.axes.iter().position(|axis| *axis == coord) {
            Some(axis) => Source::Axis(axis),
            None => Source::Fixed(self.held[coord]),
        };
        let value = |point: &[u64]| {
            let mut position = self.held.clone();
            self.axes.iter().zip(point).for_each(|(axis, at)| position[*axis] = *at);
            values.get(&position).map(u64::from)
        };
        write(&Grid {
            game: &self.game.text,
            rules: &self.game.rules.hash(),
            play,
            shows: Quantity::Value,
            engine: values.by().name(),
            fixed: held().map(|coord| (self.name(coord), self.held[coord])).collect(),
            coordinates: (0..self.held.len()).map(|coord| Column { name: self.name(coord), source: source(coord) }).collect(),
            axes,
            value: &value,
            values: Some(values),
            loopy: None,
            entries: None,
            asked: vec![],
            period: None,
        })
    }
}
