// The selected line: its values as a plot, its period in words, the certificate to save.
//
// In: a line such as `(7, _)`. Out: a panel below the map; the cells of the line for the map's bands.

import { ask, sentenceOf } from './api.js';
import { colourOf, css, shading } from './colours.js';
import { draw, make } from './dom.js';
import { keep } from './facts.js';
import { entries, named } from './game.js';
import { proof } from './proof.js';
import { escape, fileName, save } from './save.js';
import { set, state } from './state.js';
import { term } from './words.js';

/** How many values are plotted at first, and at most. */
const TERMS = 256;
const MOST = 4096;
/** The height of the plot. */
const HIGH = 120;
/** Periods up to this one are shown as a picture, in at most so many rows. */
const [FOLDED, ROWS] = [512, 24];

/**
 * @param {HTMLElement} root
 * @param {(cells: {entries: number[], part: string}[]) => void} band
 * @param {import('./colours.js').Tables} tables
 */
export function line(root, band, tables) {
  const panel = make('section', { class: 'line-panel', 'aria-label': 'Selected line', hidden: true });
  root.append(panel);
  let shown = '';
  /** @type {AbortController | null} */
  let asked = null;

  /** @param {import('./game.js').Game} game @param {import('./state.js').State} now @param {boolean} chosen has a person chosen the line just now? */
  async function show(game, now, chosen) {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    panel.hidden = false;
    panel.replaceChildren(make('p', { class: 'note' }, `${now.line} …`));
    band([]);
    const question = { ...named(game, now.play), line: now.line, time: 5 };
    try {
      let told = await ask('sequence', { ...question, terms: TERMS }, signal);
      const wanted = Math.min(MOST, (told.preperiod ?? 0) + 2 * (told.period ?? 0) + 16);
      if (told.period && wanted > TERMS) told = await ask('sequence', { ...question, terms: wanted }, signal);
      panel.replaceChildren(...content(game, now, told));
      // On a phone the panel opens below what is seen.
      if (chosen) panel.scrollIntoView({ block: 'nearest' });
      if (told.status === 'proved') keep([game.rules, now.play, now.line], periodOf(now.line, told));
      band(cells(now.line, told));
    } catch (error) {
      if (signal.aborted) return;
      panel.replaceChildren(make('p', { class: 'error' }, sentenceOf(error)), close());
    }
  }

  const close = () => make('button', { type: 'button', onclick: () => set({ line: '' }) }, 'Close the line');

  /** @param {import('./game.js').Game} game @param {import('./state.js').State} now @param {any} told */
  function content(game, now, told) {
    const { status, period, reason } = told;
    const certificates = async () => {
      const { certificate } = await ask('period', { ...named(game, now.play), line: now.line, certificate: 1 });
      return [{ file: `${fileName(game.game)}.json`, certificate }];
    };
    return [
      headline(now.line, told), make('div', { class: 'pictures' }, make('div', {}, ...plotted(told)), folded(told, tables)), make('p', { class: 'note' }, reason ?? ''),
      status === 'proved' ? proof('How it is proved', certificates) : null,
      make('div', { class: 'row' },
        make('button', { type: 'button', onclick: () => save(`${fileName(game.game)}_line.csv`, csv(told), 'text/csv') }, 'Values as CSV'),
        make('button', { type: 'button', onclick: () => save(`${fileName(game.game)}_line.svg`, svg(game, told), 'image/svg+xml') }, 'Plot as SVG'),
        period > 1 ? make('button', { type: 'button', onclick: () => set({ mode: `mod ${period}` }) }, `Residues mod ${period}`) : null, close()),
    ].filter((part) => part !== null);
  }

  return {
    /** @param {import('./game.js').Game} game @param {import('./state.js').State} now */
    update(game, now) {
      const key = JSON.stringify([game.rules, now.play, now.line, now.axes]);
      if (key === shown) return;
      const chosen = shown !== '';
      shown = key;
      if (now.line) show(game, now, chosen);
      else {
        asked?.abort();
        panel.hidden = true;
        band([]);
      }
    },
  };
}

/** What is known of the period, as a sentence. @param {string} line @param {any} told */
function headline(line, { status, preperiod, period, saltus, checked_to: to }) {
  const mark = (/** @type {string} */ text) => make('span', { class: `status ${status}` }, text);
  if (period === null) return make('p', { class: 'headline' }, make('strong', {}, `${line}: no period is seen`), ' ', mark(to === null ? '' : `in the values 0 to ${to}`));
  return make('p', { class: 'headline' }, make('strong', {}, `${periodOf(line, { preperiod, period, saltus })}.`), ' ',
    mark(status === 'proved' ? 'Proved.' : to === null ? 'Not checked: this is no proof.' : `Observed in the values 0 to ${to}; this is no proof.`), ' ',
    make('span', { class: 'note' }, term('preperiod'), ` ${preperiod}, `, term('period'), ` ${period}, `, term('saltus'), ` ${saltus}`));
}

/** A period, as a clause. @param {string} line @param {any} told */
function periodOf(line, { preperiod, period, saltus }) {
  const rise = saltus > 0 ? `, each period ${saltus} higher` : '';
  return `${line} is periodic: ${period}, ${preperiod === 0 ? 'from the start' : `from ${preperiod} on`}${rise}`;
}

/** The plot, and what the pointer is over. @param {any} told @returns {HTMLElement[]} */
function plotted(told) {
  const picture = plot(told);
  const { values } = told;
  const above = make('output', { class: 'note at' }, `0 to ${values.length - 1}; the greatest value is ${greatestOf(told)}`);
  picture.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    const n = Math.min(values.length - 1, Math.max(0, Math.floor(((event.clientX - box.x) / box.width) * values.length)));
    above.textContent = `at ${n}: ${values[n] === null ? 'no position' : `value ${values[n]}`}`;
  });
  return [make('div', { class: 'plotted' }, make('span', { class: 'top' }, String(greatestOf(told))), picture), above];
}

/** The values in rows of the period, less what each row is higher, so that equal ones stand below each other; null where no period is known. @param {any} told @param {import('./colours.js').Tables} tables */
function folded({ values, preperiod, period, saltus }, tables) {
  if (!period || period < 2 || period > FOLDED) return null;
  const first = Math.ceil(preperiod / period);
  const rows = Math.min(ROWS, Math.floor(values.length / period));
  if (rows < 2) return null;
  const less = (/** @type {number} */ n) => (values[n] === null ? null : values[n] - (saltus ?? 0) * Math.max(0, Math.floor(n / period) - first));
  const cells = Array.from({ length: rows * period }, (_, n) => less(n));
  const how = shading(tables, 'value', state().palette, cells.reduce((/** @type {number} */ most, value) => Math.max(most, value ?? 0), 0));
  const canvas = make('canvas', { class: 'folded', width: period, height: rows, role: 'img', 'aria-label': `rows of ${period}` });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  cells.forEach((value, n) => {
    context.fillStyle = css(colourOf(how, value === null || value < 0 ? null : value));
    context.fillRect(n % period, Math.floor(n / period), 1, 1);
  });
  const side = Math.max(2, Math.min(14, Math.floor(360 / period)));
  [canvas.style.width, canvas.style.height] = [`${period * side}px`, `${Math.min(rows * side, HIGH)}px`];
  return make('figure', {}, canvas, make('figcaption', { class: 'note' }, `rows of ${period}${saltus > 0 ? `, each less ${saltus} than the one above, from the period on` : ''}`));
}

/** Which part of the period an index is in. @param {number} n @param {any} told */
function part(n, { preperiod, period }) {
  if (period === null) return 'none';
  if (n < preperiod) return 'before';
  return Math.floor((n - preperiod) / period) % 2 ? 'odd' : 'even';
}

/** The cells of a line with their parts. @param {string} text @param {any} told */
function cells(text, told) {
  const at = (/** @type {number} */ n) => text.replace(/_(?: *\+ *(\d+))?/g, (_, more) => String(n + Number(more ?? 0)));
  return told.values.flatMap((/** @type {number | null} */ value, /** @type {number} */ n) => {
    const found = entries(at(n));
    return value === null || !found ? [] : [{ entries: found, part: part(n, told) }];
  });
}

/** The values, an index a line; indices without a position are left out. @param {any} told */
const csv = ({ values }) => `n,value\n${values.map((/** @type {number | null} */ value, /** @type {number} */ n) => (value === null ? '' : `${n},${value}\n`)).join('')}`;

/** The plot as a picture of its own. @param {import('./game.js').Game} game @param {any} told */
function svg(game, told) {
  const picture = plot(told);
  const fills = '.band{fill:none}.before{fill:#bbb}.even{fill:#9ec5f0}.odd{fill:#dcebfa}.points{stroke:#1a1a1a;stroke-width:3;stroke-linecap:round;fill:none}';
  const [wide, title] = [told.values.length, escape(`${game.game} along ${told.line}: ${told.status}, rules ${game.rules}`)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="280" viewBox="0 0 ${wide} ${HIGH}" preserveAspectRatio="none"><title>${title}</title><style>${fills}</style>${picture.innerHTML}</svg>\n`;
}

/** The greatest value of a line, at least 1. @param {any} told */
const greatestOf = ({ values }) => values.reduce((/** @type {number} */ most, /** @type {number | null} */ value) => Math.max(most, value ?? 0), 1);

/** The values as points over bands. @param {any} told */
function plot(told) {
  const { values } = told;
  const greatest = greatestOf(told);
  const wide = values.length;
  const y = (/** @type {number} */ value) => HIGH - 4 - (value / greatest) * (HIGH - 8);
  const bands = [];
  for (let n = 0; n < wide;) {
    const kind = part(n, told);
    let end = n;
    while (end < wide && part(end, told) === kind) end += 1;
    bands.push(draw('rect', { x: n, y: 0, width: end - n, height: HIGH, class: `band ${kind}` }));
    n = end;
  }
  const path = values.map((/** @type {number | null} */ value, /** @type {number} */ n) => (value === null ? '' : `M${n + 0.5} ${y(value)}h0`)).join('');
  const label = `Values along ${state().line}, from 0 to ${wide - 1}; the greatest is ${greatest}`;
  return draw('svg', { class: 'plot', viewBox: `0 0 ${wide} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    ...bands, draw('path', { d: path, class: 'points', 'vector-effect': 'non-scaling-stroke' }));
}
