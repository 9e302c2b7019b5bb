// The page colours a cell as the program's pictures do.
//
// In: pictures as SVG and values as CSV from the program (`GRUNDY`). Out: the fill of every cell of a picture, against the colour that the page's
// own module gives to its value. No browser is needed: the module is plain.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { colourOf, inDark, shading, tables } from '../web/js/colours.js';
import { isCondition } from '../web/js/mode.js';

const HIGH = 260;
const table = ['table', 'star_nim[2]', '--to', `${HIGH},${HIGH}`];
const colours = tables(readFileSync(new URL('../web/colours.txt', import.meta.url), 'utf8'));

/** What the program writes. */
function written(words) {
  const { status, stdout, stderr } = spawnSync(process.env.GRUNDY ?? 'grundy', [...table, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The fills of the cells of a picture, row by row: its paths are runs of cells. */
function fills(svg) {
  const cells = Array.from({ length: HIGH + 1 }, () => Array(HIGH + 1).fill('none'));
  const map = svg.slice(svg.indexOf('<g transform'), svg.indexOf('</g>'));
  for (const [, fill, path] of map.matchAll(/<path fill="#(\w{6})" d="([^"]*)"/g)) {
    for (const [, x, y, wide, high] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
      for (let row = Number(y); row < Number(y) + Number(high); row += 1) cells[row].fill(fill, Number(x), Number(x) + Number(wide));
    }
  }
  return cells;
}

const values = Array.from({ length: HIGH + 1 }, () => Array(HIGH + 1).fill(null));
for (const line of written(['--format', 'csv']).trim().split('\n').slice(1)) {
  const [row, column, value] = line.split(',').map(Number);
  values[row][column] = value;
}

const difference = (value, row, column) => value - (row ^ column);
for (const [mode, palette, of] of [
  ['value', 'cividis', (value) => value],
  ['value', 'viridis', (value) => value],
  ['value', 'grey', (value) => value],
  ['p', 'cividis', (value) => value],
  ['mod 3', 'cividis', (value) => value],
  ['mod 40', 'cividis', (value) => value],
  ['mod 300', 'cividis', (value) => value],
  ['G - xor(x)', 'cividis', difference],
  ['G = xor(x)', 'cividis', (...at) => Number(difference(...at) === 0)],
]) {
  test(`${mode}, ${palette}: the page's colours are those of the picture`, () => {
    const numbers = values.map((line, row) => line.map((value, column) => (value === null ? null : of(value, row, column))));
    const greatest = Math.max(...numbers.flat().map(Math.abs));
    const how = shading(colours, mode, palette, greatest, isCondition(mode));
    const digits = (colour) => colour.map((part) => part.toString(16).padStart(2, '0')).join('');
    const expected = numbers.map((line) => line.map((value) => digits(colourOf(how, value))));
    assert.deepEqual(fills(written(['--format', 'svg', '--mode', mode, '--palette', palette])), expected);
  });
}

/** How bright a colour is, from 0 to 1, as contrast is measured (WCAG 2.2, relative luminance). */
const bright = (colour) => {
  const [red, green, blue] = colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => (Math.max(bright(one), bright(other)) + 0.05) / (Math.min(bright(one), bright(other)) + 0.05);

test('on a dark page the ground of a map is dark, and what stands out is seen on it', () => {
  const paper = [0x15, 0x16, 0x1a];
  for (const mode of ['p', 'G = xor(x)', 'G - xor(x)']) {
    const how = inDark(shading(colours, mode, 'cividis', 9, isCondition(mode)));
    const [ground, mark] = mode === 'p' ? [1, 0] : mode.includes('=') ? [0, 1] : [0, 9];
    assert.ok(contrast(colourOf(how, ground), paper) < 1.5, mode);
    assert.ok(contrast(colourOf(how, mark), colourOf(how, ground)) > 7, mode);
  }
  const differences = inDark(shading(colours, 'G - xor(x)', 'cividis', 9));
  for (let value = 1; value <= 9; value += 1) {
    for (const sign of [1, -1]) assert.ok(bright(colourOf(differences, sign * value)) > bright(colourOf(differences, sign * (value - 1))), `${sign * value}`);
  }
  // A scale of values is the same on every page.
  assert.deepEqual(inDark(shading(colours, 'value', 'cividis', 9)).colours, shading(colours, 'value', 'cividis', 9).colours);
});
