// What is counted beside a game: the passes left, and the flag of a nearly disjunctive sum or of an ordinal sum.

import { make } from '../dom.js';

/** @param {import('./drawings.js').Scene} scene */
export function passes({ leaf, tuples, choice, open, choose }) {
  const now = Number(tuples[0][0]);
  if (leaf.kind === 'flag') return make('p', { class: 'note' }, leaf.says?.[now]);
  const allowed = open && now > 0 && choice.plain.some(({ entries }) => Number(entries[leaf.first]) === now - 1 && entries.every((entry, coord) => coord === leaf.first || String(entry) === String(choice.now?.[coord])));
  const said = now === 0 ? 'no pass is left' : now === 1 ? 'one pass is left' : `${now} passes are left`;
  return make('div', { class: 'row' }, make('span', {}, said),
    make('button', { type: 'button', disabled: !allowed, onclick: () => choose(leaf.first, now - 1) }, 'Pass'));
}
