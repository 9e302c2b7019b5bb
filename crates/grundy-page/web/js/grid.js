// The map as a table that is read cell by cell: what a screen reader has in place of the canvas.
//
// In: the pinned cell, the tiles. Out: a grid of the cells round it. Arrow keys move the pin, as on the canvas.

import { make } from './dom.js';

/** Cells on each side of the pinned one. */
const ROUND = 4;

/** @param {HTMLElement} root */
export function grid(root) {
  const table = make('table', { class: 'unseen', role: 'grid', 'aria-label': 'Values round the pinned position', 'aria-readonly': 'true' });
  root.append(table);
  let shown = '';
  /**
   * Shows the cells round one.
   * @param {import('./plane.js').Plane} plane @param {import('./tiles.js').Tiles} tiles @param {[number, number]} pin
   */
  return (plane, tiles, pin) => {
    const [top, left] = pin.map((n) => Math.max(0, n - ROUND));
    const range = (/** @type {number} */ from, /** @type {number} */ end) => Array.from({ length: 2 * ROUND + 1 }, (_, i) => from + i).filter((n) => n < end);
    const [rows, columns] = [range(top, plane.high), range(left, plane.wide)];
    const word = (/** @type {number | null | undefined} */ value) => (value === null ? 'no position' : value === undefined ? '…' : tiles.text(value));
    const texts = rows.map((row) => columns.map((column) => word(tiles.value(row, column))));
    const now = JSON.stringify([top, left, plane.names, texts, pin]);
    if (now === shown) return;
    shown = now;
    const [down, right] = plane.names;
    const head = make('tr', { role: 'row' }, make('td', {}), ...columns.map((n) => make('th', { scope: 'col' }, `${right} ${n}`)));
    const body = rows.map((row, r) => make('tr', { role: 'row' }, make('th', { scope: 'row' }, `${down} ${row}`),
      ...columns.map((column, c) => make('td', {
        role: 'gridcell', 'aria-selected': row === pin[0] && column === pin[1] ? 'true' : null,
      }, texts[r][c]))));
    table.replaceChildren(make('thead', {}, head), make('tbody', {}, ...body));
  };
}
