// Small pictures of games, with the colours of the map.
//
// In: a game and how it is seen. Out: a canvas. A picture is asked for when its place on the page is seen, and few at once.

import { cells } from './api.js';
import { colourOf, css, shading } from './colours.js';
import { make } from './dom.js';
import { formulaOf, isCondition } from './mode.js';

/** Cells at the side of a picture. */
const SIDE = 32;
/** How many pictures are asked for at once. */
const TOGETHER = 2;

/** @typedef {{game: string, rules?: string, play?: string, mode?: string, at?: string, axes?: string, rows?: number, columns?: number, step?: number, time?: number}} Seen */

/** @param {import('./colours.js').Tables} tables @param {Seen} seen */
async function painted(tables, { mode = 'value', play, columns = SIDE, ...asked }) {
  const formula = formulaOf(mode);
  const how = formula ? { formula } : { mode, play };
  const { data, missing, greatest, infinite } = await cells({ ...asked, ...how, columns }, undefined, 'thumbnail');
  const shown = shading(tables, mode, 'cividis', greatest, isCondition(formula), infinite);
  const canvas = make('canvas', { width: columns, height: data.length / columns, 'aria-hidden': 'true' });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  data.forEach((/** @type {number} */ value, /** @type {number} */ at) => {
    const number = value === missing ? null : infinite.length && value > greatest ? greatest - value : value;
    context.fillStyle = css(colourOf(shown, number));
    context.fillRect(at % columns, Math.floor(at / columns), 1, 1);
  });
  return canvas;
}

/** Pictures for places of the page. @param {import('./colours.js').Tables} tables */
export function pictures(tables) {
  /** @type {Map<Element, Seen>} */
  let wanted = new Map();
  /** @type {[Element, Seen][]} */
  let waiting = [];
  let asked = 0;
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      const seen = wanted.get(target);
      if (!isIntersecting || !seen) continue;
      observer.unobserve(target);
      waiting.push([target, seen]);
    }
    paintNext();
  });

  /** Asks for the pictures of the places that are seen. */
  function paintNext() {
    while (asked < TOGETHER && waiting.length) {
      const [place, seen] = /** @type {[Element, Seen]} */ (waiting.shift());
      asked += 1;
      painted(tables, seen).then((canvas) => place.prepend(canvas), () => null).finally(() => {
        asked -= 1;
        paintNext();
      });
    }
  }

  return {
    /** Paints a picture at the beginning of an element, once this is seen. @param {Element} place @param {Seen} seen */
    into(place, seen) {
      wanted.set(place, seen);
      observer.observe(place);
    },
    /** Forgets the places. */
    clear() {
      observer.disconnect();
      [wanted, waiting] = [new Map(), []];
    },
  };
}
