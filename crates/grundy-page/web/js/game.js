// The game that the page speaks of: what the server says of it, and how its positions are written.
//
// In: the state. Out: a description (`/api/v1/game`), or why there is none; positions as lists of numbers and as texts.

import { ask, Refused } from './api.js';

/**
 * @typedef {{kind: string, first: number, len: number, strips?: number[][], star?: boolean, columns?: number | null, height?: number, edges?: number[][], says?: string[]}} Leaf
 * @typedef {{kind: string, width: number}} Slot
 * @typedef {object} Game
 * @property {string} game the expression, with what it lacked
 * @property {string} rules the hash
 * @property {string | null} about
 * @property {string[]} names
 * @property {string} pattern
 * @property {Slot[]} slots
 * @property {(number | null)[]} bounds
 * @property {number[]} axes the coordinates that run over the map if the state names none
 * @property {Leaf[]} leaves
 * @property {string} written where it begins
 * @property {string} shape
 * @property {boolean} splits
 * @property {string} text the rule file it is from
 */

/**
 * Asks for a description.
 * @param {string} game @param {string} rules @param {string} at
 * @returns {Promise<Game>}
 */
export async function describe(game, rules, at) {
  const told = await ask('game', { game, rules, at }).catch((error) => {
    // A position of another game says nothing about this one.
    if (at && error instanceof Refused) return ask('game', { game, rules });
    throw error;
  });
  return { ...told, text: rules };
}

/** What every question about a game says. @param {Game} game @param {string} play */
export const named = (game, play) => ({ game: game.game, rules: game.text, play });

/** A position as it is written: strips in brackets. @param {Game} game @param {(number | string)[]} entries */
export function write(game, entries) {
  const parts = [];
  let at = 0;
  for (const { kind, width } of game.slots) {
    const own = entries.slice(at, at + width).join(',');
    parts.push(kind === 'strip' ? `[${own}]` : own);
    at += width;
  }
  return parts.join(',');
}

/** The entries of a position that has not split, as numbers; null if it has, or if one is too large for a map. @param {string} written */
export function entries(written) {
  if (/[-+a-z]/.test(written)) return null;
  const found = written.match(/\d+/g) ?? [];
  const numbers = found.map(Number);
  return numbers.every((n) => Number.isSafeInteger(n)) ? numbers : null;
}

/** Is a position one that has split? @param {string} written */
export const isSplit = (written) => /[+]|nothing/.test(written);

/** The parameter of a question that names this position. @param {string} written @returns {Record<string, string>} */
export const placed = (written) => (isSplit(written) ? { parts: written } : { position: written || '()' });

/** The coordinates that run down and to the right, from 0; the usual ones if the state names none. @param {Game} game @param {string} axes */
export function axesOf(game, axes) {
  const wanted = axes.split(',').map((n) => Number(n) - 1).filter((n) => n >= 0 && n < game.names.length);
  const usual = game.axes.length;
  return new Set(wanted).size === usual && wanted.length === usual ? wanted : game.axes;
}

