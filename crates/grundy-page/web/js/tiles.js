// Tiles of the map: asked for, kept, coloured by a worker.
//
// In: a plane, and how it is seen. Out: bitmaps for the canvas, and the values. Few tiles are asked for at once; a tile that has left the view is no
// longer waited for. Tiles begin small and grow while they come quickly: some games have a table of millions in no time, others take seconds
// for a hundred positions. The side of a tile decides when values come, never which.

import { cells, Refused } from './api.js';

/** The sides of tiles, in cells. */
const SIDES = [16, 64, 256];
/** Tiles grow while they come within this time, in milliseconds. */
const QUICK = 700;
/** A tile that comes in this time is followed by one of the largest side. */
const AT_ONCE = 100;
/** How long a larger tile is waited for before tiles stay as they were, in seconds. */
const TRIAL = 1;
/** How many are asked for at once. */
const TOGETHER = 4;
/** How many are kept. */
const KEPT = 1200;

/**
 * @typedef {import('./api.js').Cells} Cells
 * @typedef {import('./colours.js').Shading} Shading
 * @typedef {{row: number, column: number, columns: number, cells: Cells | null, refused: Refused | null, bitmaps: Map<number, ImageBitmap>, wanted: Map<number, Shading>, painted: Map<number, Shading>, used: number, abort: AbortController | null}} Tile
 */

/** The tiles of one table, at one distance. */
export class Tiles {
  /**
   * @param {import('./plane.js').Plane} plane @param {number} step a cell of a tile is a block of so many by so many cells of the map
   * @param {string} mode how values are seen, which says what a block is
   * @param {() => void} changed called when a tile has come or has been coloured
   * @param {(side: number) => void} settled called once tiles grow no more
   */
  constructor(plane, step, mode, changed, settled) {
    this.plane = plane;
    this.step = step;
    this.mode = mode;
    this.changed = changed;
    this.settled = settled;
    /** Which side the tiles have. From far, they begin large, and become small if the first one is too much. */
    this.size = step > 1 ? SIDES.length - 1 : 0;
    /** Have the tiles their last side? Until then one is asked for at a time. */
    this.grown = step > 1;
    /** @type {Map<string, Tile>} */
    this.all = new Map();
    /** The tiles that were asked for and refused. @type {Tile[]} */
    this.ends = [];
    /** How many tiles have come. */
    this.come = 0;
    /** In a loopy game: the different values that are infinity. Cells have -1, -2, … for them. @type {string[]} */
    this.infinite = [];
    this.turn = 0;
    /** Set by a refusal that concerns every tile, such as wrong rules. @type {Refused | null} */
    this.refused = null;
  }

  /** The rows of a tile. */
  get side() {
    return SIDES[this.size];
  }

  /** The columns of a tile. */
  get columns() {
    return this.plane.isLine ? this.plane.columns : this.side;
  }

  /** The rows of the map that a tile covers. */
  get high() {
    return this.side * this.step;
  }

  /** The columns of the map that a tile covers. */
  get wide() {
    return this.columns * this.step;
  }

  /** Do tiles come quickly? Others contain, each, the work for those above it and to its left. */
  get quick() {
    return this.grown && this.size === SIDES.length - 1;
  }

  /** How many are asked for at once. From far, the first two come alone: the second one's table holds the others. */
  get together() {
    const alone = !this.grown || (this.step > 1 && this.come + this.ends.length < 2);
    return alone ? 1 : TOGETHER;
  }

  /** How many tiles are being asked for. */
  get open() {
    let count = 0;
    for (const tile of this.all.values()) if (tile.abort) count += 1;
    return count;
  }

  /** A value as text. @param {number} value */
  text(value) {
    return value < 0 && this.infinite.length ? this.infinite[-1 - value] : String(value);
  }

  /** The same for a cell with little room: infinity with its numbers, as books write it. @param {number} value */
  short(value) {
    return this.text(value).replace(/^inf\(\{(.*)\}\)$/, (_, numbers) => `∞${numbers.replaceAll(' ', '')}`);
  }

  /** Cells whose values that are infinity have the numbers of this table. @param {Cells} cells @returns {Cells} */
  numbered(cells) {
    if (!cells.infinite.length) return cells;
    const numbers = cells.infinite.map((text) => {
      if (!this.infinite.includes(text)) this.infinite = [...this.infinite, text];
      return -1 - this.infinite.indexOf(text);
    });
    const missing = -(2 ** 31);
    const of = (/** @type {number} */ value) => (value === cells.missing ? missing : value > cells.greatest ? numbers[value - cells.greatest - 1] : value);
    return { ...cells, data: Int32Array.from(cells.data, of), width: 4, signed: true, missing };
  }

  /** Cells beyond the end of the map have no position, whatever the rules say there. @param {Cells} cells @param {{row: number, column: number}} tile @returns {Cells} */
  ended(cells, { row, column }) {
    const { plane, side, columns, step } = this;
    if ((row + 1) * this.high < plane.high && (plane.isLine || (column + 1) * this.wide <= plane.wide)) return cells;
    const data = cells.data.slice();
    for (let at = 0; at < data.length; at += 1) {
      if (!plane.at((row * side + Math.floor(at / columns)) * step, (column * columns + (at % columns)) * step)) data[at] = cells.missing;
    }
    return { ...cells, data };
  }

  /** The values of a cell: a number, below 0 for infinity, null where no position exists, undefined where it is not known yet. @param {number} row @param {number} column */
  value(row, column) {
    const tile = this.all.get(key(Math.floor(row / this.side), Math.floor(column / this.columns)));
    if (!tile?.cells || this.step > 1) return undefined;
    const at = (row % this.side) * this.columns + (column % this.columns);
    if (at >= tile.cells.known) return undefined;
    const value = tile.cells.data[at];
    return value === tile.cells.missing ? null : value;
  }

  /**
   * The least and the greatest value, or absolute number of a formula, among the known cells of a part of the map.
   * @param {{top: number, left: number, bottom: number, right: number}} part the ends are not in it
   */
  range(part) {
    let [least, most] = [Infinity, 0];
    for (const tile of this.there(part)) {
      if (!tile.cells) continue;
      const [y, x] = [tile.row * this.high, tile.column * this.wide];
      const [from, to] = [[part.top - y, part.left - x], [part.bottom - y, part.right - x]];
      const ends = (/** @type {number} */ axis, /** @type {number} */ size) =>
        [Math.max(0, Math.floor(from[axis] / this.step)), Math.min(size, Math.ceil(to[axis] / this.step))];
      const found = rangeIn(tile.cells, tile.columns, ends(0, this.side), ends(1, this.columns));
      [least, most] = [Math.min(least, found[0]), Math.max(most, found[1])];
    }
    return { least: least === Infinity ? 0 : least, most };
  }

  /**
   * The tiles that a view shows; those that are missing are asked for, those that are not seen are given up.
   * @param {[number, number][]} places by nearness
   * @returns {Tile[]}
   */
  show(places) {
    this.turn += 1;
    const shown = places.map(([row, column]) => {
      const tile = this.all.get(key(row, column)) ?? this.add(row, column);
      tile.used = this.turn;
      return tile;
    });
    for (const tile of this.all.values()) {
      if (tile.abort && tile.used < this.turn) {
        tile.abort.abort();
        tile.abort = null;
      }
    }
    this.fetch(shown);
    this.forget();
    return shown;
  }

  /** Asks for the tile in the corner, which every other one contains, before a frame has told which are seen. */
  ahead() {
    this.show([[0, 0]]);
  }

  /**
   * The tiles that are there in a part of the map; nothing is asked for. From far, a part has more places for small tiles than there are tiles.
   * @param {{top: number, left: number, bottom: number, right: number}} part the ends are not in it
   */
  there({ top, left, bottom, right }) {
    const meets = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ to) => at * size < to && (at + 1) * size > from;
    return [...this.all.values()].filter(({ row, column }) => meets(row, this.high, top, bottom) && meets(column, this.wide, left, right));
  }

  /** @param {number} row @param {number} column @returns {Tile} */
  add(row, column) {
    const tile = {
      row, column, columns: this.columns, cells: null, refused: null, bitmaps: new Map(), wanted: new Map(), painted: new Map(), used: 0, abort: null,
    };
    this.all.set(key(row, column), tile);
    return tile;
  }

  /** @param {Tile[]} shown */
  fetch(shown) {
    let { open } = this;
    for (const tile of shown) {
      if (open >= this.together) return;
      if (tile.cells || tile.abort) continue;
      tile.refused ??= this.refusedBefore(tile);
      if (tile.refused) continue;
      open += 1;
      this.get(tile, shown);
    }
  }

  /** Why a tile whose box this tile's box contains was refused: the larger box would be, too. @param {Tile} wanted */
  refusedBefore({ row, column }) {
    return this.ends.find((tile) => tile.row <= row && tile.column <= column)?.refused ?? null;
  }

  /** Why a tile that is seen was refused, if one was. */
  refusedIn() {
    for (const tile of this.all.values()) if (tile.refused && tile.used === this.turn) return tile.refused;
    return null;
  }

  /** Asks again for what was refused. */
  retry() {
    this.refused = null;
    this.ends = [];
    for (const tile of this.all.values()) tile.refused = null;
    this.changed();
  }

  /** @param {Tile} tile @param {Tile[]} shown */
  async get(tile, shown) {
    const abort = new AbortController();
    const begun = performance.now();
    tile.abort = abort;
    try {
      const blocks = this.step > 1 ? { step: this.step, mode: this.plane.how.formula ? null : this.mode } : { part: 1 };
      const question = { ...this.plane.question(tile.row, tile.column, this.high), ...blocks };
      tile.cells = this.ended(this.numbered(await cells(this.grown || this.size === 0 ? question : { ...question, time: TRIAL }, abort.signal)), tile);
      this.come += 1;
      if (tile.cells.known < tile.cells.data.length) {
        tile.refused = new Refused({ message: tile.cells.why, code: 'time', help: null, file: null, line: null, column: null, length: null }, 422);
        this.ends.push(tile);
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      tile.refused = error;
      this.ends.push(tile);
      if (error.status !== 422) this.refused = error;
    } finally {
      if (tile.abort === abort) tile.abort = null;
    }
    if (!this.grown) this.grow(tile, performance.now() - begun);
    else if (this.step > 1 && this.size > 0 && this.come === 0 && tile.refused) {
      this.size -= 1;
      this.all.clear();
      this.ends = [];
    }
    this.changed();
    if (this.all.get(key(tile.row, tile.column)) === tile) this.fetch(shown);
  }

  /** Chooses the side of tiles, after the first of a side came or was refused. @param {Tile} first @param {number} time in milliseconds */
  grow(first, time) {
    const was = this.size;
    if (first.refused?.status === 422) this.size = Math.max(was - 1, 0);
    else if (!first.refused && time < QUICK) this.size = time < AT_ONCE ? SIDES.length - 1 : Math.min(was + 1, SIDES.length - 1);
    this.grown = this.size <= was;
    if (this.size !== was) {
      this.all.clear();
      this.ends = [];
      if (first.row === 0 && first.column === 0) this.ahead();
    }
    // What is wrong says nothing of how costly it is.
    if (this.grown && !this.refused) this.settled(this.side);
  }

  /** A tile's picture for a way to see values, at one pixel for `step` by `step` cells; the last one while a new one is painted. @param {Tile} tile @param {Shading} how @param {number} step */
  bitmap(tile, how, step) {
    if (tile.cells && tile.wanted.get(step) !== how) {
      tile.wanted.set(step, how);
      paint(tile, how, step, this.side).then((bitmap) => {
        if (tile.wanted.get(step) !== how) return;
        tile.bitmaps.set(step, bitmap);
        tile.painted.set(step, how);
        this.changed();
      });
    }
    return tile.bitmaps.get(step) ?? tile.bitmaps.values().next().value ?? null;
  }

  /** Forgets the tiles that were seen longest ago. */
  forget() {
    if (this.all.size <= KEPT) return;
    const old = [...this.all.entries()].sort((a, b) => a[1].used - b[1].used).slice(0, this.all.size - KEPT);
    for (const [name, tile] of old) if (tile.used < this.turn) this.all.delete(name);
  }

  /** Gives up what is asked for. */
  end() {
    for (const tile of this.all.values()) tile.abort?.abort();
  }
}

/**
 * The least and the greatest number in some rows and columns of a tile; of signed ones the absolute numbers. Infinity is none.
 * @param {Cells} cells @param {number} columns @param {number[]} rows the first, and the one after the last @param {number[]} part the same of the columns
 */
function rangeIn({ data, missing, infinite, greatest }, columns, rows, part) {
  let [least, most] = [Infinity, 0];
  for (let row = rows[0]; row < rows[1]; row += 1) {
    for (let at = row * columns + part[0]; at < row * columns + part[1]; at += 1) {
      if (data[at] === missing || (infinite.length && data[at] < 0)) continue;
      const value = Math.abs(data[at]);
      if (value > most) most = value;
      if (value < least) least = value;
    }
  }
  return [least, Math.min(most, Math.max(greatest, 0))];
}

/** @param {number} row @param {number} column */
const key = (row, column) => `${row},${column}`;

/** @type {Map<number, (bitmap: ImageBitmap) => void>} */
const waiting = new Map();
let number = 0;
// The worker is there before the first tile has come.
const worker = new Worker(new URL('./painter.js', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => {
  waiting.get(data.id)?.(data.bitmap);
  waiting.delete(data.id);
});

/** @param {Tile} tile @param {Shading} how @param {number} step @param {number} rows @returns {Promise<ImageBitmap>} */
function paint(tile, how, step, rows) {
  number += 1;
  const { data, missing, known } = /** @type {Cells} */ (tile.cells);
  worker.postMessage({ id: number, how, data, missing, known, columns: tile.columns, rows, step });
  return new Promise((resolve) => waiting.set(number, resolve));
}
