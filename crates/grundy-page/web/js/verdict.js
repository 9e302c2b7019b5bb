// The verdict on a claim, as a line of the list.
//
// In: what the server says of a claim. Out: an element with the mark, the name, the reason; the proof in steps, the counterexample and the claim as links to the map.

import { make } from './dom.js';
import { keep, meaning } from './facts.js';
import { proof } from './proof.js';

/** The marks of verdicts. @type {Record<string, string>} */
export const MARKS = { proved: '✓', holds: '✓', false: '✗', open: '?', error: '!', noted: '~' };

/**
 * @typedef {object} Ways where a line leads to
 * @property {(line: number) => void} line to a line of the text
 * @property {(game: string | null, play: string | null, change: Partial<import('./state.js').State>) => void} map to the map of a game
 */

/** @param {any} told @param {Ways} ways */
export function verdict(told, ways) {
  const { status, name, line, positions, to, seconds, counterexample, reason, checked, game, play, certificates, drawn, by } = told;
  // Where automata prove a claim, the table was looked at before, and says no more.
  const range = to === null || by === 'automaton' ? (status === 'proved' ? 'all positions' : '') : `${positions} positions, to ${to}`;
  const played = { normal: 'normal play', misere: 'misère play' }[/** @type {string} */ (play)] ?? '';
  const where = placeOf(counterexample) ?? '';
  if (drawn?.all && status === 'proved') keep([drawn.rules, drawn.formula], meaning(drawn.formula));
  const show = () => ways.map(drawn.game, 'normal', { mode: drawn.formula, at: where });
  const note = reason && !certificates && (status !== 'holds' || checked === false) ? make('p', { class: 'note' }, reason) : null;
  return make('li', { class: status },
    make('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[status] ?? '?'), make('span', { class: 'status' }, status),
    make('button', { type: 'button', class: 'plain name', title: `line ${line} of the text`, onclick: () => ways.line(line) }, name),
    make('span', { class: 'note' }, [range, played, `${seconds.toFixed(2)} s`].filter(Boolean).join(', ')),
    counterexample ? make('p', {}, counter(counterexample, () => ways.map(game, play, { at: where }))) : null, note,
    certificates ? proof(sentence(told), async () => certificates) : null,
    drawn ? make('button', { type: 'button', onclick: show }, 'Show on the map') : null);
}

/** A verdict that has certificates, as a sentence. @param {any} told */
function sentence({ status, reason, positions }) {
  if (reason) return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
  if (status !== 'proved') return 'What it rests on is proved.';
  return positions === 1 ? 'It was evaluated.' : `Each of its ${positions} positions was looked at.`;
}

/** The position where a claim fails, as it is written. @param {any} counterexample */
const placeOf = (counterexample) => counterexample?.position && JSON.stringify(counterexample.position).slice(1, -1).replaceAll('"', '');

/** Where a claim fails, with both sides. @param {any} where @param {() => void} lead */
function counter(where, lead) {
  const { vars, left, relation, right } = where;
  const written = placeOf(where);
  const known = Object.entries(vars).map(([name, value]) => `${name} = ${value}`).join(', ');
  const sides = relation === 'iff' ? `the left side is ${left}, the right side ${right}` : `${left} ${relation} ${right} is false`;
  if (!written) return make('span', {}, [known, sides].filter(Boolean).join(': '));
  return make('span', {}, 'at ', make('button', { type: 'button', class: 'plain', onclick: lead }, `(${written})`), `${known ? ` with ${known}` : ''}: ${sides}`);
}
