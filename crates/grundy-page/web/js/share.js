// The link to what is seen, for others.
//
// In: a button. Out: the address in the clipboard, or, where a browser keeps pages from it, in a field to copy it from. Nothing is called copied
// that is not.

import { ask } from './api.js';
import { copied } from './clipboard.js';
import { make, say } from './dom.js';
import { place } from './guest.js';
import { link } from './state.js';
import { WORDS } from './transport.js';

/** How long the button says that the link is copied. */
const TOLD = 1500;

/** @param {HTMLButtonElement} button */
export function shareButton(button) {
  const title = button.textContent ?? '';
  const field = make('input', { class: 'code', readonly: true, 'aria-label': 'The link' });
  const panel = make('p', { class: 'link', hidden: true }, 'This browser lets no page copy here. The link, to copy by hand: ', field,
    make('button', { type: 'button', onclick: () => { panel.hidden = true; } }, 'Close'));
  const where = make('p', { class: 'link', hidden: true }, `${WORDS.copied} `, make('button', { type: 'button', onclick: () => { where.hidden = true; } }, 'Close'));
  button.closest('header')?.append(panel, where);
  let told = 0;
  button.addEventListener('click', async () => {
    const { address, opens } = await forOthers();
    panel.hidden = await copied(address);
    where.hidden = !panel.hidden || opens;
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

/** The address for others, and whether it opens elsewhere without a word: where they reach the server, it has the token of the room. */
async function forOthers() {
  const own = await link();
  const room = await ask('room', { state: new URL(own).hash }).catch(() => null);
  return { address: room?.link ?? own, opens: typeof room?.link === 'string' };
}

/** A menu with the code of the room, where others reach the server. @param {HTMLElement} beside */
export async function room(beside) {
  const { link: address, code } = await place();
  if (!address || !code) return;
  const picture = make('img', { class: 'code', alt: `QR code of ${address}`, width: 360, height: 360 });
  const text = make('p', { class: 'code' });
  const menu = make('details', { class: 'menu' }, make('summary', {}, 'Room'), make('div', { class: 'list' }, picture, text));
  menu.addEventListener('toggle', async () => {
    if (!menu.open) return;
    const now = await ask('room', { state: new URL(await link()).hash }).catch(() => null);
    picture.src = `data:image/svg+xml,${encodeURIComponent(now?.code ?? code)}`;
    text.textContent = address;
  });
  beside.after(menu);
}

/** The key `f` leaves the map alone on the screen, in large type; Esc and `f` bring the rest back. @param {HTMLElement} page */
export function lecture(page) {
  addEventListener('keydown', (event) => {
    const writes = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    const on = document.body.classList.contains('lecture');
    if (writes || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== 'f' && !(on && event.key === 'Escape')) return;
    document.body.classList.toggle('lecture', !on);
    say(on ? 'all parts are shown' : 'the map alone is shown');
    page.querySelector('canvas')?.focus();
  });
}
