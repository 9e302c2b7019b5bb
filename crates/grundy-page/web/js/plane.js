// Which position stands where on the map.
//
// In: a game, the coordinates that run, the position that holds the others. Out: for each cell its entries, and for each position its cell. One
// coordinate is laid out in rows, so that periods stand below each other.

import { named, write } from './game.js';

/** The most cells in a row where one coordinate runs. */
const WIDEST = 256;

/** The plane of a map. */
export class Plane {
  /**
   * @param {import('./game.js').Game} game @param {number[]} axes @param {number[]} held the entries of a position
   * @param {{play: string, formula: string, wide: number}} how
   */
  constructor(game, axes, held, { play, formula, wide }) {
    this.game = game;
    this.axes = axes;
    this.held = held;
    /** @type {{game: string, rules: string, play: string, formula?: string}} */
    this.how = formula ? { ...named(game, ''), formula } : named(game, play);
    this.isLine = axes.length === 1;
    /** How many numbers run on each axis, if there is an end. */
    this.ends = axes.map((axis) => (game.bounds[axis] ?? Infinity) + 1);
    /** The cells in a row where one coordinate runs; 0 where two do. */
    this.columns = this.isLine ? Math.min(Math.max(Math.floor(wide) || 1, 1), WIDEST, this.ends[0]) : 0;
    /** The number of columns, if there is an end. */
    this.wide = this.isLine ? this.columns : this.ends[1];
    this.high = this.isLine ? Math.ceil(this.ends[0] / this.columns) : this.ends[0];
  }

  /** The names of what runs down and to the right. */
  get names() {
    const [down, right] = this.axes.map((axis) => this.game.names[axis]);
    return this.isLine ? [`${down} div ${this.columns}`, `${down} mod ${this.columns}`] : [down, right];
  }

  /** The entries at a cell; null outside. @param {number} row @param {number} column */
  at(row, column) {
    if (row < 0 || column < 0 || row >= this.high || column >= this.wide) return null;
    const entries = [...this.held];
    const n = row * this.columns + column;
    if (this.isLine && n >= this.ends[0]) return null;
    if (this.isLine) entries[this.axes[0]] = n;
    else [entries[this.axes[0]], entries[this.axes[1]]] = [row, column];
    return entries;
  }

  /** The position at a cell, as it is written. @param {number} row @param {number} column */
  written(row, column) {
    const entries = this.at(row, column);
    return entries && write(this.game, entries);
  }

  /** The cell of a position; null if it lies in another slice. @param {number[] | null} entries @returns {[number, number] | null} */
  cell(entries) {
    if (!entries || entries.length !== this.held.length) return null;
    const inSlice = entries.every((entry, coord) => this.axes.includes(coord) || entry === this.held[coord]);
    if (!inSlice) return null;
    if (!this.isLine) return [entries[this.axes[0]], entries[this.axes[1]]];
    const n = entries[this.axes[0]];
    return [Math.floor(n / this.columns), n % this.columns];
  }

  /** What to ask for a tile of so many rows, and as many columns where two coordinates run. @param {number} row @param {number} column @param {number} side */
  question(row, column, side) {
    const axes = this.axes.map((axis) => axis + 1).join(',');
    const common = { ...this.how, axes, at: write(this.game, this.held) };
    if (this.isLine) {
      const cells = side * this.columns;
      return { ...common, lo: row * cells, hi: (row + 1) * cells - 1 };
    }
    const corner = (/** @type {number} */ end) => `${(row + end) * side - end},${(column + end) * side - end}`;
    return { ...common, lo: corner(0), hi: corner(1) };
  }

  /** Is this the same plane of the same table? @param {Plane | null} other */
  equals(other) {
    const of = (/** @type {Plane} */ plane) => JSON.stringify([plane.question(0, 0, 1), plane.columns, plane.game.rules]);
    return other !== null && of(this) === of(other);
  }
}
