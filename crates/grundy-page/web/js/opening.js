// The game that the address names: read, and what a person may do until it is there, and where there is none.
//
// In: the state. Out: the game, or nothing. Values of one game never stand under the name of another one: what is shown of the last game is dim, and cannot be used,
// while another one takes long to read, and where it cannot be read.

import { Refused, sentenceOf } from './api.js';
import { find, make } from './dom.js';
import { describe, isSplit } from './game.js';
import { set, unread } from './state.js';

/** From this time on, in milliseconds, the page says that a game is read. */
const SOON = 200;

/**
 * @param {HTMLInputElement} field where a person writes the game
 * @param {(game: string, rules: string) => Promise<string>} meant the game that a person may have meant by a name that is not known
 */
export function opening(field, meant) {
  const wrong = make('p', { class: 'error', id: 'game-error', role: 'alert', hidden: true });
  const waits = make('p', { class: 'note', role: 'status', hidden: true });
  field.form?.append(wrong, waits);
  /** @type {import('./game.js').Game | null} */
  let game = null;
  /** What was read last, whether or not it is a game. A change that comes while a game is read does not name the game once more. */
  let read = '';
  let [turn, later] = [0, 0];
  /** Was what was read last no game? */
  let refused = false;

  /** @param {'here' | 'read' | 'none'} how */
  function mark(how) {
    clearTimeout(later);
    waits.hidden = how !== 'read';
    document.body.classList.toggle('without-game', how !== 'here' && game === null);
    for (const part of [find('stage'), find('inspector'), find('readout')]) {
      part.classList.toggle('stale', how !== 'here' && game !== null);
      part.inert = how !== 'here';
    }
  }

  /** @param {import('./state.js').State} now */
  function begun(now) {
    clearTimeout(later);
    later = setTimeout(() => {
      waits.textContent = `${now.game} is being read …`;
      wrong.hidden = true;
      mark('read');
    }, SOON);
  }

  /** @param {unknown} error @param {import('./state.js').State} now @param {number} mine @returns {Promise<boolean>} is another game read instead? */
  async function failed(error, now, mine) {
    if (error instanceof Refused && error.mistake.code === 'unknown-name') {
      const other = await meant(now.game, now.rules);
      if (mine !== turn) return true;
      if (other !== now.game) {
        set({ game: other }, { replace: true });
        return true;
      }
    }
    refused = true;
    mark('none');
    wrong.hidden = false;
    wrong.textContent = [damage(), sentenceOf(error)].filter(Boolean).join(' ');
    field.setAttribute('aria-invalid', 'true');
    return false;
  }

  return {
    /** The game that was read last. */
    get game() {
      return game;
    },
    /** What could not be read may be read now, as by a server that was started again. @returns {boolean} was there something? */
    forget() {
      if (refused) read = '';
      return refused;
    },
    /**
     * Is the game of a state the one that was read last? Then it is shown at once, so that a second click finds what the first one has done.
     * @param {import('./state.js').State} now @returns {'here' | 'none' | null} null: it is another one, and is to be read
     */
    known(now) {
      turn += 1;
      clearTimeout(later);
      if (!game || wantedBy(now) !== read || (now.at && fits(game, now.at) === false)) return null;
      const how = refused ? 'none' : 'here';
      mark(how);
      return how;
    },
    /**
     * Reads the game of a state.
     * @param {import('./state.js').State} now
     * @returns {Promise<'here' | 'none' | 'late'>} late: the state has changed meanwhile
     */
    async read(now) {
      const mine = turn;
      const wanted = wantedBy(now);
      begun(now);
      try {
        const found = await describe(now.game, now.rules, now.at);
        if (mine !== turn) return 'late';
        [game, read] = [found, wanted];
      } catch (error) {
        if (mine !== turn) return 'late';
        read = wanted;
        return (await failed(error, now, mine)) ? 'late' : 'none';
      }
      refused = false;
      mark('here');
      wrong.textContent = damage();
      wrong.hidden = !wrong.textContent;
      field.removeAttribute('aria-invalid');
      if (now.at && fits(game, now.at) === false) set({ at: '' }, { replace: true });
      return 'here';
    },
  };
}

/** Which parts of the address are lost, as a sentence. */
const damage = () => (unread().length ? `This part of the address is damaged or too long: ${unread().join(', ')}.` : '');

/** What makes a game another one. @param {import('./state.js').State} now */
const wantedBy = (now) => JSON.stringify([now.game, now.rules]);

/** Has a position as many entries as the game has coordinates? Of others, such as what has split, and of what is none, this says nothing. @param {import('./game.js').Game} game @param {string} written */
const fits = ({ names }, written) => (isSplit(written) || written.includes('-') ? null : (written.match(/\d+/g) ?? []).length === names.length);
