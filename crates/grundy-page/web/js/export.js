// What is seen, as files: the map as PNG, SVG and PDF, its values as CSV and LaTeX, and a caption for a paper.
//
// In: what the map shows (`seen`). Out: files, which the server writes as `grundy table -o` does. A file is of the cells of the view, whether or not
// they have come; where they are more than a file holds, the page says which it has. While a file is made, it is told how far it is, and it can be
// stopped.

import { lines, Refused, sentenceOf } from './api.js';
import { copied } from './clipboard.js';
import { make, say } from './dom.js';
import { keep, meaning, proved } from './facts.js';
import { write } from './game.js';
import { mayAsk } from './guest.js';
import { formulaOf } from './mode.js';
import { fileName, save } from './save.js';
import { state } from './state.js';

/** The formats: what the button says, the type, the most cells, the most rows and columns. @type {Record<string, {title: string, type: string, cells: number, side: number, picture?: boolean}>} */
const FORMATS = {
  png: { title: 'Map as PNG', type: 'image/png', cells: 1 << 26, side: 1 << 13, picture: true },
  svg: { title: 'Map as SVG', type: 'image/svg+xml', cells: 1 << 20, side: 1 << 13, picture: true },
  pdf: { title: 'Map as PDF', type: 'application/pdf', cells: 1 << 20, side: 1 << 13, picture: true },
  csv: { title: 'Values as CSV', type: 'text/csv', cells: 1 << 22, side: Infinity },
  latex: { title: 'Values as LaTeX', type: 'text/x-tex', cells: 1 << 20, side: 40 },
};

/**
 * @typedef {NonNullable<ReturnType<ReturnType<typeof import('./map.js').map>['seen']>>} Seen
 * @typedef {{lo: number, hi: number}} Range
 * @typedef {{ranges: Range[], cut: boolean, seen: Seen}} Window the numbers on the axes
 */

/** @param {HTMLElement} root @param {() => Seen | null} seen */
export function exports(root, seen) {
  const note = make('p', { class: 'note', role: 'status', hidden: true });
  const stop = make('button', { type: 'button', hidden: true, onclick: () => running?.abort() }, 'Stop');
  /** @type {AbortController | null} */
  let running = null;
  /** The format of the last file: a caption says what that holds. */
  let last = 'png';

  /** @param {string} text */
  function tell(text) {
    note.hidden = false;
    note.textContent = text;
  }

  /** @param {string} format */
  async function run(format) {
    const found = seen();
    if (!found) return tell('There is no map to save.');
    const shown = windowOf(found, FORMATS[format]);
    const what = told(shown);
    last = format;
    running?.abort();
    const abort = running = new AbortController();
    stop.hidden = false;
    tell(`${what} …`);
    try {
      const file = await made(shown, format, abort.signal, (part) => tell(`${what}: ${part}`));
      save(`${fileName(found.plane.game.game)}.${file.ending}`, file.bytes, FORMATS[format].type);
      tell(`Saved: ${what}.${file.unproved ? ` Nothing is proved of the picture: ${file.unproved}.` : ''}`);
    } catch (error) {
      if (running !== abort) return;
      tell(abort.signal.aborted ? 'Stopped; nothing is saved.' : sentenceOf(error));
    }
    stop.hidden = true;
    say(note.textContent ?? '');
  }

  async function caption() {
    const found = seen();
    if (!found) return tell('There is no map to describe.');
    const text = captionOf(windowOf(found, FORMATS[last]));
    tell(await copied(text) ? 'The caption is copied.' : text);
  }

  root.append(...Object.entries(FORMATS).map(([format, { title }]) => make('button', { type: 'button', onclick: () => run(format) }, title)),
    make('button', { type: 'button', class: 'free', onclick: caption }, 'Copy a caption'), note, stop);
  mayAsk('file', root, note);
}

/** The cells that are seen, at most so many. @param {Seen} seen @param {{cells: number, side: number}} most @returns {Window} */
function windowOf(seen, { cells, side }) {
  const { view, size, plane } = seen;
  const range = (/** @type {number} */ from, /** @type {number} */ pixels, /** @type {number} */ end) => {
    const lo = Math.ceil(from - 0.01);
    return { lo, hi: Math.max(lo, Math.min(end, Math.floor(from + pixels / view.scale)) - 1) };
  };
  const all = [range(view.row, size.height, plane.high), plane.isLine ? { lo: 0, hi: plane.columns - 1 } : range(view.column, size.width, plane.wide)];
  const length = (/** @type {Range} */ { lo, hi }) => hi - lo + 1;
  const lengths = all.map((one) => Math.min(length(one), side));
  // A line keeps its columns: a row of it without its end is no row.
  if (plane.isLine) lengths[1] = length(all[1]);
  if (lengths[0] * lengths[1] > cells) {
    const square = Math.floor(Math.sqrt(cells));
    const long = plane.isLine || lengths[0] > lengths[1] ? 0 : 1;
    if (!plane.isLine) lengths[1 - long] = Math.min(lengths[1 - long], square);
    lengths[long] = Math.floor(cells / lengths[1 - long]);
  }
  const kept = all.map(({ lo }, axis) => ({ lo, hi: lo + lengths[axis] - 1 }));
  const cut = lengths.some((len, axis) => len < length(all[axis]));
  if (!plane.isLine) return { ranges: kept, cut, seen };
  const [rows] = kept;
  return { ranges: [{ lo: rows.lo * plane.columns, hi: Math.min((rows.hi + 1) * plane.columns, plane.ends[0]) - 1 }], cut, seen };
}

/** Which cells a file has, in words. @param {Window} shown */
function told({ ranges, cut, seen: { plane } }) {
  const names = plane.axes.map((axis) => plane.game.names[axis]);
  const parts = ranges.map(({ lo, hi }, axis) => `${names[axis]} = ${lo} to ${hi}`);
  return `${parts.join(', ')}${cut ? ', the first of what is seen' : ''}`;
}

/**
 * The bytes of a file.
 * @param {Window} shown @param {string} format @param {AbortSignal} signal @param {(part: string) => void} tell
 */
async function made({ ranges, seen: { plane, view } }, format, signal, tell) {
  const { mode, palette } = state();
  // Of a formula, and of a single coordinate, a picture says what is proved.
  const speaks = formulaOf(mode) !== '' || plane.isLine;
  const picture = FORMATS[format].picture ? {
    mode, palette, rows: plane.isLine ? plane.columns : null, scale: Math.max(1, Math.round(view.scale)), prove: speaks ? 1 : null,
  } : {};
  const ends = (/** @type {'lo' | 'hi'} */ end) => ranges.map((range) => range[end]).join(',');
  const { game, rules, play } = plane.how;
  const question = { game, rules, play, axes: plane.axes.map((axis) => axis + 1).join(','), at: write(plane.game, plane.held), lo: ends('lo'), hi: ends('hi'), format, ...picture };
  /** @type {any} */
  let [last, unproved] = [null, ''];
  await lines('file', question, (line) => {
    last = line;
    if (line.proved === false) unproved = line.reason;
    if (line.of) tell(`${Math.min(100, Math.floor((100 * line.done) / line.of))} %`);
  }, signal);
  if (last?.error) throw new Refused(last.error, 422);
  if (typeof last?.content !== 'string') throw new Error('the file did not come whole');
  // What stands in a picture of all positions may stand in its caption.
  if (picture.prove && !unproved && formulaOf(mode) && plane.axes.length === plane.game.names.length) keep([plane.game.rules, mode], meaning(formulaOf(mode)));
  return { ending: last.ending, bytes: bytesOf(last.content), unproved };
}

/** @param {string} base64 */
function bytesOf(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** What a figure shows, for a paper. @param {Window} shown */
function captionOf(shown) {
  const { plane } = shown.seen;
  const { mode } = state();
  const what = { value: 'Sprague-Grundy values', p: 'P-positions (dark)' }[mode] ?? (mode.startsWith('mod ') ? `Sprague-Grundy values ${mode}` : mode);
  const held = plane.game.names.flatMap((name, coord) => (plane.axes.includes(coord) ? [] : [`${name} = ${plane.held[coord]}`]));
  const play = plane.how.play === 'misere' ? ' in misère play' : '';
  const facts = [proved([plane.game.rules, mode]), state().line && proved([plane.game.rules, state().play, state().line])].filter((fact) => fact);
  const known = facts.length ? ` Proved: ${facts.join('; ')}.` : '';
  return `${what} of ${plane.game.game}${play}, ${[told({ ...shown, cut: false }), ...held].join(', ')}.${known} (Rules ${plane.game.rules}; computed with grundy.)`;
}
