// A bar of chocolate: columns of squares, the bitter one in the corner. A click on a line between squares cuts there.
//
// With two coordinates the bar is seen from the front: the columns and their heights. With three it is seen from above, the heights as numbers.

import { draw, make, pressed } from '../dom.js';

/** The side of a square. */
const SIDE = 34;
/** How far from a line a click still meets it. */
const REACH = 11;

/** @param {import('./drawings.js').Scene} scene */
export function bar(scene) {
  const { game, leaf, tuples, profile } = scene;
  const height = leaf.height ?? leaf.first;
  const others = Array.from({ length: leaf.len }, (_, i) => leaf.first + i).filter((coord) => coord !== height);
  const entry = (/** @type {number} */ coord) => Number(tuples[0][coord - leaf.first]);
  const said = tuples[0].map((value, i) => `${game.names[leaf.first + i]} = ${value}`).join(', ');
  if (!profile?.length) return make('p', {}, said);
  const front = others.length === 1;
  const [columns, rows] = front ? [entry(others[0]) + 1, entry(height) + 1] : [entry(others[1]) + 1, entry(others[0]) + 1];
  const svg = draw('svg', { class: 'bar', width: columns * SIDE + 2 * REACH, height: rows * SIDE + 2 * REACH, role: 'group', 'aria-label': said });
  const board = draw('g', { transform: `translate(${REACH} ${REACH})` });
  svg.append(board);
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const top = front ? profile[column] : profile[row * columns + column];
      if (top === null || (front && row > top)) continue;
      const y = front ? (rows - 1 - row) * SIDE : row * SIDE;
      const bitter = row === 0 && column === 0;
      board.append(draw('rect', { x: column * SIDE + 1, y: y + 1, width: SIDE - 2, height: SIDE - 2, class: bitter ? 'bitter' : 'piece', 'data-column': column, 'data-row': row }));
      if (!front) board.append(draw('text', { x: (column + 0.5) * SIDE, y: y + SIDE / 2 + 5, class: 'height' }, String(top + 1)));
    }
  }
  const across = front ? others[0] : others[1];
  const down = front ? height : others[0];
  board.append(...cuts(scene, across, columns, 'column', (at) => ({ x: at * SIDE - REACH, y: 0, width: 2 * REACH, height: rows * SIDE })));
  board.append(...cuts(scene, down, rows, 'row', (at) => ({
    x: 0, y: (front ? rows - at : at) * SIDE - REACH, width: columns * SIDE, height: 2 * REACH,
  })));
  const lower = front ? null : make('div', { class: 'row' }, ...scene.choice.values(height).map((value) =>
    make('button', { type: 'button', disabled: !scene.open, onclick: () => scene.choose(height, value) }, `${game.names[height]} = ${value}`)));
  return make('div', { class: 'bars' }, svg, make('div', { class: 'name' }, said), lower);
}

/**
 * The lines at which a coordinate is cut.
 * @param {import('./drawings.js').Scene} scene @param {number} coord @param {number} count @param {'column' | 'row'} side what the lines part @param {(at: number) => Record<string, number>} box
 */
function cuts({ game, choice, open, choose }, coord, count, side, box) {
  const found = [];
  // What lies beyond the line falls off.
  const fall = (/** @type {Event} */ { target }, /** @type {number} */ from) => {
    for (const square of /** @type {Element} */ (target).parentElement?.querySelectorAll(`[data-${side}]`) ?? []) square.classList.toggle('falls', Number(square.getAttribute(`data-${side}`)) >= from);
  };
  for (let at = 1; at < count; at += 1) {
    const value = at - 1;
    if (!open || !choice.allows(coord, value)) continue;
    const cut = () => choose(coord, value);
    found.push(draw('rect', {
      ...box(at), class: `cut${choice.wanted.get(coord) === value ? ' chosen' : ''}`, tabindex: 0, role: 'button', 'aria-label': `cut ${game.names[coord]} to ${value}`,
      'data-coord': coord, 'data-value': value, ...pressed(cut),
      onpointerenter: (/** @type {Event} */ event) => fall(event, at), onfocus: (/** @type {Event} */ event) => fall(event, at),
      onpointerleave: (/** @type {Event} */ event) => fall(event, Infinity), onblur: (/** @type {Event} */ event) => fall(event, Infinity),
    }));
  }
  return found;
}
