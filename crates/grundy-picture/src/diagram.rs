//! States and arrows: the picture of an automaton.
//!
//! In: states with a label each, arrows with labels. Out: the text of a graph for Graphviz, or an SVG in which the states stand on a circle, the first one
//! on top. Coordinates are whole pixels, so that the same automaton is the same file on every machine.

use std::fmt::Write as _;

use crate::Caption;
use crate::ticks::CHARACTER;
use crate::vector::escaped;

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What stands in it.
    pub label: String,
    /// Is it drawn with two lines, as one that accepts?
    pub marked: bool,
}

/// States and arrows between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What stands above.
    pub caption: Caption,
    /// The states; the first is the beginning.
    pub states: Vec<State>,
    /// Arrows: from which state to which, and what is read. Two states have one arrow at most each way.
    pub arrows: Vec<(usize, usize, String)>,
}

/// The radius of a state, in pixels.
const STATE: f64 = 22.0;
/// The room outside of the circle of states.
const ROOM: f64 = 110.0;
/// The height of a line of text.
const LINE: u64 = 16;
/// The room beside the text.
const MARGIN: u64 = 12;

impl Diagram {
    /// The graph in the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let caption = std::iter::once(&self.caption.title).chain(&self.caption.lines);
        let caption: Vec<&str> = caption.map(String::as_str).collect();
        let mut out = "digraph automaton {\n  rankdir=LR; node [shape=circle]; start [shape=point];\n".to_string();
        let _ = writeln!(out, "  labelloc=t; label={};", quoted(&caption.join("\n")).replace('\n', "\\n"));
        for (number, state) in self.states.iter().enumerate() {
            let shape = if state.marked { ", shape=doublecircle" } else { "" };
            let _ = writeln!(out, "  {number} [label={}{shape}];", quoted(&state.label));
        }
        out.push_str("  start -> 0;\n");
        for (from, to, label) in &self.arrows {
            let _ = writeln!(out, "  {from} -> {to} [label={}];", quoted(label));
        }
        out.push_str("}\n");
        out
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let circle = self.circle();
        let lines = 1 + self.caption.lines.len() as u64;
        let side = (2.0 * (circle + ROOM)) as u64;
        let texts = self.caption.lines.iter().chain([&self.caption.title]).map(|line| line.chars().count() as u64);
        let width = side.max(texts.max().unwrap_or(0) * CHARACTER + 2 * MARGIN);
        let height = side + LINE * (lines + 1);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"12\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
             <path d=\"M0 0L8 4L0 8z\" fill=\"#444444\"/></marker></defs>\n",
            escaped(&self.caption.title),
            escaped(&self.caption.lines.join("\n")),
        );
        for (i, line) in std::iter::once(&self.caption.title).chain(&self.caption.lines).enumerate() {
            let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{}\">{}</text>", LINE * (i as u64 + 1), escaped(line));
        }
        let middle = (width as f64 / 2.0, circle + ROOM + (LINE * lines) as f64);
        for arrow in &self.arrows {
            self.arrow(&mut out, middle, circle, arrow);
        }
        for (number, state) in self.states.iter().enumerate() {
            let (x, y) = self.place(number, middle, circle);
            let (x, y) = (x.round(), y.round());
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STATE}\" fill=\"#f4f4f4\" stroke=\"#222222\"/>");
            if state.marked {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#222222\"/>",
                    STATE - 4.0
                );
            }
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                y + 4.0,
                escaped(&state.label)
            );
        }
        let (x, y) = self.place(0, middle, circle);
        let (x, y) = (x.round(), y.round() - STATE);
        let _ = writeln!(
            out,
            "<path d=\"M{} {}L{x} {y}\" stroke=\"#444444\" fill=\"none\" marker-end=\"url(#tip)\"/>",
            x - 40.0,
            y - 30.0
        );
        out.push_str("</svg>\n");
        out
    }

    /// The radius of the circle on which the states stand.
    fn circle(&self) -> f64 {
        (self.states.len() as f64 * 18.0).max(70.0)
    }

    fn place(&self, number: usize, (x, y): (f64, f64), circle: f64) -> (f64, f64) {
        let angle = std::f64::consts::TAU * number as f64 / self.states.len().max(1) as f64;
        (x + circle * angle.sin(), y - circle * angle.cos())
    }

    fn arrow(&self, out: &mut String, middle: (f64, f64), circle: f64, (from, to, label): &(usize, usize, String)) {
        let (a, b) = (self.place(*from, middle, circle), self.place(*to, middle, circle));
        let path = |out: &mut String, data: &str| {
            let _ = writeln!(out, "<path d=\"{data}\" stroke=\"#444444\" fill=\"none\" marker-end=\"url(#tip)\"/>");
        };
        let text = |out: &mut String, x: f64, y: f64| {
            let (x, y) = (x.round(), y.round());
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#0b4f8a\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                escaped(label)
            );
        };
        let round = |(x, y): (f64, f64)| format!("{} {}", x.round(), y.round());
        if from == to {
            // Outwards.
            let out_by = |along: f64, beside: f64| {
                let (dx, dy) = ((a.0 - middle.0) / circle, (a.1 - middle.1) / circle);
                (a.0 + along * dx - beside * dy, a.1 + along * dy + beside * dx)
            };
            let data = format!(
                "M{}C{} {} {}",
                round(out_by(18.0, 12.0)),
                round(out_by(70.0, 40.0)),
                round(out_by(70.0, -40.0)),
                round(out_by(19.0, -12.0))
            );
            path(out, &data);
            let (x, y) = out_by(74.0, 0.0);
            return text(out, x, y + 3.0);
        }
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy).max(1.0);
        // Bent to the right of its direction, so that the arrow back does not lie on it.
        let bend = (length * 0.12).clamp(14.0, 40.0);
        let top = ((a.0 + b.0) / 2.0 - bend * dy / length, (a.1 + b.1) / 2.0 + bend * dx / length);
        let near = |end: (f64, f64)| {
            let (x, y) = (top.0 - end.0, top.1 - end.1);
            let far = x.hypot(y).max(1.0);
            (end.0 + STATE * x / far, end.1 + STATE * y / far)
        };
        path(out, &format!("M{}Q{} {}", round(near(a)), round(top), round(near(b))));
        text(out, (a.0 + b.0) / 4.0 + top.0 / 2.0, (a.1 + b.1) / 4.0 + top.1 / 2.0 + 3.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_and_a_picture_name_every_state_and_arrow() {
        let state = |label: &str, marked| State { label: label.to_string(), marked };
        let diagram = Diagram {
            caption: Caption { title: "even \"a\" & more".into(), lines: vec!["a line".into()] },
            states: vec![state("0", true), state("1", false)],
            arrows: vec![(0, 0, "0".into()), (0, 1, "1".into()), (1, 0, "1".into()), (1, 1, "0".into())],
        };
        let (dot, svg) = (diagram.dot(), diagram.svg());
        assert!(
            dot.contains("0 -> 1 [label=\"1\"];") && dot.contains("doublecircle") && dot.contains("even \\\"a\\\"")
        );
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("even &quot;a&quot; &amp; more"));
        // Three circles for two states, one of them marked; four arrows and the one to the beginning.
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches("marker-end").count(), 5);
    }
}
