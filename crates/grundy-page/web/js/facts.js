// What was proved while the page was open, for captions of figures.
//
// In: statements with their proofs, by what they are about. Out: the statement about what a figure shows, if there is one. Only what the server calls proved is kept.

import { isCondition } from './mode.js';

/** @type {Map<string, string>} */
const known = new Map();

/** @param {string[]} about */
const key = (about) => JSON.stringify(about);

/** Keeps a statement that is proved. @param {string[]} about the hash of the rules, for a game may change under its name, and what of them @param {string} statement */
export function keep(about, statement) {
  known.set(key(about), statement);
}

/** The statement about something; undefined if none was proved. @param {string[]} about */
export const proved = (about) => known.get(key(about));

/** What a proved formula says of the map that shows it. @param {string} formula */
export const meaning = (formula) => (isCondition(formula) ? `${formula} holds for all positions` : `${formula} is 0 for all positions`);
