// The board: as large as its place, true to the game, and moving along what a move changes.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { painted, together } from './help.mjs';

const { on } = together();

on('a board of squares is read off the moves, and two neighbours are a move', 'game=more.cram[3,4]&stage=board&against=person', async (page) => {
  const cells = page.locator('.squared .cell');
  await cells.nth(11).waitFor();
  const places = await cells.evaluateAll((all) => all.map((cell) => [cell.getBoundingClientRect().x, cell.getBoundingClientRect().y].map(Math.round)));
  const [columns, rows] = [0, 1].map((side) => new Set(places.map((place) => place[side])).size);
  assert.deepEqual([places.length, columns, rows], [12, 4, 3]);
  await page.getByRole('button', { name: 'row 1, column 2: left' }).click();
  // A square that is no neighbour is no move with it: it is the beginning of another one.
  await page.getByRole('button', { name: 'row 2, column 2: left' }).click();
  await page.locator('.record li').nth(1).waitFor();
  assert.equal(await page.locator('.record li').nth(1).textContent(), '(1,0,1,1,1,0,1,1,1,1,1,1)');
});

const LAID = 'game=more.cram[3,4]&stage=board&against=person&moves=1,1,1,1,1,1,1,1,1,1,1,1;1,0,0,1,1,1,1,1,1,1,1,1;1,0,0,1,0,1,1,1,0,1,1,1';

on('squares that a move took together are one tile', LAID, async (page) => {
  await page.locator('.cell.laid').nth(3).waitFor();
  const tiles = await page.locator('.squared .cell').evaluateAll((all) => all.map((cell) => ['left', 'right', 'above', 'below'].filter((side) => cell.classList.contains(side)).join()));
  assert.deepEqual(tiles, ['', 'right', 'left', '', 'below', '', '', '', 'above', '', '', '']);
});

on('a hint is marked on the board: the squares that the advised move takes', LAID, async (page) => {
  await page.getByRole('button', { name: 'Hint' }).click();
  const [, advised] = /\((.*?)\) wins/.exec(await page.locator('.advice').filter({ hasText: 'wins' }).textContent());
  const taken = advised.split(',').flatMap((entry, at) => (entry === '0' ? [at] : []));
  const hinted = await page.locator('.squared .cell').evaluateAll((all) => all.flatMap((cell, at) => (cell.classList.contains('hinted') ? [at] : [])));
  assert.deepEqual(hinted, taken.filter((at) => ![1, 2, 4, 8].includes(at)));
});

for (const [what, state, count] of [
  ['counters that go', 'game=nim[3]&moves=3,4,6', 1], ['squares that are eaten', 'game=more.chomp[3]&moves=4,4,4', 4], ['the square to move to', 'game=star_nim[3]&moves=3,4,6', 1],
  ['the heap to take from', 'game=kayles&moves=9', 1], ['the square of a strip', 'game=silver_dollar&moves=1,2,4,6,9', 1],
]) {
  on(`a hint marks ${what}`, `${state}&stage=board&against=person`, async (page) => {
    await page.locator('.field > *').first().waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hinted').nth(count - 1).waitFor();
    assert.equal(await page.locator('.hinted').count(), count);
  });
}

on('the map of squares has two rows and two columns', 'game=more.cram[2,2]', async (page) => {
  await painted(page);
  const grid = page.locator('[role=grid]');
  await grid.waitFor({ state: 'attached' });
  assert.deepEqual(await page.evaluate(() => [document.querySelectorAll('[role=grid] [role=row]').length > 1, document.querySelectorAll('[role=grid] [role=gridcell]').length]), [true, 4]);
});

on('a board fills its place, and keeps its size while one plays', 'game=nim[2]&stage=board&against=person&moves=3,4', async (page) => {
  const zoom = () => page.locator('.field').evaluate((field) => Number(field.style.getPropertyValue('zoom')));
  await page.locator('.pile').nth(1).waitFor();
  const before = await zoom();
  assert.ok(before > 1.2, `${before}`);
  assert.ok(await page.locator('.field').evaluate((field) => field.scrollWidth <= field.clientWidth + 1));
  await page.getByRole('button', { name: 'x2: leave 1 of 4' }).click();
  await page.locator('.record li', { hasText: '(3,1)' }).waitFor();
  assert.equal(await zoom(), before);
});

on('a board that is too wide is smaller, and whole', 'game=silver_dollar&stage=board&moves=2,5,6,8,21', async (page) => {
  await page.locator('.square').nth(22).waitFor();
  assert.ok(await page.locator('.strip').evaluate((strip) => strip.scrollWidth <= strip.clientWidth + 1));
});

/** Lets the page tell each animation that is begun. */
const watch = (page) => page.evaluate(() => {
  const { animate } = Element.prototype;
  Object.assign(window, { moved: [] });
  Element.prototype.animate = function told(...how) {
    window.moved.push(this.className);
    return animate.apply(this, how);
  };
});

const BOTH = 'game=silver_dollar&stage=board&against=person&moves=1,2,3,4,8';
const move = async (page) => {
  await page.locator('.square').nth(8).waitFor();
  await watch(page);
  await page.getByRole('button', { name: 'token x5 on square 8' }).click();
  await page.getByRole('button', { name: 'square 6', exact: true }).click();
  await page.locator('.record li', { hasText: '(1,2,3,4,6)' }).waitFor();
  return page.evaluate(() => window.moved);
};

on('a token glides to its new square', BOTH, async (page) => assert.deepEqual(await move(page), ['token']));
// Firefox ESR has no such wish for a single window.
if (process.env.GRUNDY_BROWSER !== 'firefox') on('nothing moves where a person wants less motion', BOTH, async (page) => assert.deepEqual(await move(page), []), { reducedMotion: 'reduce' });

on('counters that are taken rise and fade', 'game=nim[2]&stage=board&against=person&moves=3,4', async (page) => {
  await page.locator('.pile').nth(1).waitFor();
  await watch(page);
  await page.getByRole('button', { name: 'x2: leave 2 of 4' }).click();
  await page.locator('.record li', { hasText: '(3,2)' }).waitFor();
  assert.deepEqual(await page.evaluate(() => window.moved), ['counter', 'counter']);
});

on('the way of a play lies on the map', 'game=nim[2]&view=0,0,40&moves=6,4;6,2;2,2', async (page) => {
  await painted(page);
  const view = await readFile(new URL('../web/js/view.js', import.meta.url), 'utf8');
  const [LEFT, TOP] = ['LEFT', 'TOP'].map((name) => Number(new RegExp(`${name} = ([0-9]+);`).exec(view)[1]));
  const colours = await page.evaluate(([LEFT, TOP]) => {
    const canvas = document.querySelector('canvas');
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const at = (row, column) => [...data.subarray(4 * ((TOP + (row + 0.5) * 40) * width + LEFT + (column + 0.5) * 40)).subarray(0, 3)].join();
    return { first: at(6, 4), between: at(4, 2), last: at(2, 2), elsewhere: at(4, 5) };
  }, [LEFT, TOP]);
  assert.equal(colours.first, '255,255,255');
  assert.equal(colours.between, '26,26,26');
  assert.equal(colours.last, '11,98,196');
  assert.notEqual(colours.elsewhere, colours.between);
});

on('a graph whose vertices are taken has its edges, and a click takes a vertex with its neighbours', 'game=more.node_kayles&stage=board&moves=1,1,1,1&against=person', async (page) => {
  await page.locator('#board .vertex').nth(3).waitFor();
  assert.equal(await page.locator('#board .edge').count(), 3);
  await page.getByRole('button', { name: 'take x2' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.record li', { hasText: '(0,0,0,1)' }).waitFor();
  assert.equal(await page.locator('#board .edge').count(), 0);
});

on('an edge is taken by its two ends', 'game=more.arc_kayles&stage=board&moves=1,1,1,1&against=person', async (page) => {
  for (const name of ['take x1', 'take x4']) await page.getByRole('button', { name }).click();
  await page.locator('.record li', { hasText: '(0,1,1,0)' }).waitFor();
});

on('a strip that is too long goes on in the next line, and every token is seen', 'game=silver_dollar&stage=board&moves=2,15,26,48,60&against=person', async (page) => {
  await page.locator('#board .square.taken').nth(4).waitFor();
  const seen = () => page.locator('#board').evaluate((board) => [...board.querySelectorAll('.square.taken')].every((token) => token.getBoundingClientRect().right <= board.getBoundingClientRect().right));
  await page.waitForFunction(() => document.querySelector('#board .field.wraps'));
  assert.equal(await seen(), true);
});
