// Heaps that moves split: rows of counters. A heap is chosen, then what it becomes.

import { make } from '../dom.js';
import { DRAWN } from './fit.js';

/** How many moves of a heap are shown as buttons. */
const LISTED = 120;

/** @param {import('./drawings.js').Scene} scene */
export function heap({ leaf, index, tuples, choice, open, make: play }) {
  const sizes = tuples.map(([size]) => size);
  const panel = make('div', { class: 'row outcomes', 'aria-live': 'polite' });
  const rows = sizes.map((size) => {
    const count = Number(size);
    const counters = count <= DRAWN ? Array.from({ length: count }, () => make('span', { class: 'counter', 'aria-hidden': 'true' })) : [];
    const button = make('button', {
      type: 'button', class: 'heap', data: { size: String(size) }, disabled: !open, 'aria-label': `heap of ${size}`, 'aria-pressed': 'false', onclick: () => {
        for (const other of rows) other.setAttribute('aria-pressed', String(other === button));
        panel.replaceChildren(...outcomes(size));
      },
    }, ...counters, make('span', { class: 'name' }, String(size)));
    return button;
  });

  /** What a heap becomes, as buttons. @param {string | number} size */
  function outcomes(size) {
    const others = minus(sizes, [size]) ?? [];
    const found = choice.options.flatMap((option) => {
      const after = option.leaves[index].map(([part]) => part);
      const parts = minus(after, others);
      return parts && same(option, index) ? [{ option, parts }] : [];
    });
    // In an order that gives nothing away: the server lists winning moves first.
    const order = (/** @type {{parts: (string | number)[]}} */ { parts }) => parts.map((part) => String(part).padStart(24, '0')).join();
    found.sort((a, b) => (order(a) < order(b) ? -1 : 1));
    return found.slice(0, LISTED).map(({ option, parts }) =>
      make('button', { type: 'button', onclick: () => play(option) }, parts.length ? parts.join(' + ') : 'nothing'));
  }

  /** Are the other leaves as they were? @param {import('./choice.js').Option} option @param {number} own */
  function same(option, own) {
    return option.leaves.every((tuple, other) => other === own || JSON.stringify(tuple) === JSON.stringify(choice.leaves[other]));
  }
  const only = rows.length === 1 && open;
  if (only) {
    rows[0].setAttribute('aria-pressed', 'true');
    panel.append(...outcomes(sizes[0]));
  }
  return make('div', { class: 'heaps', data: { first: leaf.first } }, ...rows, rows.length ? null : make('p', {}, 'nothing is left'), panel);
}

/** A list without the elements of another; null if it lacks one. @param {(string | number)[]} list @param {(string | number)[]} less */
function minus(list, less) {
  const rest = [...list];
  for (const element of less) {
    const at = rest.findIndex((other) => String(other) === String(element));
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
