// A game that is played: the position drawn as what it is, the person's moves, the opponent's.
//
// In: the game and the state, whose `moves` are the positions so far. Out: the board; the next positions in the state, so that a link holds a whole
// play and undo takes a move back.

import { ask, sentenceOf } from '../api.js';
import { make, say } from '../dom.js';
import { entries, named, placed } from '../game.js';
import { set, state } from '../state.js';
import { Choice } from './choice.js';
import { drawing } from './drawings.js';
import { fit } from './fit.js';
import { mark } from './hint.js';
import { glide, placesIn } from './motion.js';

/** The opponent answers after a breath. */
const BREATH = 300;
/** How many moves are offered as buttons where a choice is open. */
const OFFERED = 12;

/** An order of moves that gives nothing away: the server lists winning moves first. @param {{written: string}} a @param {{written: string}} b */
const byName = (a, b) => a.written.localeCompare(b.written, undefined, { numeric: true });

/** @param {HTMLElement} root @param {(written: string) => Promise<any>} movesOf */
export function board(root, movesOf) {
  const who = make('select', { 'aria-label': 'Opponent', onchange: () => set({ against: who.value }) },
    ...[['perfect', 'the perfect player'], ['beatable', 'a beatable player'], ['person', 'another person']].map(([value, title]) => make('option', { value }, title)));
  const first = make('select', { 'aria-label': 'Who begins', onchange: () => restart({ first: first.value }) },
    make('option', { value: 'you' }, 'you begin'), make('option', { value: 'other' }, 'they begin'));
  const button = (/** @type {string} */ title, /** @type {() => void} */ onclick) => make('button', { type: 'button', onclick }, title);
  const start = make('input', { class: 'code', spellcheck: 'false', 'aria-label': 'Position to begin with', onchange: () => set({ moves: start.value.trim() }) });
  const [back, hintButton, whyButton] = [button('Take back', takeBack), button('Hint', hint), button('Why', why)];
  root.append(make('div', { class: 'tools' }, make('label', {}, 'against ', who), first, make('label', {}, 'from ', start), button('Again', () => restart({}))));
  const told = make('p', { class: 'told', role: 'status', 'aria-live': 'polite', tabindex: -1 });
  const field = make('div', { class: 'field' });
  const open = make('div', { class: 'row choices' });
  const advice = make('p', { class: 'advice', 'aria-live': 'polite' });
  const record = make('ol', { class: 'record', 'aria-label': 'Positions so far' });
  // There is nothing to say before the moves have come.
  [hintButton.disabled, whyButton.disabled] = [true, true];
  root.append(told, field, open, make('div', { class: 'row' }, hintButton, whyButton, back), advice, record);

  /** @type {import('../game.js').Game | null} */
  let game = null;
  /** @type {any} */
  let answer = null;
  /** @type {Choice | null} */
  let choice = null;
  let [shown, turn] = ['', 0];
  /** How large the board of this play is, and what the play is. */
  let [large, begun] = [/** @type {number | undefined} */ (undefined), ''];

  const positions = () => (state().moves || state().at || game?.written || '').split(';');
  const mine = () => state().against === 'person' || (positions().length % 2 === 1) === (state().first === 'you');

  /** @param {Partial<import('../state.js').State>} change */
  function restart(change) {
    set({ ...change, moves: positions()[0] });
  }

  function takeBack() {
    const all = positions();
    const less = state().against === 'person' || !mine() ? 1 : 2;
    if (all.length > less) set({ moves: all.slice(0, -less).join(';') });
  }

  /** Makes a move. An answer belongs to the move before it: undo takes both back. @param {{written: string}} option @param {boolean} [answers] */
  function play(option, answers = false) {
    const focused = root.contains(document.activeElement);
    set({ moves: [...positions(), option.written].join(';') }, { replace: answers });
    // The control that made the move is gone; whoever uses the keyboard stays on the board.
    if (focused && !answers) told.focus();
  }

  /** Shows the position that the play has reached. */
  async function show() {
    turn += 1;
    const now = turn;
    const all = positions();
    // A screen reader's line says nothing of an earlier position.
    if (advice.textContent) say('');
    advice.textContent = '';
    start.value = all[0];
    try {
      const next = await movesOf(all[all.length - 1]);
      const wrong = await illegal(all);
      if (now !== turn || !game) return;
      if (wrong) throw new Error(wrong);
      answer = next;
      choice = new Choice(answer.leaves, answer.options);
      render();
      if (answer.options.length && !mine()) setTimeout(() => now === turn && reply(now), BREATH);
    } catch (error) {
      if (now !== turn) return;
      field.replaceChildren(make('p', { class: 'error' }, sentenceOf(error)));
      told.textContent = '';
      open.replaceChildren();
      record.replaceChildren();
      for (const dead of [hintButton, whyButton, back]) dead.disabled = true;
    }
  }

  /** A link may say any positions: the first one that no move leads to; empty if all are moves. @param {string[]} all */
  async function illegal(all) {
    const told = await Promise.all(all.slice(0, -1).map((written) => movesOf(written)));
    const at = told.findIndex(({ options, complete }, index) => complete !== false && !options.some((/** @type {any} */ option) => option.written === all[index + 1]));
    return at < 0 ? '' : `(${all[at + 1]}) is no move from (${all[at]})`;
  }

  /** The opponent's move. @param {number} now */
  async function reply(now) {
    if (!game) return;
    const all = positions();
    const { against, play: convention } = state();
    const seed = Math.floor(Math.random() * 2 ** 32);
    try {
      const { move } = await ask('reply', { ...named(game, convention), ...placed(all[all.length - 1]), level: against, seed });
      if (now === turn && move) play(move, all.length > 1);
    } catch (error) {
      if (now === turn) told.textContent = `They cannot move: ${sentenceOf(error)}`;
    }
  }

  function render() {
    if (!game || !choice) return;
    const [own, all] = [game, positions()];
    const free = mine() && answer.options.length > 0;
    told.textContent = sentence(all, free);
    const settled = choice;
    const made = all.map((_, at) => changed(all.slice(0, at + 1)));
    const moved = made[made.length - 1];
    // What is clicked belongs to this position; a click that comes late means nothing.
    const here = turn;
    const scene = (/** @type {import('../game.js').Leaf} */ leaf, /** @type {number} */ index) => drawing({
      game: own, leaf, index, tuples: answer.leaves[index], profile: answer.profiles[index], choice: settled, moved, made, open: free, make: (option) => here === turn && play(option), choose: (coord, value) => here === turn && choose(coord, value),
    });
    const before = placesIn(field);
    field.replaceChildren(...own.leaves.map(scene));
    offer(free);
    settle(all[0]);
    glide(field, before);
    record.replaceChildren(...all.map((written, at) => make('li', { class: at % 2 === 1 === (state().first === 'you') && at > 0 ? 'yours' : '' },
      make('button', { type: 'button', class: 'plain', onclick: () => set({ at: written }) }, `(${written})`))));
    if (!answer.options.length && all.length > 1) review(all, turn);
    back.disabled = all.length < 2;
    back.title = all.length < 2 ? 'no move has been made' : '';
    [hintButton.disabled, whyButton.disabled] = [!free, false];
    hintButton.title = free ? '' : answer.options.length ? 'it is the turn of the other' : 'no move is left';
  }

  /** Gives the board its size; a play keeps the one that it began with. @param {string} from */
  function settle(from) {
    const play = `${game?.rules} ${from}`;
    const goes = play === begun;
    // The tallest board of a play keeps its place, so that what lies below does not come up.
    if (!goes) field.style.minHeight = '';
    large = fit(field, root, goes ? large : undefined);
    field.style.minHeight = `${field.getBoundingClientRect().height / large}px`;
    begun = play;
  }
  new ResizeObserver(() => {
    [large, begun] = [undefined, ''];
    if (choice) settle(positions()[0]);
  }).observe(root);

  /** The coordinates that the last move changed. @param {string[]} all */
  function changed(all) {
    const [before, now] = [all.at(-2), all.at(-1)].map((written) => (written === undefined ? null : entries(written)));
    return new Set(before && now && before.length === now.length ? now.flatMap((entry, coord) => (entry === before[coord] ? [] : [coord])) : []);
  }

  /** After the end: which moves won, which were mistakes, and from where to try again. @param {string[]} all @param {number} now */
  async function review(all, now) {
    const told = await Promise.all(all.slice(0, -1).map((written) => movesOf(written).catch(() => null)));
    if (now !== turn) return;
    all.slice(1).forEach((to, at) => {
      const options = told[at]?.options ?? [];
      const made = options.find((/** @type {any} */ option) => option.written === to);
      const item = record.children[at + 1];
      if (!made || !item) return;
      const could = options.some((/** @type {any} */ option) => option.wins);
      const mark = made.wins ? 'won' : could ? 'mistake' : 'lost';
      // A move is won if it leaves the other a lost position; it is lost if no move did.
      const better = mark === 'mistake' ? `, better: (${options.find((/** @type {any} */ option) => option.wins).written})` : '';
      item.append(make('span', { class: `mark ${mark}` }, ` ${mover(at)} ${{ won: 'a winning move', lost: 'no move won', mistake: 'a mistake' }[mark]}${better} `));
      if (mark === 'mistake') item.append(make('button', { type: 'button', onclick: () => set({ moves: all.slice(0, at + 1).join(';') }) }, 'Try again from before'));
    });
  }

  /** Who made a move, as its mark says. @param {number} at */
  function mover(at) {
    if (state().against === 'person') return at % 2 ? 'second:' : 'first:';
    return (at % 2 === 0) === (state().first === 'you') ? 'you:' : 'they:';
  }

  /** What has happened, and whose turn it is. @param {string[]} all @param {boolean} free */
  function sentence(all, free) {
    const misere = state().play === 'misere';
    const person = state().against === 'person';
    const here = `(${all[all.length - 1]})`;
    if (!answer.options.length) {
      const stuck = mine();
      if (person) return `${here}: no move is left. Whoever moved last ${misere ? 'loses' : 'wins'}.`;
      return `${here}: ${stuck ? 'you have' : 'they have'} no move. ${stuck === misere ? 'You win.' : 'You lose.'}`;
    }
    const last = all.length > 1 && free && !person ? `They moved to ${here}. ` : `${here}. `;
    const drawn = answer.outcome === 'D' ? 'The position is drawn: with best play nobody wins, and play goes on for ever. ' : '';
    const few = free && answer.complete === false ? `There are more moves than can be listed; those that win and the first others can be made (${answer.more}). ` : '';
    return `${last}${drawn}${few}${free ? 'Your move' : 'They think …'} (${misere ? 'misère play: whoever makes the last move loses' : 'whoever makes the last move wins'}).`;
  }

  /** @param {number} coord @param {number} value */
  function choose(coord, value) {
    if (!choice) return;
    choice.choose(coord, value);
    const meant = choice.meant();
    if (choice.isSettled() && meant) play(meant);
    else {
      render();
      /** @type {HTMLElement | null} */ (field.querySelector(`[data-coord="${coord}"][data-value="${value}"]`) ?? open.querySelector('button'))?.focus();
    }
  }

  /** The moves that an open choice leaves, one of them meant. @param {boolean} free */
  function offer(free) {
    open.replaceChildren();
    if (!choice || !free) return;
    const here = turn;
    const go = (/** @type {any} */ option) => here === turn && play(option);
    const meant = choice.meant();
    if (meant) open.append(make('button', { type: 'button', class: 'main', onclick: () => go(meant) }, `Move to (${meant.written})`));
    if (choice.wanted.size) {
      const others = choice.matching().map(({ option }) => option).filter((option) => option !== meant).sort(byName).slice(0, OFFERED);
      open.append(...others.map((option) => make('button', { type: 'button', onclick: () => go(option) }, `(${option.written})`)));
    } else if (!choice.plain.length || answer.leaves.some((/** @type {any[]} */ tuples) => tuples.length !== 1)) {
      const split = [...choice.options].sort(byName).slice(0, 4 * OFFERED);
      open.append(make('details', {}, make('summary', {}, choice.options.length === 1 ? 'the only move' : `all ${choice.options.length} moves`),
        ...split.map((option) => make('button', { type: 'button', onclick: () => go(option) }, option.written))));
    }
  }

  async function hint() {
    if (!answer?.options.length || !game) return;
    // Where play may go on for ever, not every winning move leads to an end.
    const best = answer.by === 'loopy' ? null : answer.options.find((/** @type {any} */ option) => option.wins);
    if (best) {
      advise(adviceOf(best));
      mark(field, game.leaves, answer.leaves, best.leaves);
    } else {
      const all = positions();
      const asked = turn;
      const advised = await ask('reply', { ...named(game, state().play), ...placed(all[all.length - 1]) })
        .then(({ move }) => ({ says: adviceOf(move), move: move.written }), (error) => ({ says: sentenceOf(error), move: '' }));
      if (asked !== turn) return;
      advise(advised.says);
      const option = answer.options.find((/** @type {any} */ { written }) => written === advised.move);
      if (option) mark(field, game.leaves, answer.leaves, option.leaves);
    }
  }

  /** What a move does that is the best. @param {{written: string, wins: boolean, draws?: boolean}} move */
  function adviceOf({ written, wins, draws }) {
    if (wins) return `(${written}) wins: its value is 0, and no reply to it wins.`;
    return draws ? `This position is drawn; (${written}) keeps the draw.` : `This position is lost against perfect play; (${written}) makes it hardest.`;
  }

  function why() {
    if (!answer) return;
    if (!answer.options.length) {
      advise(state().play === 'misere' ? 'No move is left, and in misère play whoever must move wins.' : 'No move is left, and whoever must move loses.');
      return;
    }
    const wins = answer.options.filter((/** @type {any} */ option) => option.wins).length;
    const draws = answer.options.filter((/** @type {any} */ option) => option.draws).length;
    const all = answer.complete === false ? 'the moves, of which not all are listed,' : `${answer.options.length} moves`;
    const list = answer.options.slice(0, 4 * OFFERED).map((/** @type {any} */ option) => `(${option.written}) ${option.value}`).join(', ');
    const good = draws ? `the position is drawn, and ${draws} of ${answer.options.length} moves ${draws === 1 ? 'keeps' : 'keep'} the draw`
      : wins ? `${answer.complete === false ? 'some' : wins} of ${all} ${wins === 1 && answer.complete !== false ? 'leads' : 'lead'} to value 0` : 'no move leads to value 0';
    advise(`The value here is ${answer.value}: ${good}. ${list}`);
  }

  /** @param {string} text */
  function advise(text) {
    advice.textContent = text;
    advice.scrollIntoView({ block: 'nearest' });
    say(text);
  }

  return {
    /** @param {import('../game.js').Game} next @param {import('../state.js').State} now */
    update(next, now) {
      game = next;
      [who.value, first.value] = [now.against, now.first];
      const key = JSON.stringify([next.rules, next.text, now.play, now.against, now.first, positions(), now.stage]);
      if (key === shown || now.stage !== 'board') return;
      shown = key;
      show();
    },
  };
}
