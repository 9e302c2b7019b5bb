// The rules: an editor in which games are written, or the rules of the built-in game that is shown.
//
// In: the state. Out: the rule file in the state as one types, its mistakes at their places, the games it defines as buttons.

import { ask, lines, Refused } from './api.js';
import { find, make } from './dom.js';
import { editor, mistakes } from './editor.js';
import { set, state } from './state.js';

/** Three games for an empty editor. */
const BEGINNINGS = [
  ['take 1, 2 or 4', 'game mine(n) {\n    move n - s for s in {1, 2, 4}\n}\n'],
  ['a queen that may not stop beside 0', 'game mine(a, b) {\n    move (a - i, b) for i in 1..a if a - i != 1\n    move (a, b - i) for i in 1..b if b - i != 1\n    move (a - i, b - i) for i in 1..min(a, b)\n}\n'],
  ['tokens on strips', 'game mine(a, b) {\n    picture strips\n    require a < b\n    move (a - i, b) for i in 1..a\n    move (a, b - i) for i in 1..b - a - 1\n}\n'],
];

/** A game of each way to combine games. */
const COMPOUNDS = [
  'nim[2] + kayles', 'pass(wythoff)', 'at_most(2; nim[1], nim[1], nim[1])', 'exactly(2; nim[1], nim[1], nim[1])',
  'hyper({{1}, {2, 3}}; nim[1], nim[1], nim[1])', 'conjunctive(wythoff, nim[1])', 'selective(wythoff, kayles)', 'near(nim[1], nim[1])', 'ordinal(wythoff, kayles)', 'product(nim[1], kayles)', 'acrostic(kayles, nim[1])',
];

/** @param {HTMLElement} root */
export function rules(root) {
  const about = make('div', { class: 'about' });
  const normal = make('p', { class: 'note', hidden: true }, 'What is said here of values and P-positions is said of normal play.');
  root.append(about, normal);
  const code = editor(root, { id: 'rules-text', label: 'Rules of your own', placeholder: 'game mine(a, b) { move … }', changed: typed });
  const tell = mistakes(root, 'rules-text', code);
  const games = make('div', { class: 'row' });
  const beginnings = make('div', { class: 'empty' }, make('p', {}, 'Write the rules of a game, or begin with one of these:'),
    ...BEGINNINGS.map(([title, text]) => make('button', { type: 'button', onclick: () => begin(text) }, title)),
    make('p', {}, 'The field at the top offers the built-in games, and those of the cookbook, by name. There games are combined, too:'),
    make('ul', {}, ...COMPOUNDS.map((game) => make('li', {}, make('button', { type: 'button', class: 'plain code', onclick: () => open(game, false) }, game)))));
  root.append(games, beginnings);
  /** @type {AbortController | null} */
  let asked = null;
  /** The rules that this part knows to stand in the state; others come from outside, as by undo. */
  let known = '';

  /** @param {string} text */
  function begin(text) {
    code.put(text);
    typed(text);
    code.field.focus();
  }

  /** Reads what was typed. A copy of a game is opened with its parameters. @param {string} text @param {string} [copy] @param {string} [at] where the copy is looked at: that says how many coordinates it has @param {boolean} [written] has a person written the text just now? A link says itself which game it opens. */
  async function typed(text, copy, at, written = true) {
    beginnings.hidden = text.trim() !== '';
    root.classList.toggle('own', text.trim() !== '');
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    if (!text.trim()) {
      tell([]);
      games.replaceChildren();
      known = '';
      set({ rules: '' });
      return;
    }
    try {
      const told = await ask('rules', { rules: text }, signal);
      tell(told.errors);
      games.replaceChildren(...told.games.map(use));
      if (told.errors.length) return;
      const only = told.games[told.games.length - 1];
      const words = /** @type {string[]} */ (state().game.match(/[A-Za-z_][\w.]*/g) ?? []);
      const uses = told.games.some((/** @type {any} */ { name }) => words.includes(name));
      const opened = copy ?? (only && !uses && !only.parameters.length && (written || !state().game) ? only.name : null);
      known = text;
      // The view of a copy stays: what an edit changes is seen where one looks.
      set({ rules: text, ...(opened ? { game: opened, moves: '', ...(copy ? { at } : { at: '', view: '', line: '', axes: '' }) } : {}) });
    } catch (error) {
      if (!signal.aborted && error instanceof Refused) tell([error.mistake]);
    }
  }

  /** Opens a game; the values of its parameters are written by the person first. @param {string} text @param {boolean} asks */
  function open(text, asks) {
    if (!asks) {
      known = code.text;
      set({ game: text, rules: code.text, at: '', view: '', line: '', moves: '', axes: '' });
      return;
    }
    known = code.text;
    set({ rules: code.text });
    const field = find('game');
    field.value = text;
    field.focus();
    field.setSelectionRange(text.indexOf('[') + 1, text.length - 1);
  }

  /** A button for a game of the file. @param {{name: string, parameters: string[]}} game */
  function use({ name, parameters }) {
    const text = parameters.length ? `${name}[${parameters.join(', ')}]` : name;
    return make('button', { type: 'button', onclick: () => open(text, parameters.length > 0) }, `Open ${text}`);
  }

  let shown = '';
  return {
    /** @param {import('./game.js').Game | null} game @param {import('./state.js').State} now */
    async update(game, now) {
      if (now.rules !== known) {
        known = now.rules;
        code.put(now.rules);
        typed(now.rules, undefined, undefined, false);
      }
      beginnings.hidden = code.text.trim() !== '';
      root.classList.toggle('own', code.text.trim() !== '');
      const inner = /^pass\((.*)\)$/.exec(now.game)?.[1];
      const name = (inner ?? now.game).split(/[[( ]/)[0];
      normal.hidden = now.play !== 'misere' || !/value|P-position|wins/.test(game?.about ?? '');
      const key = `${game?.game} ${game?.rules} ${game?.about}`;
      if (key === shown) return;
      shown = key;
      about.replaceChildren();
      if (!game || !(game.about || inner)) return;
      let told = null;
      await lines('games', { name }, (line) => { told = line; }).catch(() => null);
      if (key !== shown) return;
      const passes = inner ? [make('p', {}, `With a pass: once in the whole play one of the players may pass, where the game still has a move. ${game.names.at(-1)} is 1 while the pass is left, and 0 afterwards.${told ? ' Without the pass:' : ''}`)] : [];
      about.replaceChildren(...passes, ...(told ? description(told, code, typed, game) : []));
    },
  };
}

/** What a built-in game is. @param {any} told @param {ReturnType<typeof editor>} code @param {(text: string, copy?: string, at?: string) => void} typed @param {import('./game.js').Game} shown */
function description({ name, about, rules: text, source }, code, typed, shown) {
  const copy = () => {
    const bare = name.split('.').pop();
    const named = new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}(?!\\w)`, 'g');
    code.put(text.replaceAll(new RegExp(`\\b${bare}\\b(?=[[(])`, 'g'), `my_${bare}`));
    typed(code.text, shown.game.replaceAll(named, `my_${bare}`), state().at || shown.written);
    code.field.focus();
  };
  return [make('p', {}, about), make('pre', { class: 'code shown', tabindex: 0, 'aria-label': `Rules of ${name}` }, text.trimEnd()),
    source ? make('p', { class: 'note' }, source) : null, make('button', { type: 'button', onclick: copy }, 'Change these rules')]
    .filter((part) => part !== null);
}
