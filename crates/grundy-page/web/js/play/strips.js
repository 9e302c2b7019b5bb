// Strips of squares with tokens: a token is dragged, or chosen and its square after it. Squares that it may reach glow.
//
// Strips that share square 0 are drawn as a star: this square once, in the middle, the others as rays.

import { draw, make } from '../dom.js';

/** Squares beyond the last token. */
const MORE = 1;
/** The distance of the squares of a ray, and the side of the middle one. */
const [APART, SIDE] = [46, 44];

/** @param {import('./drawings.js').Scene} scene */
export function strips(scene) {
  const { game, leaf, tuples } = scene;
  const entries = tuples[0].map(Number);
  const end = (/** @type {number[]} */ coords) => Math.max(...coords.map((coord) => entries[coord - leaf.first])) + MORE;
  const arms = leaf.strips ?? [];
  let held = -1;
  const hold = (/** @type {number} */ coord) => {
    held = held === coord ? -1 : coord;
    glow(root, scene, held);
  };
  const one = (/** @type {number[]} */ coords, /** @type {number} */ at) => square(scene, coords, at, hold, () => held);
  const names = (/** @type {number[]} */ coords) => coords.map((coord) => game.names[coord]).join(', ');
  const line = (/** @type {number[]} */ coords, /** @type {number} */ first, /** @type {number} */ last) =>
    make('div', { class: 'strip', role: 'group', 'aria-label': names(coords) }, ...Array.from({ length: last - first + 1 }, (_, i) => one(coords, first + i)));
  const longest = end(arms.flat());
  const root = leaf.star
    ? star(one(arms.flat(), 0), arms.map((coords) => line(coords, 1, end(coords))))
    : make('div', { class: 'strips' }, ...arms.map((coords) => line(coords, 0, longest)));
  root.addEventListener('pointermove', (event) => {
    const token = root.querySelector('.dragged');
    if (!(token instanceof HTMLElement)) return;
    token.style.transform = `translate(${event.clientX - Number(token.dataset.x)}px, ${event.clientY - Number(token.dataset.y)}px)`;
  });
  return root;
}

/** Rays of squares from a middle one: the first to the left, the others round it. @param {HTMLElement} middle @param {HTMLElement[]} rays */
function star(middle, rays) {
  // Rays that lie close together begin farther out.
  const begin = Math.max(APART, SIDE / (2 * Math.sin(Math.PI / rays.length)));
  const places = rays.map((ray, number) => {
    const angle = Math.PI + (2 * Math.PI * number) / rays.length;
    return [...ray.children].map((_, at) => [Math.cos(angle), Math.sin(angle)].map((part) => Math.round((begin + at * APART) * part)));
  });
  const all = [[0, 0], ...places.flat()];
  const [left, top] = [0, 1].map((side) => Math.min(...all.map((place) => place[side])) - SIDE / 2 - 4);
  const [wide, high] = [0, 1].map((side) => Math.max(...all.map((place) => place[side])) + SIDE / 2 + 4 - [left, top][side]);
  const put = (/** @type {Element} */ element, /** @type {number[]} */ [x, y]) => {
    if (element instanceof HTMLElement) [element.style.left, element.style.top] = [`${x - left - SIDE / 2}px`, `${y - top - SIDE / 2}px`];
  };
  put(middle, [0, 0]);
  rays.forEach((ray, number) => [...ray.children].forEach((square, at) => put(square, places[number][at])));
  const lines = places.map((ray) => {
    const [x, y] = ray[ray.length - 1];
    return draw('line', { x1: -left, y1: -top, x2: x - left, y2: y - top, class: 'ray' });
  });
  const root = make('div', { class: 'star', role: 'group', 'aria-label': 'rays that share square 0' },
    draw('svg', { width: wide, height: high, 'aria-hidden': 'true' }, ...lines), middle, ...rays);
  [root.style.width, root.style.height] = [`${wide}px`, `${high}px`];
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
 * A square of a strip, or the one that several share.
 * @param {import('./drawings.js').Scene} scene @param {number[]} coords the tokens that may stand there @param {number} number
 * @param {(coord: number) => void} hold @param {() => number} heldNow
 */
function square({ game, leaf, tuples, choice, moved, open, choose }, coords, number, hold, heldNow) {
  const at = (/** @type {number} */ coord) => choice.wanted.get(coord) ?? Number(tuples[0][coord - leaf.first]);
  const token = coords.find((coord) => at(coord) === number);
  const reaches = (/** @type {number} */ coord) => choice.values(coord).includes(number);
  const button = make('button', {
    type: 'button', class: `square${token === undefined ? '' : ' taken'}${token !== undefined && moved.has(token) ? ' moved' : ''}`, disabled: !open || (token === undefined && !coords.some(reaches)),
    data: { at: number, coords: coords.join(), ...(token === undefined ? {} : { token }) },
    onclick: () => {
      if (button.dataset.dropped) {
        delete button.dataset.dropped;
        return;
      }
      if (token !== undefined) hold(token);
      else {
        const held = heldNow();
        const mover = coords.includes(held) ? held : coords.find(reaches);
        if (mover !== undefined && choice.allows(mover, number)) choose(mover, number);
      }
    },
  }, ...said(token, token === undefined ? '' : game.names[token], number));
  if (token !== undefined && open) dragged(button, token, { hold, heldNow, choose });
  return button;
}

/** What stands on a square, and what is read of it. @param {number | undefined} token @param {string} name @param {number} square */
function said(token, name, square) {
  const read = (/** @type {string} */ text) => make('span', { class: 'unseen' }, text);
  const number = make('span', { class: 'number' }, String(square));
  if (token === undefined) return [read('square '), number];
  return [read('token '), make('span', { class: name.length > 3 ? 'token long' : 'token', data: { thing: token } }, name), read(' on square '), number];
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
    [token.dataset.x, token.dataset.y] = [String(event.clientX), String(event.clientY)];
    const move = (/** @type {PointerEvent} */ now) => {
      if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < 5 || token.classList.contains('dragged')) return;
      token.classList.add('dragged');
      if (heldNow() !== coord) hold(coord);
    };
    const drop = (/** @type {PointerEvent} */ now) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      if (!token.classList.contains('dragged')) return;
      token.classList.remove('dragged');
      token.style.transform = '';
      // The click that follows means nothing; where the token was dropped on another square, none follows.
      button.dataset.dropped = '1';
      setTimeout(() => delete button.dataset.dropped);
      const over = document.elementsFromPoint(now.clientX, now.clientY).find((element) => element.classList.contains('square'));
      if (over instanceof HTMLElement && over !== button && (over.dataset.coords ?? '').split(',').includes(String(coord)) && over.classList.contains('glows')) {
        choose(coord, Number(over.dataset.at));
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
  });
}
