// Strips of squares with tokens: a token is dragged, or chosen and its square after it. Squares that it may reach glow.

import { make } from '../dom.js';

/** Squares beyond the last token. */
const MORE = 1;

/** @param {import('./drawings.js').Scene} scene */
export function strips(scene) {
  const { leaf, tuples } = scene;
  const entries = tuples[0].map(Number);
  const longest = Math.max(...entries) + 1 + MORE;
  let held = -1;
  const root = make('div', { class: 'strips' });
  const list = (leaf.strips ?? []).map((coords) => strip(scene, coords, entries, longest, (coord) => {
    held = held === coord ? -1 : coord;
    glow(root, scene, held);
  }, () => held));
  root.append(...list);
  root.addEventListener('pointermove', (event) => {
    const token = root.querySelector('.dragged');
    if (!(token instanceof HTMLElement)) return;
    const start = Number(token.dataset.from);
    token.style.transform = `translateX(${event.clientX - start}px)`;
  });
  return root;
}

/** Shows the squares that a token may reach. @param {HTMLElement} root @param {import('./drawings.js').Scene} scene @param {number} held */
function glow(root, { choice }, held) {
  for (const square of root.querySelectorAll('.square')) {
    if (!(square instanceof HTMLButtonElement)) continue;
    const coords = (square.dataset.coords ?? '').split(',').map(Number);
    const at = Number(square.dataset.at);
    const reached = coords.some((coord) => (held < 0 || coord === held) && choice.values(coord).includes(at));
    square.classList.toggle('glows', held >= 0 && reached);
    square.disabled = !square.dataset.token && !reached;
  }
  for (const token of root.querySelectorAll('[data-token]')) {
    token.setAttribute('aria-pressed', String(Number(/** @type {HTMLElement} */ (token).dataset.token) === held));
  }
}

/**
 * A strip.
 * @param {import('./drawings.js').Scene} scene @param {number[]} coords @param {number[]} entries @param {number} longest
 * @param {(coord: number) => void} hold @param {() => number} heldNow
 */
function strip({ game, leaf, choice, open, choose }, coords, entries, longest, hold, heldNow) {
  const at = (/** @type {number} */ coord) => choice.wanted.get(coord) ?? entries[coord - leaf.first];
  const squares = Array.from({ length: longest }, (_, square) => {
    const token = coords.find((coord) => at(coord) === square);
    const reach = coords.some((coord) => choice.values(coord).includes(square));
    const button = make('button', {
      type: 'button', class: `square${token === undefined ? '' : ' taken'}`, disabled: !open || (token === undefined && !reach),
      data: { at: square, coords: coords.join(), ...(token === undefined ? {} : { token }) },
      onclick: () => {
        if (button.dataset.dropped) {
          delete button.dataset.dropped;
          return;
        }
        if (token !== undefined) hold(token);
        else {
          const held = heldNow();
          const mover = coords.includes(held) ? held : coords.find((coord) => choice.values(coord).includes(square));
          if (mover !== undefined && choice.allows(mover, square)) choose(mover, square);
        }
      },
    }, ...said(token === undefined ? null : game.names[token], square));
    if (token !== undefined && open) dragged(button, token, { hold, heldNow, choose });
    return button;
  });
  return make('div', { class: 'strip', role: 'group', 'aria-label': coords.map((coord) => game.names[coord]).join(', ') }, ...squares);
}

/** What stands on a square, and what is read of it. @param {string | null} token @param {number} square */
function said(token, square) {
  const read = (/** @type {string} */ text) => make('span', { class: 'unseen' }, text);
  const number = make('span', { class: 'number' }, String(square));
  return token === null ? [read('square '), number] : [read('token '), make('span', { class: token.length > 3 ? 'token long' : 'token' }, token), read(' on square '), number];
}

/**
 * Lets a token be dragged to a square of its strip.
 * @param {HTMLButtonElement} button @param {number} coord
 * @param {{hold: (coord: number) => void, heldNow: () => number, choose: (coord: number, value: number) => void}} to
 */
function dragged(button, coord, { hold, heldNow, choose }) {
  const token = /** @type {HTMLElement} */ (button.querySelector('.token'));
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    token.dataset.from = String(event.clientX);
    const move = (/** @type {PointerEvent} */ now) => {
      if (Math.abs(now.clientX - event.clientX) < 5 || token.classList.contains('dragged')) return;
      token.classList.add('dragged');
      if (heldNow() !== coord) hold(coord);
    };
    const drop = (/** @type {PointerEvent} */ now) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      if (!token.classList.contains('dragged')) return;
      token.classList.remove('dragged');
      token.style.transform = '';
      button.dataset.dropped = '1';
      const over = document.elementsFromPoint(now.clientX, now.clientY).find((element) => element.classList.contains('square'));
      if (over instanceof HTMLElement && over !== button && (over.dataset.coords ?? '').split(',').includes(String(coord)) && over.classList.contains('glows')) {
        choose(coord, Number(over.dataset.at));
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
  });
}
