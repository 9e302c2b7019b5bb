// Rows of squares below each other, as in Chomp: a click on a square eats it with what the rules take beside it.

import { make } from '../dom.js';

/** @param {import('./drawings.js').Scene} scene */
export function rows({ game, leaf, tuples, choice, moved, open, choose }) {
  const entries = tuples[0].map(Number);
  const row = (/** @type {number} */ count, /** @type {number} */ i) => {
    const coord = leaf.first + i;
    const [name, left] = [game.names[coord], choice.wanted.get(coord) ?? count];
    const squares = Array.from({ length: count }, (_, at) => make('button', {
      type: 'button', class: `piece${at >= left ? ' going' : ''}`, disabled: !open || !choice.allows(coord, at),
      'aria-label': `${name}: leave ${at} of ${count}`, data: { coord, value: at }, onclick: () => choose(coord, at),
    }));
    return make('div', { class: `squares${moved.has(coord) ? ' moved' : ''}`, role: 'group', 'aria-label': `${name}, ${count}` }, ...squares, make('span', { class: 'name' }, `${name} = ${count}`));
  };
  return make('div', { class: 'rows' }, ...entries.map(row));
}
