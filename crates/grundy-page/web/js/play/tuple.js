// The numbers alone: each is brought to another one, or a move is taken from the list.

import { make } from '../dom.js';

/** How many numbers are offered in a list; more are typed. */
const OFFERED = 200;

/** @param {import('./drawings.js').Scene} scene */
export function tuple({ game, leaf, tuples, choice, open, choose }) {
  if (tuples.length !== 1) {
    const parts = tuples.map((entries) => (entries.length === 1 ? String(entries[0]) : `(${entries.join(', ')})`));
    return make('p', { class: 'numbers' }, parts.join(' + ') || 'nothing is left');
  }
  const one = (/** @type {string | number} */ entry, /** @type {number} */ i) => {
    const coord = leaf.first + i;
    const values = choice.values(coord);
    const chosen = choice.wanted.get(coord);
    const label = `${game.names[coord]} becomes`;
    const entered = make('span', { class: 'numbers' }, `${game.names[coord]} = ${entry}`);
    if (values.length > OFFERED) {
      const input = make('input', {
        type: 'number', class: 'number', min: 0, disabled: !open, 'aria-label': label, value: chosen ?? '', placeholder: 'stays',
        onchange: () => {
          const wrong = !values.includes(Number(input.value)) && input.value !== '';
          input.setCustomValidity(wrong ? `no move makes ${game.names[coord]} ${input.value}` : '');
          if (wrong) input.reportValidity();
          else if (input.value !== '') choose(coord, Number(input.value));
        },
      });
      return make('label', { class: 'entry' }, entered, ' → ', input);
    }
    const select = make('select', { disabled: !open || !values.length, 'aria-label': label, onchange: () => select.value !== '' && choose(coord, Number(select.value)) },
      make('option', { value: '' }, 'stays'), ...values.map((value) => make('option', { value, selected: value === chosen }, String(value))));
    return make('label', { class: 'entry' }, entered, ' → ', select);
  };
  return make('div', { class: 'tuple' }, ...tuples[0].map(one));
}
