// The view of the map: which cell is in the corner, and how large a cell is.
//
// In: moves of a person. Out: a view, as three numbers. Cells of at least one pixel are squares of whole pixels; smaller ones are a power of two to
// the pixel.

/**
 * @typedef {{row: number, column: number, scale: number}} View
 * @typedef {{width: number, height: number}} Size of the cells' part of the canvas, in pixels of CSS
 */

/** What the axes take. */
export const LEFT = 48;
export const TOP = 30;
/** The largest cell. */
const LARGEST = 96;
/** The smallest: a power of two. */
const SMALLEST = 1 / 16;
/** The most rows and columns that can be shown: numbers on the way to the server are exact, and cells are told apart. */
export const FAR = 2 ** 40;

/** The scale nearest to this one that makes whole squares. @param {number} scale */
export function whole(scale) {
  const most = Math.min(Math.max(scale, SMALLEST), LARGEST);
  return most >= 1 ? Math.round(most) : 2 ** Math.round(Math.log2(most));
}

/** A scale that is shown while a person zooms. @param {number} scale */
export const between = (scale) => Math.min(Math.max(scale, SMALLEST), LARGEST);

/** How many cells a block has along each side, where cells are smaller than a pixel. @param {number} scale */
export const blockOf = (scale) => (scale >= 1 ? 1 : 2 ** Math.min(Math.round(Math.log2(1 / scale)), Math.log2(1 / SMALLEST)));

/** The next scale up or down. @param {number} scale @param {number} direction */
export function next(scale, direction) {
  if (direction > 0) return whole(scale < 1 ? scale * 2 : Math.max(scale + 1, Math.floor(scale * 1.25)));
  return whole(scale <= 1 ? scale / 2 : Math.min(scale - 1, Math.ceil(scale / 1.25)));
}

/** A view that lies within the map. @param {View} view @param {Size} size @param {{wide: number, high: number}} plane @returns {View} */
export function within({ row, column, scale }, size, { wide, high }) {
  const most = (/** @type {number} */ cells, /** @type {number} */ pixels) => Math.max(0, Math.min(cells, FAR) - Math.floor(pixels / scale));
  return {
    row: Math.min(Math.max(row, 0), most(high, size.height)),
    column: Math.min(Math.max(column, 0), most(wide, size.width)),
    scale,
  };
}

/** The view after a zoom round a point. @param {View} view @param {number} scale @param {number} x @param {number} y */
export function zoomed(view, scale, x, y) {
  const [row, column] = [view.row + y / view.scale, view.column + x / view.scale];
  return { row: row - y / scale, column: column - x / scale, scale };
}

/** The view as text, for the address. @param {View} view */
export const told = ({ row, column, scale }) => `${Math.round(row * 100) / 100},${Math.round(column * 100) / 100},${scale}`;

/** A view from its text. @param {string} text @returns {View | null} */
export function read(text) {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== 3 || numbers.some((n) => !Number.isFinite(n) || n < 0) || numbers[2] === 0) return null;
  return { row: numbers[0], column: numbers[1], scale: whole(numbers[2]) };
}

/** The distance of ticks: a power of two, or 1, 2 or 5 times a power of ten. @param {number} scale @param {string} base @param {number} least in pixels */
export function ticks(scale, base, least) {
  for (let power = 1; ; power *= base === '2' ? 2 : 10) {
    for (const times of base === '2' ? [1] : [1, 2, 5]) if (power * times * scale >= least) return power * times;
  }
}
