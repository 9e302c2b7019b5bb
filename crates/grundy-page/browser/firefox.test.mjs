// The main path through the page in Firefox: the map, its cells, its view, a game, a rule, a claim, a play, a file, a link, a dark screen.
//
// In: as for the other tests, and Firefox (`FIREFOX`). What Chromium shows in detail is not repeated here.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { browseFirefox, byHints, open, painted, patience, serve, stateOf, together } from './help.mjs';

const folder = mkdtempSync(join(tmpdir(), 'grundy-firefox-'));
after(() => rmSync(folder, { recursive: true }));

const all = together(() => browseFirefox({ downloadsPath: folder }));
const { on } = all;

/** What the program writes. */
function written(words) {
  const { status, stdout, stderr } = spawnSync(process.env.GRUNDY ?? 'grundy', words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The values of star_nim, row by row; (0,0) is no position. */
function valuesTo(high) {
  const values = Array.from({ length: high + 1 }, () => Array(high + 1).fill(null));
  for (const line of written(['table', 'star_nim[2]', '--to', `${high},${high}`, '--format', 'csv']).trim().split('\n').slice(1)) {
    const [row, column, value] = line.split(',').map(Number);
    values[row][column] = value;
  }
  return values;
}

/** The colours of the cells from (0,0) on, as the canvas has them, near a corner of each, where no number and no mark stands. */
const coloursOf = (page, cells, scale) => page.evaluate(([count, side]) => {
  const [canvas, ratio] = [document.querySelector('#map canvas'), devicePixelRatio];
  const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const at = (row, column) => 4 * (Math.round((30 + side * row + 3) * ratio) * width + Math.round((48 + side * column + 3) * ratio));
  return Array.from({ length: count }, (_, row) => Array.from({ length: count }, (__, column) => data.slice(at(row, column), at(row, column) + 3).join()));
}, [cells, scale]);

/** Where a cell is on the screen. */
async function middle(page, row, column, scale) {
  const box = await page.locator('#map canvas').boundingBox();
  return [box.x + 48 + scale * (column + 0.5), box.y + 30 + scale * (row + 0.5)];
}

/** Does something, and gives the view that follows. */
async function viewAfter(page, act) {
  const before = stateOf(page).view;
  await act();
  await page.waitForFunction((old) => new URLSearchParams(location.hash.slice(1)).get('view') !== old, before);
  return stateOf(page).view.split(',').map(Number);
}

on('the map is painted: a colour for each value, and each value in its place', 'game=star_nim[2]&view=0,0,16&at=20,20', async (page) => {
  await painted(page);
  const [values, colours] = [valuesTo(15), await coloursOf(page, 16, 16)];
  const seen = new Map();
  for (const [row, line] of values.entries()) {
    for (const [column, value] of line.entries()) seen.set(value, (seen.get(value) ?? new Set()).add(colours[row][column]));
  }
  assert.ok(seen.size > 16, `${seen.size} values`);
  assert.deepEqual([...seen].filter(([, found]) => found.size !== 1).map(([value]) => value), [], 'a value has one colour');
  assert.equal(new Set([...seen.values()].flatMap((found) => [...found])).size, seen.size, 'two values have two colours');
});

on('a cell is clicked: its value, and why', 'game=star_nim[2]&view=0,0,16&at=0,1', async (page) => {
  await painted(page);
  await page.mouse.move(...await middle(page, 3, 7, 16));
  await page.locator('#readout').filter({ hasText: /^value 5 at \(3,7\)/ }).waitFor();
  await page.mouse.click(...await middle(page, 3, 7, 16));
  await page.getByRole('heading', { name: '(3,7)' }).waitFor();
  await page.getByText('The options have 0–4, 6–8; 5 is the least that is missing, their mex.').waitFor();
  assert.deepEqual(await page.locator('.boxes .box').allTextContents(), ['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  assert.equal(await page.locator('.boxes .gap').textContent(), '5');
  assert.equal(stateOf(page).at, '3,7');
});

on('the wheel zooms about the pointer, and a drag takes the map along', 'game=nim[2]&view=100,100,16', async (page) => {
  await painted(page);
  const [x, y] = await middle(page, 20, 20, 16);
  await page.mouse.move(x, y);
  const [top, left, scale] = await viewAfter(page, () => page.mouse.wheel(0, -100));
  assert.ok(scale >= 18 && scale <= 23, `${scale}`);
  for (const first of [top, left]) assert.ok(Math.abs(first + 20.5 * 16 / scale - 120.5) < 0.05, `${first} at ${scale}`);
  const moved = await viewAfter(page, async () => {
    await page.mouse.down();
    await page.mouse.move(x - 3 * scale, y - 2 * scale, { steps: 5 });
    await page.mouse.up();
  });
  assert.deepEqual(moved.map((number) => Math.round(number * 10)), [top + 2, left + 3, scale].map((number) => Math.round(number * 10)));
  // The drag pins nothing.
  assert.equal(stateOf(page).at, undefined);
});

on('a game is found by its name, and opened', 'game=star_nim[2]', async (page) => {
  await painted(page);
  await page.click('#title');
  await page.keyboard.type('chomp');
  await page.locator('.tiles button[data-game="more.chomp"] canvas').waitFor();
  await page.locator('.tiles button[data-game="more.chomp"]').click();
  await page.waitForFunction(() => document.title.startsWith('more.chomp') && !document.querySelector('#picker[open]'));
  await painted(page);
  await page.locator('#title').filter({ hasText: /^Chomp/ }).waitFor();
  assert.ok(new Set((await coloursOf(page, 4, 48)).flat()).size > 1);
});

on('a rule is typed, its mistake is told, and the map changes', 'game=star_nim[2]&view=0,0,16', async (page) => {
  await painted(page);
  await page.getByRole('button', { name: 'Change these rules' }).click();
  await page.waitForFunction(() => document.title.startsWith('my_star_nim[2]'));
  await painted(page);
  const before = await coloursOf(page, 12, 16);
  const text = await page.inputValue('#rules-text');
  await page.focus('#rules-text');
  const end = text.indexOf('nonzero(t) = 1') + 'nonzero(t) = 1'.length;
  await page.evaluate((place) => document.querySelector('#rules-text').setSelectionRange(place, place), end);
  await page.keyboard.type(' and sum(t) <= l');
  await page.locator('#rules-text-mistakes li').filter({ hasText: 'the name `l` is not known' }).waitFor();
  assert.equal(await page.locator('.editor .wrong').first().textContent(), 'l');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await page.waitForFunction(() => !document.querySelector('#rules-text-mistakes li') && document.querySelector('#map canvas').drawn.whole);
  const changed = async () => JSON.stringify(await coloursOf(page, 12, 16)) !== JSON.stringify(before);
  while (!await changed()) await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await page.inputValue('#rules-text'), text.replace('nonzero(t) = 1', 'nonzero(t) = 1 and sum(t) <= 3'));
});

on('words are coloured where they stand, at the end of a long text, too', 'game=nim[2]', async (page) => {
  await painted(page);
  await page.fill('#rules-text', `game g(n) {\n${'    # a line\n'.repeat(60)}    # ${'a long line '.repeat(20)}\n    move n - 1\n}\n`);
  const places = () => page.evaluate(() => [...document.querySelectorAll('.editor > *')].slice(0, 2).map((part) => [part.scrollLeft, part.scrollTop].join()));
  await page.evaluate(() => document.querySelector('#rules-text').scrollTo(1e6, 1e6));
  await page.waitForFunction(() => document.querySelector('.editor pre').scrollTop > 1000);
  const [words, field] = await places();
  assert.equal(words, field);
});

on('fields show numbers of three digits whole', 'game=nim[2]&mode=mod 9', async (page) => {
  for (const name of ['n', 'Modulus']) {
    const [wanted, has] = await page.getByRole('spinbutton', { name, exact: true }).evaluate((field) => {
      field.value = '123';
      return [field.scrollWidth, field.clientWidth];
    });
    assert.ok(wanted <= has, `${name}: ${wanted} pixels in ${has}`);
  }
});

on('claims are checked, and a counterexample leads to its place on the map', 'writing=claims&game=nim[2]', async (page) => {
  await page.fill('#claims-text', 'claim "Bouton" on nim[2] at (a, b): P iff a = b\nclaim "too bold" on wythoff at (a, b): P iff a = b\n');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('#claims').getByText('1 proved, 1 false', { exact: true }).waitFor();
  await page.locator('#claims .verdicts button', { hasText: '(' }).click();
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  await page.getByRole('heading', { name: '(1,1)' }).waitFor();
  await painted(page);
});

on('a won position of Nim is played with hints, and won', 'game=nim[2]&stage=board&moves=2,3', async (page) => {
  const end = await byHints(page, async (record, advised) => {
    const [now, to] = [record.split(';').at(-1), advised].map((position) => position.split(',').map(Number));
    const pile = now.findIndex((count, at) => count !== to[at]);
    await page.getByRole('button', { name: `x${pile + 1}: leave ${to[pile]} of ${now[pile]}`, exact: true }).click();
    await page.waitForFunction((before) => new URLSearchParams(location.hash.slice(1)).get('moves') !== before, record);
  });
  assert.match(end, /You win/);
});

on('a token is dragged to a square, over squares that it may not reach', 'game=star_nim[2]&stage=board&moves=3,7&against=person', async (page) => {
  const token = page.getByRole('button', { name: 'token x2 on square 7' });
  const square = page.locator('.strip').nth(1).getByRole('button', { name: /square 3$/ });
  const [from, to] = [await token.boundingBox(), await square.boundingBox()];
  await page.mouse.move(from.x + 24, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 70, from.y + 20, { steps: 4 });
  await page.locator('.square.glows').first().waitFor();
  await page.mouse.move(to.x + 24, to.y + 24, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('moves') === '3,7;3,3');
});

on('a board that the window holds has no scrollbar of its own', 'game=star_nim[3]&stage=board&moves=2,5,7', async (page) => {
  await page.locator('.star').waitFor();
  const [wanted, has] = await page.locator('#board .field').evaluate((field) => [field.scrollHeight, field.clientHeight]);
  assert.ok(wanted <= has, `${wanted} pixels in ${has}`);
});

on('Back and Forward go through what was seen', 'game=wythoff', async (page) => {
  await painted(page);
  await page.selectOption('select[aria-label="What the map shows"]', 'p');
  await page.waitForFunction(() => location.hash.includes('mode=p'));
  await page.fill('#game', 'euclid');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('euclid'));
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.locator('#board .field > *').first().waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#board').hidden);
  await page.goBack();
  await page.waitForFunction(() => document.title.startsWith('wythoff') && document.querySelector('.legend').getAttribute('aria-label').includes('P-positions'));
  await page.goBack();
  await page.waitForFunction(() => !location.hash.includes('mode=p'));
  assert.equal(await page.inputValue('select[aria-label="What the map shows"]'), 'value');
  await page.goForward();
  await page.goForward();
  await page.waitForFunction(() => document.title.startsWith('euclid'));
  assert.equal(await page.inputValue('#game'), 'euclid');
});

on('a key that is held down moves the pin to the end, and the address follows', 'game=nim[2]&at=0,0&view=0,0,3', async (page) => {
  await painted(page);
  await page.locator('#map canvas').focus();
  // More than Firefox takes in ten seconds.
  await page.evaluate(() => {
    const canvas = document.querySelector('#map canvas');
    for (let step = 0; step < 230; step += 1) canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
  });
  await page.getByRole('heading', { name: '(0,230)' }).waitFor();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('at') === '0,230');
  await page.goBack();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('at') !== '0,230');
  await page.goForward();
  await page.getByRole('heading', { name: '(0,230)' }).waitFor();
});

on('a file of values arrives whole', 'game=wythoff&view=0,0,1', async (page) => {
  await painted(page);
  await page.click('#export summary');
  await page.getByRole('button', { name: 'Values as CSV' }).click();
  const [, to] = /^Saved: (.*)\.$/.exec(await page.locator('#exports [role=status]').filter({ hasText: 'Saved' }).textContent());
  const bounds = [...to.matchAll(/= 0 to (\d+)/g)].map((found) => found[1]);
  assert.equal(bounds.length, 2, to);
  const [file, expected] = [join(folder, 'wythoff.csv'), written(['table', 'wythoff', '--to', bounds.join(), '--format', 'csv'])];
  assert.ok(expected.length > 1e6, `${expected.length} bytes`);
  const found = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  for (const end = Date.now() + patience; found().length < expected.length && Date.now() < end;) await rest(100);
  assert.equal(found() === expected, true, `${found().length} of ${expected.length} bytes`);
});

/** The link that a page gives away: in the clipboard, if the page says that it is there, else in a field. */
async function shared(page) {
  await page.click('#share');
  const field = page.getByRole('textbox', { name: 'The link' });
  await page.getByRole('button', { name: 'Copied' }).or(field).waitFor();
  if (await field.isVisible()) return field.inputValue();
  await page.fill('#game', '');
  await page.focus('#game');
  await page.keyboard.press('Control+V');
  return page.inputValue('#game');
}

// On the second address no page may write to the clipboard in the newer way.
for (const name of ['link', 'room']) {
  test(`a link is given away, and shows the same elsewhere (${name})`, async (t) => {
    const room = await serve(['--listen', '0.0.0.0']);
    t.after(room.stop);
    const { page, close } = await open(all.browser, { link: room[name] }, `game=nim[3]&at=1,6,5&mode=mod 3&view=8,16,8&rules=${encodeURIComponent(`# ${'long '.repeat(40)}\n`)}`);
    await painted(page);
    const seen = await coloursOf(page, 30, 8);
    const link = await shared(page);
    await close();
    const other = await open(all.browser, { link });
    await painted(other.page);
    assert.deepEqual(await coloursOf(other.page, 30, 8), seen);
    assert.deepEqual([stateOf(other.page).at, stateOf(other.page).mode], ['1,6,5', 'mod 3']);
    await other.close();
  });
}

/** How much lighter one colour is than another, as WCAG has it. @param {string} a @param {string} b */
function contrast(a, b) {
  const light = (/** @type {string} */ colour) => {
    const [red, green, blue] = colour.split(',').map(Number).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [less, more] = [light(a), light(b)].sort((one, other) => one - other);
  return (more + 0.05) / (less + 0.05);
}

test('on a dark screen the page is dark, and P-positions stand out', async (t) => {
  const dark = await browseFirefox({ dark: true });
  t.after(() => dark.close());
  const { page, close } = await open(dark, all.server, 'game=star_nim[2]&mode=p&view=0,0,16&at=20,20');
  await painted(page);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.replace(/[^\d,]/g, ''));
  assert.ok(contrast(paper, '255,255,255') > 12, paper);
  const [values, colours] = [valuesTo(15), await coloursOf(page, 16, 16)];
  const among = (wanted) => [...new Set(values.flatMap((line, row) => line.flatMap((value, column) => (wanted(value) ? [colours[row][column]] : []))))];
  const [ps, ns] = [among((value) => value === 0), among((value) => value > 0)];
  assert.deepEqual([ps.length, ns.length], [1, 1], `${ps} and ${ns}`);
  assert.ok(contrast(ps[0], ns[0]) > 7, `${ps} on ${ns}`);
  // The numbers at the axes are read on the page's own colour.
  const corner = await page.evaluate(() => [...document.querySelector('#map canvas').getContext('2d').getImageData(0, 0, 48, 400).data]);
  const strongest = corner.reduce((most, _, at) => (at % 4 ? most : Math.max(most, contrast(corner.slice(at, at + 3).join(), paper))), 0);
  assert.ok(strongest > 7, `${strongest}`);
  await close();
});

test('a browser that keeps nothing opens the page, and again', async (t) => {
  const forgetful = await browseFirefox({ keeps: false });
  t.after(() => forgetful.close());
  const { page, close } = await open(forgetful, all.server, 'game=wythoff&at=3,5');
  await painted(page);
  await page.reload();
  await painted(page);
  await page.getByRole('heading', { name: '(3,5)' }).waitFor();
  await close();
});
