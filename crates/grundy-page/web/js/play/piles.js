// Piles of counters: a click on a counter takes it and all above it.

import { make } from '../dom.js';

/** @param {import('./drawings.js').Scene} scene */
export function piles({ game, leaf, tuples, choice, moved, open, choose }) {
  const entries = tuples[0].map(Number);
  const pile = (/** @type {number} */ count, /** @type {number} */ i) => {
    const coord = leaf.first + i;
    const name = game.names[coord];
    const left = choice.wanted.get(coord) ?? count;
    const counters = Array.from({ length: count }, (_, at) => make('button', {
      type: 'button', class: `counter${at >= left ? ' going' : ''}`, disabled: !open || !choice.allows(coord, at),
      'aria-label': `${name}: leave ${at} of ${count}`, data: { coord, value: at, thing: `${coord} ${at}` }, onclick: () => choose(coord, at),
    }));
    return make('div', { class: `pile${moved.has(coord) ? ' moved' : ''}`, role: 'group', 'aria-label': `${name}, ${count}` },
      make('div', { class: 'counters' }, ...counters), make('div', { class: 'name' }, `${name} = ${count}`));
  };
  return make('div', { class: 'piles' }, ...entries.map(pile));
}
