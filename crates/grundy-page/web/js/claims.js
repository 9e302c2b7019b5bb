// Claims: a file is checked, verdicts come as they are found, beside their lines and in a list.
//
// In: a file of claims, written or one of the papers; it may name the games of the rules tab. Out: a line for each claim, which leads to the map.

import { ask, lines, Refused } from './api.js';
import { find, make, say } from './dom.js';
import { editor, mistakes } from './editor.js';
import { mayAsk } from './guest.js';
import { set, state } from './state.js';
import { MARKS, verdict } from './verdict.js';

/** What an empty tab shows: a claim that is proved, and one that is not true. */
const WORKED = [
  ['claim "equal heaps lose" on nim[2] at (a, b):\n    P iff a = b', 'It is proved for all positions, and the proof can be opened.'],
  ['claim "double" on wythoff at (a, b):\n    P iff b = 2 * a', 'It is false, and the first position where it fails leads to the map.'],
];

/** @param {HTMLElement} root */
export function claims(root) {
  const papers = make('select', { 'aria-label': 'A paper', onchange: () => open(papers.value) }, make('option', { value: '' }, 'Open a paper …'));
  const run = make('button', { type: 'button', class: 'main', onclick: () => (running ? running.abort() : check()) }, 'Check');
  root.append(make('div', { class: 'row' }, papers, run));
  const code = editor(root, {
    id: 'claims-text', label: 'Claims', placeholder: WORKED[0][0], changed: (text) => { forget(text); set({ claims: text }, { replace: true }); },
  });
  const tell = mistakes(root, 'claims-text', code);
  const summary = make('p', { class: 'note', role: 'status' });
  const list = make('ol', { class: 'verdicts', 'aria-label': 'Verdicts' });
  const own = make('button', { type: 'button', class: 'free', onclick: write });
  const worked = make('div', { class: 'empty' }, make('p', {}, 'A claim says something of all positions of a game. It is proved, or the first position where it fails is found.'),
    ...WORKED.flatMap(([text, about]) => [make('pre', { class: 'code shown' }, text), make('div', { class: 'row' }, make('button', { type: 'button', onclick: () => put(text, true) }, 'Check this'), make('span', { class: 'note' }, about))]), own);
  const changed = make('p', { class: 'note', hidden: true }, 'The tab Rules has changed since these verdicts: check again.');
  const guest = make('p', { class: 'note', hidden: true });
  root.append(guest, summary, changed, list, worked);
  mayAsk('check', root, guest);
  /** @type {AbortController | null} */
  let running = null;
  /** @type {import('./game.js').Game | null} */
  let game = null;

  lines('papers', {}, ({ name, title }) => papers.append(make('option', { value: name, title }, title.split(',').slice(0, 2).join(',')))).catch(() => null);

  /** The text that the verdicts are about, and the rules of the other tab. */
  let [decided, about] = ['', ''];

  /** Says whether the verdicts are those of the rules. @param {string} rules */
  function compare(rules) {
    changed.hidden = rules === about || !list.children.length;
    root.classList.toggle('stale', !changed.hidden);
  }

  /** @type {import('./verdict.js').Ways['map']} */
  async function show(on, play, change) {
    const fresh = state().rules === about;
    await lead(on, play, change);
    // The rules of a claim that is shown are those that its verdict is about; a verdict of other rules stays one.
    if (fresh) about = state().rules;
    compare(state().rules);
  }

  /** Verdicts of one text are none of another. @param {string} text */
  function forget(text) {
    worked.hidden = text.trim() !== '';
    if (text === decided || running) return;
    list.replaceChildren();
    code.beside([]);
    summary.textContent = '';
  }

  /** Puts a text into the empty editor. @param {string} text @param {boolean} [checks] */
  function put(text, checks = false) {
    code.put(text);
    forget(text);
    set({ claims: text }, { replace: true });
    code.field.focus();
    // What is written on goes on at its end; what is checked is read from its beginning.
    const caret = checks ? 0 : text.length;
    code.field.setSelectionRange(caret, caret);
    if (checks) check();
  }

  /** The beginning of a claim on the game that is shown. */
  function write() {
    if (!game) return;
    const plain = game.names.every((name) => /^[A-Za-z_]\w*$/.test(name));
    const ending = state().play === 'misere' ? '_misere' : '';
    put(plain ? `claim "mine" on ${game.game} at (${game.names.join(', ')}): P${ending} iff ` : `claim "mine": G${ending}(${game.game}) = `);
  }

  /** @param {string} name */
  async function open(name) {
    if (!name) return;
    await lines('papers', { name }, ({ rules }) => set({ claims: rules }));
    papers.value = '';
    code.field.scrollTop = 0;
  }

  async function check() {
    const text = code.text || code.field.placeholder;
    code.put(text);
    set({ claims: text }, { replace: true });
    [decided, about] = [text, state().rules];
    running = new AbortController();
    run.textContent = 'Stop';
    list.replaceChildren();
    worked.hidden = true;
    tell([]);
    /** @type {import('./api.js').Mistake[]} */
    const wrong = [];
    /** @type {{line: number, status: string, name: string}[]} */
    const come = [];
    try {
      await lines('check', { rules: text, games: state().rules }, (line) => {
        if (line.summary) {
          summary.textContent = Object.entries(line.summary).map(([status, count]) => `${count} ${status === 'error' && count !== 1 ? 'errors' : status}`).join(', ');
          say(`checked: ${summary.textContent}`);
        } else if (line.status) {
          come.push(line);
          summary.textContent = `${come.length} checked …`;
          list.append(verdict(line, { line: (at) => code.go({ line: at, column: 1, length: null }), map: show }));
          code.beside(come.map(({ line: at, status, name }) => ({ line: at, kind: status, mark: MARKS[status] ?? '?', title: `${status}: ${name}` })));
          if (line.error) wrong.push(line.error);
        } else if (line.error) wrong.push(line.error);
      }, running.signal);
    } catch (error) {
      if (error instanceof Refused) wrong.push(error.mistake);
      else if (!running.signal.aborted) throw error;
    }
    if (running.signal.aborted) summary.textContent = `stopped after ${come.length}`;
    running = null;
    run.textContent = 'Check';
    tell(wrong);
  }

  return {
    check: () => (running ? undefined : check()),
    /** @param {import('./game.js').Game | null} shown @param {import('./state.js').State} now */
    update(shown, now) {
      game = shown;
      compare(now.rules);
      own.textContent = `Begin a claim on ${shown?.game ?? 'a game'}`;
      own.hidden = !shown;
      if (now.claims !== code.text && document.activeElement !== code.field) {
        code.put(now.claims);
        forget(now.claims);
      }
    },
  };
}

/**
 * Leads to the game of a claim. It is defined in the file of claims, in the rules tab, or built in; in the last two cases the rules tab stays as it is.
 * @param {string | null} game @param {string | null} play @param {Partial<import('./state.js').State>} change
 */
async function lead(game, play, change) {
  const names = (game ?? '').match(/[A-Za-z_]\w*/g) ?? [];
  const file = state().claims;
  const own = names.some((name) => new RegExp(`^\\s*(game|def)\\s+${name}\\b`, 'm').test(file));
  // A file with a mistake is no rule file; its other games are.
  const { sound } = own ? await ask('rules', { rules: file }) : { sound: null };
  set({ game: game ?? state().game, rules: own ? sound ?? file : state().rules, play: play ?? state().play, stage: 'map', view: '', line: '', axes: '', ...change });
  // On a phone the map is far above.
  find('stage').scrollIntoView({ block: 'nearest' });
}
