// What a guest of a room may not ask: the owner of the page lets others look and play, but not check claims or write files.
//
// In: the buttons that ask such a question. Out: buttons that cannot be pressed, and say why.

import { ask } from './api.js';

/** @type {Promise<{link?: string, code?: string, refused?: string[]}> | null} */
let known = null;

/** What the server says of the room, asked once. */
export function place() {
  known ??= ask('room', {}).catch(() => ({}));
  return known;
}

/** Lets nobody press what the server refuses. @param {string} question @param {HTMLElement} root its buttons, but for those of the class `free` @param {HTMLElement} note where it is said */
export async function mayAsk(question, root, note) {
  const { refused = [] } = await place();
  if (!refused.includes(question)) return;
  note.hidden = false;
  note.textContent = 'Guests of a room look and play. Whoever started the server checks claims and writes files.';
  for (const button of root.querySelectorAll('button:not(.free)')) {
    /** @type {HTMLButtonElement} */ (button).disabled = true;
    button.setAttribute('title', note.textContent);
  }
}
