// The panels beside the map: each is made wider or narrower, and folds away.
//
// In: the panels. Out: their widths, which this browser keeps; no link has them, since screens differ.

import { find, make } from './dom.js';

/** The least width of a panel, and what the map keeps, in pixels; how far a key moves an edge. */
const [LEAST, KEPT, STEP] = [200, 320, 24];

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {number} towards 1 if the panel grows when its edge goes to the right, -1 if it shrinks
 */
/** @type {Panel[]} */
const PANELS = [{ id: 'writing', title: 'Rules and claims', towards: 1 }, { id: 'inspector', title: 'Position', towards: -1 }];

/** The widths that a person has chosen; a folded panel has its width for later. @type {Record<string, {width?: number, folded?: boolean}>} */
const chosen = remembered();

/** Gives each panel its edge and its button. */
export function panels() {
  for (const panel of PANELS) edge(find('page'), panel);
}

/** @param {HTMLElement} page @param {Panel} panel */
function edge(page, { id, title, towards }) {
  const panel = find(id);
  const sign = (/** @type {boolean} */ folded) => ((towards > 0) === folded ? '›' : '‹');
  const bar = make('div', { class: `edge ${id}`, role: 'separator', tabindex: 0, 'aria-orientation': 'vertical', 'aria-controls': id, 'aria-label': `Width of the panel ${title}`, title: 'drag: wider or narrower' });
  const fold = make('button', { type: 'button', class: 'fold-panel small', 'aria-label': `Fold ${title}`, title: `fold ${title}`, onclick: () => put({ folded: true }) }, sign(false));
  const open = make('button', { type: 'button', class: `unfold ${id}`, 'aria-expanded': false, onclick: () => put({ folded: false }) }, `${sign(true)} ${title}`);
  page.append(bar, open);
  panel.prepend(fold);

  /** @param {{width?: number, folded?: boolean}} change */
  function put(change) {
    const held = { ...chosen[id], ...change };
    const folds = 'folded' in change && change.folded !== chosen[id]?.folded;
    chosen[id] = held;
    localStorage.setItem('panels', JSON.stringify(chosen));
    show();
    if (folds) (held.folded ? open : fold).focus();
  }

  function show() {
    const { width, folded = false } = chosen[id] ?? {};
    page.classList.toggle(`folded-${id}`, folded);
    // However wide two panels are, the map keeps its width.
    if (width) page.style.setProperty(`--${id}`, `min(${width}px, (100% - ${KEPT}px) / 2)`);
    else page.style.removeProperty(`--${id}`);
    bar.setAttribute('aria-valuenow', String(Math.round(width ?? panel.clientWidth)));
  }

  /** @param {number} width */
  const within = (width) => Math.round(Math.max(LEAST, Math.min(width, (page.clientWidth - KEPT) / 2)));

  bar.addEventListener('pointerdown', (event) => {
    const from = panel.offsetWidth;
    bar.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ now) => now.buttons & 1 && put({ width: within(from + towards * (now.clientX - event.clientX)) });
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
  });
  // A double click gives the panel the width that it had at first.
  bar.addEventListener('dblclick', () => put({ width: undefined }));
  bar.addEventListener('keydown', (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way) put({ width: within(panel.offsetWidth + way * towards * STEP) });
    else if (event.key === 'Enter') put({ folded: true });
    else return;
    event.preventDefault();
  });
  show();
}

/** @returns {Record<string, {width?: number, folded?: boolean}>} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem('panels') ?? '{}');
    const sound = PANELS.flatMap(({ id }) => {
      const { width, folded } = kept[id] ?? {};
      return [[id, { ...(width >= LEAST && width < 4000 ? { width } : {}), folded: folded === true }]];
    });
    return Object.fromEntries(sound);
  } catch {
    return {};
  }
}
