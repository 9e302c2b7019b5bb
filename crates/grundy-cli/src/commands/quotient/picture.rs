//! The picture of a quotient.
//!
//! In: what is known of a quotient. Out: an SVG: elements that are products of each other in one box, boxes of further products below, P-positions in colour, and beside each element the
//! heaps that have it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use grundy::Diagnostic;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::quotient::{Element, Found, Letters, Order, Period};
use grundy_picture::{Caption, Entry, Layers};

use crate::failure::{Failure, Outcome, quoted};

use crate::interrupt::Interrupts;
use crate::output::Draft;

/// The most elements of a quotient that is drawn.
const DRAWN: usize = 400;
/// So many heaps are listed at an element.
const LISTED: usize = 4;

/// A picture that is begun, so that a file that cannot be written is told before the work.
pub(super) struct Picture {
    path: PathBuf,
    draft: Draft,
}

impl Picture {
    pub(super) fn begin(path: &Path, run: &Interrupts) -> Outcome<Picture> {
        if path.extension().is_none_or(|ending| ending != "svg") {
            let message = format!("the picture of a quotient is an SVG, and {} does not end in .svg", quoted(path));
            return Err(Diagnostic::new(Code::Output, message).help("write `-o FILE.svg`").into());
        }
        let draft = Draft::begin(path, run).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Picture { path: path.to_path_buf(), draft })
    }

    /// Writes the picture of a quotient.
    pub(super) fn write(mut self, game: &Game, found: &Found) -> Outcome<()> {
        let size = found.quotient.monoid.size();
        if size > DRAWN {
            let message = format!("{} is not written: {size} elements are too many for a picture", quoted(&self.path));
            let error = Diagnostic::limit(Code::TooLarge, message);
            return Err(error.help(format!("at most {DRAWN} are drawn; ask for smaller heaps with `--to`")).into());
        }
        let written = self.draft.write_all(layers(game, found).svg().as_bytes()).and_then(|()| self.draft.finish());
        written.map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))
    }
}

fn layers(game: &Game, found: &Found) -> Layers {
    let letters = Letters::of(found);
    let monoid = &found.quotient.monoid;
    let Order { classes, depths, steps } = Order::of(monoid, &letters);
    let entry = |x: &Element| Entry { label: letters.element(*x), note: heaps(found, *x), marked: monoid.is_p(*x) };
    let boxes = classes.iter().zip(depths).map(|(class, depth)| (depth, class.iter().map(entry).collect()));
    Layers {
        caption: caption(game, found, &letters),
        boxes: boxes.collect(),
        lines: steps.into_iter().map(|(high, low, generators)| (high, low, generators.join(" "))).collect(),
    }
}

fn caption(game: &Game, found: &Found, letters: &Letters) -> Caption {
    let (size, portion) = (found.quotient.monoid.size(), found.quotient.monoid.portion().len());
    let which = match (found.period, found.to()) {
        (None, Some(to)) => format!("the heaps up to {to}"),
        _ => "all heaps".to_string(),
    };
    let checked = if found.checked.is_yes() { "proved" } else { "not checked" };
    let generators: Vec<String> =
        letters.generators().map(|(letter, heap)| format!("{letter} = phi({heap})")).collect();
    let recur = found
        .period
        .map(|Period { preperiod, period }| format!("phi recurs after {period} heaps, from {preperiod} on"));
    let first = [
        format!(
            "{size} elements, {portion} of P-positions (coloured); rules {}, misère play, {checked}",
            game.rules.hash()
        ),
        "elements in one box are products of each other; lines lead to further products; small: heaps".to_string(),
    ];
    Caption {
        title: format!("{}: the misère quotient of {which}", game.text),
        lines: first.into_iter().chain(generators.chunks(6).map(|some| some.join(", "))).chain(recur).collect(),
    }
}

/// The heaps with an element, before the elements recur; some of them, where they are many.
fn heaps(found: &Found, element: Element) -> String {
    let stated = found.period.map_or(u64::MAX, |Period { preperiod, period }| preperiod + period);
    let own = (0..stated).zip(&found.quotient.heaps).filter(|(_, other)| **other == Some(element));
    let own: Vec<String> = own.map(|(heap, _)| heap.to_string()).collect();
    match own.len() {
        0..=LISTED => own.join(" "),
        _ => format!("{} …", own[..LISTED - 1].join(" ")),
    }
}
