// What the page shows to a hall and to a newcomer: periods, a game that is over, the map alone, the room.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCondition } from '../web/js/mode.js';
import { open, painted, serve, stateOf, together } from './help.mjs';

const all = together();
const { on } = all;

on('a proved period is the headline, and stands below itself', 'game=kayles&line=(_)', async (page) => {
  await page.getByText('(_) is periodic: 12, from 71 on.').waitFor();
  await page.locator('.headline').getByText('Proved.').waitFor();
  const rows = await page.locator('canvas.folded').evaluate((canvas) => {
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const row = (n) => data.slice(4 * n * width, 4 * (n + 1) * width).join();
    return { width, first: row(0), lasts: [row(height - 2), row(height - 1)] };
  });
  assert.equal(rows.width, 12);
  assert.equal(rows.lasts[0], rows.lasts[1], 'far out the rows are equal');
  assert.notEqual(rows.first, rows.lasts[0]);
  const box = await page.locator('.plot').boundingBox();
  await page.mouse.move(box.x + (4.5 / 256) * box.width, box.y + 20);
  await page.getByText('at 4: value 1', { exact: true }).waitFor();
});

on('where no period is seen, none is said to be proved', 'game=grundy&line=(_)', async (page) => {
  await page.locator('.headline').waitFor();
  assert.match(await page.locator('.headline').textContent(), /^\(_\): no period is seen in the values 0 to \d+/);
});

// Nim at (1,2): the first move wins, the second is lost, the third a mistake, the fourth wins.
on('after the end each move is marked, and a mistake can be tried again', 'game=nim[2]&stage=board&against=person&moves=1,3;1,1;0,1;0,0', async (page) => {
  await page.locator('.record .mark').nth(2).waitFor();
  assert.deepEqual((await page.locator('.record .mark').allTextContents()).map((text) => text.trim()), ['first: a winning move', 'second: no move won', 'first: a winning move']);
  await page.evaluate(() => { location.hash = 'game=nim[2]&stage=board&against=person&moves=1,3;0,3;0,0'; });
  await page.locator('.record .mark.mistake').waitFor();
  await page.getByRole('button', { name: 'Try again from before' }).click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('moves') === '1,3');
});

on('one key leaves the map alone, in large type, and back', 'game=nim[2]&at=3,5', async (page) => {
  await painted(page);
  await page.locator('canvas').focus();
  await page.keyboard.press('f');
  assert.deepEqual([await page.locator('#title').isVisible(), await page.locator('#inspector').isVisible(), await page.locator('canvas').first().isVisible()], [false, false, true]);
  assert.ok(parseFloat(await page.locator('#readout').evaluate((element) => getComputedStyle(element).fontSize)) >= 24);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#title').isVisible(), true);
});

on('a newcomer reads one sentence, once', '', async (page) => {
  const sentence = page.getByText('Every square is a position, its colour the value');
  await sentence.waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await painted(page);
  assert.equal(await sentence.count(), 0);
  await page.locator('.term', { hasText: 'N-position' }).focus();
  assert.match(await page.locator('.term', { hasText: 'N-position' }).getAttribute('aria-label'), /the next player wins/);
});

test('a room has a code to point phones at', async (t) => {
  const room = await serve(['--listen', '0.0.0.0']);
  t.after(room.stop);
  const { page, close } = await open(all.browser, room, 'game=wythoff&at=3,5');
  await painted(page);
  await page.locator('summary', { hasText: 'Room' }).click();
  const code = page.locator('img.code');
  await code.waitFor();
  await page.waitForFunction(() => document.querySelector('img.code').naturalWidth > 0);
  await page.getByText(room.room, { exact: true }).waitFor();
  assert.equal(stateOf(page).game, 'wythoff');
  await close();
});

on('a claim is shown on the map, what is more or less than it says, with the counterexample in view', 'writing=claims&game=star_nim[2]', async (page) => {
  await page.fill('#claims-text', 'claim "too small" on nim[2] at (a, b): G = a + b\nclaim "Bouton" on nim[2] at (p, q): P iff p = q\nclaim "late" on wythoff at (a, b) where a <= b: P iff a = 0 and b = 0 or a = 1 and b = 2 or a >= 3\n');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('#claims .verdicts li').nth(2).waitFor();
  const shows = page.getByRole('button', { name: 'Show on the map' });
  await shows.nth(0).click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('mode') === 'G - (x1 + x2)');
  assert.deepEqual([stateOf(page).game, stateOf(page).at], ['nim[2]', '1,1']);
  await page.getByRole('heading', { name: '(1,1)' }).waitFor();
  await shows.nth(1).click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('mode') === 'G = 0 iff (x1 = x2)');
  await painted(page);
  await page.waitForFunction(() => document.querySelector('.legend').getAttribute('aria-label').startsWith('colours: it holds in all that is computed'));
  await shows.nth(2).click();
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  assert.match(stateOf(page).mode, /^\(a <= b\) implies \(G = 0 iff/);
});

test('conditions are told from numbers by what stands outside of brackets', () => {
  for (const [formula, condition] of [
    ['G - (a xor b)', false], ['G = a xor b', true], ['(G = 0)', true], ['G - (count v in x: v = 0)', false], ['if a <= b then G else 0', false], ['(a <= b) implies (G = 0)', true], ['a divides b', true],
  ]) assert.equal(isCondition(formula), condition, formula);
});
