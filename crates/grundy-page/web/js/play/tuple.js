// The numbers alone: each is brought to another one, or a move is taken from the list.

import { make } from '../dom.js';

/** How many numbers are offered. */
const OFFERED = 200;

/** @param {import('./drawings.js').Scene} scene */
export function tuple({ game, leaf, tuples, choice, open, choose }) {
  if (tuples.length !== 1) {
    const parts = tuples.map((entries) => (entries.length === 1 ? String(entries[0]) : `(${entries.join(', ')})`));
    return make('p', { class: 'numbers' }, parts.join(' + ') || 'nothing is left');
  }
  const one = (/** @type {string | number} */ entry, /** @type {number} */ i) => {
    const coord = leaf.first + i;
    const values = choice.values(coord).slice(0, OFFERED);
    const chosen = choice.wanted.get(coord);
    const select = make('select', { disabled: !open || !values.length, 'aria-label': `${game.names[coord]} becomes`, onchange: () => select.value !== '' && choose(coord, Number(select.value)) },
      make('option', { value: '' }, 'stays'), ...values.map((value) => make('option', { value, selected: value === chosen }, String(value))));
    return make('label', { class: 'entry' }, make('span', { class: 'numbers' }, `${game.names[coord]} = ${entry}`), ' → ', select);
  };
  return make('div', { class: 'tuple' }, ...tuples[0].map(one));
}
