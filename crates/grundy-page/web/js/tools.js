// The tools over the map: how values are seen, which coordinates run, where the others are held.
//
// In: the game and the state. Out: changes of the state; every tool shows its effect at once.

import { make, natural } from './dom.js';
import { axesOf, entries, write } from './game.js';
import { formulaOf } from './mode.js';
import { set, state } from './state.js';

/** How far a slider goes where a coordinate has no bound of its own. */
const SLIDE = 63;

/**
 * @param {HTMLElement} root
 * @param {{zoom: (direction: number) => void, fit: () => void}} map
 */
export function tools(root, map) {
  const mode = make('select', { 'aria-label': 'What the map shows', onchange: () => set({ mode: started(mode.value) }) },
    ...[['value', 'values'], ['p', 'P-positions'], ['mod', 'residues mod'], ['formula', 'a formula']].map(([value, title]) => make('option', { value }, title)));
  const modulus = make('input', { type: 'number', min: 1, max: 9999, class: 'number', 'aria-label': 'Modulus', onchange: () => set({ mode: `mod ${modulus.value = natural(modulus)}` }) });
  const formula = make('input', { list: 'formulas', spellcheck: 'false', class: 'formula', 'aria-label': 'Formula of G and the coordinates', onchange: () => set({ mode: formula.value.trim() || 'value' }) });
  const formulas = make('datalist', { id: 'formulas' });
  const palette = make('select', { 'aria-label': 'Palette', onchange: () => set({ palette: palette.value }) },
    ...['cividis', 'viridis', 'grey'].map((name) => make('option', { value: name }, name)));
  const ticks = make('select', { 'aria-label': 'Ticks', onchange: () => set({ ticks: ticks.value }) },
    make('option', { value: '2' }, 'powers of 2'), make('option', { value: '10' }, 'decimal'));
  const fixed = make('input', { type: 'checkbox', onchange: () => set({ scale: fixed.checked ? 'whole' : 'seen' }) });
  const fixedLabel = make('label', { class: 'check', title: 'the colours begin at 0 and reach to the greatest value that is known, wherever one looks' }, fixed, ' fixed colours');
  const dots = make('input', { type: 'checkbox', onchange: () => set({ marks: dots.checked ? 'P' : '' }) });
  const button = (/** @type {string} */ title, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
    make('button', { type: 'button', class: 'small', 'aria-label': label, title: label, onclick }, title);
  const wide = make('input', { type: 'number', min: 1, max: 256, class: 'number', onchange: () => set({ wide: wide.value = natural(wide), view: '' }) });
  const rows = make('label', {}, 'rows of ', wide);
  const plays = make('span', { class: 'note', hidden: true }, 'in a formula G is normal play, G_misere misère play');
  const slices = make('div', { class: 'slices' });
  const look = make('details', { class: 'menu' }, make('summary', {}, 'Look'),
    make('div', { class: 'list' }, make('label', {}, 'colours ', palette), fixedLabel, make('label', { class: 'check' }, dots, ' mark P-positions'), make('label', {}, 'numbers at ', ticks)));
  root.prepend(make('div', { class: 'tools map-tools' }, mode, modulus, formula, formulas, plays, rows,
    make('span', { class: 'zoom' }, button('−', 'Zoom out', () => map.zoom(-1)), button('+', 'Zoom in', () => map.zoom(1)),
      button('1:1', '1:1, a pixel a cell', () => map.zoom(0)), button('Fit', 'Fit the beginning of the table', () => map.fit())), look, slices));

  /** The mode that a choice begins with. @param {string} word */
  function started(word) {
    if (word === 'mod') return 'mod 2';
    if (word === 'formula') return formulas.querySelector('option')?.value ?? 'G';
    return word;
  }

  let shown = '';
  return {
    /** @param {import('./game.js').Game} game @param {import('./state.js').State} now */
    update(game, now) {
      const isFormula = formulaOf(now.mode) !== '';
      mode.value = isFormula ? 'formula' : now.mode.startsWith('mod') ? 'mod' : now.mode;
      modulus.hidden = mode.value !== 'mod';
      if (!modulus.hidden) put(modulus, now.mode.replace('mod ', ''));
      formula.hidden = !isFormula;
      put(formula, formulaOf(now.mode));
      put(wide, now.wide);
      plays.hidden = !isFormula || now.play !== 'misere';
      rows.hidden = axesOf(game, now.axes).length > 1;
      palette.value = now.palette;
      fixed.checked = now.scale === 'whole';
      dots.checked = now.marks === 'P';
      // Only a scale of values has these.
      fixedLabel.hidden = /** @type {HTMLElement} */ (palette.parentElement).hidden = now.mode !== 'value';
      ticks.value = now.ticks;
      const nimSum = game.names.length > 1 ? `G - (${game.names.join(' xor ')})` : `G - ${game.names[0]}`;
      formulas.replaceChildren(...[nimSum, 'G - G_misere', 'G = G_misere'].map((value) => make('option', { value })));
      const axes = axesOf(game, now.axes);
      const held = entries(now.at || game.written) ?? [];
      const key = JSON.stringify([game.rules, axes]);
      if (key !== shown) {
        shown = key;
        slices.replaceChildren(...chooser(game, axes), ...sliders(game, axes));
      }
      for (const input of slices.querySelectorAll('input')) {
        const value = String(held[Number(input.dataset.coord)] ?? 0);
        if (document.activeElement !== input || input.type === 'range') input.value = value;
      }
    },
  };
}

/** Gives a field what the state says, if that is new: what a person writes there stays while the view moves. @param {HTMLInputElement} field @param {string} value */
function put(field, value) {
  if (field.dataset.put === value) return;
  field.dataset.put = field.value = value;
}

/** Which coordinates run, where there is a choice. @param {import('./game.js').Game} game @param {number[]} axes */
function chooser(game, axes) {
  if (game.names.length < 2 || axes.length < 2) return [];
  const choice = (/** @type {number} */ place, /** @type {string} */ title) => make('label', {}, `${title} `,
    make('select', {
      onchange: (/** @type {Event} */ event) => {
        const wanted = [...axes];
        const chosen = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        if (wanted.includes(chosen)) wanted[1 - place] = wanted[place];
        wanted[place] = chosen;
        set({ axes: wanted.map((axis) => axis + 1).join(','), view: '' });
      },
    }, ...game.names.map((name, coord) => make('option', { value: coord, selected: coord === axes[place] }, name))));
  return [choice(0, 'down'), choice(1, 'right')];
}

/** A slider for each coordinate that is held. @param {import('./game.js').Game} game @param {number[]} axes */
function sliders(game, axes) {
  const held = game.names.map((_, coord) => coord).filter((coord) => !axes.includes(coord));
  return held.map((coord) => {
    // A slider that is dragged is one change to undo.
    let dragged = false;
    const change = (/** @type {Event} */ event) => {
      const now = entries(state().at || game.written) ?? [];
      const field = /** @type {HTMLInputElement} */ (event.target);
      now[coord] = Number(field.value = natural(field));
      set({ at: write(game, now) }, { replace: dragged });
      dragged = event.type === 'input';
    };
    const most = game.bounds[coord] ?? SLIDE;
    return make('label', { class: 'slider' }, `${game.names[coord]} `,
      make('input', { type: 'range', min: 0, max: most, data: { coord }, 'aria-label': `${game.names[coord]}, slice`, oninput: change, onchange: () => { dragged = false; } }),
      make('input', { type: 'number', min: 0, max: game.bounds[coord], class: 'number', data: { coord }, 'aria-label': `${game.names[coord]}, number`, onchange: change }));
  });
}
