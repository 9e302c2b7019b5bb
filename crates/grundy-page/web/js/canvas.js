// Draws the map: tiles, axes, and the marks of a person's attention.
//
// In: what is to be seen (`Scene`). Out: the canvas. Nothing here asks for anything or changes the state.

import { colourOf, css, inkOn } from './colours.js';
import { LEFT, TOP, blockOf, ticks } from './view.js';

/**
 * @typedef {object} Scene
 * @property {import('./view.js').View} view
 * @property {import('./plane.js').Plane} plane
 * @property {import('./tiles.js').Tiles} tiles those of single cells, which know the values
 * @property {import('./tiles.js').Tiles[]} layers what is painted, one over the other; the last one is asked for
 * @property {import('./colours.js').Shading} how
 * @property {string} ticks
 * @property {boolean} dots are P-positions marked?
 * @property {[number, number] | null} hover
 * @property {[number, number] | null} pin
 * @property {{cell: [number, number], wins: boolean}[]} lit options of the position in question
 * @property {boolean} dim is all but these put out?
 * @property {{cell: [number, number], part: string}[]} band the cells of the selected line
 * @property {[number, number][]} path the positions of a play
 * @property {boolean} large is the map looked at from afar?
 */

/** From this size on, cells show their values. */
const LABELLED = 24;
/** From this size on, cells have lines between them. */
const LINED = 10;

/** The colours of the page. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return { paper: of('--paper'), ink: of('--ink'), faint: of('--faint'), line: of('--line'), accent: of('--accent') };
}

/**
 * Draws a scene.
 * @param {HTMLCanvasElement} canvas @param {Scene} scene @returns {boolean} is every tile of the view there, in its colours?
 */
export function drawScene(canvas, scene) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
  const colours = theme();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.imageSmoothingEnabled = false;
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, width, height);
  context.save();
  context.beginPath();
  context.rect(LEFT, TOP, width - LEFT, height - TOP);
  context.clip();
  context.translate(LEFT, TOP);
  const size = { width: width - LEFT, height: height - TOP };
  const { view, plane } = scene;
  context.save();
  // Tiles reach beyond the end of the map.
  context.beginPath();
  context.rect(0, 0, Math.min(size.width, (plane.wide - view.column) * view.scale), Math.min(size.height, (plane.high - view.row) * view.scale));
  context.clip();
  const whole = drawTiles(context, scene, size, colours);
  drawCells(context, scene, size, colours);
  context.restore();
  drawMarks(context, scene, size, colours);
  drawPath(context, scene, colours);
  context.restore();
  drawAxes(context, scene, { width, height }, colours);
  return whole;
}

/**
 * The tiles of a view: the nearest to its middle first; where they are costly, or not known to be quick, those with the smallest boxes. From far, the
 * first one is followed by the last one, whose table holds all others.
 * @param {import('./view.js').View} view @param {import('./view.js').Size} size @param {import('./plane.js').Plane} plane
 * @param {import('./tiles.js').Tiles} tiles @returns {[number, number][]}
 */
function tilesOf(view, size, plane, { high, wide, quick, step }) {
  const last = (/** @type {number} */ first, /** @type {number} */ pixels, /** @type {number} */ end, /** @type {number} */ side) =>
    Math.floor(Math.max(0, Math.min(first + pixels / view.scale, end) - 0.01) / side);
  const [top, bottom] = [Math.floor(view.row / high), last(view.row, size.height, plane.high, high)];
  const [left, right] = [Math.floor(view.column / wide), last(view.column, size.width, plane.wide, wide)];
  /** @type {[number, number][]} */
  const found = [];
  for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) found.push([row, column]);
  const middle = quick && step === 1 ? [(top + bottom) / 2, (left + right) / 2] : [0, 0];
  const far = (/** @type {[number, number]} */ [row, column]) => Math.hypot(row - middle[0], column - middle[1]);
  found.sort((a, b) => far(a) - far(b));
  return step > 1 && found.length > 2 ? [found[0], found[found.length - 1], ...found.slice(1, -1)] : found;
}

/** @typedef {ReturnType<typeof theme>} Theme */

/** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {import('./view.js').Size} size @param {Theme} colours */
function drawTiles(context, scene, size, colours) {
  const { view, plane, layers, how } = scene;
  const current = layers[layers.length - 1];
  const part = { top: view.row, left: view.column, bottom: view.row + size.height / view.scale, right: view.column + size.width / view.scale };
  for (const layer of layers.slice(0, -1)) for (const tile of layer.there(part)) drawTile(context, scene, layer, tile);
  let whole = current.grown;
  for (const tile of current.show(tilesOf(view, size, plane, current))) {
    const drawn = drawTile(context, scene, current, tile);
    whole &&= tile.refused !== null || tile.painted.get(blockIn(view, current)) === how;
    if (drawn && !tile.refused) continue;
    const { x, y, wide, high } = boxOf(view, current, tile);
    context.strokeStyle = colours.line;
    context.strokeRect(x + 0.5, y + 0.5, wide, high);
    if (tile.refused) hatch(context, x, y, wide, high, colours.line);
    if (drawn) drawTile(context, scene, current, tile);
  }
  return whole;
}

/** How many cells of a tile are one pixel of its picture: a sequence has no blocks, and its tiles are painted small. @param {import('./view.js').View} view @param {import('./tiles.js').Tiles} layer */
const blockIn = (view, { plane }) => (plane.isLine ? blockOf(view.scale) : 1);

/** Where a tile lies, in whole pixels, so that neighbours meet. @param {import('./view.js').View} view @param {import('./tiles.js').Tiles} layer @param {import('./tiles.js').Tile} tile */
function boxOf(view, layer, tile) {
  const x = (/** @type {number} */ column) => Math.round((column * layer.wide - view.column) * view.scale);
  const y = (/** @type {number} */ row) => Math.round((row * layer.high - view.row) * view.scale);
  return { x: x(tile.column), y: y(tile.row), wide: x(tile.column + 1) - x(tile.column), high: y(tile.row + 1) - y(tile.row) };
}

/** Draws a tile, if it has been painted. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {import('./tiles.js').Tiles} layer @param {import('./tiles.js').Tile} tile */
function drawTile(context, { view, how }, layer, tile) {
  const bitmap = layer.bitmap(tile, how, blockIn(view, layer));
  if (!bitmap) return false;
  const { x, y, wide, high } = boxOf(view, layer, tile);
  context.drawImage(bitmap, x, y, wide, high);
  return true;
}

/** Fills a square with slanted lines. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} wide @param {number} high @param {string} colour */
function hatch(context, x, y, wide, high, colour) {
  context.save();
  context.beginPath();
  context.rect(x, y, wide, high);
  context.clip();
  context.strokeStyle = colour;
  context.beginPath();
  for (let at = -high; at < wide; at += 12) {
    context.moveTo(x + at, y + high);
    context.lineTo(x + at + high, y);
  }
  context.stroke();
  context.restore();
}

/** Calls `each` for the cells of a view. @param {Scene} scene @param {import('./view.js').Size} size @param {(row: number, column: number, x: number, y: number) => void} each */
function eachCell({ view, plane }, size, each) {
  const bottom = Math.min(plane.high, view.row + size.height / view.scale);
  const right = Math.min(plane.wide, view.column + size.width / view.scale);
  for (let row = Math.floor(view.row); row < bottom; row += 1) {
    for (let column = Math.floor(view.column); column < right; column += 1) {
      each(row, column, Math.round((column - view.column) * view.scale), Math.round((row - view.row) * view.scale));
    }
  }
}

/** Values, lines and dots, where cells are large enough. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {import('./view.js').Size} size @param {Theme} colours */
function drawCells(context, scene, size, colours) {
  const { view: { scale }, tiles, how, dots } = scene;
  if (scale >= LINED) {
    context.fillStyle = colours.paper;
    eachCell(scene, { ...size, height: Math.min(size.height, scale) }, (_row, _column, x) => context.fillRect(x - 1, 0, 1, size.height));
    eachCell(scene, { ...size, width: Math.min(size.width, scale) }, (_row, _column, _x, y) => context.fillRect(0, y - 1, size.width, 1));
  }
  if (scale < LABELLED && !(dots && scale >= 3)) return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${Math.min(16, Math.floor(scale * 0.45))}px ui-monospace, monospace`;
  eachCell(scene, size, (row, column, x, y) => {
    const value = tiles.value(row, column);
    if (value === null || value === undefined) return;
    const colour = colourOf(how, value);
    context.fillStyle = inkOn(colour);
    if (dots && value === 0 && how.kind !== 'p') {
      context.beginPath();
      context.arc(x + scale / 2 - 0.5, y + scale / 2 - 0.5, Math.max(1, scale * (scale >= LABELLED ? 0.4 : 0.25)), 0, 7);
      context.lineWidth = Math.max(1, scale / 16);
      context.strokeStyle = inkOn(colour);
      if (scale >= LABELLED) context.stroke();
      else context.fill();
    }
    if (scale >= LABELLED) context.fillText(textIn(tiles, how, value), x + scale / 2, y + scale / 2, scale - 2);
  });
}

/** Line, options, crosshair, pin. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {import('./view.js').Size} size @param {Theme} colours */
function drawMarks(context, { view, hover, pin, lit, dim, band, tiles, how }, size, colours) {
  const { scale } = view;
  const side = Math.max(Math.round(scale), 2);
  /** @returns {[number, number]} */
  const at = (/** @type {[number, number]} */ [row, column]) => [Math.round((column - view.column) * scale), Math.round((row - view.row) * scale)];
  if (dim) {
    context.globalAlpha = 0.55;
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, size.width, size.height);
    context.globalAlpha = 1;
  }
  for (const { cell, wins } of lit) {
    const value = tiles.value(...cell);
    const [x, y] = at(cell);
    if (dim) drawCell(context, { x, y, side }, value, { tiles, how, faint: colours.faint });
    outline(context, x, y, side, wins ? colours.accent : colours.ink, wins ? 3 : 1);
  }
  for (const { cell, part } of band) {
    const [x, y] = at(cell);
    context.fillStyle = { before: colours.faint, even: colours.accent, odd: colours.ink }[part] ?? colours.ink;
    context.fillRect(x, y, side, Math.max(2, scale / 6));
  }
  if (hover) {
    const [x, y] = at(hover);
    context.fillStyle = colours.ink;
    context.globalAlpha = 0.25;
    context.fillRect(0, y + Math.floor(scale / 2), size.width, 1);
    context.fillRect(x + Math.floor(scale / 2), 0, 1, size.height);
    context.globalAlpha = 1;
    outline(context, x, y, side, colours.ink, 1);
  }
  if (pin) outline(context, ...at(pin), Math.max(side, 7), colours.accent, 3);
}

/** The way of a play over the map, from its first position to its last, which is the filled one. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {Theme} colours */
function drawPath(context, { view, path }, colours) {
  if (path.length < 2) return;
  const points = path.map(([row, column]) => [(column - view.column + 0.5) * view.scale, (row - view.row + 0.5) * view.scale]);
  for (const [wide, colour] of /** @type {[number, string][]} */ ([[5, '#fff'], [2, colours.ink]])) {
    [context.lineWidth, context.strokeStyle, context.lineJoin] = [wide, colour, 'round'];
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
  }
  points.forEach(([x, y], at) => {
    context.beginPath();
    context.arc(x, y, 5, 0, 7);
    [context.lineWidth, context.strokeStyle, context.fillStyle] = [2, colours.ink, at === points.length - 1 ? colours.accent : '#fff'];
    context.fill();
    context.stroke();
  });
}

/**
 * A cell alone, with its value where there is room.
 * @param {CanvasRenderingContext2D} context @param {{x: number, y: number, side: number}} place @param {number | null | undefined} value
 * @param {{tiles: import('./tiles.js').Tiles, how: import('./colours.js').Shading, faint: string}} way
 */
function drawCell(context, { x, y, side }, value, { tiles, how, faint }) {
  context.fillStyle = value === undefined ? faint : css(colourOf(how, value));
  context.fillRect(x, y, side, side);
  if (side < LABELLED || typeof value !== 'number') return;
  context.fillStyle = inkOn(colourOf(how, value));
  context.fillText(textIn(tiles, how, value), x + side / 2, y + side / 2, side - 2);
}

/** What stands in a cell. @param {import('./tiles.js').Tiles} tiles @param {import('./colours.js').Shading} how @param {number} value */
const textIn = (tiles, how, value) => (how.kind === 'residues' && value >= 0 ? String(value % how.modulus) : tiles.short(value));

/** A frame that is seen on any colour. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} side @param {string} colour @param {number} [wide] */
function outline(context, x, y, side, colour, wide = 1) {
  context.lineWidth = wide + 2;
  context.strokeStyle = '#fff';
  context.strokeRect(x, y, side - 1, side - 1);
  context.lineWidth = wide;
  context.strokeStyle = colour;
  context.strokeRect(x, y, side - 1, side - 1);
}

/** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {import('./view.js').Size} whole @param {Theme} colours */
function drawAxes(context, { view, plane, ticks: base, hover, pin, large }, whole, colours) {
  const [down, right] = plane.names;
  context.font = `${large ? 20 : 14}px ui-monospace, monospace`;
  context.fillStyle = colours.ink;
  context.textBaseline = 'middle';
  const every = ticks(view.scale, base, large ? 64 : 44);
  const high = ticks(view.scale, base, 26);
  context.textAlign = 'center';
  for (let n = Math.ceil(view.column / every) * every; n < Math.min(plane.wide, view.column + (whole.width - LEFT) / view.scale); n += every) {
    const x = LEFT + (n - view.column + 0.5) * view.scale;
    if (x > LEFT + 8) context.fillText(String(n), x, TOP - 10, every * view.scale - 6);
  }
  context.textAlign = 'right';
  for (let n = Math.ceil(view.row / high) * high; n < Math.min(plane.high, view.row + (whole.height - TOP) / view.scale); n += high) {
    const y = TOP + (n - view.row + 0.5) * view.scale;
    context.fillText(String(plane.isLine ? n * plane.columns : n), LEFT - 6, Math.max(y, TOP + 8), LEFT - 8);
  }
  context.fillStyle = colours.accent;
  for (const cell of [hover, pin]) {
    if (!cell) continue;
    const [x, y] = [LEFT + (cell[1] - view.column + 0.5) * view.scale, TOP + (cell[0] - view.row + 0.5) * view.scale];
    if (x >= LEFT && x < whole.width) context.fillRect(x - 3, TOP - 3, 6, 3);
    if (y >= TOP && y < whole.height) context.fillRect(LEFT - 3, y - 3, 3, 6);
  }
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, LEFT, TOP);
  context.fillStyle = colours.ink;
  context.font = 'italic 14px ui-monospace, monospace';
  context.textAlign = 'left';
  const both = `${down}↓ ${right}→`;
  if (!plane.isLine && both.length <= 7) context.fillText(both, 2, TOP - 12, LEFT - 4);
  else if (!plane.isLine) {
    context.fillText(`${right}→`, 2, 8, LEFT - 4);
    context.fillText(`${down}↓`, 2, TOP - 8, LEFT - 4);
  }
  else context.fillText(plane.game.names[plane.axes[0]], 4, TOP - 12);
}
