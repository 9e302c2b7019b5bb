//! LaTeX: a complete `tabular` for each slice, for papers.
//!
//! The output needs no package. Names are set in math mode, zeros (P-positions)
//! in bold, and a position that does not exist is blank. A row of which a
//! condition leaves nothing is left out. A comment at the top
//! says where the numbers come from, since a table in a paper outlives the run.

use std::io::{self, Write};

use super::name::{Declaration, FormatName};
use grundy::engine::Quantity;
use grundy::theory::loopy::{LoopyOutcome, LoopyValue};

use super::{Axis, Column, Format, Grid, Points, PositionList};

/// For papers.
pub(crate) const LATEX: FormatName = FormatName(&Declaration {
    word: "latex",
    ending: "tex",
    other_names: None,
    is_binary: false,
    is_picture: false,
    shows_infinity: true,
    tells_period: false,
    counts: None,
    terms: None,
    writer: |_, _| Ok(Box::new(Latex)),
});

/// Tables for papers.
pub(crate) struct Latex;

impl Format for Latex {
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        let shown = if grid.shows == Quantity::Value { String::new() } else { format!(", {}", grid.shows.name()) };
        let engine = format!("{shown}, engine {}", grid.engine);
        origin(grid.game, grid.rules, grid.play, &engine, out)?;
        match grid.axes.as_slice() {
            [] => single(grid, out),
            [axis] => sequence(grid, axis, out),
            [outer @ .., rows, columns] => {
                let mut slices = Points::new(outer);
                let mut separator = "";
                while let Some(slice) = slices.advance() {
                    if !grid.shows_slice(slice, rows, columns) {
                        continue;
                    }
                    write!(out, "{separator}")?;
                    table(grid, slice, rows, columns, out)?;
                    separator = "\n";
                }
                Ok(())
            }
        }
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        origin(list.game, list.rules, list.play, "", out)?;
        writeln!(out, "\\begin{{tabular}}{{*{{{}}}{{r}}|r}}", list.columns.len())?;
        for Column { name, .. } in list.columns {
            write!(out, "${}$ & ", math_name(name))?;
        }
        writeln!(out, "{} \\\\\n\\hline", value_name(list.play))?;
        let mut count = 0;
        for row in list.rows {
            for entry in row.entries {
                write!(out, "{entry} & ")?;
            }
            writeln!(out, "{} \\\\", value(row.value, row.value == 0))?;
            count += 1;
        }
        writeln!(out, "{END}")?;
        Ok(count)
    }
}

const END: &str = "\\end{tabular}";

/// The comment at the top.
fn origin(game: &str, rules: &str, play: &str, engine: &str, out: &mut dyn Write) -> io::Result<()> {
    // Rules on the command line may contain line ends; a comment must not.
    let game: Vec<&str> = game.split_whitespace().collect();
    let (game, version) = (game.join(" "), env!("CARGO_PKG_VERSION"));
    let play = if play == "misere" { "misère" } else { play };
    writeln!(out, "% {game}: {play} play, rules {rules}{engine}, grundy {version}")
}

/// Without axes: the single value.
fn single(grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
    let only = (grid.value)(&[]).map(|only| cell(grid, only)).unwrap_or_default();
    writeln!(out, "\\begin{{tabular}}{{r}}\n{only} \\\\\n{END}")
}

/// With one axis: the numbers, and below them their values.
fn sequence(grid: &Grid, axis: &Axis, out: &mut dyn Write) -> io::Result<()> {
    begin(grid, &[], axis, out)?;
    numbers(&format!("${}$", math_name(&axis.name)), axis, out)?;
    write!(out, "{}", number_name(grid))?;
    values(grid, &[], axis, out)?;
    writeln!(out, "{END}")
}

/// The last two axes at one point of the others.
fn table(grid: &Grid, slice: &[u64], rows: &Axis, columns: &Axis, out: &mut dyn Write) -> io::Result<()> {
    begin(grid, slice, columns, out)?;
    let (down, across) = (math_name(&rows.name), math_name(&columns.name));
    numbers(&format!("${down} \\backslash {across}$"), columns, out)?;
    let mut point = slice.to_vec();
    for row in rows.lo..=rows.hi {
        point.truncate(slice.len());
        point.push(row);
        if !grid.shows_row(&point, columns) {
            continue;
        }
        write!(out, "{row}")?;
        values(grid, &point, columns, out)?;
    }
    writeln!(out, "{END}")
}

/// The first line, and a heading if the slice has fixed coordinates.
fn begin(grid: &Grid, slice: &[u64], columns: &Axis, out: &mut dyn Write) -> io::Result<()> {
    let count = columns.len();
    writeln!(out, "\\begin{{tabular}}{{r|*{{{count}}}{{r}}}}")?;
    let pairs = grid.heading(slice);
    if pairs.is_empty() {
        return Ok(());
    }
    let pairs: Vec<String> = pairs.iter().map(|(name, at)| format!("${} = {at}$", math_name(name))).collect();
    let pairs = pairs.join(", ");
    writeln!(out, "\\multicolumn{{{}}}{{l}}{{{pairs}}} \\\\", count + 1)
}

/// The row of column numbers, and the rule below it.
fn numbers(corner: &str, columns: &Axis, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{corner}")?;
    for column in columns.lo..=columns.hi {
        write!(out, " & {column}")?;
    }
    writeln!(out, " \\\\\n\\hline")
}

/// The rest of a row: the values at `outer` along the columns.
fn values(grid: &Grid, outer: &[u64], columns: &Axis, out: &mut dyn Write) -> io::Result<()> {
    let mut cells = String::new();
    if columns.lo <= columns.hi {
        grid.along(outer, (columns.lo, columns.hi), &mut |found| {
            cells.push_str(" &");
            found.iter().for_each(|found| cells.push_str(&format!(" {}", cell(grid, *found))));
        });
    }
    out.write_all(cells.as_bytes())?;
    writeln!(out, " \\\\")
}

/// The value of a cell; in a loopy game it may be infinity with its numbers.
fn cell(grid: &Grid, found: u64) -> String {
    match grid.loopy.map(|values| &values[found as usize]) {
        None => value(found, grid.is_p(found)),
        Some(LoopyValue::Infinite(numbers)) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("$\\infty_{{\\{{{}\\}}}}$", numbers.join(", "))
        }
        Some(finite) if finite.outcome() == LoopyOutcome::P => format!("\\textbf{{{finite}}}"),
        Some(finite) => finite.to_string(),
    }
}

/// A value; that of a P-position in bold.
fn value(value: u64, is_p: bool) -> String {
    if is_p { format!("\\textbf{{{value}}}") } else { value.to_string() }
}

/// The name of the numbers of a table.
fn number_name(grid: &Grid) -> &'static str {
    match grid.shows {
        Quantity::Value => value_name(grid.play),
        other => other.name(),
    }
}

/// The name of the values.
fn value_name(play: &str) -> &'static str {
    match play {
        "misere" => "$\\mathcal{G}^-$",
        _ => "$\\mathcal{G}$",
    }
}

/// A name for math mode: `x12` is `x_{12}`, `s1_2` is `s_{1,2}`, a longer
/// name is one word, with its underscores escaped.
fn math_name(name: &str) -> String {
    let is_index = |c: char| c.is_ascii_digit() || c == '_';
    let word = name.trim_end_matches(is_index);
    let indices = &name[word.len()..];
    let indices: Vec<&str> = indices.split('_').filter(|i| !i.is_empty()).collect();
    if word.is_empty() {
        return escaped(name);
    }
    let word = match word.chars().count() {
        1 => escaped(word),
        _ => format!("\\mathit{{{}}}", escaped(word)),
    };
    match indices.join(",") {
        none if none.is_empty() => word,
        one if one.len() == 1 => format!("{word}_{one}"),
        more => format!("{word}_{{{more}}}"),
    }
}

/// Escapes the characters that have a meaning in TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "_#$%&{}".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, increasing, listed, nim_sum, written};
    use super::*;

    /// The output below the comment.
    fn latex(grid: &Grid) -> String {
        let text = written(&Latex, grid);
        let (comment, rest) = text.split_once('\n').unwrap();
        assert!(comment.starts_with("% "), "{comment}");
        rest.to_string()
    }

    #[test]
    fn a_ragged_table() {
        let expected = r"\begin{tabular}{r|*{3}{r}}
$a \backslash x_1$ & 0 & 1 & 2 \\
\hline
0 & & 1 & 2 \\
1 & & & 3 \\
\end{tabular}
";
        let grid = grid(&[("a", 0, 1), ("x1", 0, 2)], &increasing);
        assert_eq!(latex(&grid), expected);
    }

    #[test]
    fn three_axes_are_slices() {
        let expected = r"\begin{tabular}{r|*{2}{r}}
\multicolumn{3}{l}{$x_1 = 0$} \\
$x_2 \backslash x_3$ & 0 & 1 \\
\hline
0 & \textbf{0} & 1 \\
\end{tabular}

\begin{tabular}{r|*{2}{r}}
\multicolumn{3}{l}{$x_1 = 1$} \\
$x_2 \backslash x_3$ & 0 & 1 \\
\hline
0 & 1 & \textbf{0} \\
\end{tabular}
";
        let grid = grid(&[("x1", 0, 1), ("x2", 0, 0), ("x3", 0, 1)], &nim_sum);
        assert_eq!(latex(&grid), expected);
    }

    #[test]
    fn sequences_say_which_play() {
        let expected = r"\begin{tabular}{r|*{3}{r}}
$n$ & 0 & 1 & 2 \\
\hline
$\mathcal{G}^-$ & \textbf{0} & 1 & 2 \\
\end{tabular}
";
        let mut grid = grid(&[("n", 0, 2)], &nim_sum);
        grid.play = "misere";
        assert_eq!(latex(&grid), expected);
    }

    #[test]
    fn no_axis_is_one_number() {
        let expected = "\\begin{tabular}{r}\n\\textbf{0} \\\\\n\\end{tabular}\n";
        assert_eq!(latex(&grid(&[], &nim_sum)), expected);
    }

    #[test]
    fn the_comment_keeps_to_its_line() {
        let mut grid = grid(&[], &nim_sum);
        grid.game = "game x {\n  move x - 1\n}";
        let comment = "% game x { move x - 1 }: normal play, rules ab12, engine table, grundy ";
        assert!(written(&Latex, &grid).starts_with(comment));
    }

    #[test]
    fn names_are_safe_in_math() {
        for (name, math) in [
            ("a", "a"),
            ("x1", "x_1"),
            ("x12", "x_{12}"),
            ("s1_2", "s_{1,2}"),
            ("heap", r"\mathit{heap}"),
            ("left_pile2", r"\mathit{left\_pile}_2"),
            ("7", "7"),
            ("_", r"\_"),
        ] {
            assert_eq!(math_name(name), math);
        }
    }

    #[test]
    fn positions_are_a_table() {
        let expected = r"\begin{tabular}{*{2}{r}|r}
$a$ & $b_1$ & $\mathcal{G}$ \\
\hline
3 & 4 & 7 \\
5 & 5 & \textbf{0} \\
\end{tabular}
";
        let rows = [("3,4", [3, 4], 7), ("5,5", [5, 5], 0)];
        let text = listed(&Latex, &rows).unwrap();
        assert_eq!(text.split_once('\n').unwrap().1, expected);
        let empty = listed(&Latex, &[]).unwrap();
        assert!(empty.ends_with("\\hline\n\\end{tabular}\n"), "{empty}");
    }
}
