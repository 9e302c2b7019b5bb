// The page colours a cell as the program's pictures do.
//
// In: pictures as SVG and values as CSV from the program (`GRUNDY`). Out: the fill of every cell of a picture, against the colour that the page's
// own module gives to its value. No browser is needed: the module is plain.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { colourOf, shading, tables } from '../web/js/colours.js';
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
