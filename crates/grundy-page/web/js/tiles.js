// Tiles of the map: asked for, kept, coloured by a worker.
//
// In: which cells a tile covers, and how they are seen. Out: bitmaps for the canvas, and the values. Few tiles are asked for at once, the nearest to
// the middle first; a tile that has left the view is no longer waited for.

import { cells, Refused } from './api.js';

/** The side of a tile, in cells. */
export const SIDE = 256;
/** How many are asked for at once. */
const TOGETHER = 4;
/** How many are kept. */
const KEPT = 1200;

/**
 * @typedef {import('./api.js').Cells} Cells
 * @typedef {import('./colours.js').Shading} Shading
 * @typedef {{row: number, column: number, columns: number, cells: Cells | null, refused: Refused | null, bitmaps: Map<number, ImageBitmap>, wanted: Map<number, Shading>, painted: Map<number, Shading>, used: number, abort: AbortController | null}} Tile
 */

/** The tiles of one table. */
export class Tiles {
  /**
   * @param {(row: number, column: number) => import('./api.js').Question} question what to ask for the tile at a row and a column of tiles
   * @param {number} columns the cells in a row of a tile
   * @param {() => void} changed called when a tile has come or has been coloured
   */
  constructor(question, columns, changed) {
    this.question = question;
    this.columns = columns;
    this.changed = changed;
    /** @type {Map<string, Tile>} */
    this.all = new Map();
    /** How many tiles have come. */
    this.come = 0;
    this.turn = 0;
    /** Set by a refusal that concerns every tile, such as wrong rules. @type {Refused | null} */
    this.refused = null;
  }

  /** The values of a cell: a number, null where no position exists, undefined where it is not known yet. @param {number} row @param {number} column */
  value(row, column) {
    const tile = this.all.get(key(Math.floor(row / SIDE), Math.floor(column / this.columns)));
    if (!tile?.cells) return undefined;
    const value = tile.cells.data[(row % SIDE) * this.columns + (column % this.columns)];
    return value === tile.cells.missing ? null : value;
  }

  /**
   * The greatest value, or the greatest absolute number of a formula, among the known cells of so many rows and columns.
   * @param {number} rows @param {number} columns
   */
  greatest(rows, columns) {
    let most = 0;
    for (const tile of this.all.values()) {
      const [high, wide] = [rows - tile.row * SIDE, columns - tile.column * this.columns];
      if (!tile.cells || high <= 0 || wide <= 0 || tile.cells.greatest <= most) continue;
      if (high >= SIDE && wide >= this.columns) most = tile.cells.greatest;
      else most = Math.max(most, this.greatestIn(tile.cells, Math.min(high, SIDE), Math.min(wide, this.columns)));
    }
    return most;
  }

  /** @param {Cells} cells @param {number} high @param {number} wide */
  greatestIn({ data, missing }, high, wide) {
    let most = 0;
    for (let row = 0; row < high; row += 1) {
      for (let at = row * this.columns; at < row * this.columns + wide; at += 1) {
        const value = Math.abs(data[at]);
        if (value > most && data[at] !== missing) most = value;
      }
    }
    return most;
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
    let open = [...this.all.values()].filter((tile) => tile.abort).length;
    for (const tile of shown) {
      if (open >= TOGETHER) return;
      if (tile.cells || tile.abort || tile.refused) continue;
      open += 1;
      this.get(tile, shown);
    }
  }

  /** @param {Tile} tile @param {Tile[]} shown */
  async get(tile, shown) {
    const abort = new AbortController();
    tile.abort = abort;
    try {
      tile.cells = await cells(this.question(tile.row, tile.column), abort.signal);
      this.come += 1;
    } catch (error) {
      if (abort.signal.aborted) return;
      tile.refused = error instanceof Refused ? error : null;
      if (!(error instanceof Refused)) throw error;
      if (error.status !== 422) this.refused = error;
    } finally {
      if (tile.abort === abort) tile.abort = null;
    }
    this.changed();
    this.fetch(shown);
  }

  /** A tile's picture for a way to see values, at one pixel for `step` by `step` cells; the last one while a new one is painted. @param {Tile} tile @param {Shading} how @param {number} step */
  bitmap(tile, how, step) {
    if (tile.cells && tile.wanted.get(step) !== how) {
      tile.wanted.set(step, how);
      paint(tile, how, step, this.columns).then((bitmap) => {
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

/** @param {number} row @param {number} column */
const key = (row, column) => `${row},${column}`;

/** @type {Map<number, (bitmap: ImageBitmap) => void>} */
const waiting = new Map();
let number = 0;
/** @type {Worker | null} */
let worker = null;

/** @param {Tile} tile @param {Shading} how @param {number} step @param {number} columns @returns {Promise<ImageBitmap>} */
function paint(tile, how, step, columns) {
  if (!worker) {
    worker = new Worker(new URL('./painter.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => {
      waiting.get(data.id)?.(data.bitmap);
      waiting.delete(data.id);
    });
  }
  number += 1;
  const { data, missing } = /** @type {Cells} */ (tile.cells);
  worker.postMessage({ id: number, how, data, missing, columns, rows: SIDE, step });
  return new Promise((resolve) => waiting.set(number, resolve));
}
