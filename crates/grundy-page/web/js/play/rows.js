// Rows of squares below each other, as in Chomp: a click on a square eats it with what the rules take beside it.

import { make } from '../dom.js';
import { Choice } from './choice.js';

/** @param {import('./drawings.js').Scene} scene */
export function rows({ game, leaf, index, tuples, choice, moved, open, choose, make: play }) {
  const entries = tuples[0].map(Number);
  /** What would be chosen. @param {Iterable<[number, number]>} wanted by coordinate */
  const tried = (wanted) => {
    const trial = new Choice(choice.leaves, choice.options);
    for (const [coord, value] of wanted) trial.choose(coord, value);
    return trial;
  };
  // A square that is bitten is the move that takes no more than it must.
  const bite = (/** @type {number} */ coord, /** @type {number} */ at) => {
    const meant = tried([[coord, at]]).meant();
    if (meant) play(meant);
    else choose(coord, at);
  };
  /** The squares of each row. @type {HTMLElement[][]} */
  const all = [];
  /** Dashes the squares that go, in all rows. @param {Iterable<[number, number]>} [wanted] what is under the pointer; without it, what is chosen */
  const dash = (wanted = choice.wanted) => {
    const trial = tried(wanted);
    const after = trial.meant()?.leaves[index][0];
    all.forEach((squares, i) => squares.forEach((square, place) => square.classList.toggle('going', place >= Number(after?.[i] ?? trial.wanted.get(leaf.first + i) ?? Infinity))));
  };
  const row = (/** @type {number} */ count, /** @type {number} */ i) => {
    const coord = leaf.first + i;
    const [name, left] = [game.names[coord], choice.wanted.get(coord) ?? count];
    const squares = Array.from({ length: count }, (_, at) => make('button', {
      type: 'button', class: `piece${at >= left ? ' going' : ''}`, disabled: !open || !choice.allows(coord, at),
      'aria-label': `${name}: leave ${at} of ${count}`, data: { coord, value: at, thing: `${coord} ${at}` }, onclick: () => bite(coord, at), title: open && !choice.allows(coord, at) ? 'no move eats this square' : null,
      onpointerenter: () => dash([[coord, at]]), onfocus: () => dash([[coord, at]]), onpointerleave: () => dash(), onblur: () => dash(),
    }));
    all.push(squares);
    return make('div', { class: `squares${moved.has(coord) ? ' moved' : ''}`, role: 'group', 'aria-label': `${name}, ${count}` }, ...squares, make('span', { class: 'name' }, `${name} = ${count}`));
  };
  return make('div', { class: 'rows' }, ...entries.map(row));
}
