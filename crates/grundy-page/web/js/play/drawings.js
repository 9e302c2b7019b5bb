// The drawings by name: which one draws a leaf.
//
// In: a leaf of a game as the server describes it. Out: an element. Which drawing it is follows from the rules' shape, or from the word `picture` in
// them; a drawing that does not exist is a tuple.

import { bar } from './bar.js';
import { coins } from './coins.js';
import { DRAWN } from './fit.js';
import { graph } from './graph.js';
import { heap } from './heap.js';
import { passes } from './passes.js';
import { piles } from './piles.js';
import { rows } from './rows.js';
import { strips } from './strips.js';
import { tuple } from './tuple.js';

/**
 * What a drawing is given.
 * @typedef {object} Scene
 * @property {import('../game.js').Game} game
 * @property {import('../game.js').Leaf} leaf
 * @property {number} index the number of the leaf
 * @property {import('./choice.js').Entry[][]} tuples the tuples of the leaf now
 * @property {(number | null)[] | null} profile the heights of the columns of a bar
 * @property {import('./choice.js').Choice} choice
 * @property {Set<number>} moved the coordinates that the last move changed
 * @property {Set<number>[]} made the coordinates that each move changed
 * @property {boolean} open may the person move?
 * @property {(coord: number, value: number) => void} choose
 * @property {(option: import('./choice.js').Option) => void} make
 */

/** @type {Record<string, (scene: Scene) => HTMLElement>} */
const DRAWINGS = { piles, strips, bar, rows, heap, graph, coins, passes, flag: passes, tuple };

/** Draws a leaf. @param {Scene} scene */
export function drawing(scene) {
  const { leaf, tuples } = scene;
  const large = tuples.flat().some((entry) => !(Number(entry) <= DRAWN));
  const single = tuples.length === 1;
  const suits = leaf.kind === 'heap' || leaf.kind === 'graph' || (single && (!large || leaf.kind === 'passes'));
  return (suits ? DRAWINGS[leaf.kind] ?? tuple : tuple)(scene);
}
