// Colours of cells: the same tables and the same rounding as the pictures of the program, so that both agree cell by cell.
//
// In: how values are seen (`mode`), the greatest value. Out: a colour for each value, as numbers that a worker can use. Class 0 is a cell without a
// position. This file runs on the page and in the worker.

/** The most colours of a scale. */
const LEVELS = 240;

/**
 * @typedef {number[]} Colour red, green, blue
 * @typedef {Record<string, Colour[]>} Tables
 * @typedef {{kind: 'values' | 'p' | 'residues' | 'scale' | 'differences' | 'condition', least: number, greatest: number, modulus: number, colours: Colour[], missing: Colour, endless: Colour[], infinite: string[]}} Shading
 */

/** Is a value that is infinity that of a drawn position? There is no 0 among the numbers then. @param {string} text */
export const isDrawn = (text) => !/[{ ]0[,}]/.test(text);

/** Reads the tables. @param {string} text @returns {Tables} */
export function tables(text) {
  const colour = (/** @type {string} */ digits) => [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
  const line = (/** @type {string} */ words) => {
    const [name, ...colours] = words.split(' ');
    return [name, colours.map(colour)];
  };
  return Object.fromEntries(text.trim().split('\n').map(line));
}

/** Colours evenly taken from a table. @param {Colour[]} table @param {number} number */
function even(table, number) {
  const last = Math.max(number - 1, 1);
  return Array.from({ length: Math.max(number, 1) }, (_, i) => table[Math.floor((i * (table.length - 1)) / last)]);
}

/** The colours of a dark page, which pictures in files do not have: what is quiet, ink, no position, differences round a dark 0. */
const DARK = tables('dark 2a2d33 f4f1ea 1d1f24 9eb0ff 4a86c8 1d1f24 c8683f ffb08f').dark;

/**
 * How values are seen on a dark page: what is white paper elsewhere is dark there, what is ink is light. A scale of values stays as it is.
 * @param {Shading} how @returns {Shading}
 */
export function inDark(how) {
  const [quiet, ink, missing, ...diverging] = DARK;
  if (how.kind === 'p' || how.kind === 'condition') return { ...how, missing, colours: [quiet, ink] };
  if (how.kind === 'differences') return { ...how, missing, colours: around(diverging, Math.floor(how.colours.length / 2)) };
  return { ...how, missing };
}

/** Colours around the middle one of a table. @param {Colour[]} table @param {number} arm */
function around(table, arm) {
  const last = Math.max(2 * arm, 1);
  const mixed = (/** @type {number} */ at) => {
    const place = at * (table.length - 1);
    const [left, rest] = [Math.floor(place / last), place % last];
    const right = Math.min(left + 1, table.length - 1);
    return [0, 1, 2].map((c) => Math.floor((table[left][c] * (last - rest) + table[right][c] * rest + Math.floor(last / 2)) / last));
  };
  return Array.from({ length: 2 * arm + 1 }, (_, i) => (arm === 0 ? table[(table.length - 1) / 2] : mixed(i)));
}

/**
 * How a mode sees values up to the greatest one.
 * @param {Tables} all @param {string} mode @param {string} palette @param {number} greatest @param {boolean} condition is the formula a condition?
 * @param {string[]} infinite the values that are infinity, for which cells have -1, -2, … @param {number} least the value that has the first colour
 * @returns {Shading}
 */
export function shading(all, mode, palette, greatest, condition = false, infinite = [], least = 0) {
  const [, ink, , nothing, quiet] = all.marks;
  const common = { least: 0, greatest: Math.max(greatest, 0), modulus: 1, missing: nothing, endless: all.endless, infinite };
  const scale = all[palette] ?? all.cividis;
  const residue = /^mod (\d+)$/.exec(mode);
  if (mode === 'value') {
    return { ...common, kind: 'values', least, colours: even(scale, Math.min(common.greatest - least + 1, LEVELS)) };
  }
  if (mode === 'p') return { ...common, kind: 'p', colours: [quiet, ink] };
  if (residue) {
    const modulus = Math.max(Number(residue[1]), 1);
    const few = modulus <= all.hues.length;
    const colours = few ? all.hues.slice(0, modulus) : even(all.viridis, Math.min(modulus, LEVELS));
    return { ...common, kind: few ? 'residues' : 'scale', modulus, colours };
  }
  if (condition) return { ...common, kind: 'condition', least, colours: [quiet, ink] };
  const arm = Math.min(common.greatest, Math.floor((LEVELS - 1) / 2));
  return { ...common, kind: 'differences', colours: around(all.diverging, arm) };
}

/** The level of a value. @param {number} value @param {number} greatest @param {number} levels */
function scaled(value, greatest, levels) {
  if (greatest === 0) return 0;
  return Math.floor((Math.min(value, greatest) * (levels - 1) + Math.floor(greatest / 2)) / greatest);
}

/** The class of a value, from 0 on. @param {Shading} how @param {number} value */
export function classOf(how, value) {
  const { kind, least, greatest, modulus, colours } = how;
  switch (kind) {
    case 'values': return scaled(Math.max(value - least, 0), greatest - least, colours.length);
    case 'p': return value === 0 ? 1 : 0;
    case 'condition': return value === 1 ? 1 : 0;
    case 'residues': return value % modulus;
    case 'scale': return scaled(value % modulus, modulus - 1, colours.length);
    case 'differences': {
      const arm = Math.floor(colours.length / 2);
      const size = Math.abs(value);
      if (size === 0) return arm;
      const step = Math.min(1 + scaled(size - 1, Math.max(greatest - 1, 0), Math.max(arm, 1)), arm);
      return value < 0 ? arm - step : arm + step;
    }
  }
}

/** A colour for CSS. @param {Colour} colour */
export const css = ([red, green, blue]) => `rgb(${red} ${green} ${blue})`;

/** Black or white, whichever is easier to read on a colour. @param {Colour} colour */
export function inkOn([red, green, blue]) {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#000' : '#fff';
}

/** The colour of a value. @param {Shading} how @param {number | null} value */
export function colourOf(how, value) {
  if (value === null) return how.missing;
  const endless = value < 0 ? how.infinite[-1 - value] : undefined;
  return endless === undefined ? how.colours[classOf(how, value)] : how.endless[isDrawn(endless) ? 0 : 1];
}

/**
 * Paints cells, a pixel each; or, `step` by `step` cells, a pixel a block. A block that holds a marked cell (a P-position) is marked; otherwise
 * its colour is the mean.
 * @param {Shading} how @param {ArrayLike<number>} data @param {number} missing @param {number} columns @param {number} rows @param {number} step
 * @returns {Uint8ClampedArray<ArrayBuffer>}
 */
export function paint(how, data, missing, columns, rows, step) {
  const packed = new Map();
  const small = new Int32Array(1 << 16);
  const word = (/** @type {Colour} */ [r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r;
  const of = (/** @type {number} */ value) => {
    if (value === missing) return word(how.missing);
    const quick = value >= 0 && value < small.length;
    if (quick && small[value] !== 0) return small[value];
    const known = quick ? undefined : packed.get(value);
    if (known !== undefined) return known;
    const colour = word(colourOf(how, value));
    if (quick) small[value] = colour;
    else packed.set(value, colour);
    return colour;
  };
  const [wide, high] = [Math.ceil(columns / step), Math.ceil(rows / step)];
  const pixels = new Int32Array(wide * high);
  if (step === 1) {
    for (let i = 0; i < pixels.length; i += 1) pixels[i] = of(data[i]);
    return new Uint8ClampedArray(pixels.buffer);
  }
  const marks = how.kind === 'p' || how.kind === 'condition';
  const marked = word(how.colours[how.colours.length - 1]);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      pixels[y * wide + x] = block(of, data, columns, rows, x * step, y * step, step, marks ? marked : null);
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/**
 * The colour of a block.
 * @param {(value: number) => number} of @param {ArrayLike<number>} data @param {number} columns @param {number} rows
 * @param {number} left @param {number} top @param {number} step @param {number | null} marked
 */
function block(of, data, columns, rows, left, top, step, marked) {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let y = top; y < Math.min(top + step, rows); y += 1) {
    for (let x = left; x < Math.min(left + step, columns); x += 1) {
      const colour = of(data[y * columns + x]);
      if (colour === marked) return marked;
      red += colour & 255;
      green += (colour >> 8) & 255;
      blue += (colour >> 16) & 255;
      count += 1;
    }
  }
  return (255 << 24) | (Math.round(blue / count) << 16) | (Math.round(green / count) << 8) | Math.round(red / count);
}
