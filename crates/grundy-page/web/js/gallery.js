// The gallery: pictures, each with a question. A click opens the picture on the map, with its question over it.
//
// In: the entries of `gallery.json`, which are states of the page. Out: a change of the state. While the map shows the picture of an entry, whoever
// opened it, its question stands over the map; its claims say what the question takes for true, and are checked.

import { make, say } from './dom.js';
import { pictures } from './pictures.js';
import { blank, set, state } from './state.js';

/**
 * @typedef {object} Entry
 * @property {string} title
 * @property {string} source
 * @property {string} question
 * @property {Partial<import('./state.js').State>} state
 * @property {string[]} [rules] the lines of the rules, where the game is no built-in one
 * @property {string[]} claims the lines of the claims
 * @property {{rows: number, columns: number, step?: number}} picture what the small picture shows
 */

/** How long a small picture may take, in seconds. */
const PATIENCE = 10;
/** The parts of a state that make its picture. */
const SEEN = /** @type {const} */ (['game', 'rules', 'play', 'mode', 'axes', 'line', 'wide']);

/** The state that an entry opens. @param {Entry} entry */
const stateOf = ({ state: shown, rules = [], claims }) =>
  ({ ...blank(), ...shown, rules: rules.map((line) => `${line}\n`).join(''), claims: claims.map((line) => `${line}\n`).join('') });

/**
 * @param {HTMLDetailsElement} menu @param {HTMLElement} map @param {import('./colours.js').Tables} tables
 * @param {Entry[]} entries @param {() => unknown} check checks the claims
 */
export function gallery(menu, map, tables, entries, check) {
  const list = make('ul', { class: 'tiles', 'aria-label': 'Pictures with questions' });
  menu.append(make('div', { class: 'list picker gallery' }, list));
  const asked = make('span', {});
  const close = make('button', { type: 'button', 'aria-label': 'Close the question', onclick: () => { closed = asked.textContent ?? ''; show(state()); } }, 'Close');
  const back = make('button', { type: 'button', hidden: true, onclick: () => own && set(own) }, 'Back to my own');
  const note = make('p', { class: 'greeting question', hidden: true }, asked, make('button', { type: 'button', onclick: answer }, 'What is known'), back, close);
  map.prepend(note);
  const small = pictures(tables);
  /** The question that a person has closed. */
  let closed = '';
  /** What a person had before the first picture, if they had written rules or claims. @type {import('./state.js').State | null} */
  let own = null;

  /** @param {Entry} entry */
  function tile(entry) {
    const { title, source, question, picture } = entry;
    const place = make('span', { class: 'picture' });
    const { game, rules, play, mode, at, axes } = stateOf(entry);
    small.into(place, { game, rules, play, mode, at, axes, ...picture, time: PATIENCE });
    const words = make('span', { class: 'words' }, make('strong', {}, title), make('span', { class: 'note' }, source), make('span', {}, question));
    return make('li', {}, make('button', { type: 'button', onclick: () => choose(entry) }, place, words));
  }

  /** @param {Entry} entry */
  function choose(entry) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
    closed = '';
    const before = state();
    const shown = entries.some((one) => stateOf(one).rules === before.rules && stateOf(one).claims === before.claims);
    if (!shown) own = before.rules || before.claims ? { ...before } : null;
    back.hidden = own === null;
    set(stateOf(entry));
    show(state());
    say(entry.question);
  }

  /** Shows and checks the claims that say what the question takes for true. */
  function answer() {
    const entry = entries.find(({ question }) => question === asked.textContent);
    if (!entry) return;
    set({ writing: 'claims', claims: stateOf(entry).claims });
    document.getElementById('claims')?.scrollIntoView({ block: 'nearest' });
    check();
  }

  /** Shows the question of the picture that is seen. @param {import('./state.js').State} now */
  function show(now) {
    const entry = entries.find((one) => {
      const opened = stateOf(one);
      return SEEN.every((part) => opened[part] === now[part]);
    });
    if (asked.textContent !== (entry?.question ?? '')) asked.textContent = entry?.question ?? '';
    note.hidden = !entry || entry.question === closed;
  }

  menu.addEventListener('toggle', () => {
    if (menu.open && !list.children.length) list.append(...entries.map(tile));
  });

  return { show };
}
