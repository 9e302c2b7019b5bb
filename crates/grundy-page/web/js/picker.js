// The picker: all games to choose from, as tiles with small pictures, found by any word of name, title or source.
//
// In: the list of the built-in games. Out: a game that is opened. What was opened last stands first. A picture is asked for when its tile is seen, and a
// game whose first values take long has none.

import { lines } from './api.js';
import { make, say } from './dom.js';
import { pictures } from './pictures.js';

/** @typedef {{name: string, head: string, title: string, source: string}} Entry */

/** How many games that were opened are remembered. */
const RECENT = 6;
/** Where they are. */
const KEPT = 'grundy-recent';

/** The games that were opened last. @returns {string[]} */
function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers a game that was opened. @param {string} game */
export function remember(game) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([game, ...recent().filter((other) => other !== game)].slice(0, RECENT)));
  } catch {
    // Some browsers keep nothing; then nothing is remembered.
  }
}

/** Is a word one of a text, but for a slip or two? @param {string} word @param {string} text */
function isNear(word, text) {
  const slips = word.length > 5 ? 2 : 1;
  return text.toLowerCase().split(/[^a-z]+/).some((own) => Math.abs(own.length - word.length) <= slips && distance(own, word) <= slips);
}

/** How many letters are to be put in, left out, changed, or exchanged with their neighbours, to make one word of another. @param {string} a @param {string} b */
function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2][j - 2] + 1 : Infinity;
      rows[i].push(Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same, exchanged));
    }
  }
  return rows[a.length][b.length];
}

/**
 * @param {HTMLDetailsElement} menu @param {HTMLElement} title where the title of the game stands @param {import('./colours.js').Tables} tables
 * @param {(game: string) => void} open
 */
export function picker(menu, title, tables, open) {
  const search = make('input', { type: 'search', placeholder: 'chomp, chocolate, Farr …', 'aria-label': 'Find a game', autocomplete: 'off', spellcheck: 'false' });
  const list = make('ul', { class: 'tiles', 'aria-label': 'Games' });
  const none = make('p', { class: 'note', hidden: true });
  menu.append(make('div', { class: 'list picker' }, search, list, none));
  /** @type {Entry[]} */
  const entries = [];
  const small = pictures(tables);
  /** Have all come? */
  let come = false;

  /** @param {Entry} entry */
  function tile({ name, head, title: text, source }) {
    const button = make('button', { type: 'button', data: { game: name }, title: source, onclick: () => choose(name) },
      make('span', { class: 'words' }, make('strong', {}, text || name), make('span', { class: 'code' }, head || name)));
    small.into(button, { game: name });
    return make('li', {}, button);
  }

  /** @param {string} game */
  function choose(game) {
    menu.open = false;
    title.focus();
    open(game);
  }

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
    const has = (/** @type {Entry} */ { name, head, title: text, source }) => words.every((word) => `${name} ${head} ${text} ${source}`.toLowerCase().includes(word));
    const called = (/** @type {Entry} */ { name, title: text }) => words.every((word) => `${name} ${text}`.replaceAll('_', ' ').toLowerCase().includes(word));
    const last = recent().map((name) => entries.find((entry) => entry.name === name) ?? { name, head: '', title: '', source: '' });
    const all = [...last, ...entries.filter(({ name }) => !last.some((entry) => entry.name === name))].filter(has);
    // Games that are called so stand before those whose source has the words.
    if (words.length) all.sort((a, b) => Number(called(b)) - Number(called(a)));
    const near = all.length ? [] : entries.filter((entry) => words.every((word) => isNear(word, `${entry.name} ${entry.title}`)));
    small.clear();
    list.replaceChildren(...[...all, ...near].map(tile));
    none.textContent = come ? `No game has these words${near.length ? '; these have similar ones.' : '.'}` : 'The games come …';
    none.hidden = come && all.length > 0;
    if (come) say(all.length ? `${all.length} games` : none.textContent ?? '');
  }

  search.addEventListener('input', show);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('button')?.click();
  });
  // Whoever types at once types into the field: the event of a menu that opens comes later.
  title.addEventListener('click', (event) => {
    event.preventDefault();
    menu.open = !menu.open;
    if (menu.open) search.focus();
  });
  menu.addEventListener('toggle', () => {
    if (menu.open) show();
    else search.value = '';
  });
  const ready = lines('games', { brief: 1 }, (entry) => { entries.push(entry); }).catch(() => null).then(() => {
    come = true;
    // Whoever was quicker sees them, too.
    if (menu.open) show();
  });

  return {
    /** The title of a game, beside which it can be changed. @param {string} game */
    async update(game) {
      await ready;
      const name = /^[\w.]+/.exec(game)?.[0];
      const known = entries.find((entry) => entry.name === name);
      title.textContent = known && /^[\w.]+(\[.*\])?$/.test(game) ? known.title : game || 'Games';
    },
    /** A game as a person may have written it: capitals, and names of the cookbook without `more.`. @param {string} text @param {string} rules names that these define stay */
    async meant(text, rules) {
      await ready;
      const names = new Set(entries.map(({ name }) => name));
      return text.replaceAll(/(?<![\w.])[A-Za-z_][\w.]*/g, (word) => {
        if (names.has(word) || new RegExp(`\\b${word}\\b`).test(rules)) return word;
        const small = word.toLowerCase().replaceAll(' ', '_');
        return [small, `more.${word}`, `more.${small}`].find((name) => names.has(name)) ?? word;
      });
    },
    /** The parameters of a game by name. @param {string} name @returns {string[]} */
    parameters(name) {
      const head = entries.find((entry) => entry.name === name)?.head ?? '';
      return /^[\w.]+\[([^\]]*)\]/.exec(head)?.[1].split(',').map((word) => word.trim()) ?? [];
    },
    ready,
  };
}
