// The link to what is seen, for others.
//
// In: a button. Out: the address in the clipboard, or, where a browser keeps pages from it, in a field to copy it from. Nothing is called copied
// that is not.

import { ask } from './api.js';
import { copied } from './clipboard.js';
import { make, say } from './dom.js';
import { link } from './state.js';

/** How long the button says that the link is copied. */
const TOLD = 1500;

/** @param {HTMLButtonElement} button */
export function shareButton(button) {
  const title = button.textContent ?? '';
  const field = make('input', { class: 'code', readonly: true, 'aria-label': 'The link' });
  const panel = make('p', { class: 'link', hidden: true }, 'This browser lets no page copy here. The link, to copy by hand: ', field,
    make('button', { type: 'button', onclick: () => { panel.hidden = true; } }, 'Close'));
  button.closest('header')?.append(panel);
  let told = 0;
  button.addEventListener('click', async () => {
    const address = await forOthers();
    panel.hidden = await copied(address);
    clearTimeout(told);
    if (panel.hidden) {
      say('The link is copied.');
      button.textContent = 'Copied';
      told = setTimeout(() => { button.textContent = title; }, TOLD);
      return;
    }
    button.textContent = title;
    field.value = address;
    field.select();
    field.focus();
    say('The link is not copied; it stands in a field, and is selected.');
  });
}

/** The address for others: where they reach the server, it has the token of the room. */
async function forOthers() {
  const own = await link();
  const room = await ask('room', { state: new URL(own).hash }).catch(() => null);
  return room?.link ?? own;
}
