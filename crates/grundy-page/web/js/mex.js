// Why a position has its value: the values of its options, and the least number that is missing among them.
//
// In: the value, and the different values of the options with how many have each (`seen`). Out: a sentence, and a row of boxes with the gap. Where the
// value is not the least missing number, as where play may go on for ever, there is nothing to say.

import { make } from './dom.js';
import { term } from './words.js';

/** So many numbers on each side of the gap have boxes of their own, and so many runs of numbers beyond them. */
const [NEAR, RUNS] = [5, 3];

/** @typedef {[number | string, number][]} Seen */

/** Is a value the least number that the options do not have? @param {number | string} value @param {Seen | null} seen */
function isMex(value, seen) {
  if (!seen?.length || typeof value !== 'number') return false;
  const has = new Set(seen.map(([number]) => number));
  return !has.has(value) && [...Array(Math.min(value, seen.length + 1)).keys()].every((number) => has.has(number));
}

/** The values in short: runs of numbers as their ends. @param {Seen} seen */
function runs(seen) {
  /** @type {number[][]} */
  const found = [];
  for (const [value] of seen) {
    if (typeof value !== 'number') continue;
    const last = found.at(-1);
    if (last && value === last[1] + 1) last[1] = value;
    else found.push([value, value]);
  }
  return found;
}

const span = (/** @type {number[]} */ [from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`);

/** How many options have an infinite value. @param {Seen} seen */
const endless = (seen) => seen.reduce((sum, [value, count]) => sum + (typeof value === 'number' ? 0 : count), 0);

/** Why, for a line of text; empty where there is nothing to say. @param {number | string} value @param {Seen | null} seen */
export const mexText = (value, seen) => (seen && isMex(value, seen) ? `mex{${runs(seen).map(span).join(', ')}}${endless(seen) ? ', and ∞ is answered' : ''}` : '');

/**
 * Why, as boxes; null where there is nothing to say.
 * @param {number | string} value @param {Seen | null} seen @param {(value: number) => void} choose called with the value of a box
 */
export function mexRow(value, seen, choose) {
  if (!seen || !isMex(value, seen)) return null;
  const gap = Number(value);
  const all = runs(seen).map(span).join(', ');
  const near = (/** @type {number} */ number) => Math.abs(number - gap) <= NEAR;
  const box = (/** @type {[number, number]} */ [number, count]) => make('button', {
    type: 'button', class: 'box', title: `${count} ${count === 1 ? 'option has' : 'options have'} ${number}`, onclick: () => choose(number),
  }, String(number));
  const numbers = /** @type {[number, number][]} */ (seen.filter(([number]) => typeof number === 'number'));
  const far = (/** @type {boolean} */ below) => numbers.filter(([number]) => !near(number) && (number < gap) === below);
  // Runs of numbers far from the gap have a box each, of the nearest ones; where a run is one or two numbers, and for 0, whose moves win, each is chosen as any other.
  const single = (/** @type {number} */ from, /** @type {number} */ to) => numbers.filter(([number]) => number >= from && number <= to).map(box);
  const rest = (/** @type {[number, number][]} */ list, /** @type {boolean} */ below) => {
    const zero = list.filter(([number]) => number === 0);
    const found = runs(list.filter(([number]) => number !== 0));
    const shown = below ? found.slice(-RUNS) : found.slice(0, RUNS);
    const boxes = shown.flatMap(([from, to]) => (to - from < 2 ? single(from, to) : [make('span', { class: 'box rest' }, span([from, to]))]));
    const more = found.length > RUNS ? [make('span', { class: 'box rest' }, '…')] : [];
    return [...zero.map(box), ...(below ? [...more, ...boxes] : [...boxes, ...more])];
  };
  const infinite = endless(seen);
  const answered = infinite ? ` ${infinite === 1 ? 'One option has an infinite value, and from it a move leads' : `${infinite} options have infinite values, and from each a move leads`} back to a position of value ${gap}.` : '';
  const [lower, upper] = [numbers.filter(([number]) => near(number) && number < gap), numbers.filter(([number]) => near(number) && number > gap)];
  return make('div', { class: 'mex' },
    make('p', {}, `The options have ${all}; ${gap} is the least that is missing, their `, term('mex'), '.', answered),
    make('div', { class: 'boxes', role: 'group', 'aria-label': 'Values of the options' }, ...rest(far(true), true), ...lower.map(box), make('span', { class: 'box gap' }, String(gap)), ...upper.map(box), ...rest(far(false), false)));
}
