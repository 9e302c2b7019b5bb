// The legend of the map: what its colours say.
//
// In: how the map sees values. Out: a row of colours with the numbers that they stand for.

import { colourOf, css, isDrawn } from './colours.js';
import { make } from './dom.js';

/** From this many colours on, a scale stands for them. */
const MANY = 12;
/** The colours that a scale shows. */
const STEPS = 48;

/** @param {HTMLElement} root */
export function legend(root) {
  const place = make('span', { class: 'legend', role: 'img', hidden: true });
  root.append(place);
  let shown = '';
  return {
    /** @param {import('./colours.js').Shading} how @param {string} mode @param {boolean} come has something been computed? */
    update(how, mode, come) {
      const key = JSON.stringify([mode, how, come]);
      if (key === shown) return;
      shown = key;
      place.hidden = !come && (how.kind === 'values' || how.kind === 'differences');
      if (place.hidden) return;
      const [words, parts] = explained(how, come);
      const [more, others] = endless(how);
      place.setAttribute('aria-label', `colours: ${words}${more}`);
      place.replaceChildren(...parts, ...others);
    },
  };
}

/** What a shading says, in words and as elements. @param {import('./colours.js').Shading} how @param {boolean} come @returns {[string, (Node | string)[]]} */
function explained(how, come) {
  const { kind, least, greatest, modulus } = how;
  const swatches = (/** @type {[number, string][]} */ list) => list.flatMap(([value, word]) => [swatch(how, value), word]);
  if (kind === 'p') return ['P-positions stand out', swatches([[0, 'P'], [1, 'N']])];
  if (come && kind === 'condition' && least === 1) return ['it holds in all that is computed', [swatch(how, 1), 'holds in all that is computed']];
  if (come && kind === 'condition' && greatest === 0) return ['it fails in all that is computed', [swatch(how, 0), 'fails in all that is computed']];
  if (kind === 'condition') return ['where the formula holds stands out', swatches([[1, 'holds'], [0, 'fails']])];
  if (come && kind === 'differences' && greatest === 0) return ['0 in all that is computed', [swatch(how, 0), '0 in all that is computed']];
  if (kind === 'differences') {
    return [`from ${-greatest} over 0 to ${greatest}`, [`−${greatest}`, scale(how, -greatest, greatest), String(greatest)]];
  }
  const last = kind === 'values' ? greatest : modulus - 1;
  const first = kind === 'values' ? least : 0;
  if (last - first < MANY) {
    const each = Array.from({ length: last - first + 1 }, (_, value) => first + value);
    return [each.join(', '), swatches(each.map((value) => [value, String(value)]))];
  }
  return [`from ${first} to ${last}`, [String(first), scale(how, first, last), String(last)]];
}

/** What the colours of infinity say, as far as there are such values. @param {import('./colours.js').Shading} how @returns {[string, (Node | string)[]]} */
function endless(how) {
  const of = (/** @type {boolean} */ drawn) => how.infinite.findIndex((text) => isDrawn(text) === drawn);
  const [draws, wins] = [of(true), of(false)];
  /** @type {[number, string][]} */
  const list = [[draws, 'D: drawn, inf(K)'], [wins, 'N: inf(K) with 0 in K']];
  const known = list.filter(([index]) => index >= 0);
  return [known.map(([, word]) => `; ${word}`).join(''), known.flatMap(([index, word]) => [swatch(how, -1 - index), word])];
}

/** @param {import('./colours.js').Shading} how @param {number} value */
function swatch(how, value) {
  const square = make('i', {});
  square.style.backgroundColor = css(colourOf(how, value));
  return square;
}

/** @param {import('./colours.js').Shading} how @param {number} from @param {number} to */
function scale(how, from, to) {
  const colours = Array.from({ length: STEPS }, (_, step) => css(colourOf(how, Math.round(from + ((to - from) * step) / (STEPS - 1)))));
  const bar = make('i', { class: 'scale' });
  bar.style.backgroundImage = `linear-gradient(to right, ${colours.join(', ')})`;
  return bar;
}
