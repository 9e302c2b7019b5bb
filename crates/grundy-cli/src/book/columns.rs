//! A table of words in columns, with cells of several lines where it would be too wide.

use grundy_format::wrap::{HARD_BLANK, length, lines};

/// The blanks between two columns.
const GAP: usize = 2;

/// The lines of a table; the first row is its head, left out if it is blank.
pub(crate) fn columns(rows: &[Vec<String>], width: usize) -> Vec<String> {
    let (widths, fits) = widths(rows, width);
    if fits {
        return laid_out(rows, &widths);
    }
    let soften = |cell: &String| cell.replace(HARD_BLANK, " ");
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(soften).collect()).collect();
    laid_out(&rows, &self::widths(&rows, width).0)
}

/// The widths of the columns, the widest narrowed as far as their longest words let them; do they fit?
fn widths(rows: &[Vec<String>], width: usize) -> (Vec<usize>, bool) {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let of_column = |k: usize, size: fn(&str) -> usize| {
        rows.iter().filter_map(|row| row.get(k)).map(|cell| size(cell)).max().unwrap_or(0)
    };
    let longest_word = |cell: &str| cell.split([' ', '\n']).map(length).max().unwrap_or(0);
    let least: Vec<usize> = (0..count).map(|k| of_column(k, longest_word)).collect();
    let mut widths: Vec<usize> = (0..count).map(|k| of_column(k, length)).collect();
    let room = width.saturating_sub(GAP * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let narrower = (0..count).filter(|k| widths[*k] > least[*k]).max_by_key(|k| widths[*k]);
        let Some(k) = narrower else { return (widths, false) };
        widths[k] -= 1;
    }
    (widths, true)
}

/// The lines of all rows.
fn laid_out(rows: &[Vec<String>], widths: &[usize]) -> Vec<String> {
    let mut out = vec![];
    for (k, row) in rows.iter().enumerate() {
        let head = k == 0;
        if head && row.iter().all(String::is_empty) {
            continue;
        }
        out.extend(row_lines(row, widths));
        if head {
            out.push(widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join(&" ".repeat(GAP)));
        }
    }
    out
}

/// The lines of one row.
fn row_lines(row: &[String], widths: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| lines(cell, *width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |y: usize| {
        let parts = cells.iter().zip(widths).map(|(cell, width)| {
            let part = cell.get(y).map_or("", String::as_str);
            format!("{part}{}", " ".repeat((width + GAP).saturating_sub(length(part))))
        });
        parts.collect::<String>().trim_end().to_string()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(width: usize) -> Vec<String> {
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        columns(&[row(["a", "is"]), row(["one", "the first of all"])], width)
    }

    #[test]
    fn wide_cells_have_several_lines() {
        assert_eq!(table(40), ["a    is", "───  ────────────────", "one  the first of all"]);
        assert_eq!(table(14), ["a    is", "───  ─────────", "one  the first", "     of all"]);
        assert_eq!(table(4).last().map(String::as_str), Some("     all"));
    }
}
