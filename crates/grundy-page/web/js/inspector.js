// The position in question: its value, its options, why, and what can be done from here.
//
// In: the pinned position; what the pointer is over. Out: the panel; moves of the pin.

import { ask, Refused, sentenceOf } from './api.js';
import { make, position, say } from './dom.js';
import { formulaOf, isCondition } from './mode.js';
import { entries, isSplit, named, placed, write } from './game.js';
import { mexRow, mexText } from './mex.js';
import { set, state } from './state.js';
import { term } from './words.js';

/** How many options are listed. */
const LISTED = 60;
/** How many are asked for: those of a position far out are hundreds of thousands. */
const ASKED = 2000;
/** Up to so many options it is asked how long play lasts. */
const TIMED = 1000;

/** How many moves there are, and how many of them are good. @param {any} told */
function countOf({ options, seen, complete, more }) {
  const draws = options.filter((/** @type {any} */ option) => option.draws).length;
  const all = seen ? seen.reduce((/** @type {number} */ sum, /** @type {[any, number]} */ [, count]) => sum + count, 0) : options.length;
  const listed = options.filter((/** @type {any} */ option) => option.wins).length;
  const wins = complete === false && seen ? (seen.find((/** @type {[any, number]} */ [number]) => number === 0)?.[1] ?? 0) : listed;
  if (draws) return `${draws} of ${all} moves ${draws === 1 ? 'keeps' : 'keep'} the draw`;
  if (!all) return 'terminal: there is no move';
  if (complete === false && !seen) return `${listed ? 'some moves win' : 'no move wins'}; not all are listed: ${more}`;
  return wins ? `${wins} of ${all} moves ${wins === 1 ? 'wins' : 'win'}` : `none of ${all} moves wins`;
}

/** What an outcome says. */
const OUTCOMES = { P: 'P-position', N: 'N-position', D: 'D-position' };

/** @param {{value: number | string, outcome?: 'P' | 'N' | 'D'}} told */
const outcomeOf = ({ value, outcome }) => OUTCOMES[outcome ?? (Number(value) === 0 ? 'P' : 'N')];

/** A value, and what it says; where play may go on for ever, the answer says the outcome. @param {{value: number | string, outcome?: 'P' | 'N' | 'D'}} told @param {string} play */
const big = ({ value, outcome }, play) => make('p', { class: 'big' }, make('span', { class: 'value' }, term(play === 'misere' ? 'G_misere' : 'G'), ` = ${value}`), ' ', term(outcomeOf({ value, outcome })));

/**
 * @param {HTMLElement} root
 * @param {HTMLOutputElement} readout
 */
export function inspector(root, readout) {
  /** @type {import('./game.js').Game | null} */
  let game = null;
  let [shown, play] = ['', 'normal'];
  /** @type {any} */
  let answer = null;
  /** The position that it is the answer to. */
  let answered = '';
  /** @type {AbortController | null} */
  let asked = null;
  const body = make('div', { class: 'answer' });
  const waiting = make('p', { class: 'note waits', hidden: true });
  root.append(waiting, body);
  /** Moves by question, so that a pointer that goes to and fro asks once. @type {Map<string, {told: Promise<any>, abort: AbortController, kept: boolean}>} */
  const known = new Map();

  /**
   * The options of a position with their values. What is asked for a moment's look alone is given up with the signal.
   * @param {string} written @param {AbortSignal} [look] @param {number | null} [most] @returns {Promise<any>}
   */
  function moves(written, look, most = ASKED) {
    if (!game) return Promise.reject(new Error('no game'));
    const question = { ...named(game, play), ...placed(written), most };
    const key = JSON.stringify(question);
    const entry = known.get(key) ?? add(key, question);
    entry.kept ||= !look;
    look?.addEventListener('abort', () => entry.kept || entry.abort.abort());
    return entry.told;
  }

  /** @param {string} key @param {import('./api.js').Question} question */
  function add(key, question) {
    const abort = new AbortController();
    const entry = { told: ask('moves', question, abort.signal), abort, kept: false };
    entry.told.then(() => { entry.kept = true; }, () => known.delete(key));
    known.set(key, entry);
    if (known.size > 500) known.delete(known.keys().next().value ?? '');
    return entry;
  }

  /** Shows which position's answer is waited for: the panel is dim then, and nothing in it can be clicked. @param {string | null} written */
  function waits(written) {
    body.inert = written !== null;
    waiting.hidden = written === null;
    waiting.textContent = `(${written}) …`;
    body.classList.toggle('stale', written !== null);
    root.setAttribute('aria-busy', String(written !== null));
  }

  /** @param {string} written */
  async function show(written) {
    asked?.abort();
    asked = new AbortController();
    const mine = asked;
    // What stands there is of another position; it cannot be used while this one is asked for.
    waits(written);
    try {
      const told = await moves(written);
      if (mine.signal.aborted) return;
      waits(null);
      [answer, answered] = [told, written];
      render(written, told);
      if (document.activeElement?.matches('#map canvas')) say(`(${written}) value ${told.value}, ${outcomeOf(told)}`);
      // Where the panel is out of sight, as on a phone, the reason stands below the map.
      if (state().stage === 'map' && readout.textContent?.endsWith(` at (${written})`)) look(written, String(told.value));
      if (state().stage === 'map') lasts(written, mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return;
      waits(null);
      [answer, answered] = [null, ''];
      const parts = [make('h2', {}, ...position(`(${written})`)), make('p', { class: 'error' }, sentenceOf(error))];
      body.replaceChildren(...parts);
      // Far out a position has more options than can be listed, and may still have a value.
      const alone = error instanceof Refused && error.status === 422 && game && !isSplit(written)
        ? await ask('value', { ...named(game, play), position: written }, mine.signal).catch(() => null) : null;
      if (mine.signal.aborted) return;
      body.replaceChildren(...(alone && state().stage === 'map' ? [parts[0], big(alone, play), parts[1]] : parts));
    }
  }

  /** Adds how long play lasts, if that is known in a few seconds. @param {string} written @param {AbortSignal} signal */
  async function lasts(written, signal) {
    if (!game || answer.complete === false || answer.options.length > TIMED) return;
    const told = await ask('moves', { ...named(game, play), ...placed(written), remoteness: 1, time: 3 }, signal).catch(() => null);
    if (!told || signal.aborted) return;
    const known = new Map(told.options.map((/** @type {any} */ option) => [option.written, option]));
    body.querySelector('.lasts')?.replaceChildren(term('remoteness'), ` ${told.remoteness}, `, term('suspense'), ` ${told.suspense}, `, term('birthday'), ` ${told.birthday}; beside each move: how many moves follow it in such play`);
    for (const item of body.querySelectorAll('.options li')) {
      const option = known.get(item.querySelector('.to')?.textContent);
      if (option) item.querySelector('.value')?.after(make('span', { class: option.best ? 'remote best' : 'remote' }, `in ${option.remoteness}`));
    }
  }

  /** @param {string} written @param {any} told */
  function render(written, told) {
    const words = countOf(told);
    const option = (/** @type {any} */ { written: to, value, wins: won, draws: drawn }) => make('li', { class: won ? 'wins' : '' },
      make('button', { type: 'button', onclick: () => set({ at: to }) }, make('span', { class: 'to' }, to), make('span', { class: 'value' }, String(value)),
        won || drawn ? make('span', { class: 'mark' }, won ? 'wins' : 'draws') : null));
    const why = make('p', { class: 'why' });
    const list = make('ol', { class: 'options', 'aria-label': 'Options, winners first' }, ...told.options.slice(0, LISTED).map(option));
    const note = make('p', { class: 'note' }, told.complete === false ? '… and more than are listed' : told.options.length > LISTED ? `… and ${told.options.length - LISTED} more` : '');
    const having = async (/** @type {number} */ value) => {
      const found = await ask('moves', { ...named(/** @type {any} */ (game), play), ...placed(written), having: value, most: LISTED }).catch(() => null);
      if (!found) return;
      list.replaceChildren(...found.options.map(option));
      const back = make('button', { type: 'button', class: 'plain', onclick: () => render(written, told) }, 'all options');
      note.replaceChildren(`those of value ${value}; `, back);
    };
    // Whoever plays from here finds out alone, until the play is over.
    const open = state().stage === 'map' || told.options.length === 0;
    body.replaceChildren(...[
      make('h2', {}, ...position(`(${written})`)),
      open ? big(told, play) : make('p', { class: 'note' }, 'While you play, the value is not shown.'),
      open ? mexRow(told.value, told.seen, having) : null,
      open ? make('p', { class: 'note' }, words) : null,
      state().stage === 'map' ? make('p', { class: 'note lasts' }) : null,
      make('div', { class: 'row' },
        make('button', { type: 'button', onclick: () => set({ stage: 'board', moves: written }) }, 'Play from here'),
        isSplit(written) || !open ? null : make('button', { type: 'button', onclick: () => explain(written, why) }, 'How it was computed')),
      why, ...(state().stage === 'map' ? lines(written) : []),
      open ? make('details', { open: state().stage === 'map', class: 'fold' }, make('summary', {}, 'Options'), list, note) : null,
    ].filter((part) => part !== null));
  }

  /** Buttons for the lines through a position. @param {string} written */
  function lines(written) {
    const at = entries(written);
    if (!game || !at) return [];
    const own = game;
    const button = (/** @type {string} */ line) => make('button', { type: 'button', class: 'line', 'aria-pressed': String(state().line === line), onclick: () => set({ line: state().line === line ? '' : line }) }, ...position(line));
    const of = (/** @type {(string | number)[]} */ texts) => button(`(${write(own, texts)})`);
    const straight = at.map((_, coord) => coord).filter((coord) => own.bounds[coord] === null).slice(0, 6)
      .map((coord) => of(at.map((entry, i) => (i === coord ? '_' : entry))));
    const [a, b] = at;
    const diagonal = at.length === 2 && straight.length === 2 ? [of(a <= b ? ['_', b > a ? `_ + ${b - a}` : '_'] : [`_ + ${a - b}`, '_'])] : [];
    if (!straight.length) return [];
    return [make('div', { class: 'row lines', role: 'group', 'aria-label': 'Lines through this position' }, make('span', { class: 'note' }, 'lines'), ...straight, ...diagonal)];
  }

  /** What the pointer is over, or is pinned, and why it has its value. @param {string | null} written @param {string | null | undefined} value @param {string} [why] */
  function look(written, value, why = '') {
    if (!written) return;
    const formula = formulaOf(state().mode);
    const what = formula ? `${state().mode} =` : 'value';
    const truth = isCondition(formula) && value ? `${state().mode} ${value === '1' ? 'holds' : 'fails'}` : '';
    const known = value === undefined ? '' : value === null ? 'no position' : truth || `${what} ${value}`;
    const reason = why || (answer && written === answered && !formula && String(answer.value) === value ? mexText(answer.value, answer.seen) : '');
    // The reason stays while the pointer rests.
    const place = `${known} at (${written})`.trim();
    if (!reason && readout.textContent?.startsWith(`${place}: `)) return;
    const text = reason ? `${place}: ${reason}` : place;
    if (readout.textContent !== text) readout.textContent = text;
  }

  /** @param {string} written @param {HTMLElement} place */
  async function explain(written, place) {
    if (!game) return;
    const told = await ask('value', { ...named(game, play), position: written, explain: 1 }).catch((error) => ({ explain: sentenceOf(error) }));
    place.textContent = told.explain;
    say(told.explain);
  }

  return {
    moves,
    /** @param {import('./game.js').Game} next @param {import('./state.js').State} now */
    update(next, now) {
      // During play the position that is played is the one in question.
      const written = (now.stage === 'board' && now.moves.split(';').at(-1)) || now.at || next.written;
      const key = JSON.stringify([next.rules, next.text, next.game, now.play, written, now.line, now.stage]);
      if (next.rules !== game?.rules || now.stage !== 'map' || now.play !== play || !entries(written)) readout.textContent = '';
      [game, play] = [next, now.play];
      if (key === shown) return;
      shown = key;
      show(written);
    },
    look,
    /** Goes to the best option of the pinned position. */
    best() {
      const option = answer?.options[0];
      if (option) set({ at: option.written });
    },
  };
}
