// The map: the table of a game on a canvas, panned, zoomed, and pointed at.
//
// In: the game and the state. Out: the picture; changes of the state where a person pins a position, moves the view, or selects a line.

import { drawScene } from './canvas.js';
import { inDark, isDrawn, shading } from './colours.js';
import { find, make, say } from './dom.js';
import { axesOf, entries, write } from './game.js';
import { grid } from './grid.js';
import { legend } from './legend.js';
import { mexText } from './mex.js';
import { formulaOf, isCondition } from './mode.js';
import { Plane } from './plane.js';
import { listenToPointers } from './pointers.js';
import { set, state } from './state.js';
import { Tiles } from './tiles.js';
import { LEFT, TOP, between, blockOf, next, read, told, whole, within, zoomed } from './view.js';

/** How long a pointer rests before the options of a cell are asked for. */
const REST = 90;
/** How long a person rests before a zoom is brought to whole pixels. */
const ZOOMED = 160;
/** How many distances keep their tiles. */
const LAYERS = 4;
/** How many rows and columns are seen at first. */
const BEGIN = 160;
/** The largest cell of a map that is fitted, in pixels. */
const FITTED = 48;

/**
 * @param {HTMLElement} root
 * @param {import('./colours.js').Tables} tables
 * @param {{look: (written: string | null, value: string | null | undefined, why?: string) => void, options: (written: string, look: AbortSignal) => Promise<{value: string | number, seen: import('./mex.js').Seen | null, options: {written: string, wins: boolean}[]}>, best: () => void, back: () => void}} others
 */
export function map(root, tables, others) {
  const canvas = make('canvas', { tabindex: 0, role: 'application', 'aria-label': 'Map of values', 'aria-describedby': 'map-help' });
  const message = make('p', { class: 'message', role: 'alert', hidden: true });
  const help = make('p', { id: 'map-help', class: 'unseen' },
    'Arrow keys move the pin, Enter makes the best move, Backspace goes back, plus and minus zoom, 0 fits, Home is the origin.');
  const working = make('p', { class: 'working', hidden: true }, 'computing…');
  const why = make('span', {});
  const ended = make('p', { class: 'ended', role: 'status', hidden: true }, why,
    make('button', { type: 'button', onclick: () => [...layers.values()].at(-1)?.retry() }, 'Try again'));
  const frame = make('div', { class: 'canvas' }, canvas, message, working, ended, help);
  const foot = make('div', { class: 'foot' });
  root.append(frame, foot);
  const showLegend = legend(foot);
  foot.append(find('readout'));
  const showGrid = grid(frame);

  /** @type {Plane | null} */
  let plane = null;
  /** The tiles of single cells, which know the values. @type {Tiles | null} */
  let tiles = null;
  /** The tiles by distance, and by what a block says; those that are painted stand last. @type {Map<string, Tiles>} */
  let layers = new Map();
  /** @type {import('./view.js').View} */
  let view = { row: 0, column: 0, scale: 16 };
  /** @type {import('./colours.js').Shading | null} */
  let how = null;
  let [seen, due] = ['', 0];
  /** How many cells are to be fitted when the canvas is seen; 0 for none. */
  let fitLater = 0;
  /** The view that was fitted last; a person has moved it if it is another. */
  let fitted = '';
  /** The least and the greatest value in the part of the map that is seen, and what they were looked up for. */
  let [looked, range] = ['', { least: 0, most: 0 }];
  /** The view that the state had last. */
  let asked = '';
  /** @type {[number, number] | null} */
  let hover = null;
  /** @type {{cell: [number, number], wins: boolean}[]} */
  let lit = [];
  let dim = false;
  /** @type {{cell: [number, number], part: string}[]} */
  let band = [];

  const size = () => ({ width: Math.max(1, canvas.clientWidth - LEFT), height: Math.max(1, canvas.clientHeight - TOP) });
  const pin = () => plane?.cell(entries(state().at || plane.game.written)) ?? null;

  const darkness = matchMedia('(prefers-color-scheme: dark)');

  /** The positions of the play, as far as they lie on this map. @returns {[number, number][]} */
  const path = () => state().moves.split(';').flatMap((written) => {
    const cell = written && plane?.cell(entries(written));
    return cell ? [cell] : [];
  });

  /** What the tests in a browser ask: is every tile of the view there, when was it first, how long did a drawing take at most? */
  const drawn = { whole: false, first: 0, longest: 0 };
  Object.assign(canvas, { drawn });

  function redraw() {
    if (!due) due = requestAnimationFrame(frameNow);
  }

  function frameNow() {
    due = 0;
    if (!plane || !tiles || !canvas.clientWidth) return;
    const begun = performance.now();
    const { mode, palette, ticks, scale, marks } = state();
    const layer = layerNow(plane, mode);
    how = shadingNow(layer, mode, palette, scale === 'whole');
    const under = [...layers.values()].at(-2);
    drawn.whole = drawScene(canvas, { view, plane, tiles, layers: under ? [under, layer] : [layer], how, ticks, dots: marks === 'P', hover, pin: pin(), lit, dim, band, path: path(), large: document.body.classList.contains('lecture') });
    if (drawn.whole && !drawn.first) drawn.first = performance.now();
    drawn.longest = Math.max(drawn.longest, performance.now() - begun);
    working.hidden = layer.open === 0;
    const refused = layer.refused ? null : layer.refusedIn();
    ended.hidden = !refused;
    if (refused) why.textContent = `no values in the hatched part: ${refused.message}`;
    message.hidden = !layer.refused;
    if (layer.refused) message.textContent = layer.refused.sentence;
    const at = pin();
    // From far, the values round the pin are asked for all the same.
    if (at && layer !== tiles) tiles.show([[Math.floor(at[0] / tiles.high), Math.floor(at[1] / tiles.wide)]]);
    if (at) showGrid(plane, tiles, at);
    const cell = hover ?? at;
    if (cell) others.look(plane.written(...cell), textAt(cell));
  }

  /** The tiles that are seen from here; new ones, if a person has not been at this distance. @param {Plane} plane @param {string} mode */
  function layerNow(plane, mode) {
    const step = plane.isLine ? 1 : blockOf(view.scale);
    const key = step === 1 ? '1' : `${step} ${formulaOf(mode) ? '' : mode}`;
    const layer = layers.get(key) ?? new Tiles(plane, step, mode, redraw, () => {});
    layers.delete(key);
    layers.set(key, layer);
    for (const [name, old] of layers) {
      if (layers.size <= LAYERS) break;
      if (old === tiles) continue;
      old.end();
      layers.delete(name);
    }
    for (const other of layers.values()) if (other !== layer && other !== tiles) other.end();
    return layer;
  }

  /** How values are seen: the colours reach over what is seen, or from 0 over all that is known. @param {Tiles} layer @param {string} mode @param {string} palette @param {boolean} fixed */
  function shadingNow(layer, mode, palette, fixed) {
    const { height, width } = size();
    const part = fixed ? { top: 0, left: 0, bottom: Infinity, right: Infinity } : surrounding(view, { height: height / view.scale, width: width / view.scale });
    const known = [...Object.values(part), layer.come, layer.step].join();
    if (known !== looked) [looked, range] = [known, layer.range(part)];
    // Where all values are large, the colours begin at the least of them.
    const condition = isCondition(formulaOf(mode));
    const least = condition ? range.least : !fixed && 2 * range.least > range.most ? range.least : 0;
    const dark = darkness.matches;
    const wanted = [mode, palette, least, range.most, dark, layer.come > 0, ...layer.infinite].join(' ');
    if (how && wanted === seen) return how;
    seen = wanted;
    const light = shading(tables, mode, palette, range.most, condition, layer.infinite, least);
    const shown = dark ? inDark(light) : light;
    showLegend.update(shown, mode, layer.come > 0);
    return shown;
  }

  /** The value of a cell as text; null where no position exists, undefined where it is not known yet. @param {[number, number]} cell */
  function textAt(cell) {
    const value = tiles?.value(...cell);
    return typeof value === 'number' ? tiles?.text(value) : value;
  }

  /** @param {import('./view.js').View} wanted @param {boolean} [keep] */
  function moveTo(wanted, keep = true) {
    if (!plane) return;
    view = canvas.clientWidth ? within(wanted, size(), plane) : wanted;
    if (keep && canvas.clientWidth) remember();
    redraw();
  }

  let later = 0;
  function remember() {
    clearTimeout(later);
    const { game, rules } = state();
    // The view of one game says nothing of another one, which may have been asked for meanwhile.
    later = setTimeout(() => { if (state().game === game && state().rules === rules) set({ view: told(view) }, { replace: true }); }, 200);
  }

  /** A view of so many rows and columns. @param {number} cells */
  function fit(cells) {
    // While a game is played the canvas has no size; it is fitted once it is seen.
    fitLater = canvas.clientWidth ? 0 : cells;
    if (fitLater) return;
    const { width, height } = size();
    const [down, across] = [Math.min(cells, plane?.high ?? cells), plane?.isLine ? plane.columns : Math.min(cells, plane?.wide ?? cells)];
    moveTo({ row: 0, column: 0, scale: Math.min(FITTED, whole(Math.max(1, Math.floor(Math.min(width / across, height / down))))) });
    fitted = told(view);
  }

  /** Costly tables are seen from near. @param {number} side */
  function settled(side) {
    if (!tiles?.quick && told(view) === fitted && !plane?.isLine) fit(2 * side);
  }

  /** @param {[number, number]} cell */
  function pinAt([row, column]) {
    const written = plane?.written(row, column);
    if (!written || !plane) return;
    set({ at: written });
    show([row, column]);
    const value = textAt([row, column]);
    const letter = value === '0' ? 'P' : value?.startsWith('inf') && isDrawn(value) ? 'D' : 'N';
    say(`(${written}) ${value === null ? 'no position' : value === undefined ? '' : `value ${value}, ${letter}-position`}`);
  }

  /** Moves the view until a cell is in it. @param {[number, number]} cell */
  function show([row, column]) {
    const { width, height } = size();
    const [high, wide] = [height / view.scale, width / view.scale];
    // What is just out of sight comes to the edge, what is far to the middle.
    const near = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room) => {
      if (at >= from && at < from + room - 1) return from;
      if (at < from - room || at > from + 2 * room) return at - Math.floor(room / 2);
      return at < from ? at : at - room + 2;
    };
    moveTo({ ...view, row: near(row, view.row, high), column: near(column, view.column, wide) });
  }

  /** The cell under a point of the canvas. @param {{offsetX: number, offsetY: number}} event @returns {[number, number] | null} */
  function cellAt({ offsetX, offsetY }) {
    const [x, y] = [offsetX - LEFT, offsetY - TOP];
    if (x < 0 || y < 0 || !plane) return null;
    const cell = [Math.floor(view.row + y / view.scale), Math.floor(view.column + x / view.scale)];
    return plane.at(cell[0], cell[1]) ? /** @type {[number, number]} */ (cell) : null;
  }

  let resting = 0;
  let looking = new AbortController();
  /** @param {[number, number] | null} cell */
  function hoverAt(cell) {
    if (String(cell) === String(hover)) return;
    hover = cell;
    looking.abort();
    looking = new AbortController();
    lit = [];
    redraw();
    clearTimeout(resting);
    if (cell) resting = setTimeout(() => light(cell), REST);
    else if (plane && pin()) others.look(state().at || plane.game.written, undefined);
  }

  /** Lights up the options of a cell. @param {[number, number]} cell */
  async function light(cell) {
    const written = plane?.written(...cell);
    if (!written || tiles?.value(...cell) === null) return;
    const told = await others.options(written, looking.signal).catch(() => null);
    if (!told || String(hover ?? pin()) !== String(cell)) return;
    if (!formulaOf(state().mode)) others.look(written, String(told.value), mexText(told.value, told.seen));
    lit = told.options.flatMap(({ written: to, wins }) => {
      const at = plane?.cell(entries(to));
      return at ? [{ cell: at, wins }] : [];
    });
    redraw();
  }

  listenToPointers(canvas, {
    cellAt, hoverAt, pinAt, redraw,
    pan: (x, y) => moveTo({ ...view, row: view.row - y / view.scale, column: view.column - x / view.scale }),
    zoom: (factor, x, y) => zoomBy(factor, x - LEFT, y - TOP),
    axis: (x, y) => selectLine(x, y),
  });

  /** The scale at which a zoom began; 0 while nobody zooms. */
  let [began, ending] = [0, 0];
  /** Zooms as far as fingers or a wheel have moved; once they rest, cells are whole pixels again. @param {number} factor @param {number} x @param {number} y */
  function zoomBy(factor, x, y) {
    began ||= view.scale;
    moveTo(zoomed(view, between(view.scale * factor), x, y), false);
    clearTimeout(ending);
    ending = setTimeout(() => {
      const [direction, near] = [Math.sign(view.scale - began), whole(view.scale)];
      const moved = Math.abs(Math.log2(view.scale / began)) > 0.08;
      moveTo(zoomed(view, near === began && moved ? next(began, direction) : near, x, y));
      began = 0;
    }, ZOOMED);
  }

  /** Where a zoom by keys or buttons has its middle: the pin, if it is seen. */
  function anchor() {
    const { width, height } = size();
    const at = pin();
    const [x, y] = at ? [(at[1] + 0.5 - view.column) * view.scale, (at[0] + 0.5 - view.row) * view.scale] : [-1, -1];
    return /** @type {[number, number]} */ (x >= 0 && y >= 0 && x < width && y < height ? [x, y] : [width / 2, height / 2]);
  }

  /** Selects the row or the column whose number is clicked. @param {number} x @param {number} y */
  function selectLine(x, y) {
    if (!plane || plane.isLine) return;
    const [row, column] = [Math.floor(view.row + (y - TOP) / view.scale), Math.floor(view.column + (x - LEFT) / view.scale)];
    const texts = /** @type {(number | string)[]} */ (plane.at(Math.max(row, 0), Math.max(column, 0)) ?? []);
    if (!texts.length || (x < LEFT && y < TOP)) return;
    texts[x < LEFT ? plane.axes[1] : plane.axes[0]] = '_';
    set({ line: `(${write(plane.game, texts)})` });
  }

  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = pin();
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step && at && plane?.at(at[0] + step[0], at[1] + step[1])) pinAt([at[0] + step[0], at[1] + step[1]]);
    else if (event.key === 'Enter') others.best();
    else if (event.key === 'Backspace') others.back();
    else if (event.key === 'Home') moveTo({ ...view, row: 0, column: 0 });
    else if (event.key === '+' || event.key === '=') moveTo(zoomed(view, next(view.scale, 1), ...anchor()));
    else if (event.key === '-') moveTo(zoomed(view, next(view.scale, -1), ...anchor()));
    else if (event.key === '0') fit(BEGIN);
    else if (event.key === 'o' && at) {
      [hover, dim] = [null, !dim];
      light(at);
    } else if (event.key === 'Escape') [lit, hover, dim] = [[], null, false];
    else return;
    event.preventDefault();
    redraw();
  });
  new ResizeObserver(() => {
    if (fitLater && canvas.clientWidth) fit(fitLater);
    else if (plane && canvas.clientWidth) view = within(view, size(), plane);
    redraw();
  }).observe(canvas);
  darkness.addEventListener('change', redraw);

  return {
    /** @param {import('./game.js').Game} game @param {import('./state.js').State} now */
    update(game, now) {
      canvas.hidden = game.names.length === 0;
      if (canvas.hidden) {
        for (const layer of layers.values()) layer.end();
        [plane, tiles, layers] = [null, null, new Map()];
        message.hidden = false;
        message.textContent = 'This game has no coordinates: its only position is the empty one.';
        return;
      }
      const axes = axesOf(game, now.axes);
      const held = entries(now.at || game.written) ?? entries(game.written) ?? game.names.map(() => 0);
      const zeroed = held.map((entry, coord) => (axes.includes(coord) ? 0 : entry));
      const fresh = new Plane(game, axes, zeroed, { play: now.play, formula: formulaOf(now.mode), wide: Number(now.wide) });
      if (!fresh.equals(plane)) {
        for (const layer of layers.values()) layer.end();
        tiles = new Tiles(fresh, 1, now.mode, redraw, settled);
        layers = new Map([['1', tiles]]);
        const other = plane?.game.rules !== fresh.game.rules || plane.axes.join() !== fresh.axes.join() || plane.columns !== fresh.columns;
        plane = fresh;
        [how, hover, lit, looked] = [null, null, [], ''];
        const wanted = read(now.view);
        if (wanted) moveTo(wanted, false);
        else if (other) fit(fresh.isLine ? 16 : BEGIN);
        if (view.row < 1 && view.column < 1 && canvas.clientWidth) tiles.ahead();
        // A pin that the beginning of the table does not have is looked at where it is.
        const pinned = pin();
        if (!wanted && pinned && now.at) show(pinned);
      } else if (now.view !== asked && now.view !== told(view)) {
        const wanted = read(now.view);
        if (wanted) moveTo(wanted, false);
        // A link without a view shows the beginning, whatever was seen before.
        else fit(fresh.isLine ? 16 : BEGIN);
      }
      asked = now.view;
      canvas.setAttribute('aria-label', `Map of values of ${game.game}`);
      redraw();
    },
    /** The cells of the selected line, as entries. @param {{entries: number[], part: string}[]} cells */
    band(cells) {
      band = cells.flatMap(({ entries: at, part }) => {
        const cell = plane?.cell(at);
        return cell ? [{ cell, part }] : [];
      });
      redraw();
    },
    /** @param {number} direction */
    zoom(direction) {
      moveTo(zoomed(view, direction === 0 ? whole(1) : next(view.scale, direction), ...anchor()));
    },
    fit: () => fit(BEGIN),
    /** @param {string} written */
    show(written) {
      const cell = plane?.cell(entries(written));
      if (cell) show(cell);
      redraw();
    },
    redraw,
    /** What is seen: for the exports. */
    seen: () => (plane ? { plane, view, size: size() } : null),
  };
}

/** A part of the map round a view, so large that it seldom changes while the view moves. @param {import('./view.js').View} view @param {import('./view.js').Size} size in cells */
function surrounding({ row, column }, { height, width }) {
  const ends = (/** @type {number} */ from, /** @type {number} */ room) => {
    const unit = 2 ** Math.floor(Math.log2(Math.max(room, 8)) - 1);
    return [Math.floor(from / unit) * unit, Math.ceil((from + room) / unit) * unit];
  };
  const [[top, bottom], [left, right]] = [ends(row, height), ends(column, width)];
  return { top, left, bottom, right };
}
