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
 * @property {string} scale do the colours reach over what is `seen`, or over the `whole` that is known?
 * @property {string} marks `P` where P-positions are marked
 * @property {string} line the selected line, such as `(7, _)`
 * @property {string} stage `map` or `board`
 * @property {string} writing `rules` or `claims`
 * @property {string} moves the positions that were played, separated by `;`
 * @property {string} against `perfect`, `beatable` or `person`
 * @property {string} first who begins: `you` or `other`
 */

/** @type {State} */
const USUAL = {
  game: '', rules: '', claims: '', play: 'normal', at: '', mode: 'value', palette: 'cividis', axes: '', wide: '64', view: '', ticks: '2', scale: 'seen', marks: '',
  line: '', stage: 'map', writing: 'rules', moves: '', against: 'perfect', first: 'you',
};

/** What a part of the state may say, where it is a word or a number; an address that says something else is read as if it said nothing. @type {Partial<Record<keyof State, RegExp>>} */
const MEANT = {
  play: /^(normal|misere)$/, mode: /^(?!mod 0*$)/, palette: /^(cividis|viridis|grey)$/, axes: /^[\d,]*$/, wide: /^[1-9]\d{0,2}$/, view: /^[\d.,]*$/, ticks: /^(2|10)$/, scale: /^(seen|whole)$/, marks: /^P?$/,
  stage: /^(map|board)$/, writing: /^(rules|claims)$/, against: /^(perfect|beatable|person)$/, first: /^(you|other)$/,
};

/** Texts from this length on are compressed. */
const LONG = 120;
/** What stands before a compressed text. */
const PACKED = '~';
/** After how many milliseconds the browser is asked again to take an address. */
const AGAIN = 1000;
/** The longest text of an address, in bytes when it is no longer compressed: the server reads no longer ones. */
const LONGEST = 2 << 20;

/** @type {State} */
let now = { ...USUAL };
/** The parts of the address that could not be read. @type {string[]} */
let lost = [];
/** @type {((state: State) => void)[]} */
const listeners = [];
/** Counts changes, so that an address that is packed late does not overwrite a later one. */
let turn = 0;

/** The state. @returns {Readonly<State>} */
export const state = () => now;

/** A state that says nothing, but for how a person likes to see and to play. @returns {State} */
export const blank = () => ({ ...USUAL, palette: now.palette, ticks: now.ticks, scale: now.scale, against: now.against, first: now.first });

/** The parts of the address that could not be read: they are damaged, or too long. */
export const unread = () => lost;

/** How many changes can be taken back without leaving the page. */
const depth = () => history.state?.depth ?? 0;

/** Is there a change to take back? */
export const canUndo = () => depth() > 0;

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
  if (!replace) put(known ?? location.href, true);
  else if (known) put(known, false);
  if (!known) {
    pack(now).then((hash) => {
      if (mine === turn) put(hash, false);
    });
  }
  notify();
}

/** What the browser has not taken into the address yet. @type {{address: string, fresh: boolean, timer: number} | null} */
let waiting = null;

/** Nothing waits any more. */
function forget() {
  clearTimeout(waiting?.timer);
  waiting = null;
}

/**
 * Puts an address there, as a new entry of the history or in place of the last one. A browser takes some two hundred in ten seconds, which a key that
 * is held down exceeds: then Firefox throws, and Chromium does nothing. What is not taken waits, and is one entry at last.
 * @param {string} address @param {boolean} fresh is it a new entry?
 */
function put(address, fresh) {
  if (waiting) {
    waiting = { ...waiting, address, fresh: waiting.fresh || fresh };
    return;
  }
  const wanted = { href: new URL(address, location.href).href, depth: depth() + Number(fresh) };
  try {
    if (fresh) history.pushState({ depth: wanted.depth }, '', address);
    else history.replaceState(history.state, '', address);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  if (location.href !== wanted.href || depth() !== wanted.depth) waiting = { address, fresh, timer: setTimeout(again, AGAIN) };
}

function again() {
  const last = waiting;
  waiting = null;
  if (last) put(last.address, last.fresh);
}

/** @param {State} a @param {State} b */
function isSame(a, b) {
  const names = /** @type {(keyof State)[]} */ (Object.keys(USUAL));
  return names.every((name) => a[name] === b[name]);
}

function notify() {
  for (const listener of listeners) listener(now);
}

/** Makes a change, and tells of the state whether or not it is another one. @param {Partial<State>} change */
export function tell(change) {
  if (isSame(now, { ...now, ...change })) notify();
  else set(change);
}

/** Reads the state off the address, now and whenever the address changes. @param {Partial<State>} usual what an empty address means */
export async function begin(usual) {
  const read = async () => {
    const mine = (turn += 1);
    forget();
    const { found, damaged } = await unpack(location.hash);
    if (mine !== turn) return;
    const wanted = { ...USUAL, ...found };
    lost = damaged;
    now = wanted.game || wanted.claims || wanted.rules ? wanted : { ...wanted, ...usual };
    notify();
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

/** The state that an address holds, and the names of the parts that cannot be read. @param {string} hash */
async function unpack(hash) {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {string[]} */
  const damaged = [];
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (!Object.hasOwn(USUAL, name)) continue;
    const said = text.startsWith(PACKED) ? await inflated(text.slice(1)).catch(() => null) : text;
    if (said === null) damaged.push(name);
    else if (MEANT[/** @type {keyof State} */ (name)]?.test(said) ?? true) found[name] = said;
  }
  return { found: /** @type {Partial<State>} */ (found), damaged };
}

/** @param {string} text */
async function deflated(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of a compressed one. Reading ends where the text is too long: a short address may hold a text that fills the memory. @param {string} text */
async function inflated(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const [decoder, parts] = [new TextDecoder(), /** @type {string[]} */ ([])];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.length;
    if (size > LONGEST) {
      await reader.cancel();
      throw new Error('the text of the address is too long');
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}
