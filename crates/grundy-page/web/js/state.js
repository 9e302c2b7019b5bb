// The state of the page, which the address holds: a link reproduces it, the browser's back and forward are undo and redo.
//
// In: changes. Out: calls to everyone who listens, with the new state. Long texts are compressed in the address.

/**
 * @typedef {object} State
 * @property {string} game the expression
 * @property {string} rules a rule file
 * @property {string} claims a file of claims
 * @property {string} play `normal` or `misere`
 * @property {string} at the pinned position, as it is written
 * @property {string} mode `value`, `p`, `mod 7`, or a formula
 * @property {string} palette
 * @property {string} axes the coordinates that run down and to the right, counted from 1
 * @property {string} wide the cells in a row where one coordinate runs
 * @property {string} view row, column and scale of the map's first cell
 * @property {string} ticks `2` or `10`
 * @property {string} line the selected line, such as `(7, _)`
 * @property {string} stage `map` or `board`
 * @property {string} writing `rules` or `claims`
 * @property {string} moves the positions that were played, separated by `;`
 * @property {string} against `perfect`, `beatable` or `person`
 * @property {string} first who begins: `you` or `other`
 */

/** @type {State} */
const USUAL = {
  game: '', rules: '', claims: '', play: 'normal', at: '', mode: 'value', palette: 'cividis', axes: '', wide: '64', view: '', ticks: '2',
  line: '', stage: 'map', writing: 'rules', moves: '', against: 'perfect', first: 'you',
};

/** Texts from this length on are compressed. */
const LONG = 120;
/** What stands before a compressed text. */
const PACKED = '~';

/** @type {State} */
let now = { ...USUAL };
/** @type {((state: State) => void)[]} */
const listeners = [];
/** Counts changes, so that an address that is packed late does not overwrite a later one. */
let turn = 0;

/** The state. @returns {Readonly<State>} */
export const state = () => now;

/** How many changes can be taken back without leaving the page. */
const depth = () => history.state?.depth ?? 0;

/** Takes the last change back, if there is one. */
export function undo() {
  if (depth() > 0) history.back();
}

/** Listens to changes. @param {(state: State) => void} listener */
export function listen(listener) {
  listeners.push(listener);
}

/**
 * Changes the state. A change that a person would take back makes an entry of the history; moving the view replaces the last one.
 * @param {Partial<State>} change
 * @param {{replace?: boolean}} [how]
 */
export function set(change, { replace = false } = {}) {
  const next = { ...now, ...change };
  if (isSame(now, next)) return;
  now = next;
  turn += 1;
  const mine = turn;
  const known = packed(now);
  if (!replace) history.pushState({ depth: depth() + 1 }, '', known ?? location.href);
  else if (known) history.replaceState(history.state, '', known);
  if (!known) {
    pack(now).then((hash) => {
      if (mine === turn) history.replaceState(history.state, '', hash);
    });
  }
  tell();
}

/** @param {State} a @param {State} b */
function isSame(a, b) {
  const names = /** @type {(keyof State)[]} */ (Object.keys(USUAL));
  return names.every((name) => a[name] === b[name]);
}

function tell() {
  for (const listener of listeners) listener(now);
}

/** Reads the state off the address, now and whenever the address changes. @param {Partial<State>} usual what an empty address means */
export async function begin(usual) {
  const read = async () => {
    const mine = (turn += 1);
    const wanted = { ...USUAL, ...await unpack(location.hash) };
    if (mine !== turn) return;
    now = wanted.game || wanted.claims || wanted.rules ? wanted : { ...wanted, ...usual };
    tell();
  };
  addEventListener('popstate', read);
  await read();
}

/** The address of a state. @param {State} wanted */
export async function link(wanted = now) {
  return new URL(await pack(wanted), location.href).href;
}

/** Compressed texts; compressing takes a moment, and one text stands in many addresses. @type {Map<string, string>} */
const short = new Map();

/** @param {string} text */
const isShort = (text) => text.length < LONG && !text.startsWith(PACKED);

/** @param {State} wanted */
function saidIn(wanted) {
  const names = /** @type {(keyof State)[]} */ (Object.keys(USUAL));
  return names.map((name) => [name, wanted[name]]).filter(([name, text]) => text !== USUAL[/** @type {keyof State} */ (name)]);
}

/** The address of a state, if its long texts have been compressed before. @param {State} wanted */
function packed(wanted) {
  const parts = saidIn(wanted).map(([name, text]) => [name, isShort(text) ? text : short.get(text)]);
  if (parts.some(([, text]) => text === undefined)) return null;
  return `#${new URLSearchParams(/** @type {string[][]} */ (parts))}`;
}

/** @param {State} wanted */
async function pack(wanted) {
  const long = saidIn(wanted).map(([, text]) => text).filter((text) => !isShort(text) && !short.has(text));
  for (const text of long) short.set(text, PACKED + await deflated(text));
  return packed(wanted) ?? '#';
}

/** @param {string} hash @returns {Promise<Partial<State>>} */
async function unpack(hash) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (!(name in USUAL)) continue;
    found[name] = text.startsWith(PACKED) ? await inflated(text.slice(1)).catch(() => '') : text;
  }
  return found;
}

/** @param {string} text */
async function deflated(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
async function inflated(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}
