// Claims: a file is checked, verdicts come as they are found, a counterexample leads to its place on the map.
//
// In: a file of claims, written or one of the papers. Out: a line for each claim; the certificates of proofs to save.

import { ask, lines, Refused } from './api.js';
import { make, say } from './dom.js';
import { editor, mistakes } from './editor.js';
import { save } from './save.js';
import { set, state } from './state.js';

/** The marks of verdicts. @type {Record<string, string>} */
const MARKS = { proved: '✓', holds: '✓', false: '✗', open: '?', error: '!', noted: '~' };

/** @param {HTMLElement} root */
export function claims(root) {
  const papers = make('select', { 'aria-label': 'A paper', onchange: () => open(papers.value) }, make('option', { value: '' }, 'Open a paper …'));
  const run = make('button', { type: 'button', class: 'main', onclick: () => (running ? running.abort() : check()) }, 'Check');
  root.append(make('div', { class: 'row' }, papers, run));
  const code = editor(root, {
    id: 'claims-text', label: 'Claims', placeholder: 'claim "Bouton" on nim[2] at (a, b): P iff a = b', changed: (text) => { forget(text); set({ claims: text }, { replace: true }); },
  });
  const tell = mistakes(root, 'claims-text', code);
  const summary = make('p', { class: 'note', role: 'status' });
  const list = make('ol', { class: 'verdicts', 'aria-label': 'Verdicts' });
  root.append(summary, list);
  /** @type {AbortController | null} */
  let running = null;

  lines('papers', {}, ({ name, title }) => papers.append(make('option', { value: name, title }, title.split(',').slice(0, 2).join(',')))).catch(() => null);

  /** The text that the verdicts are about. */
  let decided = '';
  /** Verdicts of one text are none of another. @param {string} text */
  function forget(text) {
    if (text === decided || running) return;
    list.replaceChildren();
    summary.textContent = '';
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
    decided = text;
    running = new AbortController();
    run.textContent = 'Stop';
    list.replaceChildren();
    tell([]);
    /** @type {import('./api.js').Mistake[]} */
    const wrong = [];
    let checked = 0;
    try {
      await lines('check', { rules: text }, (line) => {
        if (line.summary) {
          summary.textContent = Object.entries(line.summary).map(([status, count]) => `${count} ${status}`).join(', ');
          say(`checked: ${summary.textContent}`);
        } else if (line.status) {
          checked += 1;
          summary.textContent = `${checked} checked …`;
          list.append(verdict(line));
          if (line.error) wrong.push(line.error);
        } else if (line.error) wrong.push(line.error);
      }, running.signal);
    } catch (error) {
      if (error instanceof Refused) wrong.push(error.mistake);
      else if (!running.signal.aborted) throw error;
    }
    if (running.signal.aborted) summary.textContent = `stopped after ${checked}`;
    running = null;
    run.textContent = 'Check';
    tell(wrong);
  }

  return {
    check: () => (running ? undefined : check()),
    /** @param {import('./state.js').State} now */
    update(now) {
      if (now.claims !== code.text && document.activeElement !== code.field) {
        code.put(now.claims);
        forget(now.claims);
      }
    },
  };
}

/** The line of a claim. @param {any} line */
function verdict(line) {
  const { status, name, positions, to, seconds, counterexample, reason, checked, game, play, certificates, drawn } = line;
  const range = to === null ? (status === 'proved' ? 'all' : '') : `${positions} to ${to}`;
  return make('li', { class: status },
    make('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[status] ?? '?'), make('span', { class: 'status' }, status),
    make('span', { class: 'name' }, name), make('span', { class: 'note' }, [range, `${seconds.toFixed(2)} s`].filter(Boolean).join(', ')),
    counterexample ? make('p', {}, counter(counterexample, game, play)) : null,
    reason && (status !== 'holds' || checked === false) ? make('p', { class: 'note' }, reason) : null,
    drawn ? make('button', { type: 'button', onclick: () => lead(drawn.game, 'normal', { mode: drawn.formula, at: placeOf(counterexample) ?? '' }) }, 'Show on the map') : null,
    ...(certificates ?? []).map((/** @type {any} */ { file, certificate }) =>
      make('button', { type: 'button', onclick: () => save(file, JSON.stringify(certificate), 'application/json') }, 'Save the certificate')));
}

/** The position where a claim fails, as it is written. @param {any} counterexample */
const placeOf = (counterexample) => counterexample?.position && JSON.stringify(counterexample.position).slice(1, -1).replaceAll('"', '');

/**
 * Leads to the game of a claim. It is defined in the file of claims, or built in; then the rules that the person writes stay as they are.
 * @param {string | null} game @param {string | null} play @param {Partial<import('./state.js').State>} change
 */
async function lead(game, play, change) {
  const names = (game ?? '').match(/[A-Za-z_]\w*/g) ?? [];
  const file = state().claims;
  const own = names.some((name) => new RegExp(`^\\s*(game|def)\\s+${name}\\b`, 'm').test(file));
  // A file with a mistake is no rule file; its other games are.
  const { sound } = own ? await ask('rules', { rules: file }) : { sound: null };
  set({ game: game ?? state().game, rules: own ? sound ?? file : state().rules, play: play ?? state().play, stage: 'map', view: '', line: '', axes: '', ...change });
}

/** Where a claim fails, with both sides. @param {any} where @param {string | null} game @param {string | null} play */
function counter(where, game, play) {
  const { vars, left, relation, right } = where;
  const written = placeOf(where);
  const known = Object.entries(vars).map(([name, value]) => `${name} = ${value}`).join(', ');
  const sides = relation === 'iff' ? `the left side is ${left}, the right side ${right}` : `${left} ${relation} ${right} is false`;
  if (!written) return make('span', {}, [known, sides].filter(Boolean).join(': '));
  return make('span', {}, 'at ', make('button', { type: 'button', class: 'plain', onclick: () => lead(game, play, { at: written }) }, `(${written})`), `${known ? ` with ${known}` : ''}: ${sides}`);
}
