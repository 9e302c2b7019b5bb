// What is seen, as files: the map as PNG, SVG, CSV, LaTeX.
//
// In: what the map shows (`seen`). Out: files. The cells are those of the view; where they are more than a file holds, the file says
// which it has, and so does the page.

import { colourOf, css, inkOn } from './colours.js';
import { make, say } from './dom.js';
import { formulaOf } from './mode.js';
import { escape, fileName, save } from './save.js';
import { state } from './state.js';

/** The most cells of a file. */
const MOST = 1 << 20;
/** The most rows and columns of a table in LaTeX. */
const LATEX = 40;
/** The most pixels at the side of a picture. */
const PIXELS = 8192;

/**
 * @typedef {NonNullable<ReturnType<ReturnType<typeof import('./map.js').map>['seen']>>} Seen
 * @typedef {{rows: number[], columns: number[], values: (number | null)[][], seen: Seen, cut: boolean}} Window
 */

/** @param {HTMLElement} root @param {() => Seen | null} seen */
export function exports(root, seen) {
  const note = make('p', { class: 'note', hidden: true });
  const item = (/** @type {string} */ title, /** @type {(window: Window, name: string) => void} */ write, side = Infinity) => make('button', {
    type: 'button', onclick: () => {
      const found = seen();
      const shown = found && windowOf(found, side);
      note.hidden = Boolean(shown && !shown.cut);
      if (!found || !shown) note.textContent = 'There is no map to save.';
      else {
        write(shown, fileName(found.plane.game.game));
        note.textContent = `The file holds the first ${shown.rows.length} rows and ${shown.columns.length} columns of what is seen.`;
      }
      if (note.hidden) root.closest('details')?.removeAttribute('open');
      else say(note.textContent ?? '');
    },
  }, title);
  root.append(item('Map as PNG', png), item('Map as SVG', (shown, name) => save(`${name}.svg`, svg(shown), 'image/svg+xml')),
    item('Values as CSV', (shown, name) => save(`${name}.csv`, csv(shown), 'text/csv')),
    item('Values as LaTeX', (shown, name) => save(`${name}.tex`, latex(shown), 'text/x-tex'), LATEX), note);
}

/** The cells that are seen and known, at most so many rows and columns. @param {Seen} seen @param {number} side @returns {Window | null} */
function windowOf(seen, side) {
  const { view, size, plane, tiles } = seen;
  const range = (/** @type {number} */ from, /** @type {number} */ pixels, /** @type {number} */ end) => {
    const first = Math.ceil(from - 0.01);
    const last = Math.min(end, Math.floor(from + pixels / view.scale));
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  };
  const rows = range(view.row, size.height, plane.high);
  // One coordinate is laid out in rows, which are whole numbers of it.
  const columns = plane.isLine ? Array.from({ length: plane.columns }, (_, i) => i) : range(view.column, size.width, plane.wide);
  const all = rows.length * columns.length;
  rows.splice(side);
  // A line keeps its columns: a row of it without its end is no row.
  if (!plane.isLine) columns.splice(side);
  while (rows.length * columns.length > MOST) (rows.length > columns.length ? rows : columns).splice(Math.floor(Math.max(rows.length, columns.length) / 2));
  const values = rows.map((row) => columns.map((column) => tiles.value(row, column) ?? null));
  return values.length && columns.length ? { rows, columns, values, seen, cut: rows.length * columns.length < all } : null;
}

/** @param {Window} shown */
function title({ seen: { plane } }) {
  const { play, mode } = state();
  return `${plane.game.game}: ${mode}, ${play === 'misere' ? 'misère' : 'normal'} play, rules ${plane.game.rules}`;
}

/** @param {Window} shown @param {string} name */
function png({ rows, columns, values, seen: { how, view } }, name) {
  const fits = Math.floor(PIXELS / Math.max(columns.length, rows.length));
  const side = Math.max(1, Math.min(fits, Math.round(view.scale)));
  const canvas = make('canvas', { width: columns.length * side, height: rows.length * side });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  values.forEach((row, y) => row.forEach((value, x) => {
    context.fillStyle = css(colourOf(how, value));
    context.fillRect(x * side, y * side, side, side);
  }));
  canvas.toBlob((blob) => blob && save(`${name}.png`, blob, 'image/png'), 'image/png');
}

/** Runs of one colour are one rectangle. @param {Window} shown */
function svg(shown) {
  const { rows, columns, values, seen: { how, view, plane, tiles } } = shown;
  const side = Math.max(4, Math.round(view.scale));
  const [left, top] = [40, 40];
  /** @type {string[]} */
  const parts = [];
  values.forEach((row, y) => {
    for (let x = 0; x < row.length;) {
      const colour = css(colourOf(how, row[x]));
      let end = x + 1;
      while (end < row.length && css(colourOf(how, row[end])) === colour) end += 1;
      parts.push(`<rect x="${left + x * side}" y="${top + y * side}" width="${(end - x) * side}" height="${side}" fill="${colour}"/>`);
      x = end;
    }
    if (side >= 20) {
      row.forEach((value, x) => value !== null && parts.push(`<text x="${left + (x + 0.5) * side}" y="${top + (y + 0.7) * side}" fill="${inkOn(colourOf(how, value))}" text-anchor="middle" font-size="${side * 0.45}">${tiles.text(value)}</text>`));
    }
  });
  const [wide, high] = [left + columns.length * side + 10, top + rows.length * side + 10];
  const name = escape(title(shown));
  const [down, right] = plane.names.map(escape);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="monospace" shape-rendering="crispEdges"><title>${name}</title>`
    + `<text x="${left}" y="14" font-size="12">${name}</text><text x="4" y="34" font-size="12">${down} ↓ ${right} →, from (${rows[0]}, ${columns[0]})</text>${parts.join('')}</svg>\n`;
}

/** As the program's CSV: a position a line; positions that do not exist are left out. @param {Window} shown */
function csv({ rows, columns, values, seen: { plane, tiles } }) {
  const text = (/** @type {number} */ value) => tiles.text(value).replace(/.*,.*/, '"$&"');
  const lines = rows.flatMap((row, y) => columns.flatMap((column, x) => {
    const at = plane.at(row, column);
    const value = values[y][x];
    return value === null || !at ? [] : [`${at.join(',')},${text(value)}`];
  }));
  const formula = formulaOf(state().mode);
  const head = formula ? `"${formula.replaceAll('"', '""')}"` : 'value';
  return `${[...plane.game.names, head].join(',')}\n${lines.join('\n')}\n`;
}

/** @param {Window} shown */
function latex(shown) {
  const { rows, columns, values, seen: { plane, tiles } } = shown;
  const text = (/** @type {number} */ value) => tiles.text(value).replace(/inf\(\{(.*)\}\)/, '$\\infty_{\\{$1\\}}$$');
  const name = (/** @type {number} */ axis) => plane.game.names[plane.axes[axis]].replaceAll('_', '\\_');
  // One coordinate is the sum of what stands before its row and above its column.
  const head = plane.isLine ? `$${name(0)}$ & ${columns.map((n) => `$+${n}$`).join(' & ')}` : `$${name(0)} \\backslash ${name(1)}$ & ${columns.join(' & ')}`;
  const row = (/** @type {number} */ n, /** @type {number} */ y) =>
    `${plane.isLine ? n * plane.columns : n} & ${values[y].map((value) => (value === null ? '' : text(value))).join(' & ')} \\\\`;
  return [`% ${title(shown)}`, `\\begin{tabular}{r|${'r'.repeat(columns.length)}}`, `${head} \\\\`, '\\hline',
    ...rows.map(row), '\\end{tabular}', ''].join('\n');
}
